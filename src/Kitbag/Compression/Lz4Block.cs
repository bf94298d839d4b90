using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Compression
{
    /// <summary>
    /// Blocks in the LZ4 format: sequences of literals and matches, without a header. A match is at least 4 bytes long and refers to data
    /// at most 65,535 bytes before it; the last 5 bytes are literals, and the last match begins at least 12 bytes before the end.
    /// </summary>
    internal static class Lz4Block
    {
        // Unsafe: bytes are copied 8 and 16 at a time, within bounds that were checked. No workload of bench/ compresses.

        private const int LeastMatch = 4, LastLiterals = 5, LastMatch = 12, Farthest = 65535;
        private const int LongLiterals = 15, LongMatch = 15, HashBits = 12;

        // After this many positions without a match, the search continues in larger steps.
        private const int SkipTrigger = 6;

        // The fast loop of the decoder ends this far before the end: a token, 16 bytes of literals that are copied at once, and an offset;
        // and as much output as two copies may exceed.
        private const int InputMargin = 32, OutputMargin = 64;

        [ThreadStatic]
        private static int[]? t_places;

        /// <summary>The maximum compressed length of incompressible input.</summary>
        public static int MostOf(int length) => length + length / 255 + 16;

        /// <summary>Compresses a block.</summary>
        /// <param name="input">The block.</param>
        /// <param name="output">The destination.</param>
        /// <returns>The compressed length, or 0 if the output is too small.</returns>
        public static int Compress(ReadOnlySpan<byte> input, Span<byte> output)
        {
            int[] table = t_places ??= new int[1 << HashBits];
            Array.Clear(table, 0, table.Length);
            ref int places = ref MemoryMarshal.GetReference(table.AsSpan());
            ref byte src = ref MemoryMarshal.GetReference(input);
            ref byte dst = ref MemoryMarshal.GetReference(output);
            int at = 0, anchor = 0, op = 0, length = input.Length, searchEnd = length - LastMatch, matchEnd = length - LastLiterals;
            if (length > LastMatch)
            {
                // Positions are counted from 1; 0 means none.
                Unsafe.Add(ref places, Hash(ref src)) = 1;
                at = 1;
                while (true)
                {
                    int match = Find(ref src, ref places, ref at, searchEnd);
                    if (match < 0)
                        break;
                    while (at > anchor && match > 0 && Unsafe.Add(ref src, at - 1) == Unsafe.Add(ref src, match - 1))
                    {
                        at--;
                        match--;
                    }
                    // A match that follows another one immediately has no literals before it.
                    do
                    {
                        int literals = at - anchor;
                        int count = Count(ref src, at + LeastMatch, match + LeastMatch, matchEnd);
                        if (op + literals + (literals / 255) + (count / 255) + 1 + 2 + 1 + LastLiterals > output.Length)
                            return 0;
                        op = PutLiterals(ref src, anchor, literals, length, ref dst, op, output.Length, Math.Min(count, LongMatch));
                        LittleEndian.Store16(ref Unsafe.Add(ref dst, op), (ushort)(at - match));
                        op += 2;
                        if (count >= LongMatch)
                            op = PutLength(ref dst, op, count - LongMatch);
                        at += LeastMatch + count;
                        anchor = at;
                        if (at > searchEnd)
                            break;
                        Unsafe.Add(ref places, Hash(ref Unsafe.Add(ref src, at - 2))) = at - 1;
                        ref int place = ref Unsafe.Add(ref places, Hash(ref Unsafe.Add(ref src, at)));
                        match = place - 1;
                        place = at + 1;
                    }
                    while (IsMatch(ref src, at, match));
                    if (at > searchEnd)
                        break;
                    at++;
                }
            }
            int last = length - anchor;
            if (op + last + (last / 255) + 1 + 1 > output.Length)
                return 0;
            return PutLiterals(ref src, anchor, last, length, ref dst, op, output.Length, 0);
        }

        // Searches for a match from a position on, and moves the position to it. Returns the position of the earlier data, or -1 if there
        // is none.
        private static int Find(ref byte src, ref int places, ref int start, int searchEnd)
        {
            int at = start, tries = 1 << SkipTrigger;
            while (at <= searchEnd)
            {
                ref int place = ref Unsafe.Add(ref places, Hash(ref Unsafe.Add(ref src, at)));
                int match = place - 1;
                place = at + 1;
                if (IsMatch(ref src, at, match))
                {
                    start = at;
                    return match;
                }
                at += tries++ >> SkipTrigger;
            }
            return -1;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsMatch(ref byte src, int at, int match) => match >= 0 && at - match <= Farthest
            && Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref src, at)) == Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref src, match));

        // A hash of five bytes.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Hash(ref byte p) => (int)(((LittleEndian.Load64(ref p) << 24) * 889523592379UL) >> (64 - HashBits));

        // The number of equal bytes at two positions.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int Count(ref byte src, int at, int match, int end)
        {
            int start = at;
            while (at + 8 <= end)
            {
                ulong difference = LittleEndian.Load64(ref Unsafe.Add(ref src, at)) ^ LittleEndian.Load64(ref Unsafe.Add(ref src, match));
                if (difference != 0)
                    return at - start + (BitOperations.TrailingZeroCount(difference) >> 3);
                at += 8;
                match += 8;
            }
            while (at < end && Unsafe.Add(ref src, at) == Unsafe.Add(ref src, match))
            {
                at++;
                match++;
            }
            return at - start;
        }

        // The caller has checked that there is space for them and the length.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static int PutLiterals(ref byte src, int from, int count, int inputLength, ref byte dst, int op, int outputLength,
            int match)
        {
            Unsafe.Add(ref dst, op++) = (byte)((Math.Min(count, LongLiterals) << 4) | match);
            if (count >= LongLiterals)
                op = PutLength(ref dst, op, count - LongLiterals);
            if (count <= 16 && from + 16 <= inputLength && op + 16 <= outputLength)
                Copy16(ref Unsafe.Add(ref src, from), ref Unsafe.Add(ref dst, op));
            else
                Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref dst, op), ref Unsafe.Add(ref src, from), (uint)count);
            return op + count;
        }

        private static int PutLength(ref byte dst, int op, int rest)
        {
            for (; rest >= 255; rest -= 255)
                Unsafe.Add(ref dst, op++) = 255;
            Unsafe.Add(ref dst, op++) = (byte)rest;
            return op;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Copy8(ref byte from, ref byte to) => Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<ulong>(ref from));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Copy16(ref byte from, ref byte to)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref from), second = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, 8));
            Unsafe.WriteUnaligned(ref to, first);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, 8), second);
        }

        /// <summary>Decompresses a block. Whatever the bytes are, no memory outside of the spans is read or written.</summary>
        /// <param name="input">The block.</param>
        /// <param name="output">The destination.</param>
        /// <param name="start">The start of the block in the output; matches may refer to data before it.</param>
        /// <returns>The end of the block in the output, or -1 if the block is damaged or the output too small.</returns>
        public static int Decompress(ReadOnlySpan<byte> input, Span<byte> output, int start = 0)
        {
            ref byte src = ref MemoryMarshal.GetReference(input);
            ref byte dst = ref MemoryMarshal.GetReference(output);
            int ip = 0, op = start, inputEnd = input.Length, outputEnd = output.Length;
            int fastInput = inputEnd - InputMargin, fastOutput = outputEnd - OutputMargin;
            while (ip < inputEnd)
            {
                int token = Unsafe.Add(ref src, ip++), literals = token >> 4, count = token & LongMatch, offset;
                if (ip <= fastInput && op <= fastOutput && literals != LongLiterals)
                {
                    Copy16(ref Unsafe.Add(ref src, ip), ref Unsafe.Add(ref dst, op));
                    ip += literals;
                    op += literals;
                    offset = LittleEndian.Load16(ref Unsafe.Add(ref src, ip));
                    ip += 2;
                    // At most 18 bytes, which may overlap by 8.
                    if (count != LongMatch && offset >= 8 && offset <= op)
                    {
                        ref byte from = ref Unsafe.Add(ref dst, op - offset), to = ref Unsafe.Add(ref dst, op);
                        Copy8(ref from, ref to);
                        Copy8(ref Unsafe.Add(ref from, 8), ref Unsafe.Add(ref to, 8));
                        Copy8(ref Unsafe.Add(ref from, 16), ref Unsafe.Add(ref to, 16));
                        op += count + LeastMatch;
                        continue;
                    }
                }
                else
                {
                    if (literals == LongLiterals && !ReadLength(ref src, ref ip, inputEnd, ref literals))
                        return -1;
                    if (literals > inputEnd - ip || literals > outputEnd - op)
                        return -1;
                    Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref dst, op), ref Unsafe.Add(ref src, ip), (uint)literals);
                    ip += literals;
                    op += literals;
                    if (ip == inputEnd)
                        return count == 0 ? op : -1;
                    if (inputEnd - ip < 2)
                        return -1;
                    offset = LittleEndian.Load16(ref Unsafe.Add(ref src, ip));
                    ip += 2;
                }
                if (count == LongMatch && !ReadLength(ref src, ref ip, inputEnd, ref count))
                    return -1;
                if (offset == 0 || offset > op || count > outputEnd - op - LeastMatch)
                    return -1;
                count += LeastMatch;
                CopyMatch(ref dst, op, offset, count, outputEnd);
                op += count;
            }
            // A block ends with literals.
            return -1;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void CopyMatch(ref byte dst, int op, int offset, int count, int outputEnd)
        {
            int end = op + count;
            if (offset >= 16 && end <= outputEnd - 16)
            {
                do
                {
                    Copy16(ref Unsafe.Add(ref dst, op - offset), ref Unsafe.Add(ref dst, op));
                    op += 16;
                }
                while (op < end);
                return;
            }
            // The output repeats at the distance of the offset, so twice as much can be copied each time.
            for (int distance = offset; op < end; distance *= 2)
            {
                int n = Math.Min(distance, end - op);
                Unsafe.CopyBlockUnaligned(ref Unsafe.Add(ref dst, op), ref Unsafe.Add(ref dst, op - distance), (uint)n);
                op += n;
            }
        }

        private static bool ReadLength(ref byte src, ref int ip, int end, ref int length)
        {
            while (ip < end)
            {
                int b = Unsafe.Add(ref src, ip++);
                length += b;
                if (b != 255)
                    return true;
                // No block is that long.
                if (length > int.MaxValue - 1024)
                    return false;
            }
            return false;
        }
    }
}
