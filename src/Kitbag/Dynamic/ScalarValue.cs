using System;
using System.Buffers.Binary;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents a scalar for comparisons of the stored data, without creating the value or its text. Integers and enums are one family of
    /// numbers, floating-point types another; all other values are equal only to values of their own kind.
    /// </summary>
    internal readonly struct ScalarValue
    {
        private readonly SchemaType _type;
        private readonly SchemaKind _family;
        private readonly ulong _low, _high;
        private readonly string? _text;

        private ScalarValue(SchemaType type, SchemaKind family, ulong low, ulong high, string? text = null)
        {
            _type = type;
            _family = family;
            _low = low;
            _high = high;
            _text = text;
        }

        private bool IsEnum => _type.Kind == SchemaKind.Enum;

        // An enum value without a name is represented by its number.
        private string? EnumName => IsEnum ? ScalarText.EnumName(_type, (long)_low) : null;

        public static ScalarValue Of(Column column, int index)
        {
            SchemaType type = column.Type;
            switch (type.Kind)
            {
                case SchemaKind.String:
                    return new ScalarValue(type, SchemaKind.String, 0, 0, column.TextAt(index));
                case SchemaKind.Half:
                    return OfDouble(type, Scalars.HalfToSingle(Scalars.Image(column, index, 2)));
                case SchemaKind.Int128 or SchemaKind.UInt128 or SchemaKind.Decimal or SchemaKind.Guid:
                    return OfImage(type, Scalars.Image(column, index, 16));
            }
            Bits bits = column.BitsAt(index);
            switch (type.Kind)
            {
                case SchemaKind.Single:
                    return OfDouble(type, BitConverter.Int32BitsToSingle((int)bits.Low));
                case SchemaKind.Double:
                    return OfDouble(type, BitConverter.Int64BitsToDouble((long)bits.Low));
                case SchemaKind.Enum or (>= SchemaKind.SByte and <= SchemaKind.UInt64):
                    bool isLarge = type.TryGetInteger(out IntegerKind kind) && kind == IntegerKind.UInt64;
                    return new ScalarValue(type, SchemaKind.Int128, bits.Low, isLarge ? 0 : (ulong)((long)bits.Low >> 63));
                default:
                    return new ScalarValue(type, type.Kind, bits.Low, bits.High);
            }
        }

        private static ScalarValue OfImage(SchemaType type, ReadOnlySpan<byte> image)
        {
            ulong low = BinaryPrimitives.ReadUInt64LittleEndian(image), high = BinaryPrimitives.ReadUInt64LittleEndian(image.Slice(8));
            // An unsigned number that does not fit into Int128 is not converted.
            bool isInteger = type.Kind == SchemaKind.UInt128 && (long)high >= 0;
            return new ScalarValue(type, isInteger ? SchemaKind.Int128 : type.Kind, low, high);
        }

        private static ScalarValue OfDouble(SchemaType type, double value) => new ScalarValue(type, SchemaKind.Double,
            (ulong)BitConverter.DoubleToInt64Bits(double.IsNaN(value) ? double.NaN : value), 0);

        /// <summary>Returns whether values of a kind are scalars.</summary>
        public static bool IsScalar(SchemaKind kind) => kind is not (SchemaKind.Object or SchemaKind.Record or SchemaKind.Sequence
            or SchemaKind.Map or SchemaKind.Union or SchemaKind.Reference or SchemaKind.Nullable);

        /// <summary>
        /// Returns whether two values are detected to be equal without examining parts: equal scalars, nulls, empty lists and maps. Other
        /// values may be equal nevertheless.
        /// </summary>
        public static bool AreSeenSame(Column before, int beforeAt, Column after, int afterAt)
        {
            long identity = 0;
            SchemaKind kind = after.Type.Kind;
            if (before.Type.Kind == kind && kind is SchemaKind.Sequence or SchemaKind.Map)
            {
                Elements old = before.ElementsAt(beforeAt), current = after.ElementsAt(afterAt);
                return old.Parts == null == (current.Parts == null) && old.Count == 0 && current.Count == 0;
            }
            if (!IsPlain(before.Type) || !IsPlain(after.Type))
                return false;
            Column? first = KitbagNode.Resolve(before, ref beforeAt, ref identity);
            Column? second = KitbagNode.Resolve(after, ref afterAt, ref identity);
            return first == null || second == null ? first == second : Of(first, beforeAt).Is(Of(second, afterAt));
        }

        private static bool IsPlain(SchemaType type) => IsScalar(type.Kind) || (type.Kind == SchemaKind.Nullable && IsPlain(type.Element!));

        /// <summary>Returns whether both are the same value.</summary>
        public bool Is(ScalarValue other)
        {
            if (_family != other._family)
                return false;
            if (_family == SchemaKind.String)
                return string.Equals(_text, other._text, StringComparison.Ordinal);
            if (!ReferenceEquals(_type, other._type) && IsEnum && other.IsEnum)
            {
                string? name = EnumName, otherName = other.EnumName;
                if (name != null || otherName != null)
                    return name == otherName;
            }
            return _low == other._low && _high == other._high;
        }

        /// <summary>A number that equal values share; of an enum by its name, as a reader finds it.</summary>
        public ulong Hash() => (_text ?? EnumName) is { } text
            ? NodeHash.Text(text)
            : NodeHash.Add(NodeHash.Add((ulong)_family, _low), _high);
    }
}
