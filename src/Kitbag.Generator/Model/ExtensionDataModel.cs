namespace Kitbag.Generator.Model
{
    /// <summary>A member that holds what JSON has besides the members of its type.</summary>
    /// <param name="Values">The key of the type of its values.</param>
    /// <param name="Made">What is made where it holds nothing yet, as C# writes it.</param>
    internal sealed record ExtensionDataModel(string Values, string Made);
}
