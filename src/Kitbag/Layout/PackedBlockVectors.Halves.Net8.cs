using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Kitbag.Layout
{
    // Unpacking without wide vectors: ARM has none, and NativeAOT compiles for processors that have none unless it is told otherwise.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are stored where the loop bounds them (bench/: save-game).

        private static bool HasShuffle => (Ssse3.IsSupported && Sse41.IsSupported) || AdvSimd.Arm64.IsSupported;

        /// <summary>
        /// Unpacks offsets of 1 to 25 bits, eight at a time, and adds a number to each; returns their number. Only the low <paramref
        /// name="size"/> bytes of the sums are stored. Reads no byte beyond <paramref name="available"/>.
        /// </summary>
        internal static int UnpackByHalves(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            if (!HasShuffle)
                return 0;
            // Like UnpackNarrow, but four offsets at a time.
            int second = width >> 1, reach = second + 16, groups = count >> 3, rest = (4 * width) & 7;
            Vector128<byte> order1 = Order(0, width), order2 = Order(rest, width);
            Vector128<uint> factor1 = Factors(0, width), factor2 = Factors(rest, width);
            Vector128<uint> mask = Vector128.Create((1u << width) - 1), add32 = Vector128.Create(size == 8 ? 0u : (uint)add);
            Vector128<ulong> add64 = Vector128.Create(add);
            int g = 0;
            for (int left = available; g < groups && left >= reach; g++, left -= width)
            {
                Vector128<uint> low = Four(ref packed, order1, factor1, mask) + add32;
                Vector128<uint> high = Four(ref Unsafe.Add(ref packed, second), order2, factor2, mask) + add32;
                packed = ref Unsafe.Add(ref packed, width);
                switch (size)
                {
                    case 1:
                        Vector128<ushort> halves = Vector128.Narrow(low, high);
                        Unsafe.WriteUnaligned(ref image, Vector128.Narrow(halves, halves).AsUInt64().ToScalar());
                        break;
                    case 2:
                        Vector128.Narrow(low, high).AsByte().StoreUnsafe(ref image);
                        break;
                    case 4:
                        low.AsByte().StoreUnsafe(ref image);
                        high.AsByte().StoreUnsafe(ref image, 16);
                        break;
                    default:
                        (Vector128.WidenLower(low) + add64).AsByte().StoreUnsafe(ref image);
                        (Vector128.WidenUpper(low) + add64).AsByte().StoreUnsafe(ref image, 16);
                        (Vector128.WidenLower(high) + add64).AsByte().StoreUnsafe(ref image, 32);
                        (Vector128.WidenUpper(high) + add64).AsByte().StoreUnsafe(ref image, 48);
                        break;
                }
                image = ref Unsafe.Add(ref image, 8 * size);
            }
            return g == groups ? g * 8 : g * 8 + UnpackEnd(ref packed, available - g * width, count - g * 8, width, add, ref image, size);
        }

        // Each offset begins with up to 7 bits of the previous one. To remove them, offsets are shifted by different numbers of bits: they
        // are multiplied by powers of two, and then all are shifted by the same number.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<uint> Four(ref byte packed, Vector128<byte> order, Vector128<uint> factor, Vector128<uint> mask)
        {
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref packed);
            bytes = Ssse3.IsSupported ? Ssse3.Shuffle(bytes, order) : AdvSimd.Arm64.VectorTableLookup(bytes, order);
            return ((bytes.AsUInt32() * factor) >> 7) & mask;
        }

        // The shuffle that moves into each of four numbers the 4 bytes from the one with its first bit on.
        private static Vector128<byte> Order(int bit, int width) => (Vector128.Create(
            (uint)bit >> 3, (uint)(bit + width) >> 3, (uint)(bit + 2 * width) >> 3, (uint)(bit + 3 * width) >> 3) * 0x01010101u
                + Vector128.Create(0x03020100u)).AsByte();

        private static Vector128<uint> Factors(int bit, int width) =>
            Vector128.Create(Factor(bit), Factor(bit + width), Factor(bit + 2 * width), Factor(bit + 3 * width));

        private static uint Factor(int bit) => 128u >> (bit & 7);
    }
}
