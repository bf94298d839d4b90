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

        /// <summary>Converts characters to bytes; returns whether all of them are Latin-1. If not, the bytes are undefined.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool Narrow(ref char chars, ref byte bytes, int length) =>
            WarmUp.IsOver(length) ? NarrowByVectors(ref chars, ref bytes, length) : NarrowByWords(ref chars, ref bytes, length);

        // The last block overlaps the previous one, so each length takes few branches: the lengths of strings are hard to predict.
        private static bool NarrowByVectors(ref char chars, ref byte bytes, int length)
        {
            ref ushort source = ref Unsafe.As<char, ushort>(ref chars);
            if (length >= 32)
                return NarrowWide(ref source, ref bytes, length);
            if (length >= 16)
            {
                Vector128<ushort> first = Load(ref source, 0), second = Load(ref source, 8);
                Vector128<ushort> third = Load(ref source, length - 16), fourth = Load(ref source, length - 8);
                Vector128.Narrow(first, second).StoreUnsafe(ref bytes);
                Vector128.Narrow(third, fourth).StoreUnsafe(ref bytes, (nuint)(length - 16));
                return ((first | second | third | fourth) & Vector128.Create((ushort)0xFF00)) == Vector128<ushort>.Zero;
            }
            if (length >= 8)
            {
                Vector128<ushort> eight = NarrowEight(ref source, ref bytes, 0) | NarrowEight(ref source, ref bytes, length - 8);
                return (eight & Vector128.Create((ushort)0xFF00)) == Vector128<ushort>.Zero;
            }
            return length >= 4 && BitConverter.IsLittleEndian
                ? NarrowFew(ref chars, ref bytes, length)
                : NarrowByWords(ref chars, ref bytes, length);
        }

        // Four to seven: the first four and the last four in one step.
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

        private static bool NarrowWide(ref ushort source, ref byte bytes, int length)
        {
            Vector256<ushort> wide = Vector256<ushort>.Zero;
            int i = 0;
            if (Vector512.IsHardwareAccelerated && length >= 64)
            {
                Vector512<ushort> widest = Vector512<ushort>.Zero;
                for (; i < length - 64; i += 64)
                    widest |= NarrowWidest(ref source, ref bytes, i);
                widest |= NarrowWidest(ref source, ref bytes, length - 64);
                wide = widest.GetLower() | widest.GetUpper();
            }
            else
            {
                for (; i < length - 32; i += 32)
                    wide |= NarrowThirtyTwo(ref source, ref bytes, i);
                wide |= NarrowThirtyTwo(ref source, ref bytes, length - 32);
            }
            return (wide & Vector256.Create((ushort)0xFF00)) == Vector256<ushort>.Zero;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector512<ushort> NarrowWidest(ref ushort source, ref byte bytes, int at)
        {
            Vector512<ushort> first = Vector512.LoadUnsafe(ref source, (nuint)at);
            Vector512<ushort> second = Vector512.LoadUnsafe(ref source, (nuint)at + 32);
            Vector512.Narrow(first, second).StoreUnsafe(ref bytes, (nuint)at);
            return first | second;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<ushort> NarrowThirtyTwo(ref ushort source, ref byte bytes, int at)
        {
            Vector256<ushort> first = LoadWide(ref source, at), second = LoadWide(ref source, at + 16);
            Vector256.Narrow(first, second).StoreUnsafe(ref bytes, (nuint)at);
            return first | second;
        }

        /// <summary>Converts bytes to characters.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Widen(ref byte bytes, ref char chars, int length)
        {
            if (WarmUp.IsOver(length))
                WidenByVectors(ref bytes, ref chars, length);
            else
                WidenByWords(ref bytes, ref chars, length);
        }

        /// <summary>Converts bytes to the characters of a new string, which is not null: that is not tested again.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void WidenInto(string value, ref byte bytes, int length) =>
            Widen(ref bytes, ref Unsafe.AsRef(in value.GetPinnableReference()), length);

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
