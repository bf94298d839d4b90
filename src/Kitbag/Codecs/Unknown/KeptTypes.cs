using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Describes members with references apart from their document: a tracked type is replaced by a class of the same name without members,
    /// because its objects are stored elsewhere.
    /// </summary>
    internal sealed class KeptTypes
    {
        private readonly Dictionary<SchemaType, SchemaType> _types = new Dictionary<SchemaType, SchemaType>();
        private readonly Dictionary<string, SchemaType> _replaced = new Dictionary<string, SchemaType>(StringComparer.Ordinal);
        private readonly Dictionary<string, SchemaType> _targets = new Dictionary<string, SchemaType>(StringComparer.Ordinal);

        /// <summary>Gets the tracked types that were replaced, by their names.</summary>
        public Dictionary<string, SchemaType> Targets => _targets;

        /// <summary>
        /// Returns whether the tracked types of a member can be told apart from each other, and from those of the members before, by name.
        /// If so, they are added.
        /// </summary>
        public bool TryAdd(SchemaType type)
        {
            var found = new List<SchemaType>();
            SchemaForms.HoldsReferences(type, target =>
            {
                found.Add(target);
                return false;
            });
            foreach (SchemaType target in found)
            {
                if (found.Exists(other => other.Name == target.Name && !other.Identity.Equals(target.Identity))
                    || (_targets.TryGetValue(target.Name, out SchemaType? known) && !known.Identity.Equals(target.Identity)))
                    return false;
            }
            foreach (SchemaType target in found)
                _targets[target.Name] = target;
            return true;
        }

        /// <summary>
        /// Returns a type with its tracked types replaced, those with equal names by the same one. It does not follow references.
        /// </summary>
        public SchemaType Replace(SchemaType type)
        {
            if (_types.TryGetValue(type, out SchemaType? known) || (type.IsTracked && _replaced.TryGetValue(type.Name, out known)))
                return known;
            if (type.IsTracked)
            {
                known = new SchemaType(SchemaKind.Object, type.Name) { IsTracked = true };
                _replaced.Add(type.Name, known);
                return known;
            }
            if (!SchemaForms.HoldsReferences(type))
                return type;
            known = new SchemaType(type.Kind, type.Name)
            {
                IsStruct = type.IsStruct,
                Element = type.Element == null ? null : Replace(type.Element),
                Key = type.Key == null ? null : Replace(type.Key),
                MemberArray = Array.ConvertAll(type.MemberArray, m => new SchemaMember(m.Name, Replace(m.Type))),
            };
            _types.Add(type, known);
            return known;
        }

        /// <summary>Returns whether tracked types are such replacements.</summary>
        public static bool AreTargets(SchemaType[] types)
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            return Array.TrueForAll(types,
                type => type.Kind == SchemaKind.Object && type.MemberArray.Length == 0 && names.Add(type.Name));
        }
    }
}
