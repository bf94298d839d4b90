using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Wire
{
    /// <summary>Finds the distinct strings of a column.</summary>
    internal static class StringDictionary
    {
        private const int SampleSize = 256, FirstTable = 512, MostProbes = 64, RecentBits = 9, RecentPlaces = 1 << RecentBits;

        /// <summary>Gives each string the index of its value, from 1 in order of first appearance; 0 is null.</summary>
        /// <param name="w">Where scratch memory comes from.</param>
        /// <param name="strings">The strings.</param>
        /// <param name="indexes">As many, to be filled.</param>
        /// <returns>How many distinct strings there are; -1 where a dictionary would not pay, and the indexes say nothing.</returns>
        public static int Find(ref WireWriter w, ReadOnlySpan<string?> strings, Span<uint> indexes)
        {
            int count = strings.Length;
            if (count > 2 * SampleSize && !SampleRepeats(ref w, strings, indexes))
                return -1;
            int distinct = Index(ref w, strings, indexes, count - (count >> 2), out int there, out long onceLength);
            if (distinct <= 0)
                return -1;
            // The strings that repeat are taken to be as long as the others: to look would touch each of them once more.
            long repeated = onceLength * (there - distinct) / distinct;
            int width = 64 - System.Numerics.BitOperations.LeadingZeroCount((ulong)distinct);
            return repeated * 8 > (long)count * width + 32 ? distinct : -1;
        }

        // One of each of so many equal stretches, at a place that follows no period that the strings may have.
        private static bool SampleRepeats(ref WireWriter w, ReadOnlySpan<string?> strings, Span<uint> indexes)
        {
            Span<string?> sample = w.Rent<string?>(SampleSize);
            uint random = 1, stretch = (uint)(strings.Length / SampleSize);
            for (int k = 0; k < SampleSize; k++)
            {
                random = random * 1664525 + 1013904223;
                sample[k] = strings[(int)((uint)k * stretch + (uint)(((ulong)random * stretch) >> 32))];
            }
            int distinct = Index(ref w, sample, indexes.Slice(0, SampleSize), SampleSize, out _, out _);
            // Of D values drawn at random, k draws repeat about k * k / 2D: so there are less than half as many values as strings.
            return distinct >= 0 && (long)(SampleSize - distinct) * strings.Length > SampleSize * SampleSize;
        }

        // An open-addressing table; an entry is the hash and, below it, 1 + the place of the string. Answers -1 when there are more
        // distinct strings than asked for, or when a probe becomes too long: then the hash does not tell these strings apart.
        private static int Index(ref WireWriter w, ReadOnlySpan<string?> strings, Span<uint> indexes, int most, out int there, out long onceLength)
        {
            Span<ulong> table = w.Rent<ulong>(FirstTable);
            table.Clear();
            Span<int> places = w.Rent<int>(RecentPlaces);
            places.Clear();
            there = strings.Length;
            onceLength = 0;
            int shift = 64 - 9, distinct = 0;
            string? previous = null;
            uint previousIndex = 0;
            for (int i = 0; i < strings.Length; i++)
            {
                string? value = strings[i];
                if (ReferenceEquals(value, previous))
                {
                    indexes[i] = previousIndex;
                    there -= value == null ? 1 : 0;
                    continue;
                }
                previous = value;
                if (value == null)
                {
                    indexes[i] = previousIndex = 0;
                    there--;
                    continue;
                }
                // Equal strings are often one object. Its address is only a hint where it was seen: the collector may move it.
                ref int place = ref places[(int)(((ulong)Unsafe.As<string, IntPtr>(ref value) * 0x9E3779B97F4A7C15) >> (64 - RecentBits))];
                if (place != 0 && ReferenceEquals(strings[place - 1], value))
                {
                    indexes[i] = previousIndex = indexes[place - 1];
                    continue;
                }
                place = i + 1;
                ulong hash = Hash(value);
                int slot = (int)(hash >> shift);
                for (int probes = 0; ; probes++)
                {
                    ulong entry = table[slot];
                    if (entry == 0)
                    {
                        if (++distinct > most)
                            return -1;
                        table[slot] = (hash & 0xFFFFFFFF00000000) | (uint)(i + 1);
                        previousIndex = (uint)distinct;
                        onceLength += value.Length;
                        if (distinct * 2 > table.Length)
                        {
                            Span<ulong> larger = w.Rent<ulong>(table.Length * 4);
                            Move(table, larger, shift -= 2);
                            table = larger;
                        }
                        break;
                    }
                    if ((entry ^ hash) >> 32 == 0)
                    {
                        int first = (int)(uint)entry - 1;
                        if (string.Equals(strings[first], value))
                        {
                            previousIndex = indexes[first];
                            break;
                        }
                    }
                    if (probes == MostProbes)
                        return -1;
                    slot = (slot + 1) & (table.Length - 1);
                }
                indexes[i] = previousIndex;
            }
            return distinct;
        }

        private static void Move(ReadOnlySpan<ulong> table, Span<ulong> larger, int shift)
        {
            larger.Clear();
            foreach (ulong entry in table)
            {
                if (entry == 0)
                    continue;
                int slot = (int)(entry >> shift);
                while (larger[slot] != 0)
                    slot = (slot + 1) & (larger.Length - 1);
                larger[slot] = entry;
            }
        }

        // Of the length and of the first, middle and last four characters: all there are in up to twelve.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Hash(string value)
        {
            ref char chars = ref MemoryMarshal.GetReference(value.AsSpan());
            int length = value.Length;
            ulong first, middle = 0, last = 0;
            if (length >= 4)
            {
                first = Four(ref chars, 0);
                middle = Four(ref chars, (length >> 1) - 2);
                last = Four(ref chars, length - 4);
            }
            else
            {
                first = length == 0 ? 0 : chars | ((ulong)Unsafe.Add(ref chars, length >> 1) << 16) | ((ulong)Unsafe.Add(ref chars, length - 1) << 32);
            }
            ulong hash = (first + (uint)length) * 0x9E3779B97F4A7C15 ^ (last * 0xC2B2AE3D27D4EB4F) ^ (middle * 0x165667B19E3779F9);
            hash ^= hash >> 32;
            return hash * 0xD6E8FEB86659FD93;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Four(ref char chars, int at) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref chars, at)));
    }
}
