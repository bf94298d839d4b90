using System.Buffers;
using System.Runtime.Serialization.Formatters.Binary;

namespace Echo.Serializers;

/// <summary>
/// BinaryFormatter, from the package that still contains it. It is included for comparison only: its input can execute arbitrary code, so
/// it must not be used to read untrusted data.
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
