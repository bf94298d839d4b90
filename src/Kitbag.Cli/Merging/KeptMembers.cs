using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Finds members and objects of classes that an older program kept without knowing them. A document made from JSON contains them as
    /// texts, which a program that reads only binary documents would lose.
    /// </summary>
    internal static class KeptMembers
    {
        /// <summary>Refuses to merge a value that contains such members.</summary>
        /// <param name="path">The path of the value.</param>
        /// <param name="type">Its type.</param>
        /// <param name="value">The value as JSON; references are not followed.</param>
        /// <exception cref="ToolException">There is one.</exception>
        public static void Refuse(string path, SchemaType? type, JsonNode? value)
        {
            // Paths in graphs may be long.
            if (Find("", type, value) is { } found)
                throw Refusal(Paths.Join(path, found));
        }

        /// <summary>Returns whether a value contains such members.</summary>
        public static bool AreIn(SchemaType type, JsonNode? value) => Find("", type, value) != null;

        /// <summary>Returns the error for such a member.</summary>
        public static ToolException Refusal(string path) => ToolException.Bad("An older program has kept '" + path + "' without knowing "
            + "it. Merging would lose it: load and save the files with the program that knows it.");

        // Returns the path of the first one.
        private static string? Find(string path, SchemaType? type, JsonNode? value)
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
