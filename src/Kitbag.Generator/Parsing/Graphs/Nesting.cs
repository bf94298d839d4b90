using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The nesting depth of types in a schema, which readers of other versions limit.</summary>
    internal sealed class Nesting
    {
        /// <summary>The default of KitbagLimits.MaxSchemaDepth.</summary>
        public const int MaxDepth = 128;

        // The number of path segments that are shown.
        private const int Shown = 6;

        private readonly Dictionary<string, int> _heights = new Dictionary<string, int>();
        private readonly Dictionary<string, TypeModel> _types;

        public Nesting(Dictionary<string, TypeModel> types)
        {
            _types = types;
        }

        /// <summary>The path segments from one type to another on a shortest path.</summary>
        public static string PathTo(Dictionary<string, TypeModel> types, string from, string to)
        {
            var paths = new Dictionary<string, string> { [from] = "" };
            var waiting = new Queue<string>(paths.Keys);
            while (waiting.Count != 0 && !paths.ContainsKey(to))
            {
                string key = waiting.Dequeue();
                IEnumerable<KeyValuePair<string, string>> next = Parts(types[key]);
                if (types[key].Stored.Length != 0)
                    next = next.Append(new KeyValuePair<string, string>(types[key].Stored, ""));
                foreach (KeyValuePair<string, string> part in next)
                {
                    if (paths.ContainsKey(part.Key))
                        continue;
                    paths.Add(part.Key, paths[key] + part.Value);
                    waiting.Enqueue(part.Key);
                }
            }
            return paths.TryGetValue(to, out string path) ? path : "";
        }

        /// <summary>The largest nesting depth below a type.</summary>
        public int HeightOf(string key)
        {
            if (_heights.TryGetValue(key, out int height))
                return height;
            TypeModel type = _types[key];
            if (type.Stored.Length != 0)
                height = HeightBelow(type.Stored);
            else if (Parts(type).Any())
                height = 1 + Parts(type).Max(part => HeightBelow(part.Key));
            return _heights[key] = height;
        }

        // A reference contains no other values.
        private int HeightBelow(string key) => _types[key].IsTracked ? 0 : HeightOf(key);

        /// <summary>The first path segments from a type toward the most deeply nested type below it.</summary>
        public string Start(string key)
        {
            string path = "";
            for (int steps = 0; steps < Shown && HeightOf(key) != 0;)
            {
                TypeModel type = _types[key];
                if (type.Stored.Length != 0)
                {
                    key = type.Stored;
                    continue;
                }
                KeyValuePair<string, string> deepest = Parts(type).OrderByDescending(part => HeightBelow(part.Key)).First();
                key = deepest.Key;
                path += deepest.Value;
                steps++;
            }
            return path + (HeightOf(key) == 0 ? "" : "...");
        }

        private static IEnumerable<KeyValuePair<string, string>> Parts(TypeModel type) =>
            type.Parts.Select(part => new KeyValuePair<string, string>(part, type.Shape == ShapeKind.Nullable ? "" : "[]"))
                .Concat(type.Cases.Select(one => new KeyValuePair<string, string>(one.TypeKey, "<" + one.ShortName + ">")))
                .Concat(type.Members.Select(member => new KeyValuePair<string, string>(member.TypeKey, "." + member.Name)));
    }
}
