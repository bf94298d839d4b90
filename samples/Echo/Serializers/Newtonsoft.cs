using System.Buffers;
using System.Text;
using Newtonsoft.Json;

namespace Echo.Serializers;

public readonly struct NewtonsoftJson : IEchoSerializer
{
    private static readonly JsonSerializerSettings s_settings = new() { DefaultValueHandling = DefaultValueHandling.Ignore };

    public static string Name => "Newtonsoft.Json";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message) =>
        Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(message, s_settings), output);

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes) =>
        JsonConvert.DeserializeObject<MessageEnvelope>(Encoding.UTF8.GetString(bytes), s_settings)!;
}
