using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;

namespace Kitbag.Cli.Merging
{
    /// <summary>Determines the member that identifies the items of a list.</summary>
    internal static class ItemKeys
    {
        /// <summary>The member of the entries of a map.</summary>
        public const string OfEntry = "Key";

        /// <summary>Members that keep their values as long as the object exists.</summary>
        public static readonly string[] Ids = ["Id", "ID", "Guid"];

        private static readonly string[] s_names = [Graphs.FlatGraph.Reference, .. Ids, OfEntry, "Name"];

        /// <summary>Returns a member that all items of all lists have, with unique values in each list; null if there is none.</summary>
        public static string? Find(params IList<JsonNode?>[] lists) => lists.All(l => l.Count == 0) ? null
            : s_names.FirstOrDefault(name => lists.All(l => l.All(i => i is JsonObject one && one[name] is JsonValue))
                && AreUnique(name, lists));

        /// <summary>Returns whether all items have a member, and its values in each list are unique.</summary>
        public static bool AreUnique(string name, params IList<JsonNode?>[] lists)
        {
            var met = new HashSet<string>(StringComparer.Ordinal);
            foreach (IList<JsonNode?> list in lists)
            {
                met.Clear();
                if (!list.All(item => KeyOf(item, name) is { } key && met.Add(key)))
                    return false;
            }
            return true;
        }

        /// <summary>Returns the items by their keys, in order.</summary>
        public static Dictionary<string, JsonNode> Index(JsonArray list, string name) =>
            list.ToDictionary(item => KeyOf(item, name)!, item => item!, StringComparer.Ordinal);

        /// <summary>Returns the value of a key as JSON; null if an item has none.</summary>
        public static string? KeyOf(JsonNode? item, string name) =>
            item is JsonObject members && members.TryGetPropertyValue(name, out JsonNode? key) ? key?.ToJsonString() : null;
    }
}
