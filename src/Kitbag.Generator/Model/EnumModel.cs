namespace Kitbag.Generator.Model
{
    /// <summary>Describes an enum except for its name.</summary>
    /// <param name="Underlying">The underlying integer in C#.</param>
    /// <param name="Values">Names and numbers in the form that EnumCodec requires.</param>
    /// <param name="IsFlags">Whether values are combinations of others.</param>
    /// <param name="IsByName">Whether JSON always contains the name.</param>
    internal sealed record EnumModel(string Underlying, string Values, bool IsFlags, bool IsByName)
    {
        /// <summary>Gets or initializes pairs of a name and the name that an attribute specifies for JSON.</summary>
        public EquatableArray<string> JsonNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Names, each followed by one that it had before.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Returns the part that code for other types may use.</summary>
        public EnumModel Outline() => new EnumModel(Underlying, "", false, false);
    }
}
