using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Schemas;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Finds objects of classes by their content, wherever they are. The content is that of the members that contain no other objects.
    /// </summary>
    internal sealed class ObjectPlaces
    {
        private const string InPlace = "in its place";

        // Null for the content of several objects.
        private readonly Dictionary<string, Place?> _places = new Dictionary<string, Place?>(StringComparer.Ordinal);
        private readonly Dictionary<SchemaType, SchemaMember[]> _contents = [];

        /// <summary>Finds the objects in a value.</summary>
        /// <param name="path">Its path.</param>
        /// <param name="type">Its type.</param>
        /// <param name="value">The value as JSON without references.</param>
        public static ObjectPlaces Of(string path, SchemaType type, JsonNode? value)
        {
            var places = new ObjectPlaces();
            places.Meet(type, value, new Place(path));
            return places;
        }

        /// <summary>Finds the objects in a graph.</summary>
        public static ObjectPlaces Of(string path, SchemaType type, FlatGraph graph)
        {
            ObjectPlaces places = Of(path, type, graph.Root);
            foreach ((string name, JsonObject one) in graph.Objects)
                places.Meet(graph.TypeOf(name), one, new Place(name));
            return places;
        }

        /// <summary>
        /// Returns the objects that one side has moved, and the other one has moved to another place, changed or removed. Only those are
        /// certain whose content no other object has.
        /// </summary>
        /// <param name="base">The objects of the base.</param>
        /// <param name="ours">Those of this side.</param>
        /// <param name="theirs">Those of the other side.</param>
        /// <param name="merged">Those of the result.</param>
        /// <param name="isPartial">Whether there are other conflicts, where the result may lack changes of a side.</param>
        public static IEnumerable<Conflict> Moved(ObjectPlaces @base, ObjectPlaces ours, ObjectPlaces theirs, ObjectPlaces merged,
            bool isPartial)
        {
            foreach ((string content, Place? before) in @base._places)
            {
                if (before == null || ours.HasSeveral(content) || theirs.HasSeveral(content))
                    continue;
                Place? our = ours._places.GetValueOrDefault(content), their = theirs._places.GetValueOrDefault(content);
                bool isMerged = merged._places.ContainsKey(content), isTwice = merged.HasSeveral(content);
                bool isWrong = (our, their) switch
                {
                    (null, null) => false,
                    (not null, not null) => !isMerged,
                    _ => isMerged || (our ?? their)!.PathWithoutIndices != before.PathWithoutIndices,
                };
                if (isTwice || (isWrong && !isPartial))
                    yield return new Conflict(before.Path, InPlace, Text(before, our), Text(before, their));
            }
        }

        private bool HasSeveral(string content) => _places.TryGetValue(content, out Place? place) && place == null;

        private static string Text(Place before, Place? after) =>
            after == null ? "changed or removed" : after.Path == before.Path ? InPlace : "at " + after.Path;

        private void Meet(SchemaType? declared, JsonNode? node, Place place)
        {
            SchemaType? type = TrackedObjects.Content(declared, node);
            if (node == null || type == null || FlatGraph.NameIn(node) != null)
                return;
            switch (type.Kind)
            {
                case SchemaKind.Sequence or SchemaKind.Map when node is JsonObject one
                    && one.TryGetPropertyValue(FlatGraph.Values, out JsonNode? values):
                    Meet(type, values, place);
                    break;
                case SchemaKind.Object when node is JsonObject one:
                    if (!type.IsStruct && ContentOf(type, one) is { } content && !_places.TryAdd(content, place))
                        _places[content] = null;
                    foreach (SchemaMember member in type.Members)
                        Meet(member.Type, one[member.Name], place.Member(member.Name));
                    break;
                case SchemaKind.Map when node is JsonObject entries:
                    foreach ((string key, JsonNode? value) in entries)
                        Meet(type.Element, value, place.Member(key));
                    break;
                case SchemaKind.Map when node is JsonArray pairs:
                    for (int i = 0; i < pairs.Count; i++)
                        Meet(SchemaType.EntryOf(type), pairs[i], place.Item(i));
                    break;
                case SchemaKind.Sequence when node is JsonArray items:
                    for (int i = 0; i < items.Count; i++)
                        Meet(type.Element, items[i], place.Item(i));
                    break;
            }
        }

        // Null if all members may contain other objects.
        private string? ContentOf(SchemaType type, JsonObject one)
        {
            if (!_contents.TryGetValue(type, out SchemaMember[]? members))
            {
                members = [.. type.Members.Where(m => !TypeText.All(m.Type).Any(t => t.Kind is SchemaKind.Object or SchemaKind.Union))];
                _contents.Add(type, members);
            }
            if (members.Length == 0)
                return null;
            var text = new StringBuilder(type.Name);
            foreach (SchemaMember member in members)
                text.Append('\n').Append(ThreeWayMerge.Text(one[member.Name]));
            return text.ToString();
        }
    }
}
