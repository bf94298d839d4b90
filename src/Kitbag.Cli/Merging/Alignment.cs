using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Cli.Merging
{
    /// <summary>Determines which items of a list are in a changed version of it: a longest common subsequence.</summary>
    internal static class Alignment
    {
        // The maximum cost of finding the common items of two lists.
        private const long MostComparisons = 16_000_000;

        /// <summary>
        /// Returns for each item of a list its index in the other, or -1; null if that takes too long. Equal indices are preferred.
        /// </summary>
        public static int[]? Of(string[] a, string[] b)
        {
            int start = 0, endA = a.Length, endB = b.Length;
            while (start < endA && start < endB && a[start] == b[start])
                start++;
            while (endA > start && endB > start && a[endA - 1] == b[endB - 1])
                (endA, endB) = (endA - 1, endB - 1);
            int[]? middle = OfMiddle(a[start..endA], b[start..endB]);
            return middle == null ? null : [.. Enumerable.Range(0, start), .. middle.Select(p => p < 0 ? p : start + p),
                .. Enumerable.Range(endB, a.Length - endA)];
        }

        /// <summary>Returns whether all matched items have the index that follows from that of the first item.</summary>
        public static bool IsInPlace(ReadOnlySpan<int> places, int first)
        {
            for (int i = 0; i < places.Length; i++)
            {
                if (places[i] >= 0 && places[i] != first + i)
                    return false;
            }
            return true;
        }

        private static int[]? OfMiddle(string[] a, string[] b)
        {
            int[] inPlace = [.. a.Select((item, i) => i < b.Length && b[i] == item ? i : -1)];
            int same = a.Length == b.Length ? inPlace.Count(p => p >= 0) : -1;
            // In large grids whose values have been replaced, no alignment can be longer.
            if (same == MostInCommon(a, b))
                return inPlace;
            if ((long)a.Length * b.Length > MostComparisons)
                return null;
            int[,] lengths = LongestLengths(a, b);
            return same == lengths[0, 0] ? inPlace : Longest(a, b, lengths);
        }

        // The number of items that both lists have, in any order.
        private static int MostInCommon(string[] a, string[] b)
        {
            Dictionary<string, int> counts = a.CountBy(item => item, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
            return b.CountBy(item => item, StringComparer.Ordinal).Sum(item => Math.Min(item.Value, counts.GetValueOrDefault(item.Key)));
        }

        // For all pairs of ends of both lists, the length of their longest common subsequence.
        private static int[,] LongestLengths(string[] a, string[] b)
        {
            var lengths = new int[a.Length + 1, b.Length + 1];
            for (int i = a.Length - 1; i >= 0; i--)
            {
                for (int j = b.Length - 1; j >= 0; j--)
                    lengths[i, j] = a[i] == b[j] ? lengths[i + 1, j + 1] + 1 : Math.Max(lengths[i + 1, j], lengths[i, j + 1]);
            }
            return lengths;
        }

        private static int[] Longest(string[] a, string[] b, int[,] lengths)
        {
            var places = new int[a.Length];
            Array.Fill(places, -1);
            for (int i = 0, j = 0; i < a.Length && j < b.Length;)
            {
                if (a[i] == b[j])
                    places[i++] = j++;
                else if (lengths[i + 1, j] >= lengths[i, j + 1])
                    i++;
                else
                    j++;
            }
            return places;
        }
    }
}
