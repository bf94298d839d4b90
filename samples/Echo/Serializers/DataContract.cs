using System.Buffers;
using System.Runtime.Serialization;
using System.Xml;

namespace Echo.Serializers;

/// <summary>DataContractSerializer in its binary form.</summary>
public readonly struct DataContract : IEchoSerializer
{
    private static readonly DataContractSerializer s_serializer = new(typeof(MessageEnvelope));

    public static string Name => "DataContract";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message)
    {
        var stream = new MemoryStream();
        using (XmlDictionaryWriter writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            s_serializer.WriteObject(writer, message);
        output.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
    }

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes)
    {
        using XmlDictionaryReader reader = XmlDictionaryReader.CreateBinaryReader(bytes.ToArray(), XmlDictionaryReaderQuotas.Max);
        return (MessageEnvelope)s_serializer.ReadObject(reader)!;
    }
}
