using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;

namespace Kitbag.Generator.Locking
{
    /// <summary>
    /// Determines which references of new members programs of a locked version keep: those to objects that such a program reads from the
    /// same document, because members that it knows reach their type.
    /// </summary>
    internal sealed class KnownReferences
    {
        private readonly List<HashSet<(SchemaType Old, SchemaType Now)>> _roots = new List<HashSet<(SchemaType Old, SchemaType Now)>>();

        /// <param name="roots">The roots of the locked version, with those of the program that write their documents now.</param>
        public KnownReferences(IEnumerable<(SchemaType Old, SchemaType Now)> roots)
        {
            foreach ((SchemaType old, SchemaType now) in roots)
            {
                var known = new HashSet<(SchemaType, SchemaType)>();
                Collect(old, now, known);
                _roots.Add(known);
            }
        }

        /// <summary>Returns whether programs of the locked version keep all references of a new member.</summary>
        /// <param name="owner">The type that has the member, in the locked version.</param>
        /// <param name="member">The type of the member.</param>
        public bool AreKept(SchemaType owner, SchemaType member)
        {
            List<HashSet<(SchemaType Old, SchemaType Now)>> roots = _roots.FindAll(known => known.Any(pair => pair.Old == owner));
            return roots.Count != 0 && roots.TrueForAll(known => !SchemaForms.HoldsReferences(member,
                target => !known.Any(pair => pair.Old.IsTracked && pair.Now == target)));
        }

        // By current names only, so that a renamed member causes a warning too many rather than a missing one.
        private static void Collect(SchemaType old, SchemaType now, HashSet<(SchemaType Old, SchemaType Now)> known)
        {
            if (old.Kind != now.Kind || old.Kind >= SchemaKind.Boolean || !known.Add((old, now)))
                return;
            if (old.Key != null && now.Key != null)
                Collect(old.Key, now.Key, known);
            if (old.Element != null && now.Element != null)
                Collect(old.Element, now.Element, known);
            foreach (SchemaMember member in old.MemberArray)
            {
                if (now.MemberArray.FirstOrDefault(other => other.Name == member.Name) is { } same)
                    Collect(member.Type, same.Type, known);
            }
        }
    }
}
