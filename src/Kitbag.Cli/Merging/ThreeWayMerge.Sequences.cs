using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    internal sealed partial class ThreeWayMerge
    {
        // The maximum cost of finding the common items of two lists.
        private const long MostComparisons = 16_000_000;

        // Items without a key are merged like lines of text: items between those that all three lists have in common come from the side
        // that changed them.
        private JsonArray Sequence(string path, SchemaType? type, JsonNode?[] @base, JsonNode?[] ours, JsonNode?[] theirs)
        {
            int[]? inOurs = Match(@base, ours), inTheirs = Match(@base, theirs);
            var result = new JsonArray();
            if (inOurs == null || inTheirs == null)
            {
                _conflicts.Add(new Conflict(path, null, null, null));
                return new JsonArray([.. ours.Select(Copy)]);
            }
            int b = 0, o = 0, t = 0;
            for (int i = 0; i <= @base.Length; i++)
            {
                bool isEnd = i == @base.Length;
                if (!isEnd && (inOurs[i] < 0 || inTheirs[i] < 0))
                    continue;
                int endOurs = isEnd ? ours.Length : inOurs[i], endTheirs = isEnd ? theirs.Length : inTheirs[i];
                Append(result, Gap(path, type, o, @base[b..i], ours[o..endOurs], theirs[t..endTheirs]));
                if (!isEnd)
                    result.Add(Copy(ours[endOurs]));
                (b, o, t) = (i + 1, endOurs + 1, endTheirs + 1);
            }
            return result;
        }

        private static void Append(JsonArray to, JsonNode?[] items)
        {
            foreach (JsonNode? item in items)
                to.Add(Copy(item));
        }

        private JsonNode?[] Gap(string path, SchemaType? type, int at, JsonNode?[] @base, JsonNode?[] ours, JsonNode?[] theirs)
        {
            if (AreSame(ours, theirs) || AreSame(@base, theirs))
                return ours;
            if (AreSame(@base, ours))
                return theirs;
            if (@base.Length == ours.Length && ours.Length == theirs.Length)
                return [.. ours.Select((item, i) => Value(Paths.Item(path, at + i), type, @base[i], item, theirs[i]))];
            _conflicts.Add(new Conflict(Paths.Item(path, at), Text(@base), Text(ours), Text(theirs)));
            return ours;
        }

        private static bool AreSame(JsonNode?[] a, JsonNode?[] b) =>
            a.Length == b.Length && !a.Where((item, i) => !AreEqual(item, b[i])).Any();

        private static string Text(JsonNode?[] items) => "[" + string.Join(",", items.Select(Text)) + "]";

        /// <summary>
        /// For each item of one list, its index in the other, or -1: a longest common subsequence; null if that takes too long.
        /// </summary>
        private static int[]? Match(JsonNode?[] a, JsonNode?[] b)
        {
            var places = new int[a.Length];
            Array.Fill(places, -1);
            // Strings are compared faster than trees.
            string[] x = [.. a.Select(Text)!], y = [.. b.Select(Text)!];
            int start = 0, endX = x.Length, endY = y.Length;
            for (; start < endX && start < endY && x[start] == y[start]; start++)
                places[start] = start;
            for (; endX > start && endY > start && x[endX - 1] == y[endY - 1]; endX--, endY--)
                places[endX - 1] = endY - 1;
            int n = endX - start, m = endY - start;
            if ((long)n * m > MostComparisons)
                return null;
            var lengths = new int[n + 1, m + 1];
            for (int i = n - 1; i >= 0; i--)
            {
                for (int j = m - 1; j >= 0; j--)
                    lengths[i, j] = x[start + i] == y[start + j]
                        ? lengths[i + 1, j + 1] + 1
                        : Math.Max(lengths[i + 1, j], lengths[i, j + 1]);
            }
            for (int i = 0, j = 0; i < n && j < m;)
            {
                if (x[start + i] == y[start + j])
                    places[start + i++] = start + j++;
                else if (lengths[i + 1, j] >= lengths[i, j + 1])
                    i++;
                else
                    j++;
            }
            return places;
        }
    }
}
