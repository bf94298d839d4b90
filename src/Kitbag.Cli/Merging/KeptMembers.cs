using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Finds members and types that the program which wrote a document did not know, but kept: from the JSON of a document only programs
    /// that read JSON can restore them.
    /// </summary>
    internal static class KeptMembers
    {
        /// <summary>Returns the path of such a member or object; null if there is none.</summary>
        /// <param name="path">The path of the value.</param>
        /// <param name="type">Its type.</param>
        /// <param name="value">The value as JSON; references are not followed.</param>
        public static string? Find(string path, SchemaType? type, JsonNode? value)
        {
            while (type?.Kind is SchemaKind.Nullable or SchemaKind.Reference)
                type = type.Element;
            if (type == null || type.IsAny || FlatGraph.NameIn(value) != null)
                return null;
            if (value is JsonObject tracked && tracked.TryGetPropertyValue(FlatGraph.Values, out JsonNode? content))
                return Find(path, type, content);
            switch (type.Kind)
            {
                case SchemaKind.Union when value is JsonObject one:
                    string name = one.TryGetPropertyValue("$type", out JsonNode? named) ? (string)named! : type.Name;
                    return type.Members.FirstOrDefault(m => m.Name == name) is { } found ? Find(path, found.Type, value) : path;
                case SchemaKind.Object or SchemaKind.Record when value is JsonObject members:
                    return members.Where(m => !m.Key.StartsWith('$'))
                        .Select(m => type.Members.FirstOrDefault(d => d.Name == m.Key) is { } known
                            ? Find(Paths.Member(path, m.Key), known.Type, m.Value)
                            : Paths.Member(path, m.Key))
                        .FirstOrDefault(p => p != null);
                case SchemaKind.Map when value is JsonObject entries:
                    return entries.Select(e => Find(Paths.Entry(path, e.Key), type.Element, e.Value)).FirstOrDefault(p => p != null);
                case SchemaKind.Map when value is JsonArray pairs:
                    return pairs.OfType<JsonObject>().Select((e, i) => Find(Paths.Item(path, i), type.Key, e["Key"])
                        ?? Find(Paths.Item(path, i), type.Element, e["Value"])).FirstOrDefault(p => p != null);
                case SchemaKind.Sequence when value is JsonArray items:
                    return items.Select((item, i) => Find(Paths.Item(path, i), type.Element, item)).FirstOrDefault(p => p != null);
                default:
                    return null;
            }
        }
    }
}
