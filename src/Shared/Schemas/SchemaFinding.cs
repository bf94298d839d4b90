using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    /// <summary>What becomes of something that a document of another schema has.</summary>
    internal enum FindingKind
    {
        /// <summary>The reader has it and the document does not: it keeps what the program gives it.</summary>
        Added,

        /// <summary>The value is read, in another form.</summary>
        Converted,

        /// <summary>Numbers are read as the nearest that the reader's type has.</summary>
        Rounded,

        /// <summary>The document has it, and nobody reads it.</summary>
        Lost,

        /// <summary>Some values are read, and others are an error where they stand.</summary>
        RefusedByValue,

        /// <summary>No document can be read.</summary>
        Refused,
    }

    /// <summary>What has changed.</summary>
    internal enum SchemaChange
    {
        /// <summary>A type, of a member or of what it holds.</summary>
        Type,

        /// <summary>A member is new or gone.</summary>
        Member,

        /// <summary>A type that stands where a base is declared is new or gone.</summary>
        Case,

        /// <summary>A value of an enum is new or gone.</summary>
        EnumValue,

        /// <summary>A value of an enum has another number.</summary>
        EnumNumber,
    }

    /// <summary>Where in two schemas a comparison is.</summary>
    /// <param name="Path">For people: the reader's type with its member, and what of it.</param>
    /// <param name="OldOwner">The type of the document that has the member; null at the root.</param>
    /// <param name="NewOwner">That of the reader.</param>
    /// <param name="OldName">The document's name of the member, the value or the type; empty where the owner itself is meant.</param>
    /// <param name="NewName">The reader's; where it has none, the document's.</param>
    internal sealed record SchemaPlace(string Path, SchemaType? OldOwner, SchemaType? NewOwner, string OldName, string NewName)
    {
        /// <summary>The root.</summary>
        public static readonly SchemaPlace Root = new SchemaPlace("the root", null, null, "", "");

        /// <summary>A member or a value.</summary>
        public static SchemaPlace Of(SchemaType old, SchemaType @new, string oldName, string newName, string separator) =>
            new SchemaPlace(SchemaTypes.ShortName(@new.Name) + separator + newName, old, @new, oldName, newName);

        /// <summary>What stands within.</summary>
        public SchemaPlace In(string step) => this with { Path = Path + step };
    }

    /// <summary>One difference of two schemas.</summary>
    /// <param name="Kind">What becomes of it.</param>
    /// <param name="Change">What has changed.</param>
    /// <param name="Place">Where.</param>
    /// <param name="Old">The type in the document, if there is one.</param>
    /// <param name="New">The reader's type, if there is one.</param>
    /// <param name="Words">A sentence, with names as they are in the schemas.</param>
    internal sealed record SchemaFinding(FindingKind Kind, SchemaChange Change, SchemaPlace Place, SchemaType? Old, SchemaType? New,
        string Words);

    /// <summary>What attributes of the reader's program say of its types.</summary>
    internal interface IReaderAttributes
    {
        /// <summary>Whether no object can be made without a member.</summary>
        bool IsRequired(SchemaType owner, string member);

        /// <summary>Names that a member, a value of an enum or a type had in older documents.</summary>
        IEnumerable<string> FormerNames(SchemaType owner, string member);

        /// <summary>
        /// What migrations take of which they make a member: documents may have that, or what is read as that. Of an empty name: of which
        /// they make the type itself.
        /// </summary>
        IEnumerable<SchemaType> MigratedFrom(SchemaType owner, string member);
    }
}
