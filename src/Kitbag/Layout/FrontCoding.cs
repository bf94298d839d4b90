using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>Strings of which each stores only what it does not share with the beginning of the one before it.</summary>
    internal static class FrontCoding
    {
        // Unsafe: strings are compared four characters at a time (bench/: word-graph).

        private const int SampledPairs = 64;

        /// <summary>Whether, by a sample of neighbours, front coding saves an eighth.</summary>
        public static bool Pays(ReadOnlySpan<string?> strings)
        {
            int pairs = strings.Length - 1;
            if (pairs < 1)
                return false;
            int sampled = Math.Min(pairs, SampledPairs);
            long shared = 0, all = 0;
            for (int k = 0; k < sampled; k++)
            {
                int i = (int)((long)k * pairs / sampled);
                string? value = strings[i + 1];
                if (value == null)
                    continue;
                shared += SharedLength(strings[i], value);
                all += value.Length;
            }
            // What it costs: about a byte a string, and the block that holds the lengths.
            return (shared - sampled - 3) * 8 > all;
        }

        /// <summary>Writes how much each string shares, the length prefixes of what is left, and the characters of what is left.</summary>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<string?> strings)
        {
            Span<uint> shared = w.Rent<uint>(strings.Length);
            Span<uint> prefixes = w.Rent<uint>(strings.Length);
            string? previous = null;
            for (int i = 0; i < strings.Length; i++)
            {
                string? value = strings[i];
                int length = value == null ? 0 : SharedLength(previous, value);
                shared[i] = (uint)length;
                prefixes[i] = value == null ? 0 : StringForm.LengthPrefix(value.AsSpan(length));
                previous = value;
            }
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(shared), IntegerKind.UInt32);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            for (int i = 0; i < strings.Length; i++)
            {
                if (prefixes[i] > StringForm.EmptyPrefix)
                    StringForm.Write(ref w, strings[i].AsSpan((int)shared[i]), prefixes[i]);
            }
        }

        /// <summary>Reads strings.</summary>
        /// <param name="r">Where they come from.</param>
        /// <param name="strings">Where they go.</param>
        /// <param name="at">The string that is being read.</param>
        public static void Read(ref WireReader r, Span<string?> strings, ref int at)
        {
            Span<uint> shared = r.Rent<uint>(strings.Length);
            Span<uint> prefixes = r.Rent<uint>(strings.Length);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(shared), IntegerKind.UInt32);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            string previous = "";
            for (; at < strings.Length; at++)
            {
                uint length = shared[at], prefix = prefixes[at];
                if (length > (uint)previous.Length || (prefix == 0 && length != 0))
                    throw r.Error(KitbagErrorReason.Malformed, "A string shares " + length.ToString(CultureInfo.InvariantCulture)
                        + " characters with the one before; expected at most "
                        + (prefix == 0 ? 0 : previous.Length).ToString(CultureInfo.InvariantCulture) + ".");
                if (prefix == 0)
                {
                    strings[at] = null;
                    previous = "";
                    continue;
                }
                // One that is the same again is the same instance.
                if (prefix != StringForm.EmptyPrefix || length != (uint)previous.Length)
                    previous = StringForm.ReadAfter(ref r, previous.AsSpan(0, (int)length), prefix);
                strings[at] = previous;
            }
        }

        // Not between the two halves of a surrogate pair: the rest would begin with a lone surrogate.
        private static int SharedLength(string? previous, string value)
        {
            int most = Math.Min(previous == null ? 0 : previous.Length, value.Length), length = 0;
            if (most != 0)
            {
                ref byte a = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(previous.AsSpan()));
                ref byte b = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(value.AsSpan()));
                while (length + 4 <= most && LittleEndian.Load64(ref Unsafe.Add(ref a,
                    length * 2)) == LittleEndian.Load64(ref Unsafe.Add(ref b, length * 2)))
                    length += 4;
                while (length < most && previous![length] == value[length])
                    length++;
                if (length != 0 && char.IsHighSurrogate(value[length - 1]))
                    length--;
            }
            return length;
        }
    }
}
