namespace Kitbag.Generator.Model
{
    /// <summary>A concrete type of a union.</summary>
    /// <param name="TypeKey">The key of its type.</param>
    /// <param name="Name">Its name in the schema.</param>
    /// <param name="JsonName">What <c>$type</c> says of it; null where it is left out.</param>
    /// <param name="FullName">Its name with its namespace.</param>
    /// <param name="ShortName">Its name without its namespace.</param>
    /// <param name="FormerNames">Names that it had in older documents.</param>
    internal sealed record CaseModel(string TypeKey, string Name, string? JsonName, string FullName, string ShortName,
        EquatableArray<string> FormerNames)
    {
        /// <summary>Whether JSON has its name as a number.</summary>
        public bool IsNumber { get; init; }

        /// <summary>The place of the case as which JSON has it; -1 where it is its own.</summary>
        public int JsonFallback { get; init; } = -1;
    }
}
