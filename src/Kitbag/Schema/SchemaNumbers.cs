using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>Defines the kinds of numbers in schemas, and the effects of reading numbers of one kind as another.</summary>
    internal static class SchemaNumbers
    {
        public static bool IsInteger(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt128;

        public static bool IsNumber(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.Decimal;

        public static bool IsSigned(SchemaKind kind) =>
            kind is SchemaKind.SByte or SchemaKind.Int16 or SchemaKind.Int32 or SchemaKind.Int64 or SchemaKind.Int128;

        /// <summary>
        /// Returns the number of bits of an integer, not counting the sign; for other kinds, that of the largest integer up to which each
        /// integer can be represented.
        /// </summary>
        public static int Bits(SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => 7,
            SchemaKind.Byte => 8,
            SchemaKind.Int16 => 15,
            SchemaKind.UInt16 => 16,
            SchemaKind.Int32 => 31,
            SchemaKind.UInt32 => 32,
            SchemaKind.Int64 => 63,
            SchemaKind.UInt64 => 64,
            SchemaKind.Int128 => 127,
            SchemaKind.UInt128 => 128,
            SchemaKind.Half => 11,
            SchemaKind.Single => 24,
            SchemaKind.Double => 53,
            _ => 96,
        };

        /// <summary>Returns whether each number of one kind is also a number of the other.</summary>
        public static bool Fits(SchemaKind from, SchemaKind to)
        {
            if (from == to)
                return true;
            // A fraction is not an integer; a decimal and a binary fraction have each some that the other lacks.
            if (!IsInteger(from) && (IsInteger(to) || from == SchemaKind.Decimal || to == SchemaKind.Decimal))
                return false;
            return Bits(from) <= Bits(to) && (!IsInteger(to) || IsSigned(to) || !IsSigned(from));
        }

        /// <summary>
        /// Returns whether numbers of one kind that the other lacks are rounded if they are in its range; integers are rejected instead.
        /// </summary>
        public static bool Rounds(SchemaKind from, SchemaKind to) => !IsInteger(from) && !IsInteger(to) && !Fits(from, to);

        /// <summary>Returns whether some numbers of one kind are rejected if they are read as the other.</summary>
        public static bool Refuses(SchemaKind from, SchemaKind to) =>
            !Fits(from, to) && !(from == SchemaKind.Decimal && to is SchemaKind.Single or SchemaKind.Double);

        /// <summary>The number of a value of an enum.</summary>
        /// <param name="number">Its 64 bits.</param>
        /// <param name="underlying">The integer under the enum.</param>
        public static string Text(long number, SchemaKind underlying) => underlying == SchemaKind.UInt64
            ? ((ulong)number).ToString(CultureInfo.InvariantCulture)
            : number.ToString(CultureInfo.InvariantCulture);
    }
}
