using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Merges two values with a common base, as JSON: members by name, entries of maps by key, items of lists by their key or, if they have
    /// none, by their order. If both sides have changed something differently, that is a conflict.
    /// </summary>
    internal sealed partial class ThreeWayMerge
    {
        // JSON null is represented by null; this node represents a missing value.
        public static JsonNode Nothing { get; } = JsonValue.Create("nothing");

        private static readonly JsonSerializerOptions s_json = new JsonSerializerOptions
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            MaxDepth = DocumentMerge.DeepestJson,
        };

        private readonly bool _favorsBase;
        private readonly List<Conflict> _conflicts = [];

        /// <param name="favorsBase">Whether the result has the value of the base, not ours, where there is a conflict.</param>
        public ThreeWayMerge(bool favorsBase) => _favorsBase = favorsBase;

        /// <summary>The conflicts so far.</summary>
        public IReadOnlyList<Conflict> Conflicts => _conflicts;

        /// <summary>Merges values with the same path; <see cref="Nothing"/> represents a missing value.</summary>
        /// <param name="path">Their path.</param>
        /// <param name="type">The type of the values, with which paths distinguish members from entries of maps.</param>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <param name="isKnown">Whether the path identifies the values, if they are objects.</param>
        public JsonNode? At(string path, SchemaType? type, JsonNode? @base, JsonNode? ours, JsonNode? theirs, bool isKnown)
        {
            JsonNode? result = Value(path, type, @base, ours, theirs, isKnown);
            return ReferenceEquals(result, Nothing) ? result : Copy(result);
        }

        // Values are compared as texts, because JsonNode.DeepEquals ignores the sign of zero and the scale of decimals.
        private static bool AreEqual(JsonNode? a, JsonNode? b) => ReferenceEquals(a, b) || (a, b) switch
        {
            (JsonObject x, JsonObject y) => x.Count == y.Count && x.All(m => y.TryGetPropertyValue(m.Key, out JsonNode? other)
                && AreEqual(m.Value, other)),
            (JsonArray x, JsonArray y) => AreSame(x, y),
            (JsonValue x, JsonValue y) => x != Nothing && y != Nothing && x.ToJsonString() == y.ToJsonString(),
            _ => false,
        };

        // A node can have only one parent.
        private static JsonNode? Copy(JsonNode? node) => node?.DeepClone();

        private JsonNode? Value(string path, SchemaType? type, JsonNode? @base, JsonNode? ours, JsonNode? theirs, bool isKnown = false)
        {
            if (AreEqual(ours, theirs) || AreEqual(@base, theirs))
                return InOrder(@base, ours, theirs, ours);
            if (AreEqual(@base, ours))
                return InOrder(@base, ours, theirs, theirs);
            type = TrackedObjects.Content(type, ours);
            if (@base is JsonObject baseObject && ours is JsonObject ourObject && theirs is JsonObject theirObject
                && AreOfOneType(baseObject, ourObject, theirObject) && FlatGraph.NameIn(ours) == null && FlatGraph.NameIn(theirs) == null
                && (isKnown || type?.Kind == SchemaKind.Map || AreSameObject(type, baseObject, ourObject, theirObject)))
                return Members(path, type, baseObject, ourObject, theirObject);
            if (@base is JsonArray baseArray && ours is JsonArray ourArray && theirs is JsonArray theirArray)
                return Items(path, type, baseArray, ourArray, theirArray);
            return Undecided(path, @base, ours, theirs);
        }

        // A value that is equal to another one except for the order of the entries of maps, in the order of the side that has changed it.
        private static JsonNode? InOrder(JsonNode? @base, JsonNode? ours, JsonNode? theirs, JsonNode? content)
        {
            switch (@base, ours, theirs, content)
            {
                case (JsonObject x, JsonObject y, JsonObject z, JsonObject members):
                    KeyValuePair<string, JsonNode?>[] parts = [.. Order(Names(x), Names(y), Names(z)).Where(members.ContainsKey)
                        .Select(name => KeyValuePair.Create(name, InOrder(Of(x, name), Of(y, name), Of(z, name), members[name])))];
                    return parts.SequenceEqual(members) ? members
                        : new JsonObject([.. parts.Select(p => KeyValuePair.Create(p.Key, Copy(p.Value)))]);
                case (JsonArray x, JsonArray y, JsonArray z, JsonArray items) when AreSame(x, y) && AreSame(y, z):
                    JsonNode?[] inOrder = [.. items.Select((item, i) => InOrder(x[i], y[i], z[i], item))];
                    return inOrder.SequenceEqual(items) ? items : new JsonArray([.. inOrder.Select(Copy)]);
                default:
                    return content;
            }
        }

        private JsonNode? Undecided(string path, JsonNode? @base, JsonNode? ours, JsonNode? theirs)
        {
            _conflicts.Add(new Conflict(path, Text(@base), Text(ours), Text(theirs)));
            return _favorsBase ? @base : ours;
        }

        /// <summary>Returns a value as JSON; null if it is missing.</summary>
        public static string? Text(JsonNode? node) =>
            ReferenceEquals(node, Nothing) ? null : node?.ToJsonString(s_json) ?? "null";

        // Objects of different types of a union are different objects.
        private static bool AreOfOneType(params JsonObject[] objects) =>
            objects.Select(o => o.TryGetPropertyValue("$type", out JsonNode? type) ? type?.ToJsonString() : null).Distinct().Count() == 1;

        private JsonObject Members(string path, SchemaType? type, JsonObject @base, JsonObject ours, JsonObject theirs)
        {
            var result = new JsonObject();
            bool isMap = type?.Kind == SchemaKind.Map;
            var keys = new HashSet<string>(StringComparer.Ordinal);
            foreach (string name in Order(Names(@base), Names(ours), Names(theirs)))
            {
                SchemaType? part = name == FlatGraph.Values ? type : isMap ? type!.Element
                    : type?.Members.FirstOrDefault(m => m.Name == name)?.Type;
                JsonNode? merged = Value(isMap ? Paths.Entry(path, name) : Paths.Member(path, name), part,
                    Of(@base, name), Of(ours, name), Of(theirs, name));
                if (ReferenceEquals(merged, Nothing))
                    continue;
                if (!isMap || keys.Add(EqualText.Of(type!.Key, name)))
                    result.Add(name, Copy(merged));
                else
                    Undecided(Paths.Entry(path, name), Of(@base, name), Of(ours, name), Of(theirs, name));
            }
            return result;
        }

        private static JsonNode? Of(JsonObject node, string name) =>
            node.TryGetPropertyValue(name, out JsonNode? value) ? value : Nothing;

        private static List<string> Names(JsonObject node) => [.. node.Select(m => m.Key)];

        private JsonNode? Items(string path, SchemaType? type, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            if (type?.Kind == SchemaKind.Map && Entries(path, type, @base, ours, theirs) is { } entries)
                return entries;
            // Records and arrays with several dimensions: an index has a meaning.
            if (type is { Kind: SchemaKind.Object or SchemaKind.Record })
                return Grid(path, type, Math.Max(SchemaForms.RankOf(type), 1), @base, ours, theirs);
            return ItemKeys.Find(@base, ours, theirs) is { } key ? Keyed(path, type?.Element, key, @base, ours, theirs)
                : Sequence(path, type?.Element, @base, ours, theirs);
        }

        private JsonNode? Grid(string path, SchemaType type, int rank, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            if (Shape(@base, rank) != Shape(ours, rank) || Shape(ours, rank) != Shape(theirs, rank))
                return Undecided(path, @base, ours, theirs);
            return new JsonArray([.. ours.Select((item, i) => Copy(rank > 1
                ? Grid(Paths.Item(path, i), type, rank - 1, (JsonArray)@base[i]!, (JsonArray)item!, (JsonArray)theirs[i]!)
                : Value(Paths.Item(path, i), null, @base[i], item, theirs[i])))]);
        }

        private static string Shape(JsonArray array, int rank) => array.Count
            + (rank > 1 && array.Count != 0 ? "x" + Shape((JsonArray)array[0]!, rank - 1) : "");

        // Entries of maps whose keys are no strings are pairs. A key may be an object with changes, too. Null if keys are not unique.
        private JsonArray? Entries(string path, SchemaType type, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            string? key = ItemKeys.Find(KeysOf(@base), KeysOf(ours), KeysOf(theirs));
            if (key == null && !ItemKeys.AreUnique(ItemKeys.OfEntry, @base, ours, theirs))
                return null;
            Dictionary<string, JsonNode> Index(JsonArray map) => map.ToDictionary(entry => key == null
                ? ItemKeys.KeyOf(entry, ItemKeys.OfEntry)! : ItemKeys.KeyOf(entry![ItemKeys.OfEntry], key)!, entry => entry!);
            Dictionary<string, JsonNode> baseEntries = Index(@base), ourEntries = Index(ours), theirEntries = Index(theirs);
            var result = new JsonArray();
            foreach (string name in Order([.. baseEntries.Keys], [.. ourEntries.Keys], [.. theirEntries.Keys]))
            {
                string place = key == null ? path + "[" + name + "]" : Paths.Keyed(path, ItemKeys.OfEntry + "." + key, name);
                JsonNode? merged = Value(place, SchemaType.EntryOf(type), Of(baseEntries, name), Of(ourEntries, name),
                    Of(theirEntries, name));
                if (!ReferenceEquals(merged, Nothing))
                    result.Add(Copy(merged));
            }
            return result;
        }

        private static JsonNode?[] KeysOf(JsonArray map) => [.. map.Select(entry => entry?[ItemKeys.OfEntry])];

        // The order is that of the side that has changed it. Additions of the other side follow the same items as there.
        private JsonArray Keyed(string path, SchemaType? type, string key, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            Dictionary<string, JsonNode> baseItems = ItemKeys.Index(@base, key), ourItems = ItemKeys.Index(ours, key),
                theirItems = ItemKeys.Index(theirs, key);
            var common = ourItems.Keys.Where(k => baseItems.ContainsKey(k) && theirItems.ContainsKey(k)).ToHashSet(StringComparer.Ordinal);
            string[] baseOrder = [.. baseItems.Keys.Where(common.Contains)], ourOrder = [.. ourItems.Keys.Where(common.Contains)],
                theirOrder = [.. theirItems.Keys.Where(common.Contains)];
            bool isOurs = !ourOrder.SequenceEqual(baseOrder);
            bool isConflict = isOurs && !theirOrder.SequenceEqual(baseOrder) && !theirOrder.SequenceEqual(ourOrder);
            if (isConflict)
                _conflicts.Add(new Conflict(path, Order(baseOrder), Order(ourOrder), Order(theirOrder)));
            List<string> order = isConflict && _favorsBase ? Order(Order([.. baseItems.Keys], ourItems.Keys), theirItems.Keys)
                : isOurs ? Order([.. ourItems.Keys], theirItems.Keys) : Order([.. theirItems.Keys], ourItems.Keys);
            var result = new JsonArray();
            foreach (string item in order)
            {
                JsonNode? merged = Value(Paths.Keyed(path, key, item), type, Of(baseItems, item), Of(ourItems, item), Of(theirItems, item),
                    isKnown: true);
                if (!ReferenceEquals(merged, Nothing))
                    result.Add(Copy(merged));
            }
            return result;
        }

        private static JsonNode? Of(Dictionary<string, JsonNode> items, string key) => items.GetValueOrDefault(key, Nothing);

        // The keys of a map whose program may keep their order: that of our side, unless only the other one has changed it.
        private static List<string> Order(List<string> @base, List<string> ours, List<string> theirs)
        {
            if (ours.SequenceEqual(theirs))
                return ours;
            HashSet<string> known = [.. @base], inOurs = [.. ours], inTheirs = [.. theirs];
            bool isOurs = !ours.Where(k => known.Contains(k) && inTheirs.Contains(k))
                .SequenceEqual(@base.Where(k => inOurs.Contains(k) && inTheirs.Contains(k)));
            return isOurs ? Order(ours, theirs) : Order(theirs, ours);
        }

        private static string Order(string[] keys) => "in the order " + string.Join(", ", keys);

        private static List<string> Order(List<string> first, IEnumerable<string> second)
        {
            var order = new LinkedList<string>(first);
            var places = new Dictionary<string, LinkedListNode<string>>(StringComparer.Ordinal);
            for (LinkedListNode<string>? place = order.First; place != null; place = place.Next)
                places.Add(place.Value, place);
            LinkedListNode<string>? before = null;
            foreach (string key in second)
            {
                if (!places.TryGetValue(key, out LinkedListNode<string>? place))
                    places.Add(key, place = before == null ? order.AddFirst(key) : order.AddAfter(before, key));
                before = place;
            }
            return [.. order];
        }
    }
}
