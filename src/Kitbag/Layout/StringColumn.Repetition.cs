using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    // Whether strings repeat so often that it pays to index them.
    internal static partial class StringColumn
    {
        // Unsafe: a hash has as many bits as are needed to number the bytes of the set (bench/: json-boot).

        private const int FewestBits = 8, MostBits = 13;

        // One of each of so many equal stretches, at a place that follows no period that the strings may have.
        private static bool SampleRepeats(ref WireWriter w, ReadOnlySpan<string?> strings)
        {
            if (RepeatOften(strings))
                return true;
            ScratchMark mark = w.Mark();
            var dictionary = new StringDictionary(ref w, DictionaryChoice.SampleSize);
            var sample = new StringSample(strings.Length, DictionaryChoice.SampleSize);
            bool isFull = false;
            for (int k = 0; k < DictionaryChoice.SampleSize && !isFull; k++)
                isFull = !dictionary.TryAdd(ref w, strings[sample.Next()], out _);
            w.Release(mark);
            return !isFull && DictionaryChoice.SampleRepeats(dictionary.Count, strings.Length);
        }

        // The same of strings of which a dictionary has been made.
        private static bool SampleRepeats(ref WireWriter w, in StringDictionary dictionary, ReadOnlySpan<uint> indexes)
        {
            ScratchMark mark = w.Mark();
            Span<bool> seen = w.Rent<bool>(dictionary.Count + 1);
            seen.Clear();
            seen[0] = true;
            var sample = new StringSample(indexes.Length, DictionaryChoice.SampleSize);
            int different = 0;
            for (int k = 0; k < DictionaryChoice.SampleSize; k++)
            {
                ref bool isSeen = ref seen[(int)indexes[sample.Next()]];
                different += isSeen ? 0 : 1;
                isSeen = true;
            }
            w.Release(mark);
            return DictionaryChoice.SampleRepeats(different, indexes.Length);
        }

        // Whether the sample repeats so clearly that hashes suffice to say so, though different strings may have the same.
        private static bool RepeatOften(ReadOnlySpan<string?> strings)
        {
            const int Collisions = 32;
            Span<ulong> seen = stackalloc ulong[StringSample.Words];
            seen.Clear();
            var sample = new StringSample(strings.Length, DictionaryChoice.SampleSize);
            int different = Collisions;
            for (int k = 0; k < DictionaryChoice.SampleSize; k++)
            {
                if (strings[sample.Next()] is { } value)
                    different += StringSample.Add(seen, StringDictionary.Hash(value));
            }
            return DictionaryChoice.SampleRepeats(different, strings.Length);
        }

        // Most strings differ at their ends or in the middle: all that a hash is made of is looked at only where these do not tell.
        private static bool MayPay(ref WireWriter w, ReadOnlySpan<string?> strings, int count)
        {
            ScratchMark mark = w.Mark();
            // Of 512 different strings, about sixteen have the hash of another one.
            int bits = FewestBits;
            while (bits < MostBits && 1 << bits < strings.Length * 16)
                bits++;
            Span<byte> seen = w.Rent<byte>(1 << bits);
            bool may = RunsRepeat(seen, 64 - bits, strings)
                && MayPay(seen, 64 - bits, strings, count, quick: true) && MayPay(seen, 64 - bits, strings, count, quick: false);
            w.Release(mark);
            return may;
        }

        // Whether a few runs of adjacent strings contain repetitions, or there are not many more strings than in these runs. Equal strings
        // are often adjacent, which a sample of single strings would miss.
        private static bool RunsRepeat(Span<byte> seen, int shift, ReadOnlySpan<string?> strings)
        {
            const int Runs = DictionaryChoice.RunsOfFew, Length = DictionaryChoice.RunLength;
            if (strings.Length <= 2 * Runs * Length)
                return true;
            seen.Clear();
            int repeated = 0;
            var starts = new StringSample(strings.Length - Runs * Length, Runs);
            for (int k = 0; k < Runs; k++)
            {
                ReadOnlySpan<string?> run = strings.Slice(starts.Next() + k * Length, Length);
                repeated += CountPresent(run) - AddHashes(seen, shift, run, quick: true);
            }
            return DictionaryChoice.RunsRepeat(repeated);
        }

        // Adds the hashes of strings to a set; returns how many of them were not in it.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int AddHashes(Span<byte> seen, int shift, ReadOnlySpan<string?> strings, bool quick)
        {
            int different = 0;
            foreach (string? value in strings)
            {
                if (value == null)
                    continue;
                ulong hash = quick ? StringDictionary.QuickHash(value) : StringDictionary.HashOf(value);
                ref byte place = ref Unsafe.Add(ref MemoryMarshal.GetReference(seen), (IntPtr)(hash >> shift));
                different += place ^ 1;
                place = 1;
            }
            return different;
        }

        // Whether a dictionary may pay, by the hashes and lengths of the strings alone. Strings with the same hash count as one, and the
        // lengths of all strings are taken for those of the distinct ones, so this never rejects a dictionary that pays.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool MayPay(Span<byte> seen, int shift, ReadOnlySpan<string?> strings, int count, bool quick)
        {
            const int Block = 32;
            seen.Clear();
            int most = DictionaryChoice.MostOf(strings.Length), different = 0;
            for (int start = 0; start < strings.Length; start += Block)
            {
                ReadOnlySpan<string?> block = strings.Slice(start, Math.Min(Block, strings.Length - start));
                different += AddHashes(seen, shift, block, quick);
                if (different > most)
                    return false;
                // Where the first ones repeat, counting the others would most likely be in vain.
                if (start == 0 && block.Length == Block && different <= DictionaryChoice.MostOf(Block) - (Block - CountPresent(block)))
                    return true;
            }
            long length = 0;
            foreach (string? value in strings)
                length += value == null ? 0 : value.Length;
            return DictionaryChoice.Pays(different, length, count, strings.Length);
        }
    }
}
