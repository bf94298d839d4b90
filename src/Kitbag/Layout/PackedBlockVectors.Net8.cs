using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Kitbag.Buffers;

namespace Kitbag.Layout
{
    /// <summary>
    /// The loops over <see cref="PackedBlock"/>s that process many values at a time. Each returns the number of processed values; the
    /// caller processes the others one at a time, or all if the machine lacks the instructions. Eight values are packed and unpacked at a
    /// time, because eight offsets of w bits are w bytes.
    /// </summary>
    internal static partial class PackedBlockVectors
    {
        // Unsafe: vectors are loaded where the loop bounds them (bench/: save-game, small-ints).

        /// <summary>Finds the minimum and the maximum, those of UInt64 with their highest bit inverted. All values or none.</summary>
        public static int Range(ref byte image, int count, IntegerKind kind, ref long min, ref long max)
        {
            if (!MayFindRange(count, IntegerKinds.SizeOf(kind)))
                return 0;
            switch (kind)
            {
                case IntegerKind.Int8: Range<sbyte>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.UInt8: Range<byte>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.Int16: Range<short>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.UInt16: Range<ushort>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.Int32: Range<int>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.UInt32: Range<uint>(ref image, count, kind, ref min, ref max); break;
                case IntegerKind.Int64: Range<long>(ref image, count, kind, ref min, ref max); break;
                default: Range<ulong>(ref image, count, kind, ref min, ref max); break;
            }
            return count;
        }

        /// <summary>Finds the maximum. A program that only reads needs no code for other kinds than this.</summary>
        public static int Maximum(ReadOnlySpan<uint> numbers, ref long max)
        {
            if (!MayFindRange(numbers.Length, sizeof(uint)))
                return 0;
            long min = 0;
            Range<uint>(ref Unsafe.As<uint, byte>(ref MemoryMarshal.GetReference(numbers)), numbers.Length, IntegerKind.UInt32, ref min,
                ref max);
            return numbers.Length;
        }

        private static bool MayFindRange(int count, int size) =>
            Vector128.IsHardwareAccelerated && count * size >= 64 && WarmUp.IsOver(count);

        private static void Range<T>(ref byte image, int count, IntegerKind kind, ref long min, ref long max)
        {
            ref T values = ref Unsafe.As<byte, T>(ref image);
            if (RangeOfMany(ref values, count, kind, ref min, ref max))
                return;
            if (!Avx2.IsSupported)
            {
                RangeByHalves(ref values, count, kind, ref min, ref max);
                return;
            }
            Vector256<T> low = Vector256.LoadUnsafe(ref values), high = low;
            int last = count - Vector256<T>.Count;
            for (int i = Vector256<T>.Count; i < last; i += Vector256<T>.Count)
            {
                Vector256<T> some = Vector256.LoadUnsafe(ref values, (nuint)i);
                low = Vector256.Min(low, some);
                high = Vector256.Max(high, some);
            }
            // The last vector overlaps the one before: it does not matter that values are compared twice.
            Vector256<T> end = Vector256.LoadUnsafe(ref values, (nuint)last);
            Reduce(Vector256.Min(low, end), Vector256.Max(high, end), kind, ref min, ref max);
        }

