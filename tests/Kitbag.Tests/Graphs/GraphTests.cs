using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Xunit;

namespace Kitbag.Tests.Graphs
{
    /// <summary>Tracked types: objects keep their identity, however deep the graph is.</summary>
    public class GraphTests
    {
        private static readonly KitbagOptions s_large = new() { Limits = new KitbagLimits { MaxAllocation = 1L << 30 } };

        private static T Copy<[KitbagRoot(Json = false)] T>(T value, KitbagOptions? options = null)
        {
            byte[] document = KitbagSerializer.Serialize(value, options);
            T copy = KitbagSerializer.Deserialize<T>(document, options);
            Assert.Equal(document, KitbagSerializer.Serialize(copy, options));
            byte[] bare = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            Assert.True(document.AsSpan().EndsWith(bare));
            return copy;
        }

        // Recursion over a tree of 100,000 levels would need megabytes.
        private static void OnSmallStack(Action action)
        {
            Exception? failure = null;
            var thread = new Thread(() => failure = Record.Exception(action), 64 * 1024);
            thread.Start();
            thread.Join();
            Assert.Null(failure);
        }

        // Callbacks are called when all bytes have been read, so only the objects themselves tell where they are.
        [Theory]
        [InlineData(0, "GuardedWorld.Top")]
        [InlineData(1, "GuardedWorld.Top.Next")]
        [InlineData(2, "GuardedWorld.Top.Next.Below")]
        public void An_exception_of_a_callback_has_the_path_of_its_object(int failing, string path)
        {
            var guards = new[] { new Guard(), new Guard(), new Guard() };
            guards[0].Next = guards[1];
            guards[1].Below.Add(guards[2]);
            guards[2].Next = guards[0];
            guards[failing].Level = -1;
            byte[] document = KitbagSerializer.Serialize(new GuardedWorld { Top = guards[0] });
            KitbagException refused = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<GuardedWorld>(document));
            Assert.Equal((KitbagErrorReason.Refused, path), (refused.Reason, refused.Path));
            Assert.Equal("negative level", Assert.IsType<InvalidOperationException>(refused.InnerException).Message);
        }

        [Fact]
        public void References_to_parents_and_to_the_object_itself_are_kept()
        {
            var root = new TreeNode { Name = "root" };
            root.Add("a").Add("b");
            root.Add("c");
            root.Children.Add(root);
            TreeNode copy = Copy(root);
            Assert.Equal(["a", "c", "root"], copy.Children.Select(c => c.Name));
            Assert.Same(copy, copy.Children[2]);
            Assert.Same(copy.Children[0], copy.Children[0].Children[0].Parent);
            Assert.Null(copy.Parent);
        }

        [Fact]
        public void Null_is_a_root_in_bare_bodies_too()
        {
            Assert.Null(KitbagSerializer.Deserialize<TreeNode?>(KitbagSerializer.Serialize<TreeNode?>(null)));
            Assert.Null(KitbagSerializer.Deserialize<TreeNode?>(KitbagSerializer.Serialize<TreeNode?>(null, KitbagOptions.Bare),
                KitbagOptions.Bare));
        }

        [Fact]
        public void A_list_of_a_million_nodes_needs_no_stack() => OnSmallStack(() =>
        {
            var first = new LinkNode();
            LinkNode last = first;
            for (int i = 1; i < 1_000_000; i++)
            {
                last.Next = new LinkNode { Value = i, Previous = last };
                last = last.Next;
            }
            byte[] document = KitbagSerializer.Serialize(first);
            Assert.True(document.Length < 200_000, document.Length + " bytes");
            LinkNode? node = KitbagSerializer.Deserialize<LinkNode>(document, s_large);
            Assert.Null(node.Previous);
            for (int i = 0; i < 1_000_000; i++, node = node.Next)
            {
                if (node!.Value != i || (node.Next != null && node.Next.Previous != node))
                    Assert.Fail("Node " + i + " is another one.");
            }
            Assert.Null(node);
        });

        [Fact]
        public void A_tree_of_a_hundred_thousand_levels_needs_no_stack() => OnSmallStack(() =>
        {
            var root = new TreeNode { Name = "root" };
            TreeNode node = root;
            for (int i = 0; i < 100_000; i++)
                node = node.Add("n");
            node = Copy(root, s_large);
            int depth = 0;
            for (; node.Children.Count != 0; node = node.Children[0])
                depth += node.Children[0].Parent == node ? 1 : 0;
            Assert.Equal(100_000, depth);
        });

