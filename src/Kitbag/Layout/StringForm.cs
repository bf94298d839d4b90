using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// A string as its length prefix and its characters. The length prefix contains null, the encoding and the length: 0 is null, otherwise
    /// 1 + h; if bit 0 of h is clear: h / 2 Latin-1 characters of one byte each; if set: h / 4 bytes of UTF-8 or, if bit 1 is set as well,
    /// of little-endian UTF-16.
    /// </summary>
    internal static class StringForm
    {
        /// <summary>The length prefix of the empty string.</summary>
        internal const uint EmptyPrefix = 1;

        // Unsafe: a row is written into bytes that are reserved for it (bench/: text-300KB).

        private const int LongestString = 0x3FFFFFDF;

        // The size of a string besides its characters, on a 64-bit runtime.
        private const int StringOverhead = 22;

        /// <summary>
        /// The length prefix of a string, with which <see cref="Write(ref WireWriter, string, uint)"/> writes its characters.
        /// </summary>
        /// <param name="value">The string; null has the length prefix 0.</param>
        /// <exception cref="KitbagException">The string is too long: more than 2^30 bytes and not Latin-1.</exception>
        public static uint LengthPrefix(string? value) => value == null ? 0 : LengthPrefix(value.AsSpan());

        internal static uint LengthPrefix(ReadOnlySpan<char> value) =>
            Latin1.Fits(ref MemoryMarshal.GetReference(value), value.Length) ? Latin1Prefix(value.Length) : WidePrefix(value);

        /// <summary>The length prefix of a number of Latin-1 characters.</summary>
        internal static uint Latin1Prefix(int length) => ((uint)length << 1) + EmptyPrefix;

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static uint WidePrefix(ReadOnlySpan<char> value)
        {
            long utf16 = value.Length * 2L;
            long utf8 = Utf8Length(value, utf16);
            ulong prefix = utf8 < 0 ? ((ulong)utf16 << 2) + 4 : ((ulong)utf8 << 2) + 2;
            if (prefix > uint.MaxValue)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "A string of "
                    + value.Length.ToString(CultureInfo.InvariantCulture)
                    + " characters is too long; with characters above U+00FF, expected less than 2^30 bytes.");
            return (uint)prefix;
        }

        // The length of the UTF-8 form; -1 if it exceeds a maximum, or if a lone surrogate would be lost.
        private static long Utf8Length(ReadOnlySpan<char> value, long most)
        {
            long bytes = 0;
            for (int i = 0; i < value.Length; i++)
            {
                char c = value[i];
                if (c < 0x80)
                {
                    bytes++;
                }
                else if (c < 0x800)
                {
                    bytes += 2;
                }
                else if (!char.IsSurrogate(c))
                {
                    bytes += 3;
                }
                else if (char.IsHighSurrogate(c) && i + 1 < value.Length && char.IsLowSurrogate(value[i + 1]))
                {
                    bytes += 4;
                    i++;
                }
                else
                {
                    return -1;
                }
            }
            return bytes <= most ? bytes : -1;
        }

        /// <summary>The number of bytes of the characters of a string with this length prefix.</summary>
        internal static int ByteCount(uint prefix)
        {
            if (prefix == 0)
                return 0;
            prefix -= 1;
            return (int)(prefix >> (int)(1 + (prefix & 1)));
        }

        /// <summary>Writes the characters of a string, without its length prefix.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The string.</param>
        /// <param name="prefix">The result of <see cref="LengthPrefix(string?)"/>.</param>
        public static void Write(ref WireWriter w, string value, uint prefix) => Write(ref w, value.AsSpan(), prefix);

        internal static void Write(ref WireWriter w, scoped ReadOnlySpan<char> value, uint prefix)
        {
            if (((prefix - 1) & 1) == 0)
            {
                // In parts: see WireWriter.WriteBytes.
                const int Piece = 64 * 1024;
                for (; value.Length > Piece; value = value.Slice(Piece))
                    WriteLatin1(ref w, value.Slice(0, Piece));
                WriteLatin1(ref w, value);
            }
            else
            {
                WriteWide(ref w, value, prefix);
            }
        }

        /// <summary>
        /// Writes the row of a string if there is space for all of it and it is Latin-1, which is determined while it is written, so that
        /// its characters are read only once. Returns whether it did.
        /// </summary>
        public static bool TryWriteRow(ref WireWriter w, string value)
        {
            if (w.Room - RowOverhead < value.Length)
                return false;
            ref byte row = ref w.Reserve(RowOverhead + value.Length);
            int length = WriteRow(ref row, value);
            w.Advance(length);
            return length != 0;
        }

        /// <summary>The number of bytes that the row of a string may need besides one byte for each character.</summary>
        internal const int RowOverhead = 1 + 4 + 8;

        /// <summary>Writes the row of a string; returns its length in bytes, or 0 if it is not all Latin-1.</summary>
        internal static int WriteRow(ref byte row, string value)
        {
            int at = 1;
            row = (byte)Slots.PutWord32(ref row, ref at, Latin1Prefix(value.Length));
            return Latin1.Narrow(ref MemoryMarshal.GetReference(value.AsSpan()), ref Unsafe.Add(ref row, at), value.Length)
                ? at + value.Length : 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WriteLatin1(ref WireWriter w, scoped ReadOnlySpan<char> value)
        {
            Latin1.Narrow(ref MemoryMarshal.GetReference(value), ref w.Reserve(value.Length), value.Length);
            w.Advance(value.Length);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void WriteWide(ref WireWriter w, scoped ReadOnlySpan<char> value, uint prefix)
        {
            int count = ByteCount(prefix);
            if (!IsUtf16(prefix))
            {
                if (WriteUtf8(value, w.GetSpan(count).Slice(0, count)) != count)
                    throw ChangedWhileWritten.String();
                w.Advance(count);
            }
            else if (value.Length * 2L != count)
            {
                throw ChangedWhileWritten.String();
            }
            else if (BitConverter.IsLittleEndian)
            {
                w.WriteBytes(MemoryMarshal.AsBytes(value));
            }
            else
            {
                foreach (char c in value)
                {
                    LittleEndian.Store16(ref w.Reserve(2), c);
                    w.Advance(2);
                }
            }
        }

        private static int WriteUtf8(scoped ReadOnlySpan<char> value, scoped Span<byte> bytes)
        {
            try
            {
                return StrictUtf8.Encoding.GetBytes(value, bytes);
            }
            catch (ArgumentException)
            {
                throw ChangedWhileWritten.String();
            }
        }

        private static bool IsUtf16(uint prefix) => ((prefix - 1) & 3) == 3;

        /// <summary>Reads the characters of a string, without its length prefix.</summary>
        /// <param name="r">The reader, whose budget is charged.</param>
        /// <param name="prefix">The length prefix.</param>
        /// <exception cref="KitbagException">The characters are missing, or do not match the length prefix.</exception>
        public static string? Read(ref WireReader r, uint prefix)
        {
            uint h = prefix - 1;
            if ((h & 1) != 0)
                return prefix == 0 ? null : ReadAfter(ref r, default, prefix);
            if (h == 0)
                return "";
            int length = (int)(h >> 1);
            ref byte bytes = ref r.TakeBytes(length);
            string value = Make(ref r, length);
            Latin1.WidenInto(value, ref bytes, length);
            return value;
        }

        /// <summary>Reads the characters that follow the prefix in common with the previous string, and their length prefix.</summary>
        internal static string ReadAfter(ref WireReader r, scoped ReadOnlySpan<char> shared, uint prefix)
        {
            ReadOnlySpan<byte> bytes = r.ReadBytes(ByteCount(prefix));
            bool latin1 = ((prefix - 1) & 1) == 0;
            int count = latin1 ? bytes.Length : CountWide(ref r, bytes, prefix);
            if (shared.Length + count == 0)
                return "";
            string value = Make(ref r, (long)shared.Length + count);
            Span<char> chars = Spans.Writable(value.AsSpan());
            shared.CopyTo(chars);
            chars = chars.Slice(shared.Length);
            if (latin1)
                Latin1.Widen(ref MemoryMarshal.GetReference(bytes), ref MemoryMarshal.GetReference(chars), count);
            else
                CopyWide(bytes, chars, prefix);
            return value;
        }

        private static int CountWide(ref WireReader r, ReadOnlySpan<byte> bytes, uint prefix)
        {
            if (IsUtf16(prefix))
            {
                if ((bytes.Length & 1) != 0)
                    throw r.Error(KitbagErrorReason.Malformed, "A UTF-16 string has an odd number of bytes, "
                        + bytes.Length.ToString(CultureInfo.InvariantCulture) + "; expected 2 bytes per character.");
                return bytes.Length >> 1;
            }
            try
            {
                return StrictUtf8.Encoding.GetCharCount(bytes);
            }
            catch (ArgumentException)
            {
                throw r.Error(KitbagErrorReason.Malformed, "A string contains invalid UTF-8.");
            }
        }

        private static void CopyWide(ReadOnlySpan<byte> bytes, scoped Span<char> chars, uint prefix)
        {
            if (!IsUtf16(prefix))
            {
                StrictUtf8.Encoding.GetChars(bytes, chars);
                return;
            }
            bytes.CopyTo(MemoryMarshal.AsBytes(chars));
            if (!BitConverter.IsLittleEndian)
            {
                foreach (ref char c in chars)
                    c = (char)((c >> 8) | (c << 8));
            }
        }

        /// <summary>The allocation cost of a string with a number of characters.</summary>
        internal static long BytesOf(long length) => StringOverhead + 2 * length;

        // A new string of zeros, to be filled before it is visible to other code. Never of length 0, because the empty string is shared.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static string Make(ref WireReader r, long length)
        {
            r.Charge(BytesOf(length));
            if (length > LongestString)
                ThrowTooLong(ref r, length);
            return new string('\0', (int)length);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void ThrowTooLong(ref WireReader r, long length) =>
            throw r.Error(KitbagErrorReason.LimitExceeded, "A string of " + length.ToString(CultureInfo.InvariantCulture)
                + " characters is too long for the runtime; expected at most " + LongestString.ToString(CultureInfo.InvariantCulture)
                + ".");

        /// <summary>Skips the characters of a string.</summary>
        /// <param name="r">The reader, at the characters.</param>
        /// <param name="prefix">The length prefix.</param>
        /// <exception cref="KitbagException">The input ends before the characters.</exception>
        public static void Skip(ref WireReader r, uint prefix) => r.Skip(ByteCount(prefix));
    }
}
