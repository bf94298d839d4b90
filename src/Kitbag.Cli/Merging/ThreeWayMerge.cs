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
    /// none, like lines of text. If both sides have changed something differently, that is a conflict; the result contains our value.
    /// </summary>
    internal sealed partial class ThreeWayMerge
    {
        // JSON null is represented by null; this node represents a missing value.
        public static JsonNode Nothing { get; } = JsonValue.Create("nothing");

        private static readonly JsonSerializerOptions s_json = new JsonSerializerOptions
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        };

        private readonly List<Conflict> _conflicts = [];

        /// <summary>The conflicts so far.</summary>
        public IReadOnlyList<Conflict> Conflicts => _conflicts;

        /// <param name="type">The type of the values, with which paths distinguish members from entries of maps.</param>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <param name="conflicts">Receives the conflicts.</param>
        public static JsonNode? Merge(SchemaType type, JsonNode? @base, JsonNode? ours, JsonNode? theirs,
            out IReadOnlyList<Conflict> conflicts)
        {
            var merge = new ThreeWayMerge();
            JsonNode? result = merge.At("", type, @base, ours, theirs);
            conflicts = merge._conflicts;
            return result;
        }

        /// <summary>Merges values with the same path; <see cref="Nothing"/> represents a missing value.</summary>
        public JsonNode? At(string path, SchemaType? type, JsonNode? @base, JsonNode? ours, JsonNode? theirs)
        {
            JsonNode? result = Value(path, type, @base, ours, theirs);
            return ReferenceEquals(result, Nothing) ? result : Copy(result);
        }

        private static bool AreEqual(JsonNode? a, JsonNode? b) =>
            ReferenceEquals(a, Nothing) || ReferenceEquals(b, Nothing) ? ReferenceEquals(a, b) : JsonNode.DeepEquals(a, b);

        // A node can have only one parent.
        private static JsonNode? Copy(JsonNode? node) => node?.DeepClone();

        private JsonNode? Value(string path, SchemaType? type, JsonNode? @base, JsonNode? ours, JsonNode? theirs)
        {
            if (AreEqual(ours, theirs) || AreEqual(@base, theirs))
                return ours;
            if (AreEqual(@base, ours))
                return theirs;
            if (type?.Kind is SchemaKind.Nullable or SchemaKind.Reference)
                type = type.Element;
            if (@base is JsonObject baseObject && ours is JsonObject ourObject && theirs is JsonObject theirObject
                && AreOfOneType(baseObject, ourObject, theirObject) && FlatGraph.NameIn(ours) == null && FlatGraph.NameIn(theirs) == null)
                return Members(path, type, baseObject, ourObject, theirObject);
            if (@base is JsonArray baseArray && ours is JsonArray ourArray && theirs is JsonArray theirArray)
                return Items(path, type?.Element, baseArray, ourArray, theirArray);
            _conflicts.Add(new Conflict(path, Text(@base), Text(ours), Text(theirs)));
            return ours;
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
            foreach (string name in Names(ours, theirs))
            {
                bool isMap = type?.Kind == SchemaKind.Map;
                SchemaType? part = isMap ? type!.Element : type?.Members.FirstOrDefault(m => m.Name == name)?.Type;
                JsonNode? merged = Value(isMap ? Paths.Entry(path, name) : Paths.Member(path, name), part,
                    Of(@base, name), Of(ours, name), Of(theirs, name));
                if (!ReferenceEquals(merged, Nothing))
                    result.Add(name, Copy(merged));
            }
            return result;
        }

        private static JsonNode? Of(JsonObject node, string name) =>
            node.TryGetPropertyValue(name, out JsonNode? value) ? value : Nothing;

        private static IEnumerable<string> Names(JsonObject ours, JsonObject theirs) =>
            ours.Select(m => m.Key).Concat(theirs.Select(m => m.Key)).Distinct(StringComparer.Ordinal);

        private JsonArray Items(string path, SchemaType? type, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            if (ItemKeys.Find(@base, ours, theirs) is { } key)
                return Keyed(path, type, key, @base, ours, theirs);
            // Arrays of the same length are merged by index: grids, heights, slots.
            if (@base.Count == ours.Count && ours.Count == theirs.Count)
                return new JsonArray([.. Enumerable.Range(0, ours.Count)
                    .Select(i => Copy(Value(Paths.Item(path, i), type, @base[i], ours[i], theirs[i])))]);
            return Sequence(path, type, [.. @base], [.. ours], [.. theirs]);
        }

        // The order is ours; if only they have changed it, theirs. Their additions follow the same items as on their side.
        private JsonArray Keyed(string path, SchemaType? type, string key, JsonArray @base, JsonArray ours, JsonArray theirs)
        {
            Dictionary<string, JsonNode> baseItems = ItemKeys.Index(@base, key), ourItems = ItemKeys.Index(ours, key),
                theirItems = ItemKeys.Index(theirs, key);
            var common = ourItems.Keys.Where(k => baseItems.ContainsKey(k) && theirItems.ContainsKey(k)).ToHashSet(StringComparer.Ordinal);
            bool ourOrder = !baseItems.Keys.Where(common.Contains)
                .SequenceEqual(ourItems.Keys.Where(common.Contains), StringComparer.Ordinal);
            (Dictionary<string, JsonNode> first, Dictionary<string, JsonNode> second) =
                ourOrder ? (ourItems, theirItems) : (theirItems, ourItems);
            List<string> order = Order([.. first.Keys], [.. second.Keys]);
            var result = new JsonArray();
            foreach (string item in order)
            {
                JsonNode? merged = Value(Paths.Keyed(path, key, item), type, Of(baseItems, item), Of(ourItems, item), Of(theirItems, item));
                if (!ReferenceEquals(merged, Nothing))
                    result.Add(Copy(merged));
            }
            return result;
        }

        private static JsonNode? Of(Dictionary<string, JsonNode> items, string key) => items.GetValueOrDefault(key, Nothing);

        private static List<string> Order(List<string> first, List<string> second)
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
