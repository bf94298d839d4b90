using System;

namespace Kitbag.Net.Frames
{
    /// <summary>
    /// Reads and writes unsigned LEB128 numbers as specified in docs/protocol.md: 7 bits per byte, the lowest first, at most 9 bytes (63
    /// bits).
    /// </summary>
    internal static class Varint
    {
        public const int MostBytes = 9;

        /// <summary>Returns the number of bytes of a number.</summary>
        public static int Length(long value)
        {
            int length = 1;
            while ((value >>= 7) != 0)
                length++;
            return length;
        }

        /// <summary>Writes a number, which must not be negative. Returns the number of bytes written.</summary>
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

        /// <summary>
        /// Reads a number. Returns the number of bytes read, 0 if more bytes are needed, or -1 if the bytes are malformed.
        /// </summary>
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
                    // Each number has only one valid form, so a trailing byte of zero is malformed.
                    return from[at] == 0 ? -1 : at + 1;
            }
            return from.Length >= MostBytes ? -1 : 0;
        }
    }
}
