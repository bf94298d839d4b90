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
        // Items without a key are merged like lines of text: items between those that all three lists have in common come from the side
        // that changed them.
        private JsonArray Sequence(string path, SchemaType? type, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            // Strings are compared faster than trees.
            string[] baseTexts = Texts(@base), ourTexts = Texts(ours), theirTexts = Texts(theirs);
            if (Alignment.Of(baseTexts, ourTexts) is not { } inOurs || Alignment.Of(baseTexts, theirTexts) is not { } inTheirs)
                return WholeConflict(path, @base, ours, theirs);
            int before = _conflicts.Count;
            var result = new JsonArray();
            int b = 0, o = 0, t = 0;
            for (int i = 0; i <= @base.Count; i++)
            {
                bool isEnd = i == @base.Count;
                if (!isEnd && (inOurs[i] < 0 || inTheirs[i] < 0))
                    continue;
                int endOurs = isEnd ? ours.Count : inOurs[i], endTheirs = isEnd ? theirs.Count : inTheirs[i];
                bool isInPlace = Alignment.IsInPlace(inOurs.AsSpan(b, i - b), o) && Alignment.IsInPlace(inTheirs.AsSpan(b, i - b), t);
                foreach (JsonNode? item in Gap(path, type, o, isInPlace, [.. @base.Take(b..i)], [.. ours.Take(o..endOurs)],
                    [.. theirs.Take(t..endTheirs)]))
                {
                    result.Add(Copy(item));
                }
                if (!isEnd)
                    result.Add(Copy(ours[endOurs]));
                (b, o, t) = (i + 1, endOurs + 1, endTheirs + 1);
            }
            string[] texts = Texts(result);
            bool isWrong = !KeepsUnique(type, texts, baseTexts, ourTexts, theirTexts) || HasRemoved(texts, baseTexts, ourTexts, theirTexts)
                || (_conflicts.Count == before && !AgreesWithIndices(path, type, result, @base, ours, theirs, inOurs, inTheirs));
            if (!isWrong)
                return result;
            _conflicts.RemoveRange(before, _conflicts.Count - before);
            return WholeConflict(path, @base, ours, theirs);
        }

        private JsonArray WholeConflict(string path, JsonArray @base, JsonArray ours, JsonArray theirs) =>
            (JsonArray)Copy(Undecided(path, @base, ours, theirs))!;

        // In lists of one length, an index may have a meaning: a slot, or a cell of a grid. If a side has moved items, the result must be
        // correct for such lists, too.
        private static bool AgreesWithIndices(string path, SchemaType? type, JsonArray result, JsonArray @base, JsonArray ours,
            JsonArray theirs, int[] inOurs, int[] inTheirs)
        {
            if (@base.Count != ours.Count || ours.Count != theirs.Count
                || (Alignment.IsInPlace(inOurs, 0) && Alignment.IsInPlace(inTheirs, 0)))
            {
                return true;
            }
            var merge = new ThreeWayMerge(favorsBase: false);
            JsonNode?[] byIndex = merge.ByIndex(path, type, 0, [.. @base], [.. ours], [.. theirs]);
            return merge._conflicts.Count == 0 && AreSame(result, byIndex);
        }

        // The list may be a set.
        private static bool KeepsUnique(SchemaType? type, string[] result, params string[][] sides) =>
            IsUnique(type, result) || !sides.All(side => IsUnique(type, side));

        // Whether a side has moved an item that the other one has removed. Cells of a grid are changed, not removed.
        private static bool HasRemoved(string[] result, string[] @base, string[] ours, string[] theirs)
        {
            if (@base.Length == ours.Length && ours.Length == theirs.Length)
                return false;
            Dictionary<string, int> before = Counts(@base), our = Counts(ours), their = Counts(theirs), after = Counts(result);
            return before.Any(item => item.Value == 1 && our.GetValueOrDefault(item.Key) + their.GetValueOrDefault(item.Key) == 1
                && after.ContainsKey(item.Key));
        }

        private static Dictionary<string, int> Counts(string[] texts) =>
            texts.CountBy(text => text, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);

        private static bool IsUnique(SchemaType? type, string[] texts) =>
            texts.Select(text => EqualText.Of(type, text)).Distinct(StringComparer.Ordinal).Count() == texts.Length;

        private JsonNode?[] Gap(string path, SchemaType? type, int at, bool isInPlace, JsonNode?[] @base, JsonNode?[] ours,
            JsonNode?[] theirs)
        {
            if (AreSame(ours, theirs) || AreSame(@base, theirs))
                return ours;
            if (AreSame(@base, ours))
                return theirs;
            if (isInPlace && @base.Length == ours.Length && ours.Length == theirs.Length)
                return ByIndex(path, type, at, @base, ours, theirs);
            _conflicts.Add(new Conflict(Paths.Item(path, at), Text(@base), Text(ours), Text(theirs)));
            return _favorsBase ? @base : ours;
        }

        private JsonNode?[] ByIndex(string path, SchemaType? type, int at, JsonNode?[] @base, JsonNode?[] ours, JsonNode?[] theirs) =>
            [.. ours.Select((item, i) => Item(Paths.Item(path, at + i), type, @base[i], item, theirs[i]))];

        // Nobody can tell whether an object with changes on both sides is the same one on both: one side may have replaced it.
        private JsonNode? Item(string path, SchemaType? type, JsonNode? @base, JsonNode? ours, JsonNode? theirs) =>
            ours is JsonObject && !AreEqual(@base, ours) && !AreEqual(@base, theirs) && !AreEqual(ours, theirs)
                ? Undecided(path, @base, ours, theirs)
                : Value(path, type, @base, ours, theirs);

        private static bool AreSame(IList<JsonNode?> a, IList<JsonNode?> b) =>
            a.Count == b.Count && !a.Where((item, i) => !AreEqual(item, b[i])).Any();

        private static string[] Texts(JsonArray items) => [.. items.Select(i => Text(i)!)];

        private static string Text(JsonNode?[] items) => "[" + string.Join(",", items.Select(Text)) + "]";
    }
}
