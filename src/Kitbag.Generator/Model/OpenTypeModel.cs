namespace Kitbag.Generator.Model
{
    /// <summary>
    /// Describes a generic type for an accessor: it is open in a class that has the same type parameters, and closed in calls.
    /// </summary>
    /// <param name="Declaring">The declaring type in C#, with its type parameters.</param>
    /// <param name="Parameters">The type parameters of it and of its containing types in C#.</param>
    /// <param name="Constraints">Their constraints in C#.</param>
    /// <param name="Arguments">The type arguments.</param>
    /// <param name="Types">The type of the field or property, or those of the constructor's parameters, with the type parameters.</param>
    internal sealed record OpenTypeModel(string Declaring, string Parameters, string Constraints, string Arguments,
        EquatableArray<string> Types);
}
