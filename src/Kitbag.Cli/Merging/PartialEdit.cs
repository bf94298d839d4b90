using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Changes a document only where a value differs from its own, so that members that an older program has kept remain as they are
    /// stored.
    /// </summary>
    internal sealed class PartialEdit
    {
        private readonly string _root;
        private readonly DollarKeys _keys;
        private readonly List<(string Path, JsonNode? Value)> _edits = [];

        private PartialEdit(string root, DollarKeys keys)
        {
            _root = root;
            _keys = keys;
        }

        /// <summary>Changes a document.</summary>
        /// <param name="document">The document.</param>
        /// <param name="root">The path of its root, for messages.</param>
        /// <param name="before">Its value as JSON.</param>
        /// <param name="after">The new value.</param>
        /// <param name="keys">Restores the keys in these values.</param>
        /// <exception cref="ToolException">Kept members would have to be changed or copied; the document is unchanged.</exception>
        public static void Apply(KitbagDocument document, string root, JsonNode? before, JsonNode? after, DollarKeys keys)
        {
            var edit = new PartialEdit(root, keys);
            edit.Compare("", document.Schema.Root, before, after);
            foreach ((string path, JsonNode? value) in edit._edits)
                document.SetJson(path, keys.Restore(ThreeWayMerge.Text(value)!), JsonTexts.Reading);
        }

        private void Compare(string path, SchemaType? declared, JsonNode? before, JsonNode? after)
        {
            if (ThreeWayMerge.Text(before) == ThreeWayMerge.Text(after))
                return;
            SchemaType? type = TrackedObjects.Content(declared, before);
            switch (type?.Kind)
            {
                case SchemaKind.Object when before is JsonObject one && after is JsonObject other && HaveSameNames(one, other)
                    && type == TrackedObjects.Content(declared, after):
                    foreach ((string name, JsonNode? value) in one)
                        CompareMember(Paths.Member(path, name), type.Members.FirstOrDefault(m => m.Name == name), value, other[name]);
                    break;
                case SchemaKind.Map when type.Key!.Kind == SchemaKind.String && before is JsonObject one && after is JsonObject other
                    && HaveSameNames(one, other):
                    foreach ((string key, JsonNode? value) in one)
                        Compare(Paths.Entry(path, _keys.Show(key)!), type.Element, value, other[key]);
                    break;
                case SchemaKind.Sequence when before is JsonArray items && after is JsonArray others && items.Count == others.Count:
                    for (int i = 0; i < items.Count; i++)
                        Compare(Paths.Item(path, i), type.Element, items[i], others[i]);
                    break;
                default:
                    KeptMembers.Refuse(Paths.Join(_root, path), declared, before);
                    KeptMembers.Refuse(Paths.Join(_root, path), declared, after);
                    _edits.Add((path, after));
                    break;
            }
        }

        private void CompareMember(string path, SchemaMember? member, JsonNode? before, JsonNode? after)
        {
            if (member != null)
                Compare(path, member.Type, before, after);
            else if (ThreeWayMerge.Text(before) != ThreeWayMerge.Text(after))
                throw KeptMembers.Refusal(Paths.Join(_root, path));
        }

        private static bool HaveSameNames(JsonObject one, JsonObject other) =>
            one.Select(m => m.Key).SequenceEqual(other.Select(m => m.Key));
    }
}
