using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    /// <summary>The effect of a difference on values of documents.</summary>
    internal enum FindingKind
    {
        /// <summary>The reader's type has a member that the document lacks: it keeps its initial value.</summary>
        Added,

        /// <summary>The value is read, with a conversion.</summary>
        Converted,

        /// <summary>Numbers are rounded to the nearest value of the reader's type.</summary>
        Rounded,

        /// <summary>The value is in the document, and is not read.</summary>
        Lost,

        /// <summary>Some values are read, and others are errors where they occur.</summary>
        RefusedByValue,

        /// <summary>No document can be read.</summary>
        Refused,
    }

    /// <summary>The kind of difference.</summary>
    internal enum SchemaChange
    {
        /// <summary>The type of a member, or a part of that type.</summary>
        Type,

        /// <summary>A member was added or removed.</summary>
        Member,

        /// <summary>A derived type was added or removed.</summary>
        Case,

        /// <summary>An enum value was added or removed.</summary>
        EnumValue,

        /// <summary>A value of an enum has another number.</summary>
        EnumNumber,
    }

    /// <summary>A position in two schemas that are compared.</summary>
    /// <param name="Path">The text for users: the reader's type, its member, and the part of it.</param>
    /// <param name="OldOwner">The type in the document that has the member; null at the root.</param>
    /// <param name="NewOwner">The reader's type that has the member.</param>
    /// <param name="OldName">The name of the member, the value or the type in the document; empty for the owner itself.</param>
    /// <param name="NewName">The reader's name; if there is none, the document's.</param>
    internal sealed record SchemaPlace(string Path, SchemaType? OldOwner, SchemaType? NewOwner, string OldName, string NewName)
    {
        /// <summary>The root.</summary>
        public static readonly SchemaPlace Root = new SchemaPlace("the root", null, null, "", "");

        /// <summary>A member or a value.</summary>
        public static SchemaPlace Of(SchemaType old, SchemaType @new, string oldName, string newName, string separator) =>
            new SchemaPlace(SchemaTypes.ShortName(@new.Name) + separator + newName, old, @new, oldName, newName);

        /// <summary>Returns the position of a part.</summary>
        public SchemaPlace In(string step) => this with { Path = Path + step };
    }

    /// <summary>A difference between two schemas.</summary>
    /// <param name="Kind">The effect on values.</param>
    /// <param name="Change">The kind of difference.</param>
    /// <param name="Place">The position.</param>
    /// <param name="Old">The type in the document, if there is one.</param>
    /// <param name="New">The reader's type, if there is one.</param>
    /// <param name="Words">A sentence with names from the schemas.</param>
    internal sealed record SchemaFinding(FindingKind Kind, SchemaChange Change, SchemaPlace Place, SchemaType? Old, SchemaType? New,
        string Words)
    {
        /// <summary>
        /// For a derived type: the member that cannot have it any more, because the member's type is now another derived type. Null if the
        /// base itself has lost the derived type.
        /// </summary>
        public SchemaPlace? Member { get; init; }
    }

    /// <summary>The attributes of the reader's types.</summary>
    internal interface IReaderAttributes
    {
        /// <summary>Whether an object cannot be created without a member.</summary>
        bool IsRequired(SchemaType owner, string member);

        /// <summary>Returns the former names of a member, an enum value or a type, and the full name of a type.</summary>
        IEnumerable<string> FormerNames(SchemaType owner, string member);

        /// <summary>
        /// Returns the types from which migrations create a member: documents may contain such a type, or one that is read as it. For an
        /// empty name, the types from which they create the type itself.
        /// </summary>
        IEnumerable<SchemaType> MigratedFrom(SchemaType owner, string member);
    }
}
