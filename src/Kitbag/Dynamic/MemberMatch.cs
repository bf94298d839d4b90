using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Matches the members of two types that have the same name.</summary>
    internal sealed class MemberMatch
    {
        private readonly SchemaType _before;

        private MemberMatch(SchemaType before, SchemaType after)
        {
            _before = before;
            SchemaMember[] old = before.MemberArray, current = after.MemberArray;
            Partners = new int[current.Length];
            var isTaken = new bool[old.Length];
            for (int i = 0; i < current.Length; i++)
            {
                string name = current[i].Name;
                Partners[i] = i < old.Length && old[i].Name == name ? i : Array.FindIndex(old, m => m.Name == name);
                if (Partners[i] >= 0)
                    isTaken[Partners[i]] = true;
            }
            var removed = new List<int>();
            for (int i = 0; i < isTaken.Length; i++)
            {
                if (!isTaken[i])
                    removed.Add(i);
            }
            Removed = removed.ToArray();
        }

        /// <summary>For each member of the second type, the index of the one in the first; -1 if there is none.</summary>
        public int[] Partners { get; }

        /// <summary>The members that only the first type has.</summary>
        public int[] Removed { get; }

        /// <summary>Matches two types; the result is cached for each pair.</summary>
        public static MemberMatch Of(Dictionary<SchemaType, MemberMatch> known, SchemaType before, SchemaType after)
        {
            if (!known.TryGetValue(after, out MemberMatch? match) || !ReferenceEquals(match._before, before))
                known[after] = match = new MemberMatch(before, after);
            return match;
        }
    }
}
