namespace Kitbag.Cli.Schemas
{
    /// <summary>What becomes of something that a document of another schema has.</summary>
    internal enum FindingKind
    {
        /// <summary>The reader has it and the document does not: it keeps what the program gives it.</summary>
        Added,

        /// <summary>The value is read, in another form.</summary>
        Converted,

        /// <summary>The document has it, and nobody reads it.</summary>
        Lost,

        /// <summary>Some values are read, and others are an error where they stand.</summary>
        RefusedByValue,

        /// <summary>No document can be read.</summary>
        Refused,
    }

    /// <summary>One difference of two schemas, in words for people.</summary>
    /// <param name="Kind">What becomes of it.</param>
    /// <param name="Path">Where it stands: the type and its member.</param>
    /// <param name="Old">The type in the document, if there is one.</param>
    /// <param name="New">The reader's type, if there is one.</param>
    /// <param name="Words">A sentence.</param>
    internal sealed record Finding(FindingKind Kind, string Path, string? Old, string? New, string Words)
    {
        /// <summary>The kind as reports have it.</summary>
        public static string Name(FindingKind kind) => kind switch
        {
            FindingKind.Added => "added",
            FindingKind.Converted => "converted",
            FindingKind.Lost => "lost",
            FindingKind.RefusedByValue => "refused by value",
            _ => "refused",
        };
    }
}
