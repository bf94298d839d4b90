using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>Writes characters of strings as JSON: UTF-8, with escapes where they are required.</summary>
    internal static partial class StringText
    {
        /// <summary>Writes characters without quotes; returns the number of bytes, at most 6 for each character.</summary>
        public static int Write(ReadOnlySpan<char> value, ref byte target)
        {
            ref char chars = ref MemoryMarshal.GetReference(value);
            int read = 0, written = 0;
            while (true)
            {
                int plain = CopyPlain(ref Unsafe.Add(ref chars, read), value.Length - read, ref Unsafe.Add(ref target, written));
                read += plain;
                written += plain;
                if (read == value.Length)
                    return written;
                written += WriteOther(ref Unsafe.Add(ref chars, read), value.Length - read, ref Unsafe.Add(ref target, written),
                    out int used);
                read += used;
            }
        }

        // An escape, or all characters up to the next ASCII one: texts beyond it seldom have one alone.
        private static int WriteOther(ref char first, int left, ref byte target, out int used)
        {
            used = 0;
            int written = 0;
            do
            {
                int c = Unsafe.Add(ref first, used);
                ref byte to = ref Unsafe.Add(ref target, written);
                if (c < 0x80)
                {
                    if (used != 0)
                        return written;
                    used = 1;
                    return WriteEscape(c, ref to);
                }
                if (c < 0x800)
                {
                    LittleEndian.Store16(ref to, (ushort)(0x80C0 | (c >> 6) | (c & 63) << 8));
                    written += 2;
                    used++;
                }
                else if ((c & 0xF800) != 0xD800)
                {
                    LittleEndian.Store32(ref to, (uint)(0x8080E0 | (c >> 12) | ((c >> 6) & 63) << 8 | (c & 63) << 16));
                    written += 3;
                    used++;
                }
                else
                {
                    written += WriteSurrogate(ref Unsafe.Add(ref first, used), left - used, ref to, out int chars);
                    used += chars;
                }
            }
            while (used < left);
            return written;
        }

        private static int WriteSurrogate(ref char first, int left, ref byte target, out int used)
        {
            used = 1;
            int c = first;
            if (c >= 0xDC00 || left < 2 || !char.IsLowSurrogate(Unsafe.Add(ref first, 1)))
                return WriteHex(c, ref target);
            used = 2;
            c = char.ConvertToUtf32((char)c, Unsafe.Add(ref first, 1));
            target = (byte)(0xF0 | (c >> 18));
            Unsafe.Add(ref target, 1) = (byte)(0x80 | ((c >> 12) & 63));
            Unsafe.Add(ref target, 2) = (byte)(0x80 | ((c >> 6) & 63));
            Unsafe.Add(ref target, 3) = (byte)(0x80 | (c & 63));
            return 4;
        }

        private static int WriteEscape(int c, ref byte target)
        {
            int letter = c switch { '"' => '"', '\\' => '\\', '\n' => 'n', '\r' => 'r', '\t' => 't', '\b' => 'b', '\f' => 'f', _ => 0 };
            if (letter == 0)
                return WriteHex(c, ref target);
            target = (byte)'\\';
            Unsafe.Add(ref target, 1) = (byte)letter;
            return 2;
        }

        private static int WriteHex(int c, ref byte target)
        {
            target = (byte)'\\';
            Unsafe.Add(ref target, 1) = (byte)'u';
            for (int i = 0; i < 4; i++)
            {
                int digit = (c >> (12 - 4 * i)) & 15;
                Unsafe.Add(ref target, 2 + i) = (byte)(digit < 10 ? '0' + digit : 'a' + digit - 10);
            }
            return 6;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsPlain(int c) => c >= ' ' && c < 0x80 && c != '"' && c != '\\';

        private static int CopyPlainOneByOne(ref char chars, int from, int count, ref byte target)
        {
            int i = from;
            for (; i < count; i++)
            {
                char c = Unsafe.Add(ref chars, i);
                if (!IsPlain(c))
                    break;
                Unsafe.Add(ref target, i) = (byte)c;
            }
            return i;
        }

        private static int FindSpecialOneByOne(ref byte bytes, int from, int count)
        {
            int i = from;
            while (i < count && IsPlain(Unsafe.Add(ref bytes, i)))
                i++;
            return i;
        }
    }
}
