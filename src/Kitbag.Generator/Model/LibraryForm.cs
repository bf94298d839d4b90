using Kitbag.Schema;

namespace Kitbag.Generator.Model
{
    /// <summary>What schemas have for a type whose codec is a class of a library.</summary>
    /// <param name="Kind">What it is.</param>
    /// <param name="Name">Its name in the schema: objects and records; else empty.</param>
    /// <param name="Parts">The members, the element, or key and value.</param>
    internal sealed record LibraryForm(SchemaKind Kind, string Name, EquatableArray<LibraryPart> Parts)
    {
        /// <summary>Whether an object is a struct, which cannot be null.</summary>
        public bool IsStruct { get; init; }
    }

    /// <summary>A part of such a type.</summary>
    /// <param name="Name">The name of a member; else empty.</param>
    /// <param name="Argument">The place of its type among the type arguments; -1 where it is none of them.</param>
    /// <param name="Form">Then what it is.</param>
    internal sealed record LibraryPart(string Name, int Argument, LibraryForm? Form);
}
