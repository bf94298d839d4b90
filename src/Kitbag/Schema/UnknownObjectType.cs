namespace Kitbag.Schema
{
    /// <summary>
    /// The type of tracked objects of classes that the program which wrote a document lacks. No schema contains it. In a document its
    /// number follows those of the schema's tracked types.
    /// </summary>
    internal static class UnknownObjectType
    {
        /// <summary>Gets the type: a class whose only member contains the unknown ones.</summary>
        public static readonly SchemaType Instance = new SchemaType(SchemaKind.Object, SchemaForms.StoreName)
        {
            IsTracked = true,
            Identity = new object(),
            MemberArray = new[] { new SchemaMember(SchemaForms.StoreName, SchemaType.SequenceOf(SchemaType.BuiltIn(SchemaKind.Byte))) },
        };

        /// <summary>
        /// Returns the types that the segments of a document may have, in the order of their numbers; empty if it has no segments.
        /// </summary>
        /// <param name="tracked">The tracked types of the schema, or null if there are none.</param>
        /// <param name="hasUnknownObjects">Whether the header specifies that there are objects of this type.</param>
        public static SchemaType[] TypesOf(SchemaType[]? tracked, bool hasUnknownObjects)
        {
            if ((tracked == null || tracked.Length == 0) && !hasUnknownObjects)
                return System.Array.Empty<SchemaType>();
            tracked ??= System.Array.Empty<SchemaType>();
            System.Array.Resize(ref tracked, tracked.Length + 1);
            tracked[tracked.Length - 1] = Instance;
            return tracked;
        }
    }
}
