using Kitbag;

namespace Messages;

public abstract record Message(int From);

public record Move(int From, int X, int Y) : Message(From);

public record Say(int From, string Text) : Message(From);

/// <summary>Sends bare messages over a stream. Each message is preceded by its length.</summary>
public static class Framing
{
    private const int Longest = 1 << 16;

    public static void Send(Stream stream, Message message)
    {
        byte[] body = KitbagSerializer.Serialize<Message>(message, KitbagOptions.Bare);
        stream.Write(BitConverter.GetBytes(body.Length));
        stream.Write(body);
    }

    public static Message Receive(Stream stream, KitbagFormat<Message> format)
    {
        var prefix = new byte[sizeof(int)];
        stream.ReadExactly(prefix);
        int length = BitConverter.ToInt32(prefix);
        if (length is <= 0 or > Longest)
            throw new InvalidDataException("The peer announces a message of " + length + " bytes.");
        var body = new byte[length];
        stream.ReadExactly(body);
        return format.Deserialize(body);
    }
}
