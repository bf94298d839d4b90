using System.Text;
using Newtonsoft.Json;

namespace Kitbag.Cold
{
    internal static partial class Peer
    {
        private static T? Read<T>(byte[] bytes) => JsonConvert.DeserializeObject<T>(Encoding.UTF8.GetString(bytes));

        private static byte[] Write<T>(T value) => Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(value));
    }
}