        [Fact]
        public void A_complete_graph_of_two_thousand_nodes()
        {
            List<Vertex> all = Enumerable.Range(0, 2000).Select(i => new Vertex { Id = i }).ToList();
            foreach (Vertex vertex in all)
                vertex.Neighbors.AddRange(all);
            Vertex copy = KitbagSerializer.Deserialize<Vertex>(KitbagSerializer.Serialize(all[0]));
            Assert.Same(copy, copy.Neighbors[0]);
            foreach (Vertex vertex in copy.Neighbors)
                Assert.True(vertex.Neighbors.SequenceEqual(copy.Neighbors));
        }

        [Fact]
        public void A_scene_with_derived_types_keys_sets_arrays_and_structs()
        {
            GraphScene scene = Scene(300);
            GraphScene copy = Copy(scene);
            AssertSame(scene, copy);
        }

        internal static GraphScene Scene(int count)
        {
            var random = new Random(7);
            var scene = new GraphScene();
            for (int i = 0; i < count; i++)
            {
                GraphThing thing = (i % 4) switch
                {
                    0 => new GraphLamp { IsOn = i % 3 == 0 },
                    1 => new GraphDoor(),
                    _ => new GraphThing(),
                };
                thing.Id = "t" + i;
                if (i != 0)
                {
                    thing.Parent = scene.All[random.Next(i)];
                    thing.Parent.Kids.Add(thing);
                }
                if (thing is GraphDoor door)
                {
                    door.Key = scene.All[random.Next(i)];
                    door.OtherSide = scene.All.OfType<GraphDoor>().LastOrDefault() ?? door;
                }
                scene.All.Add(thing);
                scene.ByName[thing.Id] = thing;
                if (i % 5 == 0)
                    scene.Weights[thing] = i;
                if (i % 7 == 0)
                    scene.Chosen.Add(thing);
            }
            scene.Slots = [scene.All[2], null, scene.All[2]];
            scene.Pair = new ThingPair { First = scene.All[1], Strength = 4 };
            scene.Other = new ThingPair { First = scene.All[3], Second = scene.All[3] };
            return scene;
        }

        private static void AssertSame(GraphScene scene, GraphScene copy)
        {
            var number = new Dictionary<GraphThing, int>(ReferenceEqualityComparer.Instance);
            for (int i = 0; i < scene.All.Count; i++)
                number[scene.All[i]] = i;
            GraphThing? Twin(GraphThing? thing) => thing == null ? null : copy.All[number[thing]];
            for (int i = 0; i < scene.All.Count; i++)
            {
                GraphThing thing = scene.All[i], twin = copy.All[i];
                Assert.Equal((thing.GetType(), thing.Id), (twin.GetType(), twin.Id));
                Assert.Same(Twin(thing.Parent), twin.Parent);
                Assert.Equal(thing.Kids.Select(Twin), twin.Kids, ReferenceEqualityComparer.Instance);
                Assert.Equal((thing as GraphLamp)?.IsOn, (twin as GraphLamp)?.IsOn);
                Assert.Same(Twin((thing as GraphDoor)?.Key), (twin as GraphDoor)?.Key);
                Assert.Same(Twin((thing as GraphDoor)?.OtherSide), (twin as GraphDoor)?.OtherSide);
                Assert.Same(twin, copy.ByName[thing.Id!]);
            }
            Assert.Equal(scene.Weights.Count, copy.Weights.Count);
            foreach ((GraphThing thing, int weight) in scene.Weights)
                Assert.Equal(weight, copy.Weights[Twin(thing)!]);
            Assert.Equal(scene.Chosen.Count, copy.Chosen.Count);
            Assert.All(scene.Chosen, thing => Assert.Contains(Twin(thing)!, copy.Chosen));
            Assert.Equal(scene.Slots.Select(Twin), copy.Slots, ReferenceEqualityComparer.Instance);
            Assert.Same(Twin(scene.Pair.First), copy.Pair.First);
            Assert.Same(copy.Other!.Value.First, copy.Other.Value.Second);
        }

