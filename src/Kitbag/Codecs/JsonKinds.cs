using System;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The JSON representation of schema kinds.</summary>
    internal static class JsonKinds
    {
        // Longer arrays of numbers have one number per line, so that each change affects one line.
        private const int MostInLine = 16;

        /// <summary>Whether values are JSON numbers.</summary>
        public static bool IsNumber(SchemaKind kind) => kind is
            >= SchemaKind.SByte and <= SchemaKind.UInt64 or SchemaKind.Int128 or SchemaKind.UInt128
            or SchemaKind.Half or SchemaKind.Single or SchemaKind.Double or SchemaKind.Decimal;

        /// <summary>Whether values are JSON strings.</summary>
        public static bool IsText(SchemaKind kind) => kind is
            SchemaKind.String or SchemaKind.Char or SchemaKind.Guid or SchemaKind.DateTime or SchemaKind.DateTimeOffset
            or SchemaKind.TimeSpan or SchemaKind.DateOnly or SchemaKind.TimeOnly or SchemaKind.Enum;

        /// <summary>Whether values can be property names.</summary>
        public static bool IsKey(SchemaKind kind) => kind == SchemaKind.Boolean || IsNumber(kind) || IsText(kind);

        /// <summary>Whether a text represents a number that JSON has no literal for.</summary>
        public static bool IsNonFinite(SchemaKind kind, ReadOnlySpan<byte> text) =>
            kind is SchemaKind.Half or SchemaKind.Single or SchemaKind.Double
            && (text.SequenceEqual("NaN"u8) || text.SequenceEqual("Infinity"u8) || text.SequenceEqual("-Infinity"u8));

        /// <summary>Whether the JSON of a value of a type may begin with a byte.</summary>
        public static bool MayBegin(byte first, SchemaType type, KitbagJsonOptions options) => type.Kind switch
        {
            SchemaKind.Nullable or SchemaKind.Sequence => first == '[' || MayBegin(first, type.Element!, options),
            SchemaKind.Object or SchemaKind.Map or SchemaKind.Union or SchemaKind.Record or SchemaKind.Reference => first == '{',
            SchemaKind.Boolean => first is (byte)'t' or (byte)'f',
            SchemaKind.Half or SchemaKind.Single or SchemaKind.Double when first == '"' =>
                options.NonFinite == KitbagJsonNonFinite.AsStrings,
            _ when IsNumber(type.Kind) => first == '-' || (uint)(first - '0') <= 9,
            SchemaKind.Enum => first is (byte)'"' or (byte)'-' || (uint)(first - '0') <= 9,
            _ => first == '"',
        };

        /// <summary>Whether an array stays in one line of text.</summary>
        public static bool IsShort(SchemaKind element, int count) => count <= MostInLine && IsNumber(element);
    }
}
