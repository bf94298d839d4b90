using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Finds the differences between two documents. Nothing recurses: graphs may be as deep as they like. Tracked objects wait until their
    /// turn comes: items of lists and maps, which are matched by their keys, before what single members refer to.
    /// </summary>
    internal sealed class DocumentComparer
    {
        private static readonly string[] s_keys = { "Id", "ID", "Key", "Guid", "Name" };

        private readonly KitbagCompareOptions _options;
        private readonly List<KitbagDifference> _found = new List<KitbagDifference>();
        private readonly Dictionary<string, string> _counterparts = new Dictionary<string, string>();
        private readonly HashSet<string> _taken = new HashSet<string>();
        private readonly Queue<(KitbagNode, KitbagNode)> _objects = new Queue<(KitbagNode, KitbagNode)>();
        private readonly Queue<(KitbagNode, KitbagNode)> _references = new Queue<(KitbagNode, KitbagNode)>();

        public DocumentComparer(KitbagCompareOptions options) => _options = options;

        public KitbagComparison Compare(KitbagNode before, KitbagNode after)
        {
            var open = new Stack<IEnumerator<(KitbagNode, KitbagNode)>>();
            if (Begin(before, after) is { } root)
                open.Push(root.GetEnumerator());
            while (_found.Count <= _options.MaxDifferences)
            {
                if (open.Count == 0 && _objects.Count != 0)
                {
                    (KitbagNode old, KitbagNode current) = _objects.Dequeue();
                    open.Push(Parts(old, current).GetEnumerator());
                }
                if (open.Count == 0)
                {
                    if (_references.Count == 0)
                        break;
                    (KitbagNode old, KitbagNode current) = _references.Dequeue();
                    Begin(old, current);
                    continue;
                }
                IEnumerator<(KitbagNode Before, KitbagNode After)> pairs = open.Peek();
                if (!pairs.MoveNext())
                    open.Pop();
                else if (Begin(pairs.Current.Before, pairs.Current.After) is { } parts)
                    open.Push(parts.GetEnumerator());
            }
            bool isCut = _found.Count > _options.MaxDifferences;
            if (isCut)
                _found.RemoveRange(_options.MaxDifferences, _found.Count - _options.MaxDifferences);
            return new KitbagComparison(_found, isCut);
        }

        private void Tell(KitbagDifferenceKind kind, KitbagNode? before, KitbagNode? after) =>
            _found.Add(new KitbagDifference(kind, before, after));

        // Compares two values themselves; answers the pairs of what they are made of, where they are made of something.
        private IEnumerable<(KitbagNode, KitbagNode)>? Begin(KitbagNode before, KitbagNode after)
        {
            if (before.Kind != after.Kind || (before.Kind == KitbagNodeKind.Object && before.Type.Name != after.Type.Name
                && before.DeclaredType.Kind == SchemaKind.Union))
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
            if (before.Identity is { } first && after.Identity is { } second)
            {
                Refer(before, after, first, second);
                return null;
            }
            return Parts(before, after);
        }

        // An object has one counterpart, that which it was met with first. A reference that leads to another one has changed, whatever the
        // two objects hold.
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
                _objects.Enqueue((before, after));
            }
        }

        private IEnumerable<(KitbagNode, KitbagNode)> Parts(KitbagNode before, KitbagNode after) =>
            before.Kind == KitbagNodeKind.Object ? Members(before, after)
                : before.Kind == KitbagNodeKind.Map ? Entries(before, after)
                : Items(before, after);

        private static bool IsSame(KitbagNode before, KitbagNode after) => before.ToString() == after.ToString()
            || (before.Type.Kind != after.Type.Kind && Equals(before.Value, after.Value));

        private IEnumerable<(KitbagNode, KitbagNode)> Members(KitbagNode before, KitbagNode after)
        {
            foreach (KitbagMember member in after.Members)
            {
                if (before.TryGet(member.Name, out KitbagNode old) && old.Identity != null && member.Value.Identity != null)
                    _references.Enqueue((old, member.Value));
                else if (before.MemberIndex(member.Name) >= 0)
                    yield return (old, member.Value);
                else
                    Tell(KitbagDifferenceKind.Added, null, member.Value);
            }
            foreach (KitbagMember member in before.Members)
            {
                if (after.MemberIndex(member.Name) < 0)
                    Tell(KitbagDifferenceKind.Removed, member.Value, null);
            }
        }

        private IEnumerable<(KitbagNode, KitbagNode)> Entries(KitbagNode before, KitbagNode after)
        {
            var places = new Dictionary<ulong, int>();
            int at = 0;
            foreach (KitbagEntry entry in before.Entries)
                places[NodeHash.Of(entry.Key)] = at++;
            foreach (KitbagEntry entry in after.Entries)
            {
                ulong key = NodeHash.Of(entry.Key);
                if (places.TryGetValue(key, out int place) && places.Remove(key))
                    yield return (before[place], entry.Value);
                else
                    Tell(KitbagDifferenceKind.Added, null, entry.Value);
            }
            foreach (int place in places.Values)
                Tell(KitbagDifferenceKind.Removed, before[place], null);
        }

        private IEnumerable<(KitbagNode, KitbagNode)> Items(KitbagNode before, KitbagNode after)
        {
            int start = 0, oldEnd = before.Count, newEnd = after.Count;
            string? key = KeyOf(before, after);
            while (start < oldEnd && start < newEnd && Token(before[start], key) == Token(after[start], key))
            {
                yield return (before[start], after[start]);
                start++;
            }
            int end = 0;
            while (oldEnd > start && newEnd > start && Token(before[oldEnd - 1], key) == Token(after[newEnd - 1], key))
            {
                oldEnd--;
                newEnd--;
                end++;
            }
            if (Math.Max(oldEnd, newEnd) - start > _options.MaxMatched)
            {
                foreach ((KitbagNode, KitbagNode) pair in InPlace(before, after, start, oldEnd, newEnd))
                    yield return pair;
            }
            else
            {
                foreach ((KitbagNode, KitbagNode) pair in Matched(before, after, start, oldEnd, newEnd, key))
                    yield return pair;
            }
            for (int i = 0; i < end; i++)
                yield return (before[oldEnd + i], after[newEnd + i]);
        }

        private IEnumerable<(KitbagNode, KitbagNode)> InPlace(KitbagNode before, KitbagNode after, int start, int oldEnd, int newEnd)
        {
            for (int i = start; i < Math.Max(oldEnd, newEnd); i++)
            {
                if (i >= oldEnd)
                    Tell(KitbagDifferenceKind.Added, null, after[i]);
                else if (i >= newEnd)
                    Tell(KitbagDifferenceKind.Removed, before[i], null);
                else
                    yield return (before[i], after[i]);
            }
        }

        private IEnumerable<(KitbagNode, KitbagNode)> Matched(KitbagNode before, KitbagNode after, int start, int oldEnd, int newEnd,
            string? key)
        {
            ListMatch match = ListMatch.Of(Tokens(before, start, oldEnd, key), Tokens(after, start, newEnd, key), key == null);
            int[] partners = match.Partners;
            bool[] isMoved = match.IsMoved, isTaken = match.IsTaken;
            int next = 0;
            for (int i = 0; i < partners.Length; i++)
            {
                // What is gone is told where it stood.
                int old = partners[i];
                for (; old >= 0 && !isMoved[i] && next < old; next++)
                {
                    if (!isTaken[next])
                        Tell(KitbagDifferenceKind.Removed, before[start + next], null);
                }
                if (old < 0)
                {
                    Tell(KitbagDifferenceKind.Added, null, after[start + i]);
                    continue;
                }
                if (isMoved[i])
                    Tell(KitbagDifferenceKind.Moved, before[start + old], after[start + i]);
                else
                    next = Math.Max(next, old + 1);
                yield return (before[start + old], after[start + i]);
            }
            for (; next < isTaken.Length; next++)
            {
                if (!isTaken[next])
                    Tell(KitbagDifferenceKind.Removed, before[start + next], null);
            }
        }

        private static ulong[] Tokens(KitbagNode list, int start, int end, string? key)
        {
            var tokens = new ulong[end - start];
            for (int i = start; i < end; i++)
                tokens[i - start] = Token(list[i], key);
            return tokens;
        }

        private static ulong Token(KitbagNode item, string? key) =>
            NodeHash.Of(key != null && item.Kind == KitbagNodeKind.Object ? item[key] : item);

        // The member by which items are told apart: chosen, or by its name if both lists have it, and different in each item.
        private string? KeyOf(KitbagNode before, KitbagNode after)
        {
            if (before.Count == 0 || after.Count == 0 || Math.Max(before.Count, after.Count) > _options.MaxMatched)
                return null;
            foreach (string name in Chosen(after) ?? s_keys)
            {
                if (name.Length != 0 && IsKey(before, name) && IsKey(after, name))
                    return name;
            }
            return null;
        }

        private string[]? Chosen(KitbagNode list)
        {
            KitbagNode first = list[0];
            return first.Kind == KitbagNodeKind.Object && _options.Keys.TryGetValue(first.Type.Name, out string? name)
                ? new[] { name }
                : null;
        }

        private static bool IsKey(KitbagNode list, string name)
        {
            var seen = new HashSet<ulong>();
            foreach (KitbagNode item in list.Items)
            {
                if (item.IsNull)
                    continue;
                if (item.Kind != KitbagNodeKind.Object || item.MemberIndex(name) < 0)
                    return false;
                KitbagNode key = item[name];
                if (key.Kind != KitbagNodeKind.Value || !seen.Add(NodeHash.Of(key)))
                    return false;
            }
            return seen.Count != 0;
        }
    }
}
