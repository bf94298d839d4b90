using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Finds the differences between two documents. It is not recursive, so graphs may be arbitrarily deep. Tracked objects are queued:
    /// items of lists and maps, which are matched by their keys, come before objects that single members refer to.
    /// </summary>
    internal sealed class DocumentComparer
    {
        private static readonly string[] s_keys = { "Id", "ID", "Key", "Guid", "Name" };

        // The memory by which entries are found by their keys, roughly.
        private const int BytesOfEntry = 32;

        private readonly KitbagCompareOptions _options;
        private readonly List<KitbagDifference> _found = new List<KitbagDifference>();
        private readonly Dictionary<string, string> _counterparts = new Dictionary<string, string>();
        private readonly Dictionary<SchemaType, MemberMatch> _matches = new Dictionary<SchemaType, MemberMatch>();
        private readonly HashSet<string> _taken = new HashSet<string>();
        private readonly Queue<NodePair> _objects = new Queue<NodePair>();
        private readonly Queue<NodePair> _references = new Queue<NodePair>();

        public DocumentComparer(KitbagCompareOptions options) => _options = options;

        public KitbagComparison Compare(KitbagNode before, KitbagNode after)
        {
            var open = new Stack<IEnumerator<NodePair>>();
            if (Begin(before, after) is { } root)
                open.Push(root.GetEnumerator());
            Start(before.Document.Body);
            Start(after.Document.Body);
            while (!IsFull)
            {
                if (open.Count == 0 && _objects.Count != 0)
                {
                    NodePair pair = _objects.Dequeue();
                    open.Push(Parts(pair.Before, pair.After).GetEnumerator());
                }
                if (open.Count == 0)
                {
                    if (_references.Count == 0)
                        break;
                    NodePair pair = _references.Dequeue();
                    Begin(pair.Before, pair.After);
                    continue;
                }
                IEnumerator<NodePair> pairs = open.Peek();
                if (!pairs.MoveNext())
                    open.Pop();
                else if (Begin(pairs.Current.Before, pairs.Current.After) is { } parts)
                    open.Push(parts.GetEnumerator());
            }
            bool isCut = IsFull;
            if (isCut)
                _found.RemoveRange(_options.MaxDifferences, _found.Count - _options.MaxDifferences);
            return new KitbagComparison(_found, isCut);
        }

        private static void Start(Body body) => body.Compared.Begin(body.Limits.AllocationFor(body.Length));

        private static void Count(KitbagNode node, long values)
        {
            try
            {
                node.Column!.Body.Compared.Count(values);
            }
            catch (KitbagException e)
            {
                throw node.Document.Place(e, node.Place, node.Column);
            }
        }

        private bool IsFull => _found.Count > _options.MaxDifferences;

        private void Tell(KitbagDifferenceKind kind, KitbagNode? before, KitbagNode? after) =>
            _found.Add(new KitbagDifference(kind, before, after));

        // Compares two values themselves; returns the pairs of their parts, if they have parts.
        private IEnumerable<NodePair>? Begin(KitbagNode before, KitbagNode after)
        {
            if (before.Kind != after.Kind || HasOtherType(before, after) || IsOtherCase(before, after))
            {
                Tell(KitbagDifferenceKind.Changed, before, after);
                return null;
            }
            switch (before.Kind)
            {
                case KitbagNodeKind.Null:
                    return null;
                case KitbagNodeKind.Value:
                    if (!IsSame(before, after))
                        Tell(KitbagDifferenceKind.Changed, before, after);
                    return null;
            }
            if (before.IsTracked && after.IsTracked)
            {
                Refer(before, after, before.Identity!, after.Identity!);
                return null;
            }
            return Parts(before, after);
        }

        // The type of a value that is declared as object is a part of it: 5 is another value than 5L for a reader.
        private static bool HasOtherType(KitbagNode before, KitbagNode after) => before.MayBeAny && after.MayBeAny
            && (before.Type.Kind != after.Type.Kind || before.Type.Element?.Kind != after.Type.Element?.Kind
                || before.Type.Name != after.Type.Name);

        private static bool IsOtherCase(KitbagNode before, KitbagNode after) => UnionPlace.AreOther(before.Union, after.Union)
            || (before.Kind == KitbagNodeKind.Object && before.Type.Name != after.Type.Name
                && before.DeclaredType.Kind == SchemaKind.Union);

        // An object has one counterpart, the first one that it was compared with. A reference that leads to another one has changed,
        // whatever the two objects contain.
        private void Refer(KitbagNode before, KitbagNode after, string first, string second)
        {
            if (_counterparts.TryGetValue(first, out string? counterpart) ? counterpart != second : _taken.Contains(second))
            {
                Tell(KitbagDifferenceKind.Changed, before, after);
            }
            else if (counterpart == null)
            {
                _counterparts.Add(first, second);
                _taken.Add(second);
                _objects.Enqueue(new NodePair(before, after));
            }
        }

        private IEnumerable<NodePair> Parts(KitbagNode before, KitbagNode after) =>
            before.Kind == KitbagNodeKind.Object ? Members(before, after)
                : before.Kind == KitbagNodeKind.Map ? Entries(before, after)
                : Items(before, after);

        private static bool IsSame(KitbagNode before, KitbagNode after) => ScalarOf(before).Is(ScalarOf(after));

        private static ScalarValue ScalarOf(KitbagNode node)
        {
            try
            {
                return ScalarValue.Of(node.Column!, node.Index);
            }
            catch (KitbagException e)
            {
                throw node.Document.Place(e, node.Place, node.Column);
            }
        }

        private IEnumerable<NodePair> Members(KitbagNode before, KitbagNode after)
        {
            MemberMatch match = MemberMatch.Of(_matches, before.Type, after.Type);
            Count(after, match.Partners.Length + match.Removed.Length);
            for (int i = 0; i < match.Partners.Length; i++)
            {
                int partner = match.Partners[i];
                if (partner < 0)
                {
                    Tell(KitbagDifferenceKind.Added, null, after.MemberAt(i));
                    continue;
                }
                // Most members of most objects: no nodes are made for them.
                if (before.IsSeenSame(partner, after, i))
                    continue;
                var pair = new NodePair(before.MemberAt(partner), after.MemberAt(i));
                if (pair.Before.IsTracked && pair.After.IsTracked)
                    _references.Enqueue(pair);
                else
                    yield return pair;
            }
            foreach (int removed in match.Removed)
                Tell(KitbagDifferenceKind.Removed, before.MemberAt(removed), null);
        }

        private IEnumerable<NodePair> Entries(KitbagNode before, KitbagNode after)
        {
            Count(before, BytesOfEntry * (long)before.Count);
            Count(after, BytesOfEntry * (long)after.Count);
            // Tracked objects with the same scalars are different keys: the first of them is matched with the first one, and so on.
            var places = new Dictionary<ulong, int>();
            Dictionary<ulong, int> old = new Dictionary<ulong, int>(), current = new Dictionary<ulong, int>();
            int at = 0;
            foreach (KitbagEntry entry in before.Entries)
                places[Numbered(entry.Key, old)] = at++;
            foreach (KitbagEntry entry in after.Entries)
            {
                if (IsFull)
                    yield break;
                ulong key = Numbered(entry.Key, current);
                if (places.TryGetValue(key, out int place) && places.Remove(key))
                    yield return new NodePair(before[place], entry.Value);
                else
                    Tell(KitbagDifferenceKind.Added, null, entry.Value);
            }
            foreach (int place in places.Values)
            {
                if (IsFull)
                    yield break;
                Tell(KitbagDifferenceKind.Removed, before[place], null);
            }
        }

        private static ulong Numbered(KitbagNode key, Dictionary<ulong, int> seen)
        {
            ulong hash = NodeHash.Of(key);
            seen.TryGetValue(hash, out int count);
            seen[hash] = count + 1;
            return NodeHash.Add(hash, (ulong)count);
        }

        private IEnumerable<NodePair> Items(KitbagNode before, KitbagNode after)
        {
            int start = 0, oldEnd = before.Count, newEnd = after.Count;
            Count(before, oldEnd);
            Count(after, newEnd);
            // The position of an element of a multidimensional array is what identifies it.
            if (before.Type.Rank != 0 && after.Type.Rank != 0)
            {
                foreach (NodePair pair in InPlace(before, after, 0, oldEnd, newEnd))
                    yield return pair;
                yield break;
            }
            bool isKeyed = TryKeys(before, after, out ItemTokens old, out ItemTokens current);
            while (start < oldEnd && start < newEnd && old[start] == current[start])
            {
                if (!before.IsSeenSame(start, after, start))
                    yield return new NodePair(before[start], after[start]);
                start++;
            }
            int end = 0;
            while (oldEnd > start && newEnd > start && old[oldEnd - 1] == current[newEnd - 1])
            {
                oldEnd--;
                newEnd--;
                end++;
            }
            if (Math.Max(oldEnd, newEnd) - start > _options.MaxMatched)
            {
                foreach (NodePair pair in InPlace(before, after, start, oldEnd, newEnd))
                    yield return pair;
            }
            else
            {
                foreach (NodePair pair in Matched(before, after, start,
                    old.Slice(start, oldEnd), current.Slice(start, newEnd), isKeyed))
                    yield return pair;
            }
            for (int i = 0; i < end; i++)
            {
                if (!before.IsSeenSame(oldEnd + i, after, newEnd + i))
                    yield return new NodePair(before[oldEnd + i], after[newEnd + i]);
            }
        }

        private IEnumerable<NodePair> InPlace(KitbagNode before, KitbagNode after, int start, int oldEnd, int newEnd)
        {
            for (int i = start; i < Math.Max(oldEnd, newEnd) && !IsFull; i++)
            {
                if (i >= oldEnd)
                    Tell(KitbagDifferenceKind.Added, null, after[i]);
                else if (i >= newEnd)
                    Tell(KitbagDifferenceKind.Removed, before[i], null);
                else if (!before.IsSeenSame(i, after, i))
                    yield return new NodePair(before[i], after[i]);
            }
        }

        private IEnumerable<NodePair> Matched(KitbagNode before, KitbagNode after, int start, ulong[] old, ulong[] current,
            bool isKeyed)
        {
            ListMatch match = ListMatch.Of(old, current, pairsRest: !isKeyed);
            int[] partners = match.Partners;
            bool[] isMoved = match.IsMoved, isTaken = match.IsTaken;
            int next = 0;
            for (int i = 0; i < partners.Length && !IsFull; i++)
            {
                // A removed item is reported at its old position.
                int partner = partners[i];
                for (; partner >= 0 && !isMoved[i] && next < partner; next++)
                {
                    if (!isTaken[next])
                        Tell(KitbagDifferenceKind.Removed, before[start + next], null);
                }
                if (partner < 0)
                {
                    Tell(KitbagDifferenceKind.Added, null, after[start + i]);
                    continue;
                }
                if (isMoved[i])
                    Tell(KitbagDifferenceKind.Moved, before[start + partner], after[start + i]);
                else
                    next = Math.Max(next, partner + 1);
                if (!before.IsSeenSame(start + partner, after, start + i))
                    yield return new NodePair(before[start + partner], after[start + i]);
            }
            for (; next < isTaken.Length && !IsFull; next++)
            {
                if (!isTaken[next])
                    Tell(KitbagDifferenceKind.Removed, before[start + next], null);
            }
        }

        // Matches items by the member that identifies them: the chosen one, or the one with a known name if both lists have it and it is
        // different in each item. Otherwise items are matched by value.
        private bool TryKeys(KitbagNode before, KitbagNode after, out ItemTokens old, out ItemTokens current)
        {
            int oldCount = before.Count, count = after.Count;
            if (oldCount != 0 && count != 0 && Math.Max(oldCount, count) <= _options.MaxMatched)
            {
                foreach (string name in Chosen(after) ?? s_keys)
                {
                    if (name.Length != 0 && ItemTokens.OfKey(before, oldCount, name) is { } first
                        && ItemTokens.OfKey(after, count, name) is { } second)
                    {
                        old = first;
                        current = second;
                        return true;
                    }
                }
            }
            old = ItemTokens.OfValues(before, oldCount, _options.MaxMatched);
            current = ItemTokens.OfValues(after, count, _options.MaxMatched);
            return false;
        }

        private string[]? Chosen(KitbagNode list)
        {
            KitbagNode first = list[0];
            return first.Kind == KitbagNodeKind.Object && _options.Keys.TryGetValue(first.Type.Name, out string? name)
                ? new[] { name }
                : null;
        }
    }
}
