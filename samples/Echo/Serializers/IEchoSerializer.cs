using System.Buffers;

namespace Echo.Serializers;

/// <summary>What the echo needs of a serializer.</summary>
public interface IEchoSerializer
{
    static abstract string Name { get; }

    static abstract void Write(IBufferWriter<byte> output, MessageEnvelope message);

    static abstract MessageEnvelope Read(in ReadOnlySequence<byte> bytes);
}
