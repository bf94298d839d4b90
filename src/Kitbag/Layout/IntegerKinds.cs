using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>The properties of kinds of integers.</summary>
    internal static class IntegerKinds
    {
        // Unsafe: one method loads and stores integers of all sizes (bench/: save-game).

        /// <summary>The size of one value in bytes: 1, 2, 4 or 8.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int SizeOf(IntegerKind kind) => 1 << ((int)kind >> 1);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsSigned(IntegerKind kind) => ((int)kind & 1) == 0;

        /// <summary>The smallest value; the largest is greater by the number that <see cref="SpanOf"/> returns.</summary>
        private static long LeastOf(IntegerKind kind) => IsSigned(kind) ? long.MinValue >> (64 - 8 * SizeOf(kind)) : 0;

        private static ulong SpanOf(IntegerKind kind) => ulong.MaxValue >> (64 - 8 * SizeOf(kind));

        /// <summary>
        /// Determines which 64-bit values (sign- or zero-extended by <paramref name="written"/>) are values of both kinds: those for which
        /// <c>value - least</c>, modulo 2^64, is at most <paramref name="span"/>.
        /// </summary>
        public static void Common(IntegerKind kind, IntegerKind written, out ulong least, out ulong span)
        {
            if (kind == written)
            {
                least = (ulong)LeastOf(kind);
                span = SpanOf(kind);
                return;
            }
            long from = Math.Max(LeastOf(kind), LeastOf(written));
            ulong to = Math.Min((ulong)LeastOf(kind) + SpanOf(kind), (ulong)LeastOf(written) + SpanOf(written));
            least = (ulong)from;
            span = to - least;
        }

        /// <summary>A value of a memory image, sign- or zero-extended to 64 bits.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Load(ref byte image, int index, IntegerKind kind)
        {
            ref byte p = ref Unsafe.Add(ref image, (nint)index * SizeOf(kind));
            switch (kind)
            {
                case IntegerKind.Int8: return (ulong)(sbyte)p;
                case IntegerKind.UInt8: return p;
                case IntegerKind.Int16: return (ulong)Unsafe.ReadUnaligned<short>(ref p);
                case IntegerKind.UInt16: return Unsafe.ReadUnaligned<ushort>(ref p);
                case IntegerKind.Int32: return (ulong)Unsafe.ReadUnaligned<int>(ref p);
                case IntegerKind.UInt32: return Unsafe.ReadUnaligned<uint>(ref p);
                default: return Unsafe.ReadUnaligned<ulong>(ref p);
            }
        }

        /// <summary>A value of a memory image with a given size in bytes, zero-extended.</summary>
        public static ulong LoadLow(ref byte image, int index, int size)
        {
            ref byte p = ref Unsafe.Add(ref image, (nint)index * size);
            switch (size)
            {
                case 1: return p;
                case 2: return Unsafe.ReadUnaligned<ushort>(ref p);
                case 4: return Unsafe.ReadUnaligned<uint>(ref p);
                default: return Unsafe.ReadUnaligned<ulong>(ref p);
            }
        }

        /// <summary>Stores the low bytes of a value in a memory image.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Store(ref byte image, int index, int size, ulong value)
        {
            ref byte p = ref Unsafe.Add(ref image, (nint)index * size);
            switch (size)
            {
                case 1: p = (byte)value; break;
                case 2: Unsafe.WriteUnaligned(ref p, (ushort)value); break;
                case 4: Unsafe.WriteUnaligned(ref p, (uint)value); break;
                default: Unsafe.WriteUnaligned(ref p, value); break;
            }
        }

        /// <summary>The exception for a value that the reader's type cannot hold.</summary>
        public static KitbagException OutOfRange(ref WireReader r, ulong value, IntegerKind kind, IntegerKind written, int index)
        {
            ulong least = (ulong)LeastOf(kind);
            return r.Error(
                KitbagErrorReason.OutOfRange,
                "A number is out of range: found " + Text(value, IsSigned(written) || written != IntegerKind.UInt64)
                    + ", expected a value of " + NameOf(kind) +
                " (" + Text(least, IsSigned(kind)) + " to " + Text(least + SpanOf(kind), IsSigned(kind)) + ").").At(index);
        }

        /// <summary>The decimal text of a value.</summary>
        public static string Text(ulong value, bool signed) =>
            signed ? ((long)value).ToString(CultureInfo.InvariantCulture) : value.ToString(CultureInfo.InvariantCulture);

        private static string NameOf(IntegerKind kind)
        {
            switch (kind)
            {
                case IntegerKind.Int8: return "sbyte";
                case IntegerKind.UInt8: return "byte";
                case IntegerKind.Int16: return "short";
                case IntegerKind.UInt16: return "ushort";
                case IntegerKind.Int32: return "int";
                case IntegerKind.UInt32: return "uint";
                case IntegerKind.Int64: return "long";
                default: return "ulong";
            }
        }
    }
}
