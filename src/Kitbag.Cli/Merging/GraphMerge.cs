using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Merges documents with tracked objects. If objects of a type have several references, they are matched by a key, which identifies
    /// them on all sides; other objects are merged where they occur, like all values.
    /// </summary>
    internal sealed class GraphMerge
    {
        private readonly SchemaType _type;
        private readonly TrackedObjects[] _sides;
        private readonly Dictionary<SchemaType, string> _keys = [];
        private readonly HashSet<string> _cases;

        private GraphMerge(SchemaType type, params JsonNode?[] sides)
        {
            _type = type;
            _sides = [.. sides.Select(s => new TrackedObjects(s, type))];
            _cases = Schemas.TypeText.Cases(type);
        }

        /// <summary>Merges documents; the arguments are those of <see cref="ThreeWayMerge.At"/>.</summary>
        /// <param name="path">The path of the root.</param>
        /// <param name="type">The type of the root.</param>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <param name="conflicts">Receives the conflicts.</param>
        /// <param name="isComplete">Receives false if one side has removed an object that the other one has started to refer to.</param>
        /// <exception cref="ToolException">Objects cannot be matched.</exception>
        public static JsonNode? Merge(string path, SchemaType type, JsonNode? @base, JsonNode? ours, JsonNode? theirs,
            out IReadOnlyList<Conflict> conflicts, out bool isComplete)
        {
            var merge = new GraphMerge(type, @base, ours, theirs);
            foreach (SchemaType shared in merge._sides.SelectMany(s => s.Shared).Distinct())
                merge._keys.Add(shared, merge.KeyOf(shared));
            FlatGraph[] flat = [.. merge._sides.Select(s => s.Flatten(merge.NameOf, t => merge._cases.Contains(t.Name)))];
            return merge.Merge(path, flat[0], flat[1], flat[2], out conflicts, out isComplete);
        }

        // Empty if there is at most one object on each side, which needs no key.
        private string KeyOf(SchemaType type)
        {
            JsonNode?[][] objects = [.. _sides.Select(s => s.Of(type))];
            if (objects.All(o => o.Length <= 1) && type.Kind == SchemaKind.Object)
                return "";
            return (type.Kind == SchemaKind.Object ? ItemKeys.Find(objects) : null)
                ?? throw ToolException.Bad("Several places refer to one object of the type '" + Schemas.TypeText.Of(type) + "', and such "
                    + "objects have no member Id, Guid, Key or Name whose values are all different: nobody can tell which of them is "
                    + "which on the other side.");
        }

        private string? NameOf(SchemaType type, JsonNode node)
        {
            if (!_keys.TryGetValue(type, out string? key))
                return null;
            return key.Length == 0 ? "#" + type.Name : Paths.Keyed("#" + type.Name, key, ItemKeys.KeyOf(node, key)!);
        }

        private JsonNode? Merge(string path, FlatGraph @base, FlatGraph ours, FlatGraph theirs, out IReadOnlyList<Conflict> conflicts,
            out bool isComplete)
        {
            var merge = new ThreeWayMerge();
            JsonNode? root = merge.At(path, _type, @base.Root, ours.Root, theirs.Root);
            var objects = new Dictionary<string, JsonObject>(StringComparer.Ordinal);
            foreach (string name in ours.Objects.Keys.Concat(theirs.Objects.Keys).Distinct(StringComparer.Ordinal))
            {
                JsonNode? merged = merge.At(name, TypeOf(name), Of(@base, name), Of(ours, name), Of(theirs, name));
                if (merged is JsonObject one && !ReferenceEquals(merged, ThreeWayMerge.Nothing))
                    objects.Add(name, one);
            }
            JsonNode? result = new FlatGraph(root, objects).Join(out IReadOnlyList<string> missing);
            isComplete = missing.Count == 0;
            // An object may be missing because of another conflict.
            conflicts = merge.Conflicts.Count != 0 ? merge.Conflicts : [.. missing.Select(name => new Conflict(name,
                ThreeWayMerge.Text(Of(@base, name)), ThreeWayMerge.Text(Of(ours, name)), ThreeWayMerge.Text(Of(theirs, name))))];
            return result;
        }

        private SchemaType? TypeOf(string name) =>
            _keys.Keys.FirstOrDefault(t => name == "#" + t.Name || name.StartsWith("#" + t.Name + "[", StringComparison.Ordinal));

        private static JsonNode? Of(FlatGraph graph, string name) =>
            graph.Objects.TryGetValue(name, out JsonObject? one) ? one : ThreeWayMerge.Nothing;
    }
}
