namespace Kitbag.Generator.Model
{
    /// <summary>Describes a type to which generated code adds methods.</summary>
    /// <param name="Key">The type in C#, with its type parameters.</param>
    /// <param name="IsValueType">Whether it is a struct.</param>
    /// <param name="Namespace">Its namespace; empty if it has none.</param>
    /// <param name="Headers">The starts of the declarations of it and of its containing types, from the outermost one.</param>
    internal sealed record PartialTypeModel(string Key, bool IsValueType, string Namespace, EquatableArray<string> Headers)
    {
        /// <summary>
        /// Gets or initializes a value indicating whether a field is added that stores the members in documents that the type lacks.
        /// </summary>
        public bool HasUnknownStore { get; init; }

        /// <summary>The members that are reached, in order of their names.</summary>
        public EquatableArray<PartialMemberModel> Members { get; init; } = EquatableArray<PartialMemberModel>.Empty;

        /// <summary>The static methods that are called, in order of their names.</summary>
        public EquatableArray<PartialMethodModel> Methods { get; init; } = EquatableArray<PartialMethodModel>.Empty;

        /// <summary>The callbacks that are called, in order of their names.</summary>
        public EquatableArray<PartialCallbackModel> Callbacks { get; init; } = EquatableArray<PartialCallbackModel>.Empty;
    }

    /// <summary>A member that is reached from within its type.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Access">Its name as C# writes it.</param>
    /// <param name="Type">Its type as C# writes it.</param>
    /// <param name="HasGetter">Whether there is a method that reads it.</param>
    /// <param name="HasSetter">Whether there is a method that assigns it.</param>
    internal sealed record PartialMemberModel(string Name, string Access, string Type, bool HasGetter, bool HasSetter);

    /// <summary>Describes a static method that is called from within its type.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Access">Its name in C#.</param>
    /// <param name="Returned">Its return type in C#.</param>
    /// <param name="Parameter">The type of its parameter in C#.</param>
    internal sealed record PartialMethodModel(string Name, string Access, string Returned, string Parameter);

    /// <summary>Describes a callback that is called from within its type.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Access">Its name in C#.</param>
    /// <param name="Arguments">The arguments in C#.</param>
    internal sealed record PartialCallbackModel(string Name, string Access, string Arguments)
    {
        /// <summary>Gets the first part of the name of the method that calls it: a callback may be overloaded.</summary>
        public string Kind => KindOf(Arguments);

        /// <summary>Gets the text by which callbacks are ordered.</summary>
        public string Key => Name + "(" + Arguments;

        /// <summary>The first part of the name of a method that calls a callback with arguments.</summary>
        public static string KindOf(string arguments) => arguments.Length == 0 ? "Call" : "CallWith";
    }
}
