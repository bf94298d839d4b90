using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>Strings of which each stores only what it does not share with the beginning of the one before it.</summary>
    internal static class FrontCoding
    {
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
            string? previous = null;
            for (int i = 0; i < strings.Length; i++)
            {
                string? value = strings[i];
                shared[i] = value == null ? 0 : (uint)SharedLength(previous, value);
                previous = value;
            }
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(shared), IntegerKind.UInt32);
            StringRun.Write(ref w, strings, shared);
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
            int length = previous == null ? 0 : CommonPrefix.LengthOf(previous, value);
            return length != 0 && char.IsHighSurrogate(value[length - 1]) ? length - 1 : length;
        }
    }
}
