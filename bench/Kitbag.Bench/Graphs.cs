using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>
    /// Objects that refer to each other. A scene of 100,000 nodes with parents, children and derived types is compared with the same nodes
    /// with numbers instead of links, and without links; it is also measured as JSON. A linked list of a million nodes is compared with
    /// allocating and linking such nodes.
    /// </summary>
    internal static class Graphs
    {
        private const int Nodes = 100_000, Links = 1_000_000;

        private static readonly KitbagOptions s_bare = new KitbagOptions
        {
            Schema = KitbagSchemaMode.Bare,
            Limits = new KitbagLimits { MaxAllocation = 1L << 30 },
        };

        private static readonly JsonSerializerOptions s_preserve = new JsonSerializerOptions
        {
            ReferenceHandler = ReferenceHandler.Preserve,
            MaxDepth = 1000,
        };

        public static void AddTo(List<Candidate> all)
        {
            Add(all, "scene", "Kitbag", Scene());
            Add(all, "scene", "(numbers for links)", Make<NumberedNode, NumberedMesh, NumberedLight>((nodes, i) =>
            {
                nodes[i].Parent = i == 0 ? -1 : (i - 1) / 4;
                if (i != 0)
                    nodes[(i - 1) / 4].Children.Add(i);
            }));
            Add(all, "scene", "(no links)", Make<SceneData, MeshData, LightData>((_, _) => { }));
            AddPreserve(all, "scene");
            all.Add(Candidate.Of("json-scene", "Kitbag", Scene(), (output, scene) => KitbagJson.Serialize(output, scene),
                bytes => KitbagJson.Deserialize<List<SceneNode>>(bytes)));
            AddPreserve(all, "json-scene");
            Add(all, "list-1000000", "Kitbag", List());
            all.Add(new Candidate("list-1000000", "(allocate and link)", _ => { List(); return 0; }, List));
        }

        private static void AddPreserve(List<Candidate> all, string workload) =>
            all.Add(Candidate.Of(workload, "System.Text.Json", Scene(), (output, scene) =>
            {
                using var writer = new Utf8JsonWriter(output);
                JsonSerializer.Serialize(writer, scene, s_preserve);
            }, bytes => JsonSerializer.Deserialize<List<SceneNode>>(bytes, s_preserve)!));

        private static void Add<[KitbagRoot(Json = false)] T>(List<Candidate> all, string workload, string peer, T value) =>
            all.Add(Candidate.Of(workload, peer, value, (output, v) => KitbagSerializer.Serialize(output, v, s_bare),
                bytes => KitbagSerializer.Deserialize<T>(bytes, s_bare)));

        private static List<SceneNode> Scene() => Make<SceneNode, MeshNode, LightNode>((nodes, i) =>
        {
            if (i == 0)
                return;
            nodes[i].Parent = nodes[(i - 1) / 4];
            nodes[i].Parent!.Children.Add(nodes[i]);
        });

        // Creates the same data for each set of node types; the caller links the nodes.
        private static List<TNode> Make<TNode, TMesh, TLight>(Action<List<TNode>, int> link)
            where TNode : NodeMembers, new()
            where TMesh : TNode, IMesh, new()
            where TLight : TNode, ILight, new()
        {
            var random = new Random(1);
            var nodes = new List<TNode>();
            for (int i = 0; i < Nodes; i++)
            {
                TNode node = (i % 3) switch
                {
                    0 => new TMesh { Mesh = "mesh_" + i % 50 },
                    1 => new TLight { Intensity = i % 7 },
                    _ => new TNode(),
                };
                node.Id = i;
                node.Name = "node_" + i;
                node.X = random.Next(1000) / 8f;
                node.Y = random.Next(1000) / 8f;
                node.Angle = random.Next(360);
                node.IsVisible = i % 5 != 0;
                nodes.Add(node);
                link(nodes, i);
            }
            return nodes;
        }

        private static ListNode List()
        {
            var first = new ListNode();
            ListNode last = first;
            for (int i = 1; i < Links; i++)
                last = last.Next = new ListNode { Value = i };
            return first;
        }
    }

    /// <summary>The members that all nodes have. No collection is declared with this type.</summary>
    public abstract class NodeMembers
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public float X { get; set; }

        public float Y { get; set; }

        public float Angle { get; set; }

        public bool IsVisible { get; set; }
    }

    public interface IMesh
    {
        string? Mesh { get; set; }
    }

    public interface ILight
    {
        float Intensity { get; set; }
    }

    public class SceneData : NodeMembers
    {
    }

    public class MeshData : SceneData, IMesh
    {
        public string? Mesh { get; set; }
    }

    public class LightData : SceneData, ILight
    {
        public float Intensity { get; set; }
    }

    [JsonDerivedType(typeof(SceneNode), "node")]
    [JsonDerivedType(typeof(MeshNode), "mesh")]
    [JsonDerivedType(typeof(LightNode), "light")]
    public class SceneNode : NodeMembers
    {
        public SceneNode? Parent { get; set; }

        public List<SceneNode> Children { get; set; } = new List<SceneNode>();
    }

    public class MeshNode : SceneNode, IMesh
    {
        public string? Mesh { get; set; }
    }

    public class LightNode : SceneNode, ILight
    {
        public float Intensity { get; set; }
    }

    public class NumberedNode : NodeMembers
    {
        public int Parent { get; set; }

        public List<int> Children { get; set; } = new List<int>();
    }

    public class NumberedMesh : NumberedNode, IMesh
    {
        public string? Mesh { get; set; }
    }

    public class NumberedLight : NumberedNode, ILight
    {
        public float Intensity { get; set; }
    }

    public class ListNode
    {
        public int Value { get; set; }

        public ListNode? Next { get; set; }
    }
}
