using System.Buffers;
using System.Runtime.Serialization.Formatters.Binary;

namespace Echo.Serializers;

/// <summary>
/// BinaryFormatter, from the package that still has it. It is here to be compared with: what it reads can run any code, so nobody should
/// read bytes of strangers with it.
/// </summary>
public readonly struct BinaryFormatterEcho : IEchoSerializer
{
    public static string Name => "BinaryFormatter";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message)
    {
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, message);
        output.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
    }

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes) =>
        (MessageEnvelope)new BinaryFormatter().Deserialize(new MemoryStream(bytes.ToArray()));
}
