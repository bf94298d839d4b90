using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>Finds the lines of a type that exist before and after a change.</summary>
    internal static class SchemaLineMatch
    {
        // Beyond that, a table of all pairs would take long: lines between the first and the last difference count as changed.
        private const long MostPairs = 4_000_000;

        /// <summary>Returns the matching old line for each new line, or -1.</summary>
        /// <param name="olds">The old lines.</param>
        /// <param name="news">The new lines.</param>
        /// <param name="isSorted">Whether the order is not meaningful.</param>
        public static int[] Of(List<SchemaLine> olds, List<SchemaLine> news, bool isSorted)
        {
            var pairs = new int[news.Count];
            for (int i = 0; i < pairs.Length; i++)
                pairs[i] = -1;
            string[] from = Texts(olds), to = Texts(news);
            if (isSorted)
                ByText(from, to, pairs);
            else
                InOrder(from, to, pairs);
            return pairs;
        }

        private static string[] Texts(List<SchemaLine> lines)
        {
            var texts = new string[lines.Count];
            for (int i = 0; i < texts.Length; i++)
                texts[i] = lines[i].Text;
            return texts;
        }

        private static void ByText(string[] from, string[] to, int[] pairs)
        {
            var places = new Dictionary<string, int>(StringComparer.Ordinal);
            for (int i = 0; i < from.Length; i++)
                places[from[i]] = i;
            for (int i = 0; i < to.Length; i++)
            {
                if (places.TryGetValue(to[i], out int place))
                    pairs[i] = place;
            }
        }

        // Finds the longest common subsequence between the common start and the common end.
        private static void InOrder(string[] from, string[] to, int[] pairs)
        {
            int start = 0, fromEnd = from.Length, toEnd = to.Length;
            for (; start < fromEnd && start < toEnd && from[start] == to[start]; start++)
                pairs[start] = start;
            while (fromEnd > start && toEnd > start && from[fromEnd - 1] == to[toEnd - 1])
                pairs[--toEnd] = --fromEnd;
            int rows = fromEnd - start, columns = toEnd - start;
            if (rows == 0 || columns == 0 || (long)rows * columns > MostPairs)
                return;
            var lengths = new int[(rows + 1) * (columns + 1)];
            for (int i = rows - 1; i >= 0; i--)
            {
                for (int k = columns - 1; k >= 0; k--)
                {
                    int at = (i * (columns + 1)) + k;
                    lengths[at] = from[start + i] == to[start + k]
                        ? lengths[at + columns + 2] + 1
                        : Math.Max(lengths[at + columns + 1], lengths[at + 1]);
                }
            }
            for (int i = 0, k = 0; i < rows && k < columns;)
            {
                int at = (i * (columns + 1)) + k;
                if (from[start + i] == to[start + k])
                    pairs[start + k++] = start + i++;
                else if (lengths[at + columns + 1] >= lengths[at + 1])
                    i++;
                else
                    k++;
            }
        }
    }
}
