using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>The kinds of numbers that schemas know, and what becomes of numbers of one kind that are read as another.</summary>
    internal static class SchemaNumbers
    {
        public static bool IsInteger(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt128;

        public static bool IsNumber(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.Decimal;

        public static bool IsSigned(SchemaKind kind) =>
            kind is SchemaKind.SByte or SchemaKind.Int16 or SchemaKind.Int32 or SchemaKind.Int64 or SchemaKind.Int128;

        /// <summary>
        /// Of an integer the bits besides the sign; of another kind those of the largest integer up to which each integer has a number of
        /// its own.
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

        /// <summary>Whether each number of one kind is one of the other too.</summary>
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
        /// Whether numbers of one kind that the other lacks are rounded where they are in its range: fractions are, integers are refused.
        /// </summary>
        public static bool Rounds(SchemaKind from, SchemaKind to) => !IsInteger(from) && !IsInteger(to) && !Fits(from, to);

        /// <summary>Whether some numbers of one kind are refused where the other is read.</summary>
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
