using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
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
            // Only the namespace changed, if a name without it is the only one on both sides.
            List<SchemaRoot> fresh = now.Roots.Where(root => !before.Contains(root.Text)).ToList();
            Dictionary<string, SchemaRoot> moved = Single(fresh);
            Dictionary<string, SchemaRoot> gone = Single(old.Roots.Where(root => !byName.ContainsKey(root.Text)));
            foreach (KeyValuePair<string, SchemaRoot> one in gone)
            {
                if (!moved.TryGetValue(one.Key, out SchemaRoot target))
                    continue;
                byName.Add(one.Value.Text, target.Type);
                fresh.Remove(target);
            }
            List<SchemaType> others = fresh.Select(root => root.Type).ToList();
            foreach (SchemaRoot root in old.Roots)
            {
                if (byName.TryGetValue(root.Text, out SchemaType same))
                    yield return (root.Type, same);
                else if (Renamed(root.Type, others) is { } renamed)
                    yield return (root.Type, renamed);
            }
        }

        // The roots whose names without namespaces no other root has.
        private static Dictionary<string, SchemaRoot> Single(IEnumerable<SchemaRoot> roots) => roots
            .GroupBy(root => WithoutNamespaces(root.Text)).Where(group => group.Count() == 1)
            .ToDictionary(group => group.Key, group => group.First());

        // A class that has become a union or the reverse may have the keyword that distinguishes it from another type.
        private static string WithoutNamespaces(string text) => Regex.Replace(text, @"[\w.+`]*::|\b(?:class|union) ", "");

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
