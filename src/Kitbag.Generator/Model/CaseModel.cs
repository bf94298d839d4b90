namespace Kitbag.Generator.Model
{
    /// <summary>Describes a concrete type of a union.</summary>
    /// <param name="TypeKey">The key of its type.</param>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="JsonName">The value of <c>$type</c>, or null if it is omitted.</param>
    /// <param name="FullName">Its name with its namespace.</param>
    /// <param name="ShortName">Its name without its namespace.</param>
    /// <param name="FormerNames">Names that it had in older documents.</param>
    internal sealed record CaseModel(string TypeKey, string Name, string? JsonName, string FullName, string ShortName,
        EquatableArray<string> FormerNames)
    {
        /// <summary>Gets or initializes a value indicating whether its name in JSON is a number.</summary>
        public bool IsNumber { get; init; }

        /// <summary>
        /// Gets or initializes the index of the concrete type as which JSON represents it, or -1 if it represents itself.
        /// </summary>
        public int JsonFallback { get; init; } = -1;
    }
}
