using System;

namespace Kitbag.Net.Frames
{
    /// <summary>
    /// Unsigned LEB128 numbers, as docs/protocol.md has them: 7 bits a byte, the lowest first, at most 9 bytes (63 bits).
    /// </summary>
    internal static class Varint
    {
        public const int MostBytes = 9;

        /// <summary>How many bytes a number takes.</summary>
        public static int Length(long value)
        {
            int length = 1;
            while ((value >>= 7) != 0)
                length++;
            return length;
        }

        /// <summary>Writes a number, which is not negative; answers how many bytes it took.</summary>
        public static int Write(Span<byte> to, long value)
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

        /// <summary>Reads a number: how many bytes it took, 0 where more bytes are needed, -1 where the bytes are no number.</summary>
        public static int Read(ReadOnlySpan<byte> from, out long value)
        {
            if (from.Length != 0 && from[0] < 0x80)
            {
                value = from[0];
                return 1;
            }
            value = 0;
            for (int at = 0; at < from.Length; at++)
            {
                if (at == MostBytes)
                    return -1;
                value |= (long)(from[at] & 0x7F) << (7 * at);
                if (from[at] < 0x80)
                    // A number has one form only: a last byte of zero says nothing.
                    return from[at] == 0 ? -1 : at + 1;
            }
            return from.Length >= MostBytes ? -1 : 0;
        }
    }
}
