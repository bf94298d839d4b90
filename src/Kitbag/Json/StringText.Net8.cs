using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Kitbag.Json
{
    internal static partial class StringText
    {
        /// <summary>Copies characters as bytes up to the first that is not printable ASCII or needs an escape; answers how many.</summary>
        private static int CopyPlain(ref char chars, int count, ref byte target)
        {
            int i = 0;
            ref ushort source = ref Unsafe.As<char, ushort>(ref chars);
            for (; i + 8 <= count; i += 8)
            {
                Vector128<ushort> eight = Vector128.LoadUnsafe(ref source, (nuint)i);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, i), Vector128.Narrow(eight, eight).AsUInt64().ToScalar());
                Vector128<ushort> special = Vector128.GreaterThan(eight - Vector128.Create((ushort)0x20), Vector128.Create((ushort)0x5F))
                    | Vector128.Equals(eight, Vector128.Create((ushort)'"')) | Vector128.Equals(eight, Vector128.Create((ushort)'\\'));
                if (special != Vector128<ushort>.Zero)
                    return i + BitOperations.TrailingZeroCount(special.ExtractMostSignificantBits());
            }
            return CopyPlainOneByOne(ref chars, i, count, ref target);
        }

        /// <summary>The first byte that is not printable ASCII, is a quote or starts an escape; <paramref name="count"/> where there is none.</summary>
        public static int FindSpecial(ref byte bytes, int count)
        {
            int i = 0;
            // By 32, because where short strings end is hard to foretell.
            for (; i + 32 <= count; i += 32)
            {
                uint special = Special(ref bytes, i) | Special(ref bytes, i + 16) << 16;
                if (special != 0)
                    return i + BitOperations.TrailingZeroCount(special);
            }
            for (; i + 16 <= count; i += 16)
            {
                uint special = Special(ref bytes, i);
                if (special != 0)
                    return i + BitOperations.TrailingZeroCount(special);
            }
            return FindSpecialOneByOne(ref bytes, i, count);
        }

        // A bit for each of 16 bytes. As signed numbers, those from 0x80 on are below the printable ones, too.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Special(ref byte bytes, int at)
        {
            Vector128<byte> some = Vector128.LoadUnsafe(ref bytes, (nuint)at);
            return (Vector128.LessThan(some.AsSByte(), Vector128.Create((sbyte)' ')).AsByte()
                | Vector128.Equals(some, Vector128.Create((byte)'"')) | Vector128.Equals(some, Vector128.Create((byte)'\\'))).ExtractMostSignificantBits();
        }
    }
}
