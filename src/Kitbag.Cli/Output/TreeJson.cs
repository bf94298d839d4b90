using System;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Query;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Output
{
    /// <summary>The output of 'show' as JSON: kinds, types and values, truncated like the tree.</summary>
    internal static class TreeJson
    {
        public static void Write(Utf8JsonWriter w, KitbagNode node, TreeLimits limits, int depth = 0)
        {
            w.WriteStartObject();
            w.WriteString("type", Schemas.TypeText.Of(node.Type));
            if (Nodes.Identity(node) is { } identity)
                w.WriteString("identity", identity.ToString());
            if (node.Kind is KitbagNodeKind.Null or KitbagNodeKind.Value)
            {
                w.WritePropertyName("value");
                ValueText.WriteNode(w, node);
            }
            else
            {
                w.WriteNumber("count", node.Count);
                if (depth < Math.Min(limits.Depth, TreeLimits.Deepest))
                    WriteParts(w, node, limits, depth);
            }
            w.WriteEndObject();
        }

        private static void WriteParts(Utf8JsonWriter w, KitbagNode node, TreeLimits limits, int depth)
        {
            int left = limits.Items;
            switch (node.Kind)
            {
                case KitbagNodeKind.Object:
                    w.WriteStartObject("members");
                    for (int i = 0; i < node.Count; i++)
                    {
                        w.WritePropertyName(node.Type.Members[i].Name);
                        Write(w, Nodes.Shown(node, i), limits, depth + 1);
                    }
                    w.WriteEndObject();
                    break;
                case KitbagNodeKind.List:
                    w.WriteStartArray("items");
                    for (int i = 0; i < Math.Min(node.Count, left); i++)
                        Write(w, node[i], limits, depth + 1);
                    w.WriteEndArray();
                    break;
                default:
                    w.WriteStartArray("entries");
                    foreach (KitbagEntry entry in node.Entries)
                    {
                        if (left-- == 0)
                            break;
                        w.WriteStartObject();
                        w.WritePropertyName("key");
                        ValueText.WriteNode(w, entry.Key);
                        w.WritePropertyName("value");
                        Write(w, entry.Value, limits, depth + 1);
                        w.WriteEndObject();
                    }
                    w.WriteEndArray();
                    break;
            }
        }
    }
}
