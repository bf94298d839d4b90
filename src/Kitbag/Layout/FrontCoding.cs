using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>Strings stored without the prefix that they have in common with the previous one.</summary>
    internal static class FrontCoding
    {
        private const int SampledPairs = 64, Passes = 4;

        /// <summary>Whether front coding saves an eighth, according to a sample of neighbors.</summary>
        public static bool Pays(ReadOnlySpan<string?> strings)
        {
            int pairs = strings.Length - 1;
            if (pairs < 1)
                return false;
            int sampled = Math.Min(pairs, SampledPairs);
            long shared = 0, all = 0;
            for (int pass = 0; pass < Passes; pass++)
            {
                for (int k = pass; k < sampled; k += Passes)
                {
                    int i = sampled < SampledPairs ? k : (int)((long)k * pairs / SampledPairs);
                    string? value = strings[i + 1];
                    if (value == null)
                        continue;
                    shared += SharedLength(strings[i], value);
                    all += value.Length;
                }
                // Where these share next to nothing, the others would have to share far more.
                if (sampled == SampledPairs && shared * 2 < SampledPairs / Passes)
                    return false;
            }
            // The cost: about one byte for each string, and the block of lengths.
            return (shared - sampled - 3) * 8 > all;
        }

        /// <summary>
        /// Writes the lengths of common prefixes, the length prefixes of the remainders, and the characters of the remainders.
        /// </summary>
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
        /// <param name="r">The reader.</param>
        /// <param name="strings">The destination.</param>
        /// <param name="at">The index of the string that is being read.</param>
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
                        + " characters with the previous one; expected at most "
                        + (prefix == 0 ? 0 : previous.Length).ToString(CultureInfo.InvariantCulture) + ".");
                if (prefix == 0)
                {
                    strings[at] = null;
                    previous = "";
                    continue;
                }
                // A repetition is the same instance.
                if (prefix != StringForm.EmptyPrefix || length != (uint)previous.Length)
                    previous = StringForm.ReadAfter(ref r, previous.AsSpan(0, (int)length), prefix);
                strings[at] = previous;
            }
        }

        // Not between the halves of a surrogate pair, because the remainder would begin with a lone surrogate.
        private static int SharedLength(string? previous, string value)
        {
            int length = previous == null ? 0 : CommonPrefix.LengthOf(previous, value);
            return length != 0 && char.IsHighSurrogate(value[length - 1]) ? length - 1 : length;
        }
    }
}
