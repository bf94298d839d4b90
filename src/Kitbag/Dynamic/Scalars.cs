using System;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Makes values of stored bits.</summary>
    internal static class Scalars
    {
        /// <summary>
        /// Returns the bytes of a value of a fixed size: at least as many as requested, with 0 for those that are not stored.
        /// </summary>
        public static ReadOnlySpan<byte> Image(Column column, int index, int size)
        {
            ReadOnlySpan<byte> stored = column.ImageOf(index);
            if (stored.Length >= size)
                return stored;
            var image = new byte[Math.Max(size, column.Type.Slot.MaxBytes)];
            stored.CopyTo(image);
            return image;
        }

        public static DateTime ToDateTime(Bits bits) => DateTimeCodec.FromTicks(bits.Low);

        public static DateTimeOffset ToDateTimeOffset(Bits bits) => DateTimeOffsetCodec.Make((long)bits.Low, (short)bits.High);

        public static DateTime ToDate(Bits bits) => bits.Low <= (ulong)(DateTime.MaxValue.Ticks / TimeSpan.TicksPerDay)
            ? new DateTime((long)bits.Low * TimeSpan.TicksPerDay)
            : throw Invalid(SchemaKind.DateOnly);

        public static TimeSpan ToTimeOfDay(Bits bits) => bits.Low < (ulong)TimeSpan.TicksPerDay
            ? new TimeSpan((long)bits.Low)
            : throw Invalid(SchemaKind.TimeOnly);

        // In the words of the codecs.
        private static KitbagException Invalid(SchemaKind kind) =>
            new KitbagException(KitbagErrorReason.OutOfRange, "Found a number that is no " + kind + ".");

        public static decimal ToDecimal(ReadOnlySpan<byte> image) => DecimalCodec.FromNumbers(
            BinaryPrimitives.ReadInt64LittleEndian(image), BinaryPrimitives.ReadInt64LittleEndian(image.Slice(8)));

        public static Guid ToGuid(ReadOnlySpan<byte> image) => new Guid(image.Slice(0, 16).ToArray());

        public static BigInteger ToBigInteger(ReadOnlySpan<byte> image, bool isSigned)
        {
            var bytes = new byte[isSigned ? 16 : 17];
            image.Slice(0, 16).CopyTo(bytes);
            return new BigInteger(bytes);
        }

        /// <summary>Converts a half to a float, which can represent every half.</summary>
        public static float HalfToSingle(ReadOnlySpan<byte> image)
        {
            int bits = BinaryPrimitives.ReadUInt16LittleEndian(image), exponent = bits >> 10 & 31, fraction = bits & 1023;
            float size = exponent == 0 ? fraction / 16777216f
                : exponent == 31 ? (fraction == 0 ? float.PositiveInfinity : float.NaN)
                : BitConverter.Int32BitsToSingle((exponent + 112) << 23 | fraction << 13);
            return (bits & 0x8000) != 0 ? -size : size;
        }

        /// <summary>A scalar as an object of its type in C#; an enum as its integer, types that not every target has as others.</summary>
        public static object? Box(Column column, int index)
        {
            switch (column.Type.Kind)
            {
                case SchemaKind.String:
                    return column.TextAt(index);
                case SchemaKind.Decimal:
                    return ToDecimal(Image(column, index, 16));
                case SchemaKind.Guid:
                    return ToGuid(Image(column, index, 16));
                case SchemaKind.Half:
                    return HalfToSingle(Image(column, index, 2));
                case SchemaKind.Int128 or SchemaKind.UInt128:
                    return ToBigInteger(Image(column, index, 16), column.Type.Kind == SchemaKind.Int128);
                default:
                    return Box(column.Type.Kind == SchemaKind.Enum ? column.Type.Underlying : column.Type.Kind, column.BitsAt(index));
            }
        }

        private static object Box(SchemaKind kind, Bits bits)
        {
            switch (kind)
            {
                case SchemaKind.Boolean: return bits.Low != 0;
                case SchemaKind.SByte: return (sbyte)bits.Low;
                case SchemaKind.Byte: return (byte)bits.Low;
                case SchemaKind.Int16: return (short)bits.Low;
                case SchemaKind.UInt16: return (ushort)bits.Low;
                case SchemaKind.Int32: return (int)bits.Low;
                case SchemaKind.UInt32: return (uint)bits.Low;
                case SchemaKind.Int64: return (long)bits.Low;
                case SchemaKind.UInt64: return bits.Low;
                case SchemaKind.Char: return (char)bits.Low;
                case SchemaKind.Single: return BitConverter.Int32BitsToSingle((int)bits.Low);
                case SchemaKind.Double: return BitConverter.Int64BitsToDouble((long)bits.Low);
                case SchemaKind.DateTime: return ToDateTime(bits);
                case SchemaKind.DateTimeOffset: return ToDateTimeOffset(bits);
                case SchemaKind.DateOnly: return ToDate(bits);
                case SchemaKind.TimeOnly: return ToTimeOfDay(bits);
                default: return new TimeSpan((long)bits.Low);
            }
        }
    }
}
