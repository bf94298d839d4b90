using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Running;
using Kitbag.Schema;

namespace Kitbag.Cli.Graphs
{
    /// <summary>Finds the tracked objects in the JSON of a document, with their types, by its schema.</summary>
    internal sealed class TrackedObjects
    {
        private readonly JsonNode? _root;
        private readonly Dictionary<JsonNode, SchemaType> _types = new Dictionary<JsonNode, SchemaType>(ReferenceEqualityComparer.Instance);
        private readonly Dictionary<string, JsonNode> _byId = new Dictionary<string, JsonNode>(StringComparer.Ordinal);

        // The declared type of each reference, and the objects that were nested too deeply where they occurred.
        private readonly Dictionary<string, SchemaType> _declared = new Dictionary<string, SchemaType>(StringComparer.Ordinal);
        private readonly HashSet<JsonNode> _rest = new HashSet<JsonNode>(ReferenceEqualityComparer.Instance);

        // The ids of the objects that have a place, and of those that have several.
        private readonly HashSet<string> _placed = new HashSet<string>(StringComparer.Ordinal);
        private readonly HashSet<string> _shared = new HashSet<string>(StringComparer.Ordinal);

        public TrackedObjects(JsonNode? root, SchemaType type)
        {
            _root = root;
            Meet(root, type);
            for (int left = -1; left != _rest.Count;)
            {
                left = _rest.Count;
                foreach (JsonNode one in _rest.ToArray())
                {
                    if (IdOf(one) is { } id && _declared.TryGetValue(id, out SchemaType? declared))
                    {
                        Meet(one, declared);
                        _rest.Remove(one);
                    }
                }
            }
        }

        /// <summary>The types with objects that have an id: those that have several references, or are nested too deeply.</summary>
        public IEnumerable<SchemaType> Identified => _types.Where(t => IdOf(t.Key) != null).Select(t => t.Value).Distinct();

        /// <summary>Whether an object of a type has several references.</summary>
        public bool IsShared(SchemaType type) => _types.Any(t => t.Value == type && IdOf(t.Key) is { } id && _shared.Contains(id));

        /// <summary>The objects of a type.</summary>
        public JsonNode[] Of(SchemaType type) => [.. _types.Where(t => t.Value == type).Select(t => t.Key)];

        /// <summary>Moves objects out of the places where they occur.</summary>
        /// <param name="path">The path of the root.</param>
        /// <param name="name">Returns the name of an object to move, or null to leave it in place unless it is nested deeply.</param>
        /// <param name="needsType">Whether readers need a type discriminator for an object.</param>
        public FlatGraph Flatten(string path, Func<SchemaType, JsonNode, string?> name, Func<SchemaType, bool> needsType)
        {
            var flat = new FlatGraph();
            // Chains of references may be long.
            var pending = new Queue<(JsonObject From, JsonObject To, Place Place)>();
            flat.Root = Copy(_root, new Place(path));
            // The objects in the remaining text.
            foreach ((JsonNode one, SchemaType type) in _types)
            {
                if (name(type, one) is { } key)
                    Move(one, type, key);
            }
            while (pending.TryDequeue(out (JsonObject From, JsonObject To, Place Place) next))
            {
                foreach ((string member, JsonNode? value) in next.From)
                {
                    if (member is not (FlatGraph.Id or FlatGraph.Rest or "$type"))
                        next.To.Add(member, Copy(value, next.Place.Member(member)));
                }
            }
            return flat;

            JsonNode? Copy(JsonNode? node, Place place)
            {
                if (FlatGraph.NameIn(node) is { } id && _byId.TryGetValue(id, out JsonNode? target))
                    node = target;
                if (place.IsTooDeep)
                    throw ToolException.Bad("Objects without a member Id, Guid, Key or Name are nested too deeply in lists: '"
                        + place.Path + "'.");
                if (node == null || !_types.TryGetValue(node, out SchemaType? type))
                    return CopyParts(node, place, false);
                string? key = name(type, node) ?? (place.IsDeep && node is JsonObject && type.Kind == SchemaKind.Object
                    ? place.Path + (needsType(type) ? "<" + type.Name + ">" : "") : null);
                return key == null ? CopyParts(node, place, true) : Move(node, type, key);
            }

            JsonObject Move(JsonNode node, SchemaType type, string key)
            {
                var members = new JsonObject();
                if (flat.TryAdd(key, type, members))
                {
                    if (needsType(type))
                        members.Add("$type", type.Name);
                    pending.Enqueue(((JsonObject)node, members, new Place(key)));
                }
                return FlatGraph.ReferTo(key);
            }

            JsonNode? CopyParts(JsonNode? node, Place place, bool isTracked) => node switch
            {
                JsonObject members => new JsonObject([.. members.Where(m => !isTracked || m.Key is not (FlatGraph.Id or FlatGraph.Rest))
                    .Select(m => KeyValuePair.Create(m.Key, Copy(m.Value, place.Member(m.Key))))]),
                JsonArray items => new JsonArray([.. items.Select((item, i) => Copy(item, place.Item(i)))]),
                _ => node?.DeepClone(),
            };
        }

