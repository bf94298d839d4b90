using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace Echo.Serializers;

/// <summary>
/// Code that a careful programmer would write for this type: the bits of one byte specify which members are not default, and numbers are
/// zigzag varints. It does not support other versions of the type.
/// </summary>
public readonly struct HandWritten : IEchoSerializer
{
    private const int Internal = 1, Time = 2, Id = 4, HasHeader = 8, HasFrom = 16, HasTo = 32, HasPairs = 64, GuidSize = 16;

    public static string Name => "hand-written";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message)
    {
        int maxLength = 64 + 3 * (message.Header?.Length ?? 0);
        if (message.KeyValuePairs != null)
        {
            foreach ((string key, string value) in message.KeyValuePairs)
                maxLength += 20 + 3 * (key.Length + value.Length);
        }
        Span<byte> to = output.GetSpan(maxLength);
        int flags = message.IsInternal ? Internal : 0, at = 1;
        if (message.TimeStamp != default)
        {
            flags |= Time;
            long binary = message.TimeStamp.ToBinary();
            at += PutNumber(to[at..], (ulong)((binary << 1) ^ (binary >> 63)));
        }
        at += PutGuid(to[at..], message.MessageId, Id, ref flags);
        if (message.Header != null)
        {
            flags |= HasHeader;
            at += PutText(to[at..], message.Header);
        }
        at += PutGuid(to[at..], message.From, HasFrom, ref flags);
        at += PutGuid(to[at..], message.To, HasTo, ref flags);
        if (message.KeyValuePairs != null)
        {
            flags |= HasPairs;
            at += PutNumber(to[at..], (ulong)message.KeyValuePairs.Count);
            foreach ((string key, string value) in message.KeyValuePairs)
            {
                at += PutText(to[at..], key);
                at += PutText(to[at..], value);
            }
        }
        to[0] = (byte)flags;
        output.Advance(at);
    }

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes)
    {
        if (!bytes.IsSingleSegment)
            return Read(bytes.ToArray());
        return Read(bytes.FirstSpan);
    }

    private static MessageEnvelope Read(ReadOnlySpan<byte> from)
    {
        int flags = from[0];
        from = from[1..];
        var message = new MessageEnvelope { IsInternal = (flags & Internal) != 0 };
        if ((flags & Time) != 0)
        {
            ulong number = TakeNumber(ref from);
            message.TimeStamp = DateTime.FromBinary((long)(number >> 1) ^ -(long)(number & 1));
        }
        if ((flags & Id) != 0)
            message.MessageId = TakeGuid(ref from);
        if ((flags & HasHeader) != 0)
            message.Header = TakeText(ref from);
        if ((flags & HasFrom) != 0)
            message.From = TakeGuid(ref from);
        if ((flags & HasTo) != 0)
            message.To = TakeGuid(ref from);
        if ((flags & HasPairs) != 0)
        {
            int count = (int)TakeNumber(ref from);
            message.KeyValuePairs = new Dictionary<string, string>();
            for (int i = 0; i < count; i++)
            {
                string key = TakeText(ref from);
                message.KeyValuePairs.Add(key, TakeText(ref from));
            }
        }
        return message;
    }

    private static int PutNumber(Span<byte> to, ulong value)
    {
        int at = 0;
        while (value >= 0x80)
        {
            to[at++] = (byte)(value | 0x80);
            value >>= 7;
        }
        to[at++] = (byte)value;
        return at;
    }

    private static int PutGuid(Span<byte> to, in Guid value, int bit, ref int flags)
    {
        if (value == default)
            return 0;
        flags |= bit;
        MemoryMarshal.Write(to, in value);
        return GuidSize;
    }

    private static int PutText(Span<byte> to, string text)
    {
        if (text.Length < 0x80 / 3)
        {
            int length = Encoding.UTF8.GetBytes(text, to[1..]);
            to[0] = (byte)length;
            return 1 + length;
        }
        int at = PutNumber(to, (ulong)Encoding.UTF8.GetByteCount(text));
        return at + Encoding.UTF8.GetBytes(text, to[at..]);
    }

    private static ulong TakeNumber(ref ReadOnlySpan<byte> from)
    {
        ulong value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte b = from[0];
            from = from[1..];
            value |= (ulong)(b & 0x7F) << shift;
            if (b < 0x80)
                return value;
        }
    }

    private static Guid TakeGuid(ref ReadOnlySpan<byte> from)
    {
        var value = MemoryMarshal.Read<Guid>(from);
        from = from[GuidSize..];
        return value;
    }

    private static string TakeText(ref ReadOnlySpan<byte> from)
    {
        int length = (int)TakeNumber(ref from);
        string text = Encoding.UTF8.GetString(from[..length]);
        from = from[length..];
        return text;
    }
}
