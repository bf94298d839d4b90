using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    // Values of three words each, such as vectors of three floats, 16 at a time; and the search for words that are not 0.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded and stored where the loop bounds them (bench/: save-game).

        /// <summary>Finds which numbers are not 0; returns the number of examined ones.</summary>
        public static int NonZero(ReadOnlySpan<uint> numbers, Span<bool> nonZero)
        {
            return Avx2.IsSupported && nonZero.Length >= numbers.Length && WarmUp.IsOver(numbers.Length)
                ? NonZeroByVectors(numbers, nonZero)
                : 0;
        }

        private static int NonZeroByVectors(ReadOnlySpan<uint> numbers, Span<bool> nonZero)
        {
            ref uint from = ref MemoryMarshal.GetReference(numbers);
            ref byte to = ref Unsafe.As<bool, byte>(ref MemoryMarshal.GetReference(nonZero));
            int i = 0;
            for (; i + 32 <= numbers.Length; i += 32)
            {
                // All bits are set for numbers that are 0, and none for the others, so any of the bits can be used.
                Vector256<ushort> low = Vector256.Narrow(Vector256.Equals(Vector256.LoadUnsafe(ref from, (nuint)i), Vector256<uint>.Zero),
                    Vector256.Equals(Vector256.LoadUnsafe(ref from, (nuint)i + 8), Vector256<uint>.Zero));
                Vector256<ushort> high = Vector256.Narrow(
                    Vector256.Equals(Vector256.LoadUnsafe(ref from, (nuint)i + 16), Vector256<uint>.Zero),
                    Vector256.Equals(Vector256.LoadUnsafe(ref from, (nuint)i + 24), Vector256<uint>.Zero));
                Vector256.AndNot(Vector256.Create((byte)1), Vector256.Narrow(low, high)).StoreUnsafe(ref to, (nuint)i);
            }
            return i;
        }

        /// <summary>
        /// Stores the first of the three words of all values, then the second ones, then the third ones; returns the number of values.
        /// </summary>
        public static int GatherThree(ref byte image, int count, Span<byte> columns)
        {
            return WarmUp.IsOver(count) ? GatherThreeByVectors(ref image, count, columns) : 0;
        }

        // Not inlined: only the JIT compiles code that depends on these instructions.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int GatherThreeByVectors(ref byte image, int count, Span<byte> columns)
        {
            if (!Avx512F.IsSupported)
                return 0;
            ref byte first = ref MemoryMarshal.GetReference(columns);
            ref byte second = ref Unsafe.Add(ref first, count * sizeof(int)), third = ref Unsafe.Add(ref second, count * sizeof(int));
            // The 48 words of 16 values are in three vectors: first selects from the first two vectors, then adds those from the third.
            Vector512<uint> places = Vector512.Create(0u, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45);
            Vector512<uint> own = Vector512.Create(0u, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            Vector512<uint> thirtyTwo = Vector512.Create(32u), one = Vector512.Create(1u);
            Vector512<uint> places2 = places + one, places3 = places2 + one;
            Vector512<uint> rest = Vector512.ConditionalSelect(Vector512.LessThan(places, thirtyTwo), own, places - (thirtyTwo >> 1));
            Vector512<uint> rest2 = Vector512.ConditionalSelect(Vector512.LessThan(places2, thirtyTwo), own, places2 - (thirtyTwo >> 1));
            Vector512<uint> rest3 = Vector512.ConditionalSelect(Vector512.LessThan(places3, thirtyTwo), own, places3 - (thirtyTwo >> 1));
            int i = 0;
            for (; i + 16 <= count; i += 16)
            {
                Vector512<uint> a = Vector512.LoadUnsafe(ref image).AsUInt32(), b = Vector512.LoadUnsafe(ref image, 64).AsUInt32(),
                    c = Vector512.LoadUnsafe(ref image, 128).AsUInt32();
                image = ref Unsafe.Add(ref image, 192);
                nuint at = (nuint)i * sizeof(int);
                Avx512F.PermuteVar16x32x2(Avx512F.PermuteVar16x32x2(a, places, b), rest, c).AsByte().StoreUnsafe(ref first, at);
                Avx512F.PermuteVar16x32x2(Avx512F.PermuteVar16x32x2(a, places2, b), rest2, c).AsByte().StoreUnsafe(ref second, at);
                Avx512F.PermuteVar16x32x2(Avx512F.PermuteVar16x32x2(a, places3, b), rest3, c).AsByte().StoreUnsafe(ref third, at);
            }
            return i;
        }
    }
}
