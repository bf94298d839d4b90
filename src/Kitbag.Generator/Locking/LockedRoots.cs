using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Generator.Locking
{
    /// <summary>Determines which root of a program reads the documents of a locked root.</summary>
    internal static class LockedRoots
    {
        /// <summary>The pairs of roots. A removed root without a similar new root has no pair.</summary>
        /// <param name="old">A locked version.</param>
        /// <param name="now">The program.</param>
        public static IEnumerable<(SchemaType Old, SchemaType Now)> Pair(SchemaForm old, SchemaForm now)
        {
            Dictionary<string, SchemaType> byName = now.Roots.ToDictionary(root => root.Text, root => root.Type);
            var before = new HashSet<string>(old.Roots.Select(root => root.Text));
            List<SchemaType> fresh = now.Roots.Where(root => !before.Contains(root.Text)).Select(root => root.Type).ToList();
            foreach (var root in old.Roots)
            {
                if (byName.TryGetValue(root.Text, out SchemaType same))
                    yield return (root.Type, same);
                else if (Renamed(root.Type, fresh) is { } renamed)
                    yield return (root.Type, renamed);
            }
        }

        // Names of types are not compared when documents are read. Therefore members decide: the root that has more than half of them, and
        // more than any other root.
        private static SchemaType? Renamed(SchemaType gone, List<SchemaType> fresh)
        {
            SchemaType? best = null;
            int most = 0;
            foreach (SchemaType type in fresh)
            {
                int shared = Shared(gone, type, out int all);
                if (shared * 2 <= all || shared < most)
                    continue;
                best = shared == most ? null : type;
                most = shared;
            }
            return best;
        }

        // The number of members that an object has in common with another one; for lists, dictionaries and references, the objects in them
        // are compared.
        private static int Shared(SchemaType old, SchemaType now, out int all)
        {
            all = 0;
            if (old.Kind != now.Kind)
                return 0;
            if (old.Kind is SchemaKind.Sequence or SchemaKind.Map or SchemaKind.Nullable or SchemaKind.Reference)
                return Shared(old.Element!, now.Element!, out all);
            if (old.Kind is not (SchemaKind.Object or SchemaKind.Record))
                return 0;
            all = old.Members.Count;
            return old.Members.Count(member => now.Members.Any(other => other.Name == member.Name));
        }
    }
}
