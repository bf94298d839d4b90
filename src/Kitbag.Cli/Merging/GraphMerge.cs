using System;
using System.Collections.Generic;
using System.Globalization;
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
    /// them on all sides; other objects are merged where they occur, like all values, or by their path where they are nested deeply.
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

        /// <summary>Merges documents; the other arguments are those of <see cref="ThreeWayMerge.At"/>.</summary>
        /// <param name="values">Merges the values, and collects the conflicts.</param>
        /// <param name="path">The path of the root.</param>
        /// <param name="type">The type of the root.</param>
        /// <param name="base">The common base.</param>
        /// <param name="ours">This side.</param>
        /// <param name="theirs">The other side.</param>
        /// <param name="lost">
        /// Receives the objects that the result would lack: one side has removed it and the other one has started to refer to it, or each
        /// side has removed another reference to it; and those that would be at several places.
        /// </param>
        /// <exception cref="ToolException">Objects cannot be matched.</exception>
        public static JsonNode? Merge(ThreeWayMerge values, string path, SchemaType type, JsonNode? @base, JsonNode? ours, JsonNode? theirs,
            out IReadOnlyList<Conflict> lost)
        {
            var merge = new GraphMerge(type, @base, ours, theirs);
            foreach (SchemaType one in merge._sides.SelectMany(s => s.Identified).Distinct())
            {
                if (merge.KeyOf(one) is { } key)
                    merge._keys.Add(one, key);
            }
            values.Linked = new LinkedObjects(type, merge._sides);
            FlatGraph[] flat = [.. merge._sides.Select(s => s.Flatten(path, merge.NameOf, t => merge._cases.Contains(t.Name)))];
            return merge.Merge(values, path, flat[0], flat[1], flat[2], out lost);
        }

        // Empty without a key, which is possible if there is at most one object on each side. Null if each object has one place.
        private string? KeyOf(SchemaType type)
        {
            JsonNode?[][] objects = [.. _sides.Select(s => s.Of(type))];
            string? key = type.Kind == SchemaKind.Object ? ItemKeys.Find(objects) : null;
            if (key == null && type.Kind == SchemaKind.Object && objects.All(o => o.Length <= 1))
                return "";
            if (key == null && type.Kind == SchemaKind.Object && !_sides.Any(s => s.IsShared(type)))
                return null;
            return key ?? throw ToolException.Bad("Several places refer to one object of the type '" + Schemas.TypeText.Of(type)
                + "', and such objects have no member Id, Guid, Key or Name whose values are all different: nobody can tell which of them "
                + "is which on the other side.");
        }

        private string? NameOf(SchemaType type, JsonNode node)
        {
            if (!_keys.TryGetValue(type, out string? key))
                return null;
            // Types in different namespaces may have one name.
            string label = "#" + type.Name;
            int same = _keys.Keys.TakeWhile(t => t != type).Count(t => t.Name == type.Name);
            if (same != 0)
                label += "#" + (same + 1).ToString(CultureInfo.InvariantCulture);
            return key.Length == 0 ? label : Paths.Keyed(label, key, ItemKeys.KeyOf(node, key)!);
        }

        private JsonNode? Merge(ThreeWayMerge values, string path, FlatGraph @base, FlatGraph ours, FlatGraph theirs,
            out IReadOnlyList<Conflict> lost)
        {
            JsonNode? root = values.At(path, _type, @base.Root, ours.Root, theirs.Root,
                isKnown: !values.Linked!.Contains(TrackedObjects.Content(_type, ours.Root)));
            KeptMembers.Refuse(path, _type, root);
            var merged = new FlatGraph { Root = root };
            foreach (string name in ours.Objects.Keys.Concat(theirs.Objects.Keys).Distinct(StringComparer.Ordinal))
            {
                SchemaType type = ours.TypeOf(name) ?? theirs.TypeOf(name)!;
                JsonNode? result = values.At(name, type, Of(@base, name), Of(ours, name), Of(theirs, name), _keys.ContainsKey(type));
                if (result is not JsonObject one)
                    continue;
                KeptMembers.Refuse(name, type, one);
                merged.TryAdd(name, type, one);
            }
            JsonNode? whole = merged.Join(out IReadOnlyList<string> missing, out IReadOnlyList<string> unused);
            // Each side may have removed another one of the last references to an object.
            IEnumerable<string> names = missing.Concat(unused.Where(name => !@base.Objects.ContainsKey(name)
                || (ours.Objects.ContainsKey(name) && theirs.Objects.ContainsKey(name))));
            ObjectPlaces[] places = [.. new[] { @base, ours, theirs, merged }.Select(g => ObjectPlaces.Of(path, _type, g))];
            lost = [.. names.Select(name => new Conflict(name, ThreeWayMerge.Text(Of(@base, name)), ThreeWayMerge.Text(Of(ours, name)),
                ThreeWayMerge.Text(Of(theirs, name)))),
                .. ObjectPlaces.Moved(places[0], places[1], places[2], places[3], values.Conflicts.Count != 0)];
            return whole;
        }

        private static JsonNode? Of(FlatGraph graph, string name) =>
            graph.Objects.TryGetValue(name, out JsonObject? one) ? one : ThreeWayMerge.Nothing;
    }
}
