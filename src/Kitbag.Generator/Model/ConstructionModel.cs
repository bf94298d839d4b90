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

    /// <summary>A method that an interface declares, to be called.</summary>
    internal sealed record CallbackModel(string Interface, string Method);
}
