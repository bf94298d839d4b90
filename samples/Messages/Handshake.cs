using Kitbag;

namespace Messages;

/// <summary>Exchanges the schemas once, so that both ends can send bare messages.</summary>
public static class Handshake
{
    public static void Greet(Stream stream)
    {
        ReadOnlySpan<byte> schema = KitbagSchema.Of<Message>().Bytes;
        stream.Write(BitConverter.GetBytes(schema.Length));
        stream.Write(schema);
    }

    /// <summary>Returns the format to read the peer's messages, even if the peer has another version of the types.</summary>
    public static KitbagFormat<Message> Meet(Stream stream)
    {
        var prefix = new byte[sizeof(int)];
        stream.ReadExactly(prefix);
        int length = BitConverter.ToInt32(prefix);
        if (length is <= 0 or > 1 << 20)
            throw new InvalidDataException("The peer announces a schema of " + length + " bytes.");
        var schema = new byte[length];
        stream.ReadExactly(schema);
        KitbagSchema peers = KitbagSchema.Parse(schema);
        return KitbagFormat<Message>.Create(peers.Fingerprint == KitbagSchema.Of<Message>().Fingerprint
            ? KitbagOptions.Bare
            : new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = peers });
    }
}
