namespace Kitbag.Schema
{
    /// <summary>
    /// What becomes of the values of one type that are read as another: of the values themselves, not of what they consist of.
    /// </summary>
    internal static class SchemaConversion
    {
        /// <summary>Compares two types of which the one can be read as the other.</summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">The reader's type.</param>
        /// <param name="takesNull">Whether null has a place in what the reader's value is a part of.</param>
        /// <param name="others">What becomes of the values of a union's types other than the one that the reader has.</param>
        /// <returns>What becomes of the values; null where they are of the same type.</returns>
        public static KitbagReadEffects? Of(SchemaType writer, SchemaType reader, bool takesNull, KitbagReadEffects others)
        {
            SchemaKind from = writer.Kind, to = reader.Kind;
            if (reader.IsAny)
                return writer.IsAny ? null : KitbagReadEffects.None;
            KitbagReadEffects lostNull =
                takesNull || HasNull(reader) || !HasNull(writer) ? KitbagReadEffects.None : KitbagReadEffects.Refuses;
            if (from == SchemaKind.Nullable || to == SchemaKind.Nullable)
                return from == to ? null
                    : lostNull | (from == SchemaKind.Sequence && !IsCollection(reader.Element!.Kind) ? KitbagReadEffects.Refuses : 0);
            if (IsCollection(from) || IsCollection(to))
            {
                return from == to ? null
                    : from == SchemaKind.Sequence ? KitbagReadEffects.Refuses
                    : KitbagReadEffects.None;
            }
            if (from == SchemaKind.Union && to != from && writer.MemberArray.Length > 1)
                lostNull |= others;
            if (from == SchemaKind.Reference || to == SchemaKind.Reference)
                return from == to ? null : lostNull | (from == SchemaKind.Reference ? KitbagReadEffects.Copies : KitbagReadEffects.None);
            if (HasMembers(from) && HasMembers(to))
                return HasNull(writer) == HasNull(reader) ? null : lostNull;
            if (from == SchemaKind.Enum || to == SchemaKind.Enum)
            {
                SchemaKind stored = from == SchemaKind.Enum ? writer.Underlying : from;
                SchemaKind target = to == SchemaKind.Enum ? reader.Underlying : to;
                return from == to && stored == target ? null : OfNumbers(stored, target);
            }
            return from == to ? null
                : IsNumber(from) && IsNumber(to) ? OfNumbers(from, to)
                : lostNull;
        }

        /// <summary>What becomes of numbers that are read as another kind of number.</summary>
        public static KitbagReadEffects OfNumbers(SchemaKind from, SchemaKind to)
        {
            if (IsInteger(to))
            {
                // As many bits, and a sign where the writer has one.
                bool fits = IsInteger(from) && (IsSigned(to) || !IsSigned(from)) && Bits(from) <= Bits(to);
                return fits ? KitbagReadEffects.None : KitbagReadEffects.Refuses;
            }
            if (IsInteger(from))
                return Bits(from) <= Bits(to) ? KitbagReadEffects.None : KitbagReadEffects.Refuses;
            if (to == SchemaKind.Decimal)
                return from == to ? KitbagReadEffects.None : KitbagReadEffects.Rounds | KitbagReadEffects.Refuses;
            if (from == SchemaKind.Decimal)
                return KitbagReadEffects.Rounds | (to == SchemaKind.Half ? KitbagReadEffects.Refuses : KitbagReadEffects.None);
            return Bits(from) <= Bits(to) ? KitbagReadEffects.None : KitbagReadEffects.Rounds | KitbagReadEffects.Refuses;
        }

        private static bool HasNull(SchemaType type) => type.HasNull || type.Kind == SchemaKind.Nullable;

        private static bool IsCollection(SchemaKind kind) => kind is SchemaKind.Sequence or SchemaKind.Map;

        private static bool HasMembers(SchemaKind kind) => kind is SchemaKind.Object or SchemaKind.Record;

        private static bool IsInteger(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt128;

        private static bool IsNumber(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.Decimal;

        private static bool IsSigned(SchemaKind kind) =>
            kind is SchemaKind.SByte or SchemaKind.Int16 or SchemaKind.Int32 or SchemaKind.Int64 or SchemaKind.Int128;

        // Of an integer those besides the sign; of others those of the largest integer up to which each has a number of its own.
        private static int Bits(SchemaKind kind) => kind switch
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
    }
}
