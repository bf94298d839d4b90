using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The places of a sample: one of each of so many equal stretches, which follow no period that the values may have.
    /// </summary>
    internal struct StringSample
    {
        // Unsafe: a hash has as many bits as the set has places (bench/Kitbag.Bench.Peers: boot).

        /// <summary>How large the set of hashes is that <see cref="Add"/> takes.</summary>
        public const int Words = 1 << (Bits - 6);

        private const int Bits = 13;

        private readonly uint _stretch;
        private uint _random, _start;

        /// <param name="count">How many values there are.</param>
        /// <param name="size">How many places the sample has.</param>
        public StringSample(int count, int size)
        {
            _stretch = (uint)(count / size);
            _random = 1;
            _start = 0;
        }

        /// <summary>The next place.</summary>
        public int Next()
        {
            _random = _random * 1664525 + 1013904223;
            uint place = _start + (uint)(((ulong)_random * _stretch) >> 32);
            _start += _stretch;
            return (int)place;
        }

        /// <summary>Adds the hash of a string to a set; answers 1 if it was not there, else 0.</summary>
        /// <param name="seen">The set: <see cref="Words"/> words.</param>
        /// <param name="value">The string.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Add(Span<ulong> seen, string value)
        {
            int hash = (int)(StringDictionary.Hash(value) >> (64 - Bits));
            ref ulong word = ref Unsafe.Add(ref MemoryMarshal.GetReference(seen), hash >> 6);
            int isNew = (int)(~word >> (hash & 63)) & 1;
            word |= 1UL << (hash & 63);
            return isNew;
        }
    }
}
