using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace Kitbag.Cli.Merging
{
    /// <summary>By which member the items of a list are told apart.</summary>
    internal static class ItemKeys
    {
        private static readonly string[] s_names = [Graphs.FlatGraph.Reference, "Id", "ID", "Guid", "Key", "Name"];

        /// <summary>A member that all items of all lists have, with no value twice in one list; null where there is none.</summary>
        public static string? Find(params IList<JsonNode?>[] lists) =>
            lists.All(l => l.Count == 0) ? null : s_names.FirstOrDefault(name => lists.All(l => IsKey(l, name)));

        /// <summary>The items by their keys, in order.</summary>
        public static Dictionary<string, JsonNode> Index(JsonArray list, string name) =>
            list.ToDictionary(item => KeyOf(item, name)!, item => item!, StringComparer.Ordinal);

        private static bool IsKey(IList<JsonNode?> list, string name)
        {
            var met = new HashSet<string>(StringComparer.Ordinal);
            return list.All(item => KeyOf(item, name) is { } key && met.Add(key));
        }

        /// <summary>The value of a key, as JSON; null where an item has none.</summary>
        public static string? KeyOf(JsonNode? item, string name) =>
            item is JsonObject members && members.TryGetPropertyValue(name, out JsonNode? key) && key is JsonValue
                ? key.ToJsonString()
                : null;
    }
}
