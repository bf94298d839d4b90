using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Matches the items of two lists: equal ones with each other, in their order where that can be. What stands between two of these at
    /// one place is matched one by one. Takes time in proportion to n log n.
    /// </summary>
    internal static class ListMatch
    {
        /// <param name="before">The items of the first list; equal numbers mean equal items.</param>
        /// <param name="after">Those of the second list.</param>
        /// <param name="pairsRest">Whether others are matched where they stand between the same ones.</param>
        /// <param name="isMoved">For each item of the second list whether its partner stands elsewhere among the others.</param>
        /// <param name="isTaken">For each item of the first list whether it has a partner.</param>
        /// <returns>For each item of the second list its partner in the first; -1 where it has none.</returns>
        public static int[] Find(ulong[] before, ulong[] after, bool pairsRest, out bool[] isMoved, out bool[] isTaken)
        {
            var partners = new int[after.Length];
            isMoved = new bool[after.Length];
            isTaken = new bool[before.Length];
            // Of those that are equal the first ones go together, then the second ones; a list of places for each number, in one array.
            var last = new Dictionary<ulong, int>();
            var earlier = new int[before.Length];
            for (int i = before.Length - 1; i >= 0; i--)
            {
                earlier[i] = last.TryGetValue(before[i], out int later) ? later : -1;
                last[before[i]] = i;
            }
            for (int i = 0; i < after.Length; i++)
            {
                partners[i] = -1;
                if (!last.TryGetValue(after[i], out int place) || place < 0)
                    continue;
                partners[i] = place;
                isTaken[place] = true;
                last[after[i]] = earlier[place];
            }
            MarkMoved(partners, isMoved);
            if (pairsRest)
                PairRest(partners, isMoved, isTaken);
            return partners;
        }

        // Those that are not in the longest row of partners that goes upwards.
        private static void MarkMoved(int[] partners, bool[] isMoved)
        {
            var ends = new List<int>();
            var previous = new int[partners.Length];
            for (int i = 0; i < partners.Length; i++)
            {
                if (partners[i] < 0)
                    continue;
                isMoved[i] = true;
                int low = 0, high = ends.Count;
                while (low < high)
                {
                    int middle = (low + high) / 2;
                    if (partners[ends[middle]] < partners[i])
                        low = middle + 1;
                    else
                        high = middle;
                }
                previous[i] = low == 0 ? -1 : ends[low - 1];
                if (low == ends.Count)
                    ends.Add(i);
                else
                    ends[low] = i;
            }
            for (int i = ends.Count == 0 ? -1 : ends[ends.Count - 1]; i >= 0; i = previous[i])
                isMoved[i] = false;
        }

        private static void PairRest(int[] partners, bool[] isMoved, bool[] isTaken)
        {
            int next = 0;
            for (int i = 0; i < partners.Length;)
            {
                if (partners[i] >= 0)
                {
                    if (!isMoved[i])
                        next = partners[i] + 1;
                    i++;
                    continue;
                }
                // Up to the next one that stands still.
                int end = i;
                while (end < partners.Length && (partners[end] < 0 || isMoved[end]))
                    end++;
                int limit = end < partners.Length ? partners[end] : isTaken.Length;
                for (; i < end; i++)
                {
                    if (partners[i] >= 0)
                        continue;
                    while (next < limit && isTaken[next])
                        next++;
                    if (next >= limit)
                        continue;
                    partners[i] = next;
                    isTaken[next++] = true;
                }
            }
        }
    }
}