        [Fact]
        public void A_dictionary_that_holds_its_owner()
        {
            var owner = new MapOwner();
            owner.Rooms["self"] = owner;
            owner.Rooms["other"] = new MapOwner { Rooms = { ["back"] = owner } };
            MapOwner copy = Copy(owner);
            Assert.Same(copy, copy.Rooms["self"]);
            Assert.Same(copy, copy.Rooms["other"].Rooms["back"]);
        }

        [Fact]
        public void Generic_nodes()
        {
            var number = new Cell<int> { Value = 5 };
            number.Next = number;
            Cell<int> copy = Copy(number);
            Assert.Same(copy, copy.Next);
            Assert.Equal(5, copy.Value);
            var text = new Cell<string> { Value = "a", Next = new Cell<string> { Value = "b" } };
            Assert.Equal("b", Copy(text).Next!.Value);
        }

        [Fact]
        public void User_defined_collections_may_contain_themselves()
        {
            var menu = new Menu { new Menu() };
            menu.Add(menu);
            Menu copy = Copy(menu);
            Assert.Equal(2, copy.Count);
            Assert.Same(copy, copy[1]);
            var folder = new Folder();
            folder["sub"] = new Folder { ["up"] = folder };
            Folder other = Copy(folder);
            Assert.Same(other, other["sub"]["up"]);
        }

        [Fact]
        public void Records_are_graphs_too()
        {
            var mother = new Family("Eva", null, new List<Family>()) { Age = 51 };
            mother.Children.Add(new Family("Ada", mother, new List<Family>()));
            Family copy = Copy(mother);
            Assert.Equal(("Eva", 51, "Ada", 30), (copy.Name, copy.Age, copy.Children[0].Name, copy.Children[0].Age));
            Assert.Same(copy, copy.Children[0].Mother);
            Expression shared = new Sum(new Constant(1), new Constant(2));
            Expression tree = new Product(shared, shared);
            var product = (Product)Copy(tree);
            Assert.Equal(tree, product);
            Assert.Same(product.Left, product.Right);
        }

        [Fact]
        public void Callbacks_are_called_on_a_complete_graph_with_children_first()
        {
            var top = new Watcher { Name = "top" };
            var left = new Watcher { Name = "left", Owner = top };
            var leaf = new Watcher { Name = "leaf", Owner = left };
            left.Below.Add(leaf);
            top.Below.AddRange([left, leaf, new Watcher { Name = "right" }]);
            Watcher.Order.Clear();
            WatchedWorld copy = KitbagSerializer.Deserialize<WatchedWorld>(KitbagSerializer.Serialize(new WatchedWorld { Top = top }));
            Assert.Equal(["leaf", "left", "right", "top", "world of 3"], Watcher.Order);
            Assert.True(copy.Top!.WasComplete && copy.Top.Below.TrueForAll(b => b.WasComplete));
        }

        [Fact]
        public void Populate_reuses_the_root_and_creates_the_rest()
        {
            var root = new TreeNode { Name = "new" };
            root.Add("child");
            byte[] document = KitbagSerializer.Serialize(root);
            var target = new TreeNode { Name = "old" };
            target.Add("gone");
            KitbagSerializer.Populate(document, target);
            Assert.Equal(("new", "child"), (target.Name, target.Children.Single().Name));
            Assert.Same(target, target.Children[0].Parent);
            KitbagException e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize<TreeNode?>(null), target));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        [Fact]
        public void Threads_that_begin_together_find_the_same_schemas()
        {
            byte[] expected = KitbagSerializer.Serialize(Scene(20));
            byte[][] documents = new byte[8][];
            var start = new Barrier(documents.Length);
            Thread[] threads = Enumerable.Range(0, documents.Length).Select(i => new Thread(() =>
            {
                start.SignalAndWait();
                documents[i] = KitbagSerializer.Serialize(new Cell<Guid> { Next = new Cell<Guid>() });
            })).ToArray();
            Array.ForEach(threads, t => t.Start());
            Array.ForEach(threads, t => t.Join());
            Assert.All(documents, d => Assert.Equal(documents[0], d));
            Assert.Equal(expected, KitbagSerializer.Serialize(Scene(20)));
        }
    }
}
