using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The positions of a sample: one in each of equally long sections, at a pseudorandom offset, so that periodic values do not bias it.
    /// </summary>
    internal struct StringSample
    {
        // Unsafe: a hash has as many bits as are needed to number the bits of the set (bench/: json-boot).

        /// <summary>The size of the set of hashes that <see cref="Add"/> takes, in words of 64 bits.</summary>
        public const int Words = 1 << (Bits - 6);

        // Of 512 different strings, about four have the hash of another one.
        private const int Bits = 15;

        private readonly uint _stretch;
        private uint _random, _start;

        /// <param name="count">The number of values.</param>
        /// <param name="size">The number of positions in the sample.</param>
        public StringSample(int count, int size)
        {
            _stretch = (uint)(count / size);
            _random = 1;
            _start = 0;
        }

        /// <summary>Returns the next position.</summary>
        public int Next()
        {
            _random = _random * 1664525 + 1013904223;
            uint place = _start + (uint)(((ulong)_random * _stretch) >> 32);
            _start += _stretch;
            return (int)place;
        }

        /// <summary>Adds the hash of a string to a set; returns 1 if it is new, otherwise 0.</summary>
        /// <param name="seen">The set: <see cref="Words"/> words.</param>
        /// <param name="hash">The hash.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Add(Span<ulong> seen, ulong hash)
        {
            int bit = (int)(hash >> (64 - Bits));
            ref ulong word = ref Unsafe.Add(ref MemoryMarshal.GetReference(seen), bit >> 6);
            int isNew = (int)(~word >> (bit & 63)) & 1;
            word |= 1UL << (bit & 63);
            return isNew;
        }
    }
}
