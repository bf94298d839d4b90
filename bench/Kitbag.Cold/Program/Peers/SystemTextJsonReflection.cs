using System.Text.Json;

namespace Kitbag.Cold
{
    internal static partial class Peer
    {
        private static readonly JsonSerializerOptions s_options = new JsonSerializerOptions { IncludeFields = true };

        private static T? Read<T>(byte[] bytes) => JsonSerializer.Deserialize<T>(bytes, s_options);

        private static byte[] Write<T>(T value) => JsonSerializer.SerializeToUtf8Bytes(value, s_options);
    }
}
