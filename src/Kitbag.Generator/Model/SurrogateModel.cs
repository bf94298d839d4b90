namespace Kitbag.Generator.Model
{
    /// <summary>Describes the stored form of a type with a surrogate.</summary>
    /// <param name="Stored">The key of the stored type.</param>
    /// <param name="Operators">The type whose operators convert, in C#; empty if a codec of a library converts.</param>
    internal sealed record SurrogateModel(string Stored, string Operators)
    {
        /// <summary>
        /// Gets or initializes a value indicating whether the type is one of Newtonsoft.Json's types for any JSON, whose text is stored.
        /// </summary>
        public bool HoldsJson { get; init; }

        /// <summary>Gets or initializes, for an inline array, its elements.</summary>
        public InlineArrayModel? Elements { get; init; }
    }

    /// <summary>Describes the elements of an inline array.</summary>
    /// <param name="Code">Their type in C#.</param>
    /// <param name="Length">Their number.</param>
    internal sealed record InlineArrayModel(string Code, int Length);
}
