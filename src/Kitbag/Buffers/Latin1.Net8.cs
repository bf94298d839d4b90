using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Kitbag.Buffers
{
    internal static partial class Latin1
    {
        // Unsafe: characters are narrowed and widened eight or more at a time (bench/: envelope, text-300KB).

        /// <summary>Whether all characters are at most U+00FF.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Fits(ref char chars, int length) =>
            WarmUp.IsOver(length) ? FitsByVectors(ref chars, length) : FitsByWords(ref chars, length);

        private static bool FitsByVectors(ref char chars, int length)
        {
            if (length < 8)
                return length >= 4
                    ? ((LoadFour(ref chars, 0) | LoadFour(ref chars, length - 4)) & HighBytes) == 0
                    : FitsByWords(ref chars, length);
            Vector128<ushort> high = Vector128.Create((ushort)0xFF00);
            ref ushort source = ref Unsafe.As<char, ushort>(ref chars);
            int i = 0;
            for (; i + 64 <= length; i += 64)
            {
                Vector256<ushort> some = LoadWide(ref source, i) | LoadWide(ref source, i + 16) | LoadWide(ref source, i + 32)
                    | LoadWide(ref source, i + 48);
                if ((some & Vector256.Create((ushort)0xFF00)) != Vector256<ushort>.Zero)
                    return false;
            }
            Vector128<ushort> rest = Load(ref source, length - 8);
            for (; i + 8 < length; i += 8)
                rest |= Load(ref source, i);
            return (rest & high) == Vector128<ushort>.Zero;
        }

        /// <summary>Characters to bytes, exactly so many; answers whether all fit. Where one does not, the bytes mean nothing.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Narrow(ref char chars, ref byte bytes, int length) =>
            WarmUp.IsOver(length) ? NarrowByVectors(ref chars, ref bytes, length) : NarrowByWords(ref chars, ref bytes, length);

        private static bool NarrowByVectors(ref char chars, ref byte bytes, int length)
        {
            if (length < 8)
                return length >= 4 && BitConverter.IsLittleEndian
                    ? NarrowFew(ref chars, ref bytes, length)
                    : NarrowByWords(ref chars, ref bytes, length);
            ref ushort source = ref Unsafe.As<char, ushort>(ref chars);
            Vector128<ushort> all = Load(ref source, length - 8);
            int i = 0;
            if (length >= 64)
                i = NarrowWide(ref source, ref bytes, length, ref all);
            for (; i + 16 <= length; i += 16)
            {
                Vector128<ushort> first = Load(ref source, i), second = Load(ref source, i + 8);
                all |= first | second;
                Vector128.Narrow(first, second).StoreUnsafe(ref bytes, (nuint)i);
            }
            if (i + 8 < length)
                all |= NarrowEight(ref source, ref bytes, i);
            NarrowEight(ref source, ref bytes, length - 8);
            return (all & Vector128.Create((ushort)0xFF00)) == Vector128<ushort>.Zero;
        }

        // Four to seven: the first four and the last four at once.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool NarrowFew(ref char chars, ref byte bytes, int length)
        {
            ulong first = LoadFour(ref chars, 0), last = LoadFour(ref chars, length - 4);
            Vector128<ushort> eight = Vector128.Create(first, last).AsUInt16();
            ulong narrow = Vector128.Narrow(eight, eight).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref bytes, (uint)narrow);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref bytes, length - 4), (uint)(narrow >> 32));
            return ((first | last) & HighBytes) == 0;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WidenFew(ref byte bytes, ref char chars, int length)
        {
            ulong eight = Unsafe.ReadUnaligned<uint>(ref bytes)
                | (ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref bytes, length - 4)) << 32;
            Vector128<ulong> wide = Vector128.WidenLower(Vector128.CreateScalarUnsafe(eight).AsByte()).AsUInt64();
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref chars), wide.ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref chars, length - 4)), wide.GetElement(1));
        }

        private static int NarrowWide(ref ushort source, ref byte bytes, int length, scoped ref Vector128<ushort> all)
        {
            Vector256<ushort> wide = Vector256<ushort>.Zero;
            int i = 0;
            if (Vector512.IsHardwareAccelerated)
            {
                Vector512<ushort> widest = Vector512<ushort>.Zero;
                for (; i + 64 <= length; i += 64)
                {
                    Vector512<ushort> first = Vector512.LoadUnsafe(ref source, (nuint)i);
                    Vector512<ushort> second = Vector512.LoadUnsafe(ref source, (nuint)i + 32);
                    widest |= first | second;
                    Vector512.Narrow(first, second).StoreUnsafe(ref bytes, (nuint)i);
                }
                wide = widest.GetLower() | widest.GetUpper();
            }
            for (; i + 32 <= length; i += 32)
            {
                Vector256<ushort> first = LoadWide(ref source, i), second = LoadWide(ref source, i + 16);
                wide |= first | second;
                Vector256.Narrow(first, second).StoreUnsafe(ref bytes, (nuint)i);
            }
            all |= wide.GetLower() | wide.GetUpper();
            return i;
        }

        /// <summary>Bytes to characters, exactly so many.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Widen(ref byte bytes, ref char chars, int length)
        {
            if (WarmUp.IsOver(length))
                WidenByVectors(ref bytes, ref chars, length);
            else
                WidenByWords(ref bytes, ref chars, length);
        }

        private static void WidenByVectors(ref byte bytes, ref char chars, int length)
        {
            if (length < 8)
            {
                if (length >= 4 && BitConverter.IsLittleEndian)
                    WidenFew(ref bytes, ref chars, length);
                else
                    WidenByWords(ref bytes, ref chars, length);
                return;
            }
            ref ushort target = ref Unsafe.As<char, ushort>(ref chars);
            int i = 0;
            for (; i + 16 < length; i += 16)
            {
                Vector128<byte> some = Vector128.LoadUnsafe(ref bytes, (nuint)i);
                Vector128.WidenLower(some).StoreUnsafe(ref target, (nuint)i);
                Vector128.WidenUpper(some).StoreUnsafe(ref target, (nuint)i + 8);
            }
            if (i + 8 < length)
                WidenEight(ref bytes, ref target, i);
            WidenEight(ref bytes, ref target, length - 8);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ushort> Load(ref ushort source, int at) => Vector128.LoadUnsafe(ref source, (nuint)at);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<ushort> LoadWide(ref ushort source, int at) => Vector256.LoadUnsafe(ref source, (nuint)at);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ushort> NarrowEight(ref ushort source, ref byte bytes, int at)
        {
            Vector128<ushort> eight = Load(ref source, at);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref bytes, at), Vector128.Narrow(eight, eight).AsUInt64().ToScalar());
            return eight;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void WidenEight(ref byte bytes, ref ushort target, int at)
        {
            ulong eight = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref bytes, at));
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(eight).AsByte()).StoreUnsafe(ref target, (nuint)at);
        }
    }
}