        // Always inlined, like all methods with wide vectors as parameters: precompiled images contain no calls of these.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Reduce<T>(Vector256<T> low, Vector256<T> high, IntegerKind kind, ref long min, ref long max) =>
            Reduce(Vector128.Min(low.GetLower(), low.GetUpper()), Vector128.Max(high.GetLower(), high.GetUpper()), kind, ref min, ref max);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Reduce<T>(Vector128<T> low, Vector128<T> high, IntegerKind kind, ref long min, ref long max)
        {
            ulong flip = kind == IntegerKind.UInt64 ? 1UL << 63 : 0;
            // The maximum is the complement of the smallest complement. Both are found at the same time, each in one half of a vector,
            // which is reduced to one value. The zeros that are shifted in at the other end of a half do not reach that value.
            Vector128<ulong> lows = low.AsUInt64(), highs = (~high).AsUInt64();
            Vector128<ulong> both = Sse2.IsSupported
                ? Min<T>(Sse2.UnpackLow(lows, highs), Sse2.UnpackHigh(lows, highs))
                : Min<T>(Vector128.Create(lows.GetLower(), highs.GetLower()), Vector128.Create(lows.GetUpper(), highs.GetUpper()));
            if (Unsafe.SizeOf<T>() <= 4)
                both = Min<T>(both, both >>> 32);
            if (Unsafe.SizeOf<T>() <= 2)
                both = Min<T>(both, both >>> 16);
            if (Unsafe.SizeOf<T>() == 1)
                both = Min<T>(both, both >>> 8);
            min = Math.Min(min, (long)(Extend<T>(both.ToScalar(), kind) ^ flip));
            max = Math.Max(max, (long)(Extend<T>(~both.GetElement(1), kind) ^ flip));
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ulong> Min<T>(Vector128<ulong> a, Vector128<ulong> b) =>
            Vector128.Min(a.As<ulong, T>(), b.As<ulong, T>()).AsUInt64();

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Extend<T>(ulong value, IntegerKind kind)
        {
            int others = 64 - 8 * Unsafe.SizeOf<T>();
            value <<= others;
            return IntegerKinds.IsSigned(kind) ? (ulong)((long)value >> others) : value >> others;
        }

        /// <summary>
        /// Finds the minimum and the maximum difference from <paramref name="start"/> on, if all fit the size of the values. All or none.
        /// </summary>
        public static int Steps(ref byte image, int start, int count, IntegerKind kind, int width, ref long min, ref long max)
        {
            // If the range of the values is less than half of their type's, the differences fit that type.
            int size = IntegerKinds.SizeOf(kind);
            if (!Vector128.IsHardwareAccelerated || (count - 1) * size < 64 || width >= 8 * size || !WarmUp.IsOver(count))
                return start;
            switch (size)
            {
                case 1: Steps<sbyte>(ref image, count, IntegerKind.Int8, ref min, ref max); break;
                case 2: Steps<short>(ref image, count, IntegerKind.Int16, ref min, ref max); break;
                case 4: Steps<int>(ref image, count, IntegerKind.Int32, ref min, ref max); break;
                default: Steps<long>(ref image, count, IntegerKind.Int64, ref min, ref max); break;
            }
            return count;
        }

        private static void Steps<T>(ref byte image, int count, IntegerKind kind, ref long min, ref long max)
        {
            ref T before = ref Unsafe.As<byte, T>(ref image);
            ref T values = ref Unsafe.Add(ref before, 1);
            if (StepsOfMany(ref before, count, kind, ref min, ref max))
                return;
            if (!Avx2.IsSupported)
            {
                StepsByHalves(ref before, count, kind, ref min, ref max);
                return;
            }
            Vector256<T> low = Vector256.LoadUnsafe(ref values) - Vector256.LoadUnsafe(ref before), high = low;
            int last = count - 1 - Vector256<T>.Count;
            for (int i = Vector256<T>.Count; i < last; i += Vector256<T>.Count)
            {
                Vector256<T> some = Vector256.LoadUnsafe(ref values, (nuint)i) - Vector256.LoadUnsafe(ref before, (nuint)i);
                low = Vector256.Min(low, some);
                high = Vector256.Max(high, some);
            }
            Vector256<T> end = Vector256.LoadUnsafe(ref values, (nuint)last) - Vector256.LoadUnsafe(ref before, (nuint)last);
            Reduce(Vector256.Min(low, end), Vector256.Max(high, end), kind, ref min, ref max);
        }

        /// <summary>
        /// Fills memory with the same eight bytes, repeated from the first byte on; the last repetition may be incomplete.
        /// </summary>
        public static int Fill(ref byte image, int bytes, ulong pattern)
        {
            // Not Span.Fill: its code uses vectors of variable size, which precompiled images cannot contain.
            return bytes >= 16 && WarmUp.IsOver(bytes >> 4) ? FillByVectors(ref image, bytes, pattern) : 0;
        }

        private static int FillByVectors(ref byte image, int bytes, ulong pattern)
        {
            Vector128<byte> two = Vector128.Create(pattern).AsByte();
            int last = bytes - Vector128<byte>.Count, i = 0;
            for (; i < last - Vector128<byte>.Count; i += 2 * Vector128<byte>.Count)
            {
                two.StoreUnsafe(ref image, (nuint)i);
                two.StoreUnsafe(ref image, (nuint)(i + Vector128<byte>.Count));
            }
            if (i < last)
                two.StoreUnsafe(ref image, (nuint)i);
            // Overlaps the bytes before, which are the same.
            two.StoreUnsafe(ref image, (nuint)last);
            return bytes;
        }

        /// <summary>
        /// Packs offsets of up to 32 bits, eight at a time; returns their number. May store up to 63 bytes beyond the last one.
        /// </summary>
        public static int Pack(ref byte image, int count, IntegerKind kind, in PackedBlock block, ref byte packed)
        {
            if (!WarmUp.IsOver(count))
                return 0;
            int size = IntegerKinds.SizeOf(kind);
            int done = PackMany(ref image, count, size, block, ref packed);
            if (done == count)
                return done;
            image = ref Unsafe.Add(ref image, done * size);
            packed = ref Unsafe.Add(ref packed, (done >> 3) * block.Width);
            return done + (Avx2.IsSupported && Bmi2.X64.IsSupported
                ? PackEights(ref image, count - done, size, block, ref packed)
                : PackByHalves(ref image, count - done, size, block, ref packed));
        }

        private static int PackEights(ref byte image, int count, int size, in PackedBlock block, ref byte packed)
        {
            int width = block.Width;
            if (count < 8 || width > 32)
                return 0;
            int groups = count >> 3, step = block.IsDelta ? size : 0;
            Vector256<uint> min = Vector256.Create((uint)block.Base);
            uint offset = uint.MaxValue >> (32 - width);
            ulong bits = 0;
            int filled = 0;
            for (int g = 0; g < groups; g++)
            {
                // Modulo 2^32, or modulo 2^8 or 2^16 if values have fewer bits: no offset has more.
                Vector256<uint> eight = Load(ref Unsafe.Add(ref image, step), size);
                if (step != 0)
                    eight -= Load(ref image, size);
                eight -= min;
                image = ref Unsafe.Add(ref image, 8 * size);
                if (width <= 8)
                {
                    Vector128<ushort> halves = Vector128.Narrow(eight.GetLower(), eight.GetUpper());
                    ulong bytes = Vector128.Narrow(halves, halves).AsUInt64().ToScalar();
                    LittleEndian.Store64(ref packed, Bmi2.X64.ParallelBitExtract(bytes, offset * 0x0101010101010101UL));
                    packed = ref Unsafe.Add(ref packed, width);
                }
                else if (width <= 16)
                {
                    Vector128<ulong> halves = Vector128.Narrow(eight.GetLower(), eight.GetUpper()).AsUInt64();
                    ulong low = Bmi2.X64.ParallelBitExtract(halves.ToScalar(), offset * 0x0001000100010001UL);
                    ulong high = Bmi2.X64.ParallelBitExtract(halves.GetElement(1), offset * 0x0001000100010001UL);
                    // Four offsets of an odd width end within a byte.
                    if ((width & 1) != 0)
                        high = (high << 4) | (low >> (4 * width - 4));
                    LittleEndian.Store64(ref packed, low);
                    LittleEndian.Store64(ref Unsafe.Add(ref packed, width >> 1), high);
                    packed = ref Unsafe.Add(ref packed, width);
                }
                else
                {
                    Vector256<ulong> pairs = eight.AsUInt64();
                    Vector256<ulong> low = Vector256.Create((ulong)offset);
                    Vector256<ulong> packs = (pairs & low) | (((pairs >>> 32) & low) << width);
                    packed = ref Append(packs.GetElement(0), 2 * width, ref bits, ref filled, ref packed);
                    packed = ref Append(packs.GetElement(1), 2 * width, ref bits, ref filled, ref packed);
                    packed = ref Append(packs.GetElement(2), 2 * width, ref bits, ref filled, ref packed);
                    packed = ref Append(packs.GetElement(3), 2 * width, ref bits, ref filled, ref packed);
                }
            }
            if (width > 16)
                LittleEndian.Store64(ref packed, bits);
            return groups * 8;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ref byte Append(ulong pair, int width, scoped ref ulong bits, scoped ref int filled, ref byte packed)
        {
            bits |= pair << filled;
            filled += width;
            if (filled < 64)
                return ref packed;
            LittleEndian.Store64(ref packed, bits);
            filled -= 64;
            bits = filled == 0 ? 0 : pair >> (width - filled);
            return ref Unsafe.Add(ref packed, 8);
        }

        /// <summary>The low 32 bits of eight values; for smaller values, the upper bits are undefined.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<uint> Load(ref byte p, int size)
        {
            switch (size)
            {
                case 1: return Avx2.ConvertToVector256Int32(Vector128.CreateScalar(Unsafe.ReadUnaligned<ulong>(ref p)).AsByte()).AsUInt32();
                case 2: return Avx2.ConvertToVector256Int32(Vector128.LoadUnsafe(ref p).AsUInt16()).AsUInt32();
                case 4: return Vector256.LoadUnsafe(ref p).AsUInt32();
                default: return Vector256.Narrow(Vector256.LoadUnsafe(ref p).AsUInt64(), Vector256.LoadUnsafe(ref p, 32).AsUInt64());
            }
        }
    }
}
