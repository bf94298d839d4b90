using System;
using System.Buffers.Binary;

namespace Kitbag.Buffers
{
    /// <summary>
    /// SHA-256 (FIPS 180-4) of a few hundred bytes. The framework's implementation would add a cryptography library to ahead-of-time
    /// compiled programs, and load it on the first call.
    /// </summary>
    internal static class Sha256
    {
        private const int BlockBytes = 64;

        // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
        private static readonly uint[] s_constants =
        {
            0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
            0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
            0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
            0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
            0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
            0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
            0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
            0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
        };

        /// <summary>The first eight bytes of the hash, as a little-endian number.</summary>
        public static ulong First64Bits(ReadOnlySpan<byte> data)
        {
            // The first 32 bits of the fractional parts of the square roots of the first 8 primes.
            uint[] state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
            var words = new uint[64];
            int whole = data.Length / BlockBytes * BlockBytes;
            for (int i = 0; i < whole; i += BlockBytes)
                Add(state, words, data.Slice(i, BlockBytes));
            // A bit that is set, zeros, and the length of the data in bits.
            var last = new byte[data.Length - whole + 9 <= BlockBytes ? BlockBytes : 2 * BlockBytes];
            data.Slice(whole).CopyTo(last);
            last[data.Length - whole] = 0x80;
            BinaryPrimitives.WriteUInt64BigEndian(last.AsSpan(last.Length - 8), 8 * (ulong)data.Length);
            for (int i = 0; i < last.Length; i += BlockBytes)
                Add(state, words, last.AsSpan(i, BlockBytes));
            return BinaryPrimitives.ReverseEndianness((ulong)state[0] << 32 | state[1]);
        }

        private static void Add(uint[] state, uint[] words, ReadOnlySpan<byte> block)
        {
            for (int i = 0; i < 16; i++)
                words[i] = BinaryPrimitives.ReadUInt32BigEndian(block.Slice(4 * i));
            for (int i = 16; i < words.Length; i++)
            {
                uint before = words[i - 15], late = words[i - 2];
                words[i] = words[i - 16] + words[i - 7] + (Rotate(before, 7) ^ Rotate(before, 18) ^ (before >> 3))
                    + (Rotate(late, 17) ^ Rotate(late, 19) ^ (late >> 10));
            }
            uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
            for (int i = 0; i < words.Length; i++)
            {
                uint one = h + (Rotate(e, 6) ^ Rotate(e, 11) ^ Rotate(e, 25)) + ((e & f) ^ (~e & g)) + s_constants[i] + words[i];
                uint two = (Rotate(a, 2) ^ Rotate(a, 13) ^ Rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
                h = g;
                g = f;
                f = e;
                e = d + one;
                d = c;
                c = b;
                b = a;
                a = one + two;
            }
            state[0] += a;
            state[1] += b;
            state[2] += c;
            state[3] += d;
            state[4] += e;
            state[5] += f;
            state[6] += g;
            state[7] += h;
        }

        private static uint Rotate(uint value, int bits) => value >> bits | value << (32 - bits);
    }
}
