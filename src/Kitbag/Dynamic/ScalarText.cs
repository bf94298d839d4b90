using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Scalars as C# writes them.</summary>
    internal static class ScalarText
    {
        public static string Of(Column column, int index)
        {
            SchemaType type = column.Type;
            switch (type.Kind)
            {
                case SchemaKind.String:
                    return TextLiteral.Quote(column.TextAt(index)!);
                case SchemaKind.Half or SchemaKind.Int128 or SchemaKind.UInt128 or SchemaKind.Decimal or SchemaKind.Guid:
                    return OfImage(type.Kind, column, index);
            }
            Bits bits = column.BitsAt(index);
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    return bits.Low != 0 ? "true" : "false";
                case SchemaKind.Char:
                    return TextLiteral.Quote(((char)bits.Low).ToString(), '\'');
                case SchemaKind.Single:
                    return OfSingle(BitConverter.Int32BitsToSingle((int)bits.Low), "float", "f");
                case SchemaKind.Double:
                    return OfDouble(BitConverter.Int64BitsToDouble((long)bits.Low));
                case SchemaKind.Enum:
                    return EnumName(type, (long)bits.Low) ?? Integer(type, bits.Low);
                case SchemaKind.DateTime:
                    return Scalars.ToDateTime(bits).ToString("O", CultureInfo.InvariantCulture);
                case SchemaKind.DateTimeOffset:
                    return Scalars.ToDateTimeOffset(bits).ToString("O", CultureInfo.InvariantCulture);
                case SchemaKind.TimeOnly:
                    return Scalars.ToTimeOfDay(bits).ToString("c", CultureInfo.InvariantCulture);
                case SchemaKind.TimeSpan:
                    return new TimeSpan((long)bits.Low).ToString("c", CultureInfo.InvariantCulture);
                case SchemaKind.DateOnly:
                    return Scalars.ToDate(bits).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
                default:
                    return Integer(type, bits.Low);
            }
        }

        private static string OfImage(SchemaKind kind, Column column, int index)
        {
            ReadOnlySpan<byte> image = Scalars.Image(column, index, 16);
            switch (kind)
            {
                case SchemaKind.Decimal:
                    return OfDecimal(Scalars.ToDecimal(image)) + "m";
                case SchemaKind.Guid:
                    return Scalars.ToGuid(image).ToString("D");
                case SchemaKind.Half:
                    return OfSingle(Scalars.HalfToSingle(image), "Half", "");
                default:
                    return Scalars.ToBigInteger(image, kind == SchemaKind.Int128).ToString(CultureInfo.InvariantCulture);
            }
        }

        private static string Integer(SchemaType type, ulong bits)
        {
            bool isUnsigned = type.TryGetInteger(out IntegerKind kind) && kind == IntegerKind.UInt64;
            return IntegerKinds.Text(bits, !isUnsigned);
        }

        /// <summary>Returns the name of an enum value, or the names of which it is combined, or null if there are none.</summary>
        public static string? EnumName(SchemaType type, long value)
        {
            foreach (SchemaEnumValue one in type.ValueArray)
            {
                if (one.Value == value)
                    return one.Name;
            }
            long left = value;
            var names = new StringBuilder();
            for (int i = type.ValueArray.Length - 1; i >= 0 && left != 0; i--)
            {
                SchemaEnumValue one = type.ValueArray[i];
                if (one.Value == 0 || (left & one.Value) != one.Value)
                    continue;
                left &= ~one.Value;
                names.Insert(0, names.Length == 0 ? one.Name : one.Name + " | ");
            }
            return left == 0 && names.Length != 0 ? names.ToString() : null;
        }

        private static string OfDouble(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
                return value > 0 ? "double.PositiveInfinity" : value < 0 ? "double.NegativeInfinity" : "double.NaN";
            Span<byte> text = stackalloc byte[32];
            return AsNumber(text.Slice(0, FloatText.Write(ref MemoryMarshal.GetReference(text), value)));
        }

        private static string OfSingle(float value, string type, string suffix)
        {
            if (float.IsNaN(value) || float.IsInfinity(value))
                return type + (value > 0 ? ".PositiveInfinity" : value < 0 ? ".NegativeInfinity" : ".NaN");
            Span<byte> text = stackalloc byte[32];
            return AsNumber(text.Slice(0, FloatText.Write(ref MemoryMarshal.GetReference(text), value))) + suffix;
        }

        // The framework omits the sign of a zero.
        private static string OfDecimal(decimal value) => (value == 0 && decimal.GetBits(value)[3] < 0 ? "-" : "")
            + value.ToString(CultureInfo.InvariantCulture);

        // With a point or an exponent, so that it is seen to be no integer.
        private static string AsNumber(ReadOnlySpan<byte> ascii)
        {
            var text = new StringBuilder(ascii.Length + 2);
            bool isInteger = true;
            foreach (byte one in ascii)
            {
                text.Append((char)one);
                isInteger &= one is (>= (byte)'0' and <= (byte)'9') or (byte)'-';
            }
            return (isInteger ? text.Append(".0") : text).ToString();
        }
    }
}
