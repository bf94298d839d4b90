namespace Kitbag.Generator.Model
{
    /// <summary>Specifies how an object is created.</summary>
    internal enum ConstructionKind
    {
        /// <summary>By a constructor that generated code can call.</summary>
        Constructor,

        /// <summary>By a constructor that only an accessor reaches.</summary>
        HiddenConstructor,

        /// <summary>Without a constructor: all its fields are set.</summary>
        Uninitialized,

        /// <summary>A struct's default.</summary>
        Default,
    }

    /// <summary>Describes a parameter of a constructor.</summary>
    /// <param name="Member">The index of its member, or -1 if only its default is passed.</param>
    /// <param name="Type">Its type in C#.</param>
    /// <param name="Default">Its default value in C#; empty if it has none.</param>
    internal sealed record ParameterModel(int Member, string Type, string Default)
    {
        /// <summary>The method that creates an array from the type as which an interface is read.</summary>
        public const string ToArray = "ToArray";

        /// <summary>Gets or initializes a value indicating whether it is declared as <c>in</c> or <c>ref readonly</c>.</summary>
        public bool IsByReference { get; init; }

        /// <summary>
        /// Gets or initializes the text before the parenthesized value of the member if its type differs from that of the parameter: a cast
        /// or a method; otherwise empty.
        /// </summary>
        public string Conversion { get; init; } = "";
    }

    /// <summary>Describes a constructor that runs on an existing object after its members have been read.</summary>
    /// <param name="Parameters">The parameters.</param>
    /// <param name="Open">For a generic type, how the accessor is written; otherwise null.</param>
    internal sealed record LateConstructorModel(EquatableArray<ParameterModel> Parameters, OpenTypeModel? Open);

    /// <summary>Describes a field that is not a member, and must be set in an object that is created without a constructor.</summary>
    /// <param name="Name">Its name in metadata.</param>
    /// <param name="Access">Its name in C#; empty if an accessor is needed.</param>
    /// <param name="Text">Its value in C#.</param>
    /// <param name="Declaring">The declaring type in C#, if an accessor is needed.</param>
    /// <param name="Type">Its type in C#, if an accessor is needed.</param>
    internal sealed record InitialFieldModel(string Name, string Access, string Text, string Declaring, string Type)
    {
        /// <summary>Gets or initializes, for an accessor into a generic type, how it is written; otherwise null.</summary>
        public OpenTypeModel? Open { get; init; }
    }

    /// <summary>A method of the program that is called before an object is written or after it was read.</summary>
    /// <param name="Declaring">The interface or the type that declares it, in C#.</param>
    /// <param name="Method">Its name in C#; if an accessor calls it, in metadata.</param>
    /// <param name="Arguments">The arguments in C#.</param>
    internal sealed record CallbackModel(string Declaring, string Method, string Arguments)
    {
        /// <summary>Gets or initializes how generated code calls it.</summary>
        public CallbackAccess Access { get; init; }

        /// <summary>Gets or initializes, for an accessor into a generic type, how it is written; otherwise null.</summary>
        public OpenTypeModel? Open { get; init; }
    }

    /// <summary>Specifies how generated code calls a callback.</summary>
    internal enum CallbackAccess
    {
        /// <summary>As the method of an interface.</summary>
        Interface,

        /// <summary>As a method that is visible to generated code.</summary>
        Visible,

        /// <summary>By [UnsafeAccessor].</summary>
        Accessor,

        /// <summary>By a method that is added to its type.</summary>
        Partial,
    }
}
