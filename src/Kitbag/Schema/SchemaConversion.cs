namespace Kitbag.Schema
{
    /// <summary>
    /// Determines the effects on the values of one type if they are read as another one: on the values themselves, not on their parts.
    /// </summary>
    internal static class SchemaConversion
    {
        /// <summary>Compares two types, one of which can be read as the other.</summary>
        /// <param name="writer">The type in the document.</param>
        /// <param name="reader">The reader's type.</param>
        /// <param name="takesNull">Whether the container of the reader's value permits null.</param>
        /// <param name="others">The effects on values of a union's types other than the one that the reader has.</param>
        /// <returns>The effects on the values, or null if they have the same type.</returns>
        public static KitbagReadEffects? Of(SchemaType writer, SchemaType reader, bool takesNull, KitbagReadEffects others)
        {
            SchemaKind from = writer.Kind, to = reader.Kind;
            if (reader.IsAny)
                return writer.IsAny ? null : KitbagReadEffects.None;
            KitbagReadEffects lostNull =
                takesNull || reader.CanBeNull || !writer.CanBeNull ? KitbagReadEffects.None : KitbagReadEffects.Refuses;
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
            // For a union, its concrete type determines whether the objects keep their identity.
            if (from == SchemaKind.Reference || to == SchemaKind.Reference)
                return from == to ? null
                    : lostNull | (from == SchemaKind.Reference && to != SchemaKind.Union ? KitbagReadEffects.Copies : 0);
            if (HasMembers(from) && HasMembers(to))
                return writer.CanBeNull == reader.CanBeNull ? null : lostNull;
            if (from == SchemaKind.Enum || to == SchemaKind.Enum)
            {
                SchemaKind stored = from == SchemaKind.Enum ? writer.Underlying : from;
                SchemaKind target = to == SchemaKind.Enum ? reader.Underlying : to;
                return from == to && stored == target ? null : OfNumbers(stored, target);
            }
            return from == to ? null
                : SchemaNumbers.IsNumber(from) && SchemaNumbers.IsNumber(to) ? OfNumbers(from, to)
                : lostNull;
        }

        private static KitbagReadEffects OfNumbers(SchemaKind from, SchemaKind to) =>
            (SchemaNumbers.Rounds(from, to) ? KitbagReadEffects.Rounds : KitbagReadEffects.None)
            | (SchemaNumbers.Refuses(from, to) ? KitbagReadEffects.Refuses : KitbagReadEffects.None);

        private static bool IsCollection(SchemaKind kind) => kind is SchemaKind.Sequence or SchemaKind.Map;

        private static bool HasMembers(SchemaKind kind) => kind is SchemaKind.Object or SchemaKind.Record;
    }
}
