using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Contains what a lock file knows of the JSON form of the types of a schema. Types are matched as values are: beginning with the root,
    /// by the names of members, because names of types are not unique.
    /// </summary>
    internal sealed class JsonOfSchema
    {
        private readonly Dictionary<SchemaType, JsonNotes?> _found = new Dictionary<SchemaType, JsonNotes?>();

        /// <summary>Matches a schema with the types of a lock file.</summary>
        /// <param name="root">The root of the schema.</param>
        /// <param name="schema">The canonical bytes of the schema.</param>
        /// <param name="locked">The schemas of the lock file.</param>
        /// <returns>The notes, or null if the lock file has no such root.</returns>
        public static JsonOfSchema? Of(SchemaType root, ReadOnlySpan<byte> schema, SchemaForm locked)
        {
            SchemaRoot? best = null;
            foreach (SchemaRoot one in locked.Roots)
            {
                // Among roots of the same name in different namespaces, the one with the same members is meant.
                if (IsLike(root, one.Type) && (best == null || schema.SequenceEqual(SchemaWriter.Write(one.Type))))
                    best = one;
            }
            if (best == null)
                return null;
            var json = new JsonOfSchema();
            json.Match(root, best.Type, locked.Notes);
            return json;
        }

        // Members may have changed since the document was written.
        private static bool IsLike(SchemaType? one, SchemaType? other)
        {
            one = Bare(one);
            other = Bare(other);
            if (one == null || other == null)
                return one == other;
            // Tracked collections may reach themselves.
            return one.Kind == other.Kind && one.Name == other.Name && one.IsTracked == other.IsTracked
                && (one.IsTracked || (IsLike(one.Element, other.Element) && IsLike(one.Key, other.Key)));
        }

        private static SchemaType? Bare(SchemaType? type)
        {
            while (type is { Kind: SchemaKind.Reference or SchemaKind.Nullable })
                type = type.Element;
            return type;
        }

        private void Match(SchemaType? writer, SchemaType? locked, SchemaNotes notes)
        {
            var open = new Stack<(SchemaType? Writer, SchemaType? Locked)>();
            open.Push((writer, locked));
            while (open.Count != 0)
            {
                (SchemaType? one, SchemaType? other) = open.Pop();
                one = Bare(one);
                other = Bare(other);
                if (one == null || other == null || one.Kind != other.Kind || one.Kind >= SchemaKind.Boolean || _found.ContainsKey(one))
                    continue;
                _found.Add(one, notes.Json.TryGetValue(other, out JsonNotes? json) ? json : null);
                open.Push((one.Element, other.Element));
                open.Push((one.Key, other.Key));
                foreach (SchemaMember member in one.MemberArray)
                    open.Push((member.Type, Array.Find(other.MemberArray, m => m.Name == member.Name)?.Type));
            }
        }

        /// <summary>Returns whether a type is in the lock file, and what that knows of it.</summary>
        public bool TryFind(SchemaType type, out JsonNotes? notes) => _found.TryGetValue(type, out notes);
    }
}
