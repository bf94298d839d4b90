using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>
    /// Contains information of a program about its types beyond their schemas. Types are identified by reference, members by their names.
    /// </summary>
    internal sealed class SchemaNotes
    {
        private static readonly string[] s_none = new string[0];

        private readonly Dictionary<SchemaType, Dictionary<string, MemberNote>> _members =
            new Dictionary<SchemaType, Dictionary<string, MemberNote>>();

        /// <summary>The namespaces of types, which are not in schemas.</summary>
        public Dictionary<SchemaType, string> Qualifiers { get; } = new Dictionary<SchemaType, string>();

        /// <summary>The names of a program's own collections that are tracked, which have none in schemas.</summary>
        public Dictionary<SchemaType, string> Labels { get; } = new Dictionary<SchemaType, string>();

        /// <summary>Gets what is known of the form of types in JSON.</summary>
        public Dictionary<SchemaType, JsonNotes> Json { get; } = new Dictionary<SchemaType, JsonNotes>();

        /// <summary>The types of whose members something is known.</summary>
        public IEnumerable<SchemaType> Owners => _members.Keys;

        /// <summary>Sets the namespace of a type.</summary>
        public void Qualify(SchemaType type, string space) => Qualifiers[type] = space;

        /// <summary>Sets the name of a tracked custom collection.</summary>
        public void Label(SchemaType collection, string name) => Labels[collection] = name;

        /// <summary>Records that an object cannot be created without a member.</summary>
        public void Require(SchemaType owner, string member) => Note(owner, member).IsRequired = true;

        /// <summary>Adds a former name of a member, a concrete type or an enum value.</summary>
        public void Former(SchemaType owner, string member, string formerName) => Note(owner, member).FormerNames.Add(formerName);

        /// <summary>Returns whether an object cannot be created without a member.</summary>
        public bool IsRequired(SchemaType owner, string member) => Find(owner, member) is { IsRequired: true };

        /// <summary>Returns the former names of a member, a concrete type or an enum value.</summary>
        public IReadOnlyList<string> FormerNames(SchemaType owner, string member) =>
            Find(owner, member)?.FormerNames ?? (IReadOnlyList<string>)s_none;

        private MemberNote? Find(SchemaType owner, string member) =>
            _members.TryGetValue(owner, out Dictionary<string, MemberNote>? notes) && notes.TryGetValue(member, out MemberNote? note)
                ? note
                : null;

        private MemberNote Note(SchemaType owner, string member)
        {
            if (!_members.TryGetValue(owner, out Dictionary<string, MemberNote>? notes))
                _members.Add(owner, notes = new Dictionary<string, MemberNote>(StringComparer.Ordinal));
            if (!notes.TryGetValue(member, out MemberNote? note))
                notes.Add(member, note = new MemberNote());
            return note;
        }

        private sealed class MemberNote
        {
            public bool IsRequired { get; set; }

            public List<string> FormerNames { get; } = new List<string>();
        }
    }
}
