using Kitbag.Schema;

namespace Kitbag.Generator.Model
{
    /// <summary>Describes the schema of a type whose codec is a class of a library.</summary>
    /// <param name="Kind">The kind.</param>
    /// <param name="Name">The name in the schema for objects and records; otherwise empty.</param>
    /// <param name="Parts">The members, the element, or key and value.</param>
    internal sealed record LibraryForm(SchemaKind Kind, string Name, EquatableArray<LibraryPart> Parts)
    {
        /// <summary>Gets or initializes a value indicating whether an object is a struct, which cannot be null.</summary>
        public bool IsStruct { get; init; }
    }

    /// <summary>Describes a part of such a type.</summary>
    /// <param name="Name">The name of a member; otherwise empty.</param>
    /// <param name="Argument">The index of its type among the type arguments, or -1.</param>
    /// <param name="Form">The form of its type if it is not a type argument.</param>
    internal sealed record LibraryPart(string Name, int Argument, LibraryForm? Form);
}
