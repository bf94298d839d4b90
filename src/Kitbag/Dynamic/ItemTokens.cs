using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Provides numbers by which the items of a list are matched, and which are equal for equal items: those of the identifying member, or
    /// of the values.
    /// </summary>
    internal sealed class ItemTokens
    {
        private readonly KitbagNode _list;

        // Null of a list that is too long to be matched: then they are made where they are asked for.
        private readonly ulong[]? _tokens;

        private ItemTokens(KitbagNode list, ulong[]? tokens)
        {
            _list = list;
            _tokens = tokens;
        }

        public ulong this[int index] => _tokens != null ? _tokens[index] : NodeHash.OfItem(_list, index, null);

        /// <summary>Those of the items' values.</summary>
        public static ItemTokens OfValues(KitbagNode list, int count, int most)
        {
            if (count > most)
                return new ItemTokens(list, null);
            var tokens = new ulong[count];
            for (int i = 0; i < count; i++)
                tokens[i] = NodeHash.OfItem(list, i, null);
            return new ItemTokens(list, tokens);
        }

        /// <summary>Those of a member that all items have, each with another value; null where there is no such member.</summary>
        public static ItemTokens? OfKey(KitbagNode list, int count, string name)
        {
            // A dictionary, because the comparison has one of these types anyway: another collection would have to be compiled.
            var seen = new Dictionary<ulong, int>();
            var tokens = new ulong[count];
            for (int i = 0; i < count; i++)
            {
                ulong hash = NodeHash.OfItem(list, i, name);
                if (hash == NodeHash.None)
                    return null;
                tokens[i] = hash;
                if (hash == NodeHash.Null)
                    continue;
                int before = seen.Count;
                seen[hash] = i;
                if (seen.Count == before)
                    return null;
            }
            return seen.Count != 0 ? new ItemTokens(list, tokens) : null;
        }

        /// <summary>Those of some items.</summary>
        public ulong[] Slice(int start, int end)
        {
            var tokens = new ulong[end - start];
            for (int i = start; i < end; i++)
                tokens[i - start] = this[i];
            return tokens;
        }
    }
}
