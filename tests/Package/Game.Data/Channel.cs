using System.Buffers.Binary;
using Kitbag;

namespace Game.Data;

/// <summary>Sends messages over a stream: bare values, each preceded by its length. Both ends know the type of the root.</summary>
public sealed class Channel<[KitbagRoot] T>(Stream stream)
{
    private const int Longest = 1 << 16;

    public void Send(T message)
    {
        byte[] body = KitbagSerializer.Serialize(message, KitbagOptions.Bare);
        Span<byte> length = stackalloc byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(length, body.Length);
        stream.Write(length);
        stream.Write(body);
    }

    public T Receive()
    {
        Span<byte> length = stackalloc byte[4];
        stream.ReadExactly(length);
        int count = BinaryPrimitives.ReadInt32LittleEndian(length);
        if (count is < 0 or > Longest)
            throw new InvalidDataException("A message of " + count + " bytes.");
        var body = new byte[count];
        stream.ReadExactly(body);
        return KitbagSerializer.Deserialize<T>(body, KitbagOptions.Bare);
    }
}
