namespace Kitbag.Generator.Model
{
    /// <summary>Describes a member that stores the members in JSON that its type lacks.</summary>
    /// <param name="Values">The key of the type of its values.</param>
    /// <param name="Made">The expression in C# that creates its value if it is null.</param>
    internal sealed record ExtensionDataModel(string Values, string Made);
}