        private static string? IdOf(JsonNode node) =>
            node is JsonObject one && one.TryGetPropertyValue(FlatGraph.Id, out JsonNode? id) ? (string?)id : null;

        private void Meet(JsonNode? node, SchemaType? type)
        {
            if (node == null || type == null)
                return;
            switch (type.Kind)
            {
                case SchemaKind.Nullable:
                    Meet(node, type.Element);
                    break;
                case SchemaKind.Union or SchemaKind.Reference when FlatGraph.NameIn(node) is { } id:
                    _declared.TryAdd(id, type);
                    Place(id);
                    break;
                case SchemaKind.Union:
                    Meet(node, CaseOf(node, type));
                    break;
                case SchemaKind.Reference:
                    MeetObject(node, type.Element!);
                    break;
                case SchemaKind.Object when node is JsonObject members:
                    MeetMembers(members, type);
                    break;
                case SchemaKind.Sequence:
                    foreach (JsonNode? item in ItemsOf(node))
                        Meet(item, type.Element);
                    break;
                case SchemaKind.Map:
                    MeetEntries(node, type);
                    break;
            }
        }

        /// <summary>
        /// Returns the type of a value itself: not that of a nullable, of a reference or of all cases of a union. Null for a value of type
        /// <c>object</c> whose type is not in the schema.
        /// </summary>
        public static SchemaType? Content(SchemaType? type, JsonNode? node)
        {
            while (type?.Kind is SchemaKind.Nullable or SchemaKind.Reference or SchemaKind.Union)
                type = type.Kind == SchemaKind.Union ? CaseOf(node, type) : type.Element;
            return type is { IsAny: true } ? null : type;
        }

        // Without a name, the object is of the base class itself.
        private static SchemaType? CaseOf(JsonNode? node, SchemaType union)
        {
            string? name = node is JsonObject one && one.TryGetPropertyValue("$type", out JsonNode? type) ? (string?)type : union.Name;
            return union.Members.FirstOrDefault(m => m.Name == name)?.Type;
        }

        private void MeetObject(JsonNode node, SchemaType type)
        {
            _types[node] = type;
            if (IdOf(node) is { } id)
            {
                _byId.TryAdd(id, node);
                if (!_rest.Contains(node))
                    Place(id);
            }
            if (node is JsonObject one && one.TryGetPropertyValue(FlatGraph.Rest, out JsonNode? rest) && rest is JsonArray others)
                _rest.UnionWith(others.Where(o => o != null)!);
            if (type.Kind == SchemaKind.Object && node is JsonObject members)
                MeetMembers(members, type);
            else
                Meet(node, type);
        }

        private void Place(string id)
        {
            if (!_placed.Add(id))
                _shared.Add(id);
        }

        private void MeetMembers(JsonObject members, SchemaType type)
        {
            foreach (SchemaMember member in type.Members)
            {
                if (members.TryGetPropertyValue(member.Name, out JsonNode? value))
                    Meet(value, member.Type);
            }
        }

        private void MeetEntries(JsonNode node, SchemaType type)
        {
            if (node is JsonObject entries)
            {
                // Keys of the map itself do not begin with '$'.
                if (entries.TryGetPropertyValue(FlatGraph.Values, out JsonNode? values))
                    Meet(values, type);
                foreach ((string key, JsonNode? value) in entries)
                    Meet(key.StartsWith('$') ? null : value, type.Element);
                return;
            }
            // Keys that are not scalars: pairs.
            foreach (JsonNode? pair in ItemsOf(node))
            {
                JsonNode?[] parts = pair switch
                {
                    JsonArray { Count: 2 } items => [.. items],
                    JsonObject { Count: 2 } members => [.. members.Select(m => m.Value)],
                    _ => [null, null],
                };
                Meet(parts[0], type.Key);
                Meet(parts[1], type.Element);
            }
        }

        private static IEnumerable<JsonNode?> ItemsOf(JsonNode node) => node switch
        {
            JsonArray items => items,
            JsonObject one when one.TryGetPropertyValue(FlatGraph.Values, out JsonNode? values) && values is JsonArray items => items,
            _ => [],
        };
    }
}
