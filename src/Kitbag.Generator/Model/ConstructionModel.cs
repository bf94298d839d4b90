namespace Kitbag.Generator.Model
{
    /// <summary>How an object is made.</summary>
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

    /// <summary>A parameter of a constructor.</summary>
    /// <param name="Member">The place of its member among those of the type; -1 where only its default is passed.</param>
    /// <param name="Type">Its type, as C# writes it.</param>
    /// <param name="Default">Its default value, as C# writes it; empty where it has none.</param>
    internal sealed record ParameterModel(int Member, string Type, string Default)
    {
        /// <summary>The method that makes an array of what an interface is read as.</summary>
        public const string ToArray = "ToArray";

        /// <summary>
        /// What stands before the parenthesized value of the member where its type is not the parameter's: a cast or a method; else empty.
        /// </summary>
        public string Conversion { get; init; } = "";
    }

    /// <summary>A constructor that runs on an object which exists, once its members have been read.</summary>
    /// <param name="Parameters">What it is given.</param>
    /// <param name="Open">Of a generic type: how the accessor is written; else null.</param>
    internal sealed record LateConstructorModel(EquatableArray<ParameterModel> Parameters, OpenTypeModel? Open);

    /// <summary>A field that is no member, to be set in an object that no constructor made.</summary>
    /// <param name="Name">Its name in metadata.</param>
    /// <param name="Access">Its name as C# writes it; empty where an accessor reaches it.</param>
    /// <param name="Text">What it is set to, as C# writes it.</param>
    /// <param name="Declaring">The type that declares it, as C# writes it, where an accessor reaches it.</param>
    /// <param name="Type">Its type, as C# writes it, where an accessor reaches it.</param>
    internal sealed record InitialFieldModel(string Name, string Access, string Text, string Declaring, string Type)
    {
        /// <summary>Of an accessor into a generic type: how that is written; else null.</summary>
        public OpenTypeModel? Open { get; init; }
    }

    /// <summary>A method that an interface declares, to be called.</summary>
    internal sealed record CallbackModel(string Interface, string Method);
}
