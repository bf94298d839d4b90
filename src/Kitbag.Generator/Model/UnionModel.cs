namespace Kitbag.Generator.Model
{
    /// <summary>What a union is besides its name.</summary>
    /// <param name="Cases">The concrete types, in order of their names.</param>
    /// <param name="Discriminator">The name in JSON of what tells the type where an attribute gives one; else empty.</param>
    /// <param name="IgnoresUnknown">Whether JSON that tells an unknown type is that of the base.</param>
    internal sealed record UnionModel(EquatableArray<CaseModel> Cases, string Discriminator, bool IgnoresUnknown);
}
