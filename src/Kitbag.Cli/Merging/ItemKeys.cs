using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace Kitbag.Cli.Merging
{
    /// <summary>Determines the member that identifies the items of a list.</summary>
    internal static class ItemKeys
    {
        private static readonly string[] s_names = [Graphs.FlatGraph.Reference, "Id", "ID", "Guid", "Key", "Name"];

        /// <summary>Returns a member that all items of all lists have, with unique values in each list; null if there is none.</summary>
        public static string? Find(params IList<JsonNode?>[] lists) =>
            lists.All(l => l.Count == 0) ? null : s_names.FirstOrDefault(name => lists.All(l => IsKey(l, name)));

        /// <summary>Returns the items by their keys, in order.</summary>
        public static Dictionary<string, JsonNode> Index(JsonArray list, string name) =>
            list.ToDictionary(item => KeyOf(item, name)!, item => item!, StringComparer.Ordinal);

        private static bool IsKey(IList<JsonNode?> list, string name)
        {
            var met = new HashSet<string>(StringComparer.Ordinal);
            return list.All(item => KeyOf(item, name) is { } key && met.Add(key));
        }

        /// <summary>Returns the value of a key as JSON; null if an item has none.</summary>
        public static string? KeyOf(JsonNode? item, string name) =>
            item is JsonObject members && members.TryGetPropertyValue(name, out JsonNode? key) && key is JsonValue
                ? key.ToJsonString()
                : null;
    }
}
