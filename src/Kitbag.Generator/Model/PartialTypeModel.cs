namespace Kitbag.Generator.Model
{
    /// <summary>A type that generated code adds methods to.</summary>
    /// <param name="Key">The type as C# writes it, with its type parameters.</param>
    /// <param name="IsValueType">Whether it is a struct.</param>
    /// <param name="Namespace">Its namespace; empty where it has none.</param>
    /// <param name="Headers">How the declarations of it and of the types around it begin, from outside in.</param>
    internal sealed record PartialTypeModel(string Key, bool IsValueType, string Namespace, EquatableArray<string> Headers)
    {
        /// <summary>Whether a field is added that holds what documents have of an object and its type lacks.</summary>
        public bool HasUnknownStore { get; init; }

        /// <summary>The members that are reached, in order of their names.</summary>
        public EquatableArray<PartialMemberModel> Members { get; init; } = EquatableArray<PartialMemberModel>.Empty;

        /// <summary>The static methods that are called, in order of their names.</summary>
        public EquatableArray<PartialMethodModel> Methods { get; init; } = EquatableArray<PartialMethodModel>.Empty;
    }

    /// <summary>A member that is reached from within its type.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="Type">Its type as C# writes it.</param>
    /// <param name="HasGetter">Whether there is a method that reads it.</param>
    /// <param name="HasSetter">Whether there is a method that assigns it.</param>
    internal sealed record PartialMemberModel(string Name, string Access, string Type, bool HasGetter, bool HasSetter);

    /// <summary>A static method that is called from within its type.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="Returned">What it returns, as C# writes it.</param>
    /// <param name="Parameter">What it takes, as C# writes it.</param>
    internal sealed record PartialMethodModel(string Name, string Access, string Returned, string Parameter);
}
