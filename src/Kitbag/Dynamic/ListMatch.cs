using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Matches the items of two lists: first a long sequence of equal ones that both have in the same order, then items that were moved,
    /// then items at the same position between the same neighbors.
    /// </summary>
    internal sealed class ListMatch
    {
        // After this many differences, the best position so far is used: the sequence is long, but perhaps not the longest.
        private const int MostSteps = 512;

        private readonly ulong[] _before, _after;

        // How far each diagonal was reached from the start and from the end, as in Myers, "An O(ND) Difference Algorithm" (1986).
        private readonly int[] _forward, _backward;
        private readonly int _offset;

        private ListMatch(ulong[] before, ulong[] after)
        {
            _before = before;
            _after = after;
            _offset = after.Length + 1;
            _forward = new int[before.Length + after.Length + 3];
            _backward = new int[_forward.Length];
            Partners = new int[after.Length];
            IsMoved = new bool[after.Length];
            IsTaken = new bool[before.Length];
            Partners.AsSpan().Fill(-1);
        }

        /// <summary>Gets the index in the first list of the match of each item of the second list, or -1.</summary>
        public int[] Partners { get; }

        /// <summary>For each item of the second list, whether its match was moved.</summary>
        public bool[] IsMoved { get; }

        /// <summary>For each item of the first list, whether it has a match.</summary>
        public bool[] IsTaken { get; }

        /// <summary>Matches two lists.</summary>
        /// <param name="before">The items of the first list; equal numbers mean equal items.</param>
        /// <param name="after">Those of the second list.</param>
        /// <param name="pairsRest">Whether remaining items are matched that have the same position between the same neighbors.</param>
        public static ListMatch Of(ulong[] before, ulong[] after, bool pairsRest)
        {
            var match = new ListMatch(before, after);
            match.FindCommon();
            match.FindMoved();
            if (pairsRest)
                match.PairRest();
            return match;
        }

        private void Pair(int before, int after)
        {
            Partners[after] = before;
            IsTaken[before] = true;
        }

        private void FindCommon()
        {
            var open = new Stack<(int, int, int, int)>();
            open.Push((0, _before.Length, 0, _after.Length));
            while (open.Count != 0)
            {
                (int oldStart, int oldEnd, int newStart, int newEnd) = open.Pop();
                while (oldStart < oldEnd && newStart < newEnd && _before[oldStart] == _after[newStart])
                    Pair(oldStart++, newStart++);
                while (oldStart < oldEnd && newStart < newEnd && _before[oldEnd - 1] == _after[newEnd - 1])
                    Pair(--oldEnd, --newEnd);
                if (oldStart == oldEnd || newStart == newEnd)
                    continue;
                (int x, int y) = FindMiddle(oldStart, oldEnd, newStart, newEnd);
                open.Push((x, oldEnd, y, newEnd));
                open.Push((oldStart, x, newStart, y));
            }
        }

        // A position on a shortest path from the start of both lists to their ends.
        private (int Old, int New) FindMiddle(int oldStart, int oldEnd, int newStart, int newEnd)
        {
            int least = oldStart - newEnd, most = oldEnd - newStart, first = oldStart - newStart, last = oldEnd - newEnd;
            int forwardMin = first, forwardMax = first, backwardMin = last, backwardMax = last;
            bool isOdd = ((first - last) & 1) != 0;
            _forward[first + _offset] = oldStart;
            _backward[last + _offset] = oldEnd;
            for (int steps = 1; ; steps++)
            {
                Widen(_forward, ref forwardMin, ref forwardMax, least, most, -1);
                for (int d = forwardMax; d >= forwardMin; d -= 2)
                {
                    int low = _forward[d - 1 + _offset], high = _forward[d + 1 + _offset], x = low >= high ? low + 1 : high;
                    for (; x < oldEnd && x - d < newEnd && _before[x] == _after[x - d]; x++)
                    {
                    }
                    _forward[d + _offset] = x;
                    if (isOdd && backwardMin <= d && d <= backwardMax && _backward[d + _offset] <= x)
                        return (x, x - d);
                }
                Widen(_backward, ref backwardMin, ref backwardMax, least, most, int.MaxValue);
                for (int d = backwardMax; d >= backwardMin; d -= 2)
                {
                    int low = _backward[d - 1 + _offset], high = _backward[d + 1 + _offset], x = low < high ? low : high - 1;
                    for (; x > oldStart && x - d > newStart && _before[x - 1] == _after[x - d - 1]; x--)
                    {
                    }
                    _backward[d + _offset] = x;
                    if (!isOdd && forwardMin <= d && d <= forwardMax && x <= _forward[d + _offset])
                        return (x, x - d);
                }
                if (steps >= MostSteps)
                    return Furthest(forwardMin, forwardMax, oldEnd, newEnd);
            }
        }

        private void Widen(int[] reached, ref int min, ref int max, int least, int most, int outside)
        {
            if (min > least)
                reached[--min - 1 + _offset] = outside;
            else
                min++;
            if (max < most)
                reached[++max + 1 + _offset] = outside;
            else
                max--;
        }

        private (int Old, int New) Furthest(int min, int max, int oldEnd, int newEnd)
        {
            int bestOld = -1, bestNew = -1;
            for (int d = max; d >= min; d -= 2)
            {
                int x = Math.Min(_forward[d + _offset], oldEnd), y = x - d;
                if (y > newEnd)
                    (x, y) = (newEnd + d, newEnd);
                if (x + y > bestOld + bestNew)
                    (bestOld, bestNew) = (x, y);
            }
            return (bestOld, bestNew);
        }

        // Matches the remaining items that occur exactly once in each list.
        private void FindMoved()
        {
            var places = new Dictionary<ulong, int>();
            for (int i = 0; i < _before.Length; i++)
            {
                if (!IsTaken[i])
                    places[_before[i]] = places.ContainsKey(_before[i]) ? -1 : i;
            }
            if (places.Count == 0)
                return;
            var seen = new Dictionary<ulong, int>();
            for (int i = 0; i < _after.Length; i++)
            {
                if (Partners[i] < 0)
                    seen[_after[i]] = seen.ContainsKey(_after[i]) ? -1 : i;
            }
            foreach (KeyValuePair<ulong, int> one in seen)
            {
                if (one.Value < 0 || !places.TryGetValue(one.Key, out int place) || place < 0)
                    continue;
                Pair(place, one.Value);
                IsMoved[one.Value] = true;
            }
        }

        private void PairRest()
        {
            int next = 0;
            for (int i = 0; i < Partners.Length;)
            {
                if (Partners[i] >= 0)
                {
                    if (!IsMoved[i])
                        next = Partners[i] + 1;
                    i++;
                    continue;
                }
                // Up to the next item that was not moved.
                int end = i;
                while (end < Partners.Length && (Partners[end] < 0 || IsMoved[end]))
                    end++;
                int limit = end < Partners.Length ? Partners[end] : IsTaken.Length;
                for (; i < end; i++)
                {
                    while (Partners[i] < 0 && next < limit && IsTaken[next])
                        next++;
                    if (Partners[i] < 0 && next < limit)
                        Pair(next++, i);
                }
            }
        }
    }
}
