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
        private readonly List<HashSet<(SchemaType Old, SchemaType Now)>> _roots;

        /// <param name="roots">The roots of the locked version, with those of the program that write their documents now.</param>
        public KnownReferences(List<(SchemaType Old, SchemaType Now)> roots) =>
            _roots = roots.ConvertAll(root => PairsOf(root.Old, root.Now));

        /// <summary>Returns whether programs of the locked version keep all references of a new member.</summary>
        /// <param name="owner">The type that has the member, in the locked version.</param>
        /// <param name="member">The type of the member.</param>
        public bool AreKept(SchemaType owner, SchemaType member)
        {
            List<HashSet<(SchemaType Old, SchemaType Now)>> roots = _roots.FindAll(known => known.Any(pair => pair.Old == owner));
            return roots.Count != 0 && roots.TrueForAll(known => !SchemaForms.HoldsReferences(member,
                target => !known.Any(pair => pair.Old.IsTracked && pair.Now == target)));
        }

        // Members are paired by their current names only, so that a renamed member causes a superfluous warning rather than a missing one.
        // Not recursive, because references can connect all types of a program in one chain.
        private static HashSet<(SchemaType Old, SchemaType Now)> PairsOf(SchemaType oldRoot, SchemaType newRoot)
        {
            var pairs = new HashSet<(SchemaType Old, SchemaType Now)>();
            var open = new Stack<(SchemaType? Old, SchemaType? Now)>();
            open.Push((oldRoot, newRoot));
            while (open.Count != 0)
            {
                (SchemaType? old, SchemaType? now) = open.Pop();
                if (old == null || now == null || old.Kind != now.Kind || old.Kind >= SchemaKind.Boolean || !pairs.Add((old, now)))
                    continue;
                open.Push((old.Key, now.Key));
                open.Push((old.Element, now.Element));
                foreach (SchemaMember member in old.MemberArray)
                    open.Push((member.Type, now.MemberArray.FirstOrDefault(other => other.Name == member.Name)?.Type));
            }
            return pairs;
        }
    }
}
