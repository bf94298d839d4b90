namespace Kitbag.Generator.Model
{
    /// <summary>
    /// A generic type as an accessor has to name it: open, in a class that has the same type parameters, and closed where it is called.
    /// </summary>
    /// <param name="Declaring">The type that declares what is reached, as C# writes it with its type parameters.</param>
    /// <param name="Parameters">The type parameters of it and of the types around it, as C# writes them.</param>
    /// <param name="Constraints">Their constraints, as C# writes them.</param>
    /// <param name="Arguments">The type arguments.</param>
    /// <param name="Types">The type of the field or property, or those of the constructor's parameters, with the type parameters.</param>
    internal sealed record OpenTypeModel(string Declaring, string Parameters, string Constraints, string Arguments,
        EquatableArray<string> Types);
}
