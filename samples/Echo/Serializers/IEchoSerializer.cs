using System.Buffers;

namespace Echo.Serializers;

/// <summary>The operations of a serializer that the echo needs.</summary>
public interface IEchoSerializer
{
    static abstract string Name { get; }

    static abstract void Write(IBufferWriter<byte> output, MessageEnvelope message);

    static abstract MessageEnvelope Read(in ReadOnlySequence<byte> bytes);
}
