namespace Kitbag.Generator.Model
{
    /// <summary>Describes a union except for its name.</summary>
    /// <param name="Cases">The concrete types, in the order of their names.</param>
    /// <param name="Discriminator">The name of the type discriminator in JSON if an attribute specifies one; otherwise empty.</param>
    /// <param name="IgnoresUnknown">Whether JSON with an unknown type discriminator is read as the base class.</param>
    internal sealed record UnionModel(EquatableArray<CaseModel> Cases, string Discriminator, bool IgnoresUnknown);
}
