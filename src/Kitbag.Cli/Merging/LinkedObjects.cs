using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Cli.Graphs;
using Kitbag.Cli.Schemas;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Determines which objects of a graph a path does not identify: those that members link to chains or trees, because inserting or
    /// removing one of them changes the paths of the others.
    /// </summary>
    internal sealed class LinkedObjects
    {
        // The member that identifies the objects of a type, or null; only types with several linked objects.
        private readonly Dictionary<SchemaType, string?> _keys = [];
        private readonly Dictionary<(SchemaType Type, string Member), bool> _links = [];

        /// <param name="type">The type of the root.</param>
        /// <param name="sides">The objects of the documents.</param>
        public LinkedObjects(SchemaType type, params TrackedObjects[] sides)
        {
            foreach (SchemaType one in TypeText.All(type).Where(t => t.Kind == SchemaKind.Object && Contents(t).Any(m => Links(m, t))))
            {
                JsonNode?[][] objects = [.. sides.Select(s => s.Of(one))];
                if (objects.Any(o => o.Length > 1))
                    _keys.Add(one, ItemKeys.Find(objects));
            }
        }

        /// <summary>Returns whether objects of a type are such objects.</summary>
        public bool Contains(SchemaType? type) => type != null && _keys.ContainsKey(type);

        /// <summary>Returns whether objects with one path may be different objects.</summary>
        public bool MayDiffer(SchemaType type, params JsonObject[] objects) => _keys.TryGetValue(type, out string? key)
            && (key == null || objects.Select(one => ItemKeys.KeyOf(one, key)).Distinct(StringComparer.Ordinal).Count() != 1);

        /// <summary>Returns whether a member of such an object leads to further ones.</summary>
        public bool IsLink(SchemaType type, string member)
        {
            if (!_links.TryGetValue((type, member), out bool isLink))
            {
                isLink = type.Members.FirstOrDefault(m => m.Name == member) is { } found && TypeText.All(found.Type).Contains(type);
                _links.Add((type, member), isLink);
            }
            return isLink;
        }

        // Whether a value is an object that such values link to another one; lists and maps have items that can be told apart.
        private static bool Links(SchemaType from, SchemaType to)
        {
            var met = new HashSet<SchemaType>(ReferenceEqualityComparer.Instance);
            var pending = new Stack<SchemaType>([from]);
            while (pending.TryPop(out SchemaType? type))
            {
                if (type == to)
                    return true;
                if (!met.Add(type))
                    continue;
                foreach (SchemaType content in Contents(type))
                    pending.Push(content);
            }
            return false;
        }

        private static IEnumerable<SchemaType> Contents(SchemaType type) => type.Kind switch
        {
            SchemaKind.Nullable or SchemaKind.Reference => [type.Element!],
            SchemaKind.Object or SchemaKind.Union => type.Members.Select(m => m.Type),
            _ => [],
        };
    }
}
