using System.Buffers;
using Kitbag;

namespace Echo.Serializers;

public readonly struct KitbagEcho : IEchoSerializer
{
    private static readonly KitbagFormat<MessageEnvelope> s_format = KitbagFormat<MessageEnvelope>.Create(KitbagOptions.Bare);

    public static string Name => "Kitbag";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message) => s_format.Serialize(output, message);

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes) => s_format.Deserialize(bytes);
}
