using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Schema;

namespace Kitbag.Cli.Graphs
{
    /// <summary>
    /// JSON of a document in which each tracked object is stored once next to the root, not where it occurs first: all references to it are
    /// <c>{"$ref":"name"}</c>.
    /// </summary>
    internal sealed class FlatGraph
    {
        public const string Reference = "$ref", Id = "$id", Rest = "$objects", Values = "$values";

        private readonly Dictionary<string, SchemaType> _types = new Dictionary<string, SchemaType>(StringComparer.Ordinal);

        public JsonNode? Root { get; set; }

        public Dictionary<string, JsonObject> Objects { get; } = new Dictionary<string, JsonObject>(StringComparer.Ordinal);

        /// <summary>Adds an object, unless there is one with the name.</summary>
        public bool TryAdd(string name, SchemaType type, JsonObject members)
        {
            _types.TryAdd(name, type);
            return Objects.TryAdd(name, members);
        }

        /// <summary>Returns the type of an object; null if there is none with the name.</summary>
        public SchemaType? TypeOf(string name) => _types.GetValueOrDefault(name);

        /// <summary>A reference to an object.</summary>
        public static JsonObject ReferTo(string name) => new JsonObject { [Reference] = name };

        /// <summary>Returns the name that a node refers to; null if it is not a reference.</summary>
        public static string? NameIn(JsonNode? node) =>
            node is JsonObject { Count: 1 } one && one.TryGetPropertyValue(Reference, out JsonNode? name) && name is JsonValue value
                && value.TryGetValue(out string? text) ? text : null;

        /// <summary>Returns the JSON that is read as one document: all objects are nested in the first one.</summary>
        /// <param name="missing">Names with references, but without an object.</param>
        /// <param name="unused">Names of objects to which nothing refers.</param>
        public JsonNode? Join(out IReadOnlyList<string> missing, out IReadOnlyList<string> unused)
        {
            var lacking = new List<string>();
            var order = new List<string>();
            var met = new HashSet<string>(StringComparer.Ordinal);
            Meet(Root);
            for (int i = 0; i < order.Count; i++)
            {
                if (Objects.TryGetValue(order[i], out JsonObject? one))
                    Meet(one);
                else
                    lacking.Add(order[i]);
            }
            missing = lacking;
            unused = [.. Objects.Keys.Where(name => !met.Contains(name))];
            if (order.Count == 0 || lacking.Count != 0)
                return Root;
            JsonObject first = WithId(order[0]);
            if (order.Count > 1)
                first.Add(Rest, new JsonArray([.. order.Skip(1).Select(WithId)]));
            bool isPut = false;
            return Put(Root);

            void Meet(JsonNode? node)
            {
                if (NameIn(node) is { } name)
                {
                    if (met.Add(name))
                        order.Add(name);
                    return;
                }
                foreach (JsonNode? part in Parts(node))
                    Meet(part);
            }

            JsonObject WithId(string name)
            {
                var one = new JsonObject { [Id] = name };
                foreach ((string member, JsonNode? value) in Objects[name])
                    one.Add(member, value?.DeepClone());
                return one;
            }

            // The tree, with each object where it occurs first.
            JsonNode? Put(JsonNode? node)
            {
                if (isPut)
                    return node?.DeepClone();
                if (NameIn(node) != null)
                {
                    isPut = true;
                    return first;
                }
                return node switch
                {
                    JsonObject members => new JsonObject([.. members.Select(m => KeyValuePair.Create(m.Key, Put(m.Value)))]),
                    JsonArray items => new JsonArray([.. items.Select(Put)]),
                    _ => node?.DeepClone(),
                };
            }
        }

        private static IEnumerable<JsonNode?> Parts(JsonNode? node) => node switch
        {
            JsonObject members => members.Select(m => m.Value),
            JsonArray items => items,
            _ => [],
        };
    }
}
