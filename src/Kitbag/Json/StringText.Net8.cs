using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    internal static partial class StringText
    {
        // From this length on, copying 32 characters at a time is worth the additional call.
        private const int LongText = 64;

        // The length that WarmUp counts for a string: only the rest of the text is known here, not where the string ends.
        private const int StringLength = 8;

        /// <summary>
        /// Copies characters as bytes up to the first that is not printable ASCII or needs an escape; returns their number.
        /// </summary>
        private static int CopyPlain(ref char chars, int count, ref byte target) => WarmUp.IsOver(StringLength)
            ? CopyPlainByVectors(ref chars, count, ref target)
            : CopyPlainOneByOne(ref chars, 0, count, ref target);

        private static int CopyPlainByVectors(ref char chars, int count, ref byte target)
        {
            ref ushort source = ref Unsafe.As<char, ushort>(ref chars);
            if (count < 8)
                return count >= 4 && CopyFew(ref source, count, ref target) ? count : CopyPlainOneByOne(ref chars, 0, count, ref target);
            for (int i = 0; i < count - 8; i += 8)
            {
                uint special = CopyEight(ref Unsafe.Add(ref source, i), ref Unsafe.Add(ref target, i));
                if (special != 0)
                    return i + BitOperations.TrailingZeroCount(special);
                // Only after the first eight, because in many languages fewer than eight consecutive characters are ASCII.
                if (i == 0 && count >= LongText)
                    i = CopyLong(ref source, count, ref target);
            }
            // The last eight may overlap those before, which are plain.
            uint last = CopyEight(ref Unsafe.Add(ref source, count - 8), ref Unsafe.Add(ref target, count - 8));
            return last == 0 ? count : count - 8 + BitOperations.TrailingZeroCount(last);
        }

        // Copies 32 characters at a time, starting with the eighth, while none of them is special; returns the start of the last eight of
        // them. They are compared as bytes, which is half the work.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int CopyLong(ref ushort source, int count, ref byte target)
        {
            int i = 8;
            for (; i <= count - 32; i += 32)
            {
                Vector256<ushort> first = Vector256.LoadUnsafe(ref source, (nuint)i);
                Vector256<ushort> second = Vector256.LoadUnsafe(ref source, (nuint)i + 16);
                Vector256<byte> bytes = Vector256.Narrow(first, second);
                bytes.StoreUnsafe(ref target, (nuint)i);
                Vector256<ushort> beyondBytes = (first | second) & Vector256.Create((ushort)0xFF00);
                if ((Special(bytes) | beyondBytes.AsByte()) != Vector256<byte>.Zero)
                    break;
            }
            return i - 8;
        }

        // Copies eight characters; returns a bit for each one that is special.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint CopyEight(ref ushort source, ref byte target)
        {
            Vector128<ushort> eight = Vector128.LoadUnsafe(ref source);
            Unsafe.WriteUnaligned(ref target, Vector128.Narrow(eight, eight).AsUInt64().ToScalar());
            return Special(eight).ExtractMostSignificantBits();
        }

        // Copies four to seven characters as two overlapping groups of four; returns whether none is special.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool CopyFew(ref ushort source, int count, ref byte target)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
            ulong last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, count - 4)));
            Vector128<ushort> both = Vector128.Create(first, last).AsUInt16();
            ulong bytes = Vector128.Narrow(both, both).AsUInt64().ToScalar();
            Unsafe.WriteUnaligned(ref target, (uint)bytes);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, count - 4), (uint)(bytes >> 32));
            return Special(both) == Vector128<ushort>.Zero;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<ushort> Special(Vector128<ushort> chars) =>
            Vector128.LessThan(chars.AsInt16(), Vector128.Create((short)0x20)).AsUInt16()
                | Vector128.GreaterThan(chars.AsInt16(), Vector128.Create((short)0x7F)).AsUInt16()
                | Vector128.Equals(chars, Vector128.Create((ushort)'"')) | Vector128.Equals(chars, Vector128.Create((ushort)'\\'));

        /// <summary>
        /// The first byte that is not printable ASCII, is a quote or starts an escape; <paramref name="count"/> where there is none.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int FindSpecial(ref byte bytes, int count) => WarmUp.IsOver(StringLength)
            ? FindSpecialByVectors(ref bytes, count)
            : FindSpecialOneByOne(ref bytes, 0, count);

        // 32 bytes at a time, because a branch on the length of a short string predicts badly.
        private static int FindSpecialByVectors(ref byte bytes, int count)
        {
            int i = 0;
            for (; i + 32 <= count; i += 32)
            {
                uint special = Special(ref bytes, i);
                if (special != 0)
                    return i + BitOperations.TrailingZeroCount(special);
            }
            if (i + 16 <= count)
            {
                uint special = HalfSpecial(ref bytes, i);
                if (special != 0)
                    return i + BitOperations.TrailingZeroCount(special);
                i += 16;
            }
            return FindSpecialOneByOne(ref bytes, i, count);
        }

        // A bit for each of 32 bytes. As signed numbers, those from 0x80 on are below the printable ones, too.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Special(ref byte bytes, int at)
        {
            return Special(Vector256.LoadUnsafe(ref bytes, (nuint)at)).ExtractMostSignificantBits();
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector256<byte> Special(Vector256<byte> bytes) =>
            Vector256.LessThan(bytes.AsSByte(), Vector256.Create((sbyte)' ')).AsByte()
                | Vector256.Equals(bytes, Vector256.Create((byte)'"')) | Vector256.Equals(bytes, Vector256.Create((byte)'\\'));

        private static uint HalfSpecial(ref byte bytes, int at)
        {
            return Special(Vector128.LoadUnsafe(ref bytes, (nuint)at)).ExtractMostSignificantBits();
        }

        // As signed numbers, bytes from 0x80 on are less than the printable ones, too.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static Vector128<byte> Special(Vector128<byte> bytes) =>
            Vector128.LessThan(bytes.AsSByte(), Vector128.Create((sbyte)' ')).AsByte()
                | Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\'));
    }
}
