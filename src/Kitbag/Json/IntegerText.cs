using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    /// <summary>Digits of integers.</summary>
    internal static class IntegerText
    {
        private static ReadOnlySpan<byte> Pairs =>
            "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899"u8;

        /// <summary>Writes a number; answers how many digits it has, at most 20.</summary>
        public static int Write(ref byte target, ulong value)
        {
            if (value < 10)
            {
                target = (byte)('0' + value);
                return 1;
            }
            int count = Count(value), at = count;
            ref byte pairs = ref MemoryMarshal.GetReference(Pairs);
            // Numbers of 32 bits divide faster, on some machines by much.
            while (value > uint.MaxValue)
            {
                ulong rest = value / 100;
                at -= 2;
                Put(ref target, at, ref pairs, (uint)(value - rest * 100));
                value = rest;
            }
            uint small = (uint)value;
            while (small >= 100)
            {
                uint rest = small / 100;
                at -= 2;
                Put(ref target, at, ref pairs, small - rest * 100);
                small = rest;
            }
            if (small >= 10)
                Put(ref target, at - 2, ref pairs, small);
            else
                Unsafe.Add(ref target, at - 1) = (byte)('0' + small);
            return count;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void Put(ref byte target, int at, ref byte pairs, uint pair) =>
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, at), Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref pairs, (int)pair * 2)));

        private static int Count(ulong value)
        {
            int count = 1;
            while (value >= 10_000)
            {
                value /= 10_000;
                count += 4;
            }
            return count + (value >= 10 ? 1 : 0) + (value >= 100 ? 1 : 0) + (value >= 1000 ? 1 : 0);
        }

        /// <summary>Writes a number of so many digits, with zeros before it.</summary>
        public static void WriteFixed(ref byte target, int digits, uint value)
        {
            for (int i = digits - 1; i >= 0; i--)
            {
                Unsafe.Add(ref target, i) = (byte)('0' + value % 10);
                value /= 10;
            }
        }
    }
}
