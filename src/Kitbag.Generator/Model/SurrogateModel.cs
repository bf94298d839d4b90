namespace Kitbag.Generator.Model
{
    /// <summary>As what a type is stored that another type stands for.</summary>
    /// <param name="Stored">The key of what is stored.</param>
    /// <param name="Operators">The type whose operators convert, as C# writes it; empty where a codec of a library converts.</param>
    internal sealed record SurrogateModel(string Stored, string Operators)
    {
        /// <summary>Whether the type is one of Newtonsoft's that hold any JSON, whose text is stored.</summary>
        public bool HoldsJson { get; init; }
    }
}
