using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    // Unpacking, and the sums of differences.
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are stored where the loop bounds them (bench/: save-game, small-ints).

        /// <summary>The maximum width of offsets that lie within four bytes each, at whichever bit they begin.</summary>
        public const int WidestUnpacked = 25;

        /// <summary>
        /// Unpacks offsets of 1 to 57 bits, eight at a time, and adds a number to each; returns their number. Only the low <paramref
        /// name="size"/> bytes of the sums are stored. Reads no byte beyond <paramref name="available"/>.
        /// </summary>
        public static int Unpack(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            if (count < 8 || !WarmUp.IsOver(count))
                return 0;
            if (!Avx2.IsSupported)
                return width <= 25 ? UnpackByHalves(ref packed, available, count, width, add, ref image, size) : 0;
            if (width <= WidestUnpacked)
            {
                int done = Avx512Vbmi.IsSupported && count >= 64 && available >= 64
                    ? UnpackMany(ref packed, available, count, width, add, ref image, size)
                    : 0;
                return count - done < 8 ? done : done + UnpackNarrow(ref Unsafe.Add(ref packed, (done >> 3) * width),
                    available - (done >> 3) * width, count - done, width, add, ref Unsafe.Add(ref image, done * size), size);
            }
            return width <= 57 && size >= 4 ? UnpackWide(ref packed, available, count, width, add, ref image, size) : 0;
        }

        // Like UnpackNarrow, but sixteen offsets at a time, which lie within 50 bytes. Requires at least 64 bytes and 16 offsets.
        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int UnpackMany(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            Vector512<uint> bit = FirstBits(width), shift = bit & Vector512.Create(7u), mask = Vector512.Create((1u << width) - 1);
            Vector512<byte> order = OrderOf(bit);
            Vector512<uint> add32 = Vector512.Create(size == 8 ? 0u : (uint)add);
            Vector512<ulong> add64 = Vector512.Create(add);
            int last = Math.Min(count, (available - Vector512<byte>.Count) / (2 * width) * 16 + 16) - 16, done = 0;
            for (; done <= last; done += 16)
            {
                UnpackSixteen(ref packed, order, shift, mask, add32, add64, ref image, size);
                packed = ref Unsafe.Add(ref packed, 2 * width);
                image = ref Unsafe.Add(ref image, 16 * size);
            }
            return done;
        }

        // The first bits of sixteen offsets.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<uint> FirstBits(int width) =>
            Vector512.Create(0u, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) * (uint)width;

        // The four bytes in which each offset lies.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<byte> OrderOf(Vector512<uint> bit) =>
            ((bit >> 3) * 0x01010101u + Vector512.Create(0x03020100u)).AsByte();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void UnpackSixteen(ref byte packed, Vector512<byte> order, Vector512<uint> shift, Vector512<uint> mask,
            Vector512<uint> add32, Vector512<ulong> add64, ref byte image, int size)
        {
            Vector512<byte> bytes = Avx512Vbmi.PermuteVar64x8(Vector512.LoadUnsafe(ref packed), order);
            Vector512<uint> offsets = (Avx512F.ShiftRightLogicalVariable(bytes.AsUInt32(), shift) & mask) + add32;
            switch (size)
            {
                case 1:
                    Avx512F.ConvertToVector128Byte(offsets).StoreUnsafe(ref image);
                    break;
                case 2:
                    Avx512F.ConvertToVector256UInt16(offsets).AsByte().StoreUnsafe(ref image);
                    break;
                case 4:
                    offsets.AsByte().StoreUnsafe(ref image);
                    break;
                default:
                    (Avx512F.ConvertToVector512UInt64(offsets.GetLower()) + add64).AsByte().StoreUnsafe(ref image);
                    (Avx512F.ConvertToVector512UInt64(offsets.GetUpper()) + add64).AsByte().StoreUnsafe(ref image, 64);
                    break;
            }
        }

        private static int UnpackNarrow(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            // Four offsets and the bits before them lie within 16 bytes, each within 4: the shuffle moves the bytes of each to its place.
            int second = width >> 1, reach = second + 16, groups = count >> 3;
            Vector256<uint> bit = Vector256.Create(0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u) * (uint)width
                - Vector256.Create(Vector128<uint>.Zero, Vector128.Create((uint)second * 8));
            Vector256<byte> order = ((bit >> 3) * 0x01010101u + Vector256.Create(0x03020100u)).AsByte();
            Vector256<uint> shift = bit & Vector256.Create(7u);
            Vector256<uint> mask = Vector256.Create((1u << width) - 1);
            Vector256<uint> add32 = Vector256.Create(size == 8 ? 0u : (uint)add);
            Vector256<ulong> add64 = Vector256.Create(add);
            int g = 0;
            for (int left = available; g < groups && left >= reach; g++, left -= width)
            {
                Vector256<byte> bytes = Vector256.Create(Vector128.LoadUnsafe(ref packed), Vector128.LoadUnsafe(ref packed, (nuint)second));
                Vector256<uint> eight = (Avx2.ShiftRightLogicalVariable(Avx2.Shuffle(bytes, order).AsUInt32(), shift) & mask) + add32;
                packed = ref Unsafe.Add(ref packed, width);
                switch (size)
                {
                    case 1:
                        Vector128<ushort> halves = Vector128.Narrow(eight.GetLower(), eight.GetUpper());
                        Unsafe.WriteUnaligned(ref image, Vector128.Narrow(halves, halves).AsUInt64().ToScalar());
                        break;
                    case 2:
                        Vector128.Narrow(eight.GetLower(), eight.GetUpper()).AsByte().StoreUnsafe(ref image);
                        break;
                    case 4:
                        eight.AsByte().StoreUnsafe(ref image);
                        break;
                    default:
                        (Vector256.WidenLower(eight) + add64).AsByte().StoreUnsafe(ref image);
                        (Vector256.WidenUpper(eight) + add64).AsByte().StoreUnsafe(ref image, 32);
                        break;
                }
                image = ref Unsafe.Add(ref image, 8 * size);
            }
            return g == groups ? g * 8 : g * 8 + UnpackEnd(ref packed, available - g * width, count - g * 8, width, add, ref image, size);
        }

        private static int UnpackWide(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            // The same with two offsets in 16 bytes, each within 8.
            int b1 = (2 * width) >> 3, b2 = (4 * width) >> 3, b3 = (6 * width) >> 3, reach = b3 + 16, groups = count >> 3;
            Vector256<ulong> bit1 = Pairs(0, 2 * width, width), bit2 = Pairs(4 * width, 6 * width, width);
            Vector256<byte> order1 = Order(bit1), order2 = Order(bit2);
            Vector256<ulong> shift1 = bit1 & Vector256.Create(7UL), shift2 = bit2 & Vector256.Create(7UL);
            Vector256<ulong> mask = Vector256.Create((1UL << width) - 1), more = Vector256.Create(add);
            int g = 0;
            for (int left = available; g < groups && left >= reach; g++, left -= width)
            {
                Vector256<byte> bytes1 = Vector256.Create(Vector128.LoadUnsafe(ref packed), Vector128.LoadUnsafe(ref packed, (nuint)b1));
                Vector256<byte> bytes2 = Vector256.Create(Vector128.LoadUnsafe(ref packed, (nuint)b2),
                    Vector128.LoadUnsafe(ref packed, (nuint)b3));
                Vector256<ulong> four1 = (Avx2.ShiftRightLogicalVariable(Avx2.Shuffle(bytes1, order1).AsUInt64(), shift1) & mask) + more;
                Vector256<ulong> four2 = (Avx2.ShiftRightLogicalVariable(Avx2.Shuffle(bytes2, order2).AsUInt64(), shift2) & mask) + more;
                packed = ref Unsafe.Add(ref packed, width);
                if (size == 8)
                {
                    four1.AsByte().StoreUnsafe(ref image);
                    four2.AsByte().StoreUnsafe(ref image, 32);
                }
                else
                {
                    Vector256.Narrow(four1, four2).AsByte().StoreUnsafe(ref image);
                }
                image = ref Unsafe.Add(ref image, 8 * size);
            }
            return g == groups ? g * 8 : g * 8 + UnpackEnd(ref packed, available - g * width, count - g * 8, width, add, ref image, size);
        }

        /// <summary>The first bits of the offsets of two pairs, counted from the byte in which the pair begins.</summary>
        private static Vector256<ulong> Pairs(int first, int second, int width) =>
            Vector256.Create((ulong)(first & 7), (ulong)((first & 7) + width), (ulong)(second & 7), (ulong)((second & 7) + width));

        /// <summary>The shuffle that moves into each of four numbers the 8 bytes from the one with its first bit on.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // Like Reduce.
        private static Vector256<byte> Order(Vector256<ulong> bit)
        {
            Vector256<ulong> at = bit >>> 3;
            at |= at << 8;
            at |= at << 16;
            at |= at << 32;
            return (at + Vector256.Create(0x0706050403020100UL)).AsByte();
        }

        /// <summary>
        /// Converts a first value and the differences after its place (a multiple of eight) into values; returns the last of them, of which
        /// only the stored bits are valid.
        /// </summary>
        public static ulong Sum(ref byte image, int differences, int size, ulong value)
        {
            IntegerKinds.Store(ref image, 0, size, value);
            ref byte p = ref Unsafe.Add(ref image, size);
            ref byte end = ref Unsafe.Add(ref p, differences * size);
            switch (size)
            {
                case 1:
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 1))
                        p = (byte)(value += p);
                    return value;
                case 2:
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 2))
                        Unsafe.WriteUnaligned(ref p, (ushort)(value += Unsafe.ReadUnaligned<ushort>(ref p)));
                    return value;
                case 4 when !Avx2.IsSupported:
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 4))
                        Unsafe.WriteUnaligned(ref p, (uint)(value += Unsafe.ReadUnaligned<uint>(ref p)));
                    return value;
                case 8 when !Avx2.IsSupported:
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 8))
                        Unsafe.WriteUnaligned(ref p, value += Unsafe.ReadUnaligned<ulong>(ref p));
                    return value;
                case 4:
                    // Prefix sums: add the previous number to each, then the one two places before, then the last of the first half to the
                    // second half.
                    Vector256<uint> before = Vector256.Create((uint)value), last = Vector256.Create(7u);
                    Vector256<uint> middle = Vector256.Create(3u),
                        second = Vector256.Create(Vector128<uint>.Zero, Vector128<uint>.AllBitsSet);
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 32))
                    {
                        Vector256<uint> sums = Vector256.LoadUnsafe(ref p).AsUInt32();
                        sums += Avx2.ShiftLeftLogical128BitLane(sums, 4);
                        sums += Avx2.ShiftLeftLogical128BitLane(sums, 8);
                        sums += Avx2.PermuteVar8x32(sums, middle) & second;
                        sums += before;
                        before = Avx2.PermuteVar8x32(sums, last);
                        sums.AsByte().StoreUnsafe(ref p);
                    }
                    return before.ToScalar();
                default:
                    Vector256<ulong> before64 = Vector256.Create(value),
                        second64 = Vector256.Create(Vector128<ulong>.Zero, Vector128<ulong>.AllBitsSet);
                    for (; Unsafe.IsAddressLessThan(ref p, ref end); p = ref Unsafe.Add(ref p, 32))
                    {
                        Vector256<ulong> sums = Vector256.LoadUnsafe(ref p).AsUInt64();
                        sums += Avx2.ShiftLeftLogical128BitLane(sums, 8);
                        sums += Avx2.Permute4x64(sums, 0b01_01_01_01) & second64;
                        sums += before64;
                        before64 = Avx2.Permute4x64(sums, 0b11_11_11_11);
                        sums.AsByte().StoreUnsafe(ref p);
                    }
                    return before64.ToScalar();
            }
        }

        // At the end of the input, loads would read beyond it. If there are enough values to make up for the copy, they read a copy with
        // space after it.
        [SkipLocalsInit]
        private static int UnpackEnd(ref byte packed, int available, int count, int width, ulong add, ref byte image, int size)
        {
            if (count < 64)
                return 0;
            Span<byte> room = stackalloc byte[128];
            room.Clear();
            MemoryMarshal.CreateReadOnlySpan(ref packed, available).CopyTo(room);
            return Unpack(ref MemoryMarshal.GetReference(room), room.Length, count, width, add, ref image, size);
        }
    }
}
