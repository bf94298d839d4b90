namespace Kitbag.Generator.Model
{
    /// <summary>What an enum is besides its name.</summary>
    /// <param name="Underlying">The integer under it, as C# writes it.</param>
    /// <param name="Values">Names and numbers, as EnumCodec takes them.</param>
    /// <param name="IsFlags">Whether values are put together of others.</param>
    /// <param name="IsByName">Whether JSON always has it by name.</param>
    internal sealed record EnumModel(string Underlying, string Values, bool IsFlags, bool IsByName)
    {
        /// <summary>Names, each followed by the one that an attribute gives it in JSON.</summary>
        public EquatableArray<string> JsonNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>Names, each followed by one that it had before.</summary>
        public EquatableArray<string> FormerNames { get; init; } = EquatableArray<string>.Empty;

        /// <summary>What code for other types may know of it.</summary>
        public EnumModel Outline() => new EnumModel(Underlying, "", false, false);
    }
}
