using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Tracked objects in JSON: $id and $ref like System.Text.Json with ReferenceHandler.Preserve.</summary>
    public class JsonGraphTests
    {
        internal static readonly JsonSerializerOptions Preserve =
            new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };

        private static readonly KitbagJsonOptions s_brief = new KitbagJsonOptions { OmitDefaults = true };

        [Fact]
        public void A_tree_has_no_ids()
        {
            var root = new JNode { Value = 1, Next = new JNode { Value = 2 }, All = [new JNode { Value = 3 }, null] };
            Assert.Equal("""
                {"Value":1,"Next":{"Value":2,"Next":null,"All":null},"All":[{"Value":3,"Next":null,"All":null},null]}
                """, KitbagJson.Serialize(root));
            Assert.Equal("""{"Value":1,"Next":{"Value":2},"All":[{"Value":3},null]}""", KitbagJson.Serialize(root, s_brief));
        }

        [Fact]
        public void An_object_that_occurs_again_has_an_id()
        {
            var a = new JNode { Value = 1 };
            var b = new JNode { Value = 2, Next = a };
            a.Next = b;
            b.All = [a, b, new JNode(), null];
            string json = KitbagJson.Serialize(a, s_brief);
            Assert.Equal("""
                {"$id":"1","Value":1,"Next":{"$id":"2","Value":2,"Next":{"$ref":"1"},"All":[{"$ref":"1"},{"$ref":"2"},{},null]}}
                """, json);
            JNode back = KitbagJson.Deserialize<JNode>(json);
            Assert.Equal((1, 2), (back.Value, back.Next!.Value));
            Assert.Same(back, back.Next.Next);
            Assert.Same(back, back.Next.All![0]);
            Assert.Same(back.Next, back.Next.All![1]);
            JNode theirs = JsonSerializer.Deserialize<JNode>(json, Preserve)!;
            Assert.Same(theirs, theirs.Next!.Next);
            JNode ours = KitbagJson.Deserialize<JNode>(JsonSerializer.Serialize(a, Preserve));
            Assert.Same(ours, ours.Next!.Next);
            Assert.Same(ours.Next, ours.Next.All![1]);
        }

        [Fact]
        public void Text_has_ids_in_lines_of_their_own()
        {
            var empty = new JNode();
            var a = new JNode { Value = 1, All = [empty, empty] };
            a.Next = a;
            string json = KitbagJson.Serialize(a, new KitbagJsonOptions { Format = KitbagJsonFormat.Text, OmitDefaults = true });
            Assert.Equal("""
                {
                  "$id": "1",
                  "Value": 1,
                  "Next": {"$ref": "1"},
                  "All": [
                    {
                      "$id": "2"
                    },
                    {"$ref": "2"}
                  ]
                }

                """, json);
            JNode back = KitbagJson.Deserialize<JNode>(json);
            Assert.Same(back, back.Next);
            Assert.Same(back.All![0], back.All[1]);
        }

        [Theory]
        [InlineData("""{"Data":{"$id":"1","a":{"$ref":"1"}}}""", KitbagErrorReason.NotSupported)]
        [InlineData("""{"Data":{"$id":"1","$values":[{"$ref":"1"}]}}""", KitbagErrorReason.NotSupported)]
        [InlineData("""{"Data":{"$id":"1","a":{"$ref":"2"}},"Next":{"Data":{"$id":"2","a":{"$ref":"1"}}}}""",
            KitbagErrorReason.LimitExceeded)]
        public void A_dictionary_that_contains_itself_is_an_error(string json, KitbagErrorReason reason)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JLoose>(json));
            Assert.Equal(reason, e.Reason);
        }

        [Fact]
        public void A_long_chain_of_dictionaries_that_precede_each_other_is_an_error()
        {
            string json = "{\"Data\":[" + string.Concat(Enumerable.Range(0, 100_000).Select(i =>
                "{\"$id\":\"" + i + "\",\"a\":{\"$ref\":\"" + (i + 1) + "\"}},")) + "{\"$id\":\"100000\"}]}";
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JLoose>(json));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Theory]
        [InlineData("""{"A":{"$id":"1","X":3},"B":{"$ref":"1"}}""", "JPlains.B")]
        [InlineData("""{"L":[{"$id":"1","X":3},{"$ref":"1"}]}""", "JPlains.L[1]")]
        [InlineData("""{"L":{"$id":"1","$values":[{"$id":"2","X":3}]}}""", "JPlains.L")]
        [InlineData("""{"K":{"$ref":"1"},"A":{"$id":"1","X":3}}""", "JPlains.K")]
        [InlineData("""{"S":{"$ref":"1"},"A":{"$id":"1","X":3}}""", "JPlains.S")]
        public void A_reference_is_not_read_as_an_object_if_no_class_is_tracked(string json, string path)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JPlains>(json));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Equal(path, e.Path);
            Assert.Contains("Tracked = true", e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Members_with_names_of_references_are_data_if_no_class_is_tracked()
        {
            JPlains read = KitbagJson.Deserialize<JPlains>("""
                {"A":{"$id":"1","X":3},"B":{"$ref":"a","$id":"b","$db":"c"},"K":{"$id":"1"},"D":{"$ref":"1"},"J":{"$ref":"x"}}
                """);
            Assert.Equal((3, 0, 0), (read.A!.X, read.B!.X, read.K!.X));
            Assert.Equal("1", read.D!["$ref"]);
            Assert.Equal("x", read.J!.More!["$ref"].GetString());
        }

        [Theory]
        [InlineData(1_000_000, 0)]
        [InlineData(100_000, 64 * 1024)]
        public void A_long_list_is_written_and_read_on_any_stack(int nodes, int stack)
        {
            Exception? failure = null;
            var thread = new Thread(() =>
            {
                try
                {
                    var first = new JNode();
                    JNode last = first;
                    for (int i = 1; i < nodes; i++)
                        last = last.Next = new JNode { Value = i };
                    byte[] json = KitbagJson.SerializeToUtf8Bytes(first, s_brief);
                    JNode? back = KitbagJson.Deserialize<JNode>(json);
                    int count = 0;
                    for (; back != null; back = back.Next)
                        Assert.Equal(count++, back.Value);
                    Assert.Equal(nodes, count);
                }
                catch (Exception e)
                {
                    failure = e;
                }
            }, stack);
            thread.Start();
            thread.Join();
            Assert.Null(failure);
        }

        /// <summary>Nested lists of derived types take the most stack per level.</summary>
        [Fact]
        public void A_tree_of_lists_of_derived_types_is_read_on_a_small_stack()
        {
            JThing tree = new JLamp();
            for (int i = 0; i < 500; i++)
                tree = new JChest { Content = [tree], On = new JChest { Content = [new JLamp()] } };
            string json = KitbagJson.Serialize(tree, s_brief);
            string? again = null;
            var thread = new Thread(() => again = KitbagJson.Serialize(KitbagJson.Deserialize<JThing>(json), s_brief), 64 * 1024);
            thread.Start();
            thread.Join();
            Assert.Equal(json, again);
        }

        [Fact]
        public void Deeply_nested_objects_are_written_at_the_end_of_the_outermost_object()
        {
            var options = new KitbagJsonOptions { OmitDefaults = true, MaxDepth = 4 };
            JNode first = Chain(6);
            string json = KitbagJson.Serialize(first, options);
            Assert.Equal("""
                {"Next":{"Value":1,"Next":{"$ref":"1"}},"$objects":[{"$id":"1","Value":2,"Next":{"$ref":"2"}},
                {"$id":"2","Value":3,"Next":{"$ref":"3"}},{"$id":"3","Value":4,"Next":{"$ref":"4"}},{"$id":"4","Value":5}]}
                """.ReplaceLineEndings(""), json);
            Assert.Equal(6, Length(KitbagJson.Deserialize<JNode>(json, options)));
            var refusing = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse };
            Assert.Equal(6, Length(KitbagJson.Deserialize<JNode>(json, refusing)));
        }

        [Theory]
        [InlineData(3)]
        [InlineData(28)]
        public void Objects_of_a_long_chain_have_room_for_nested_lists_in_members_of_type_object(int depth)
        {
            object? list = null;
            for (int i = 0; i < depth; i++)
                list = new List<object?> { list };
            JLoose? first = null;
            for (int i = 0; i < 200; i++)
                first = new JLoose { Data = list, Next = first };
            string json = KitbagJson.Serialize(first);
            Assert.Equal(json, KitbagJson.Serialize(KitbagJson.Deserialize<JLoose>(json)));
        }

        private static JNode Chain(int count)
        {
            JNode? first = null;
            for (int i = count - 1; i >= 0; i--)
                first = new JNode { Value = i, Next = first };
            return first!;
        }

        private static int Length(JNode? node)
        {
            int count = 0;
            for (; node != null; node = node.Next)
                Assert.Equal(count++, node.Value);
            return count;
        }

        private static JRoom House()
        {
            var hall = new JRoom { Name = "hall" };
            var cellar = new JRoom { Name = "cellar", Doors = new Dictionary<string, JRoom> { ["up"] = hall } };
            hall.Doors = new Dictionary<string, JRoom> { ["z"] = hall, ["down"] = cellar, ["$id"] = cellar };
            var note = new JNote { Text = "shared", Numbers = [1, 2] };
            hall.Note = cellar.Note = note;
            var lamp = new JLamp { In = hall, IsLit = true };
            var chest = new JChest { In = hall, On = lamp, Light = lamp, Content = [lamp] };
            lamp.On = chest;
            hall.Things = [chest, lamp];
            cellar.Things = [lamp];
            hall.Place = new JPlace { X = 1, Near = cellar };
            hall.Other = new JPlace { X = 2, Near = hall };
            return hall;
        }

        private static void CheckHouse(JRoom hall)
        {
            JRoom cellar = hall.Doors!["down"];
            Assert.Equal(("hall", "cellar"), (hall.Name, cellar.Name));
            Assert.Same(hall, hall.Doors["z"]);
            Assert.Same(hall, cellar.Doors!["up"]);
            Assert.Same(cellar, hall.Place.Near);
            Assert.Same(hall, hall.Other!.Value.Near);
            var chest = (JChest)hall.Things![0];
            Assert.Same(hall.Things[1], chest.Light);
            Assert.Same(chest.Light, chest.Content![0]);
            Assert.Same(chest, chest.Light!.On);
            Assert.Same(chest.Light, cellar.Things![0]);
            Assert.Same(hall, chest.In);
            Assert.Equal("shared", hall.Note!.Text);
            Assert.Equal([1, 2], cellar.Note!.Numbers);
        }

        [Fact]
        public void Unions_dictionaries_arrays_structs_and_nullables_hold_tracked_objects()
        {
            JRoom hall = House();
            foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, KitbagJsonOptions.Text, s_brief })
            {
                string json = KitbagJson.Serialize(hall, options);
                JRoom back = KitbagJson.Deserialize<JRoom>(json, options);
                CheckHouse(back);
                Assert.Same(back.Doors!["down"], back.Doors["$id"]);
                Assert.Equal(json, KitbagJson.Serialize(back, options));
            }
            // System.Text.Json refuses such a key, escaped or not.
            hall.Doors!.Remove("$id");
            CheckHouse(JsonSerializer.Deserialize<JRoom>(KitbagJson.Serialize(hall), Preserve)!);
            JRoom ours = KitbagJson.Deserialize<JRoom>(JsonSerializer.Serialize(hall, Preserve));
            CheckHouse(ours);
            // Objects that are not tracked are shared if the text refers to them.
            Assert.Same(ours.Note, ours.Doors!["down"].Note);
        }

        [Fact]
        public void Records_are_created_empty_and_populated()
        {
            var a = new JPerson("a", null) { Age = 1 };
            var b = new JPerson("b", a) { Age = 2, Children = [a] };
            string json = KitbagJson.Serialize(b, s_brief);
            JPerson back = KitbagJson.Deserialize<JPerson>(json);
            Assert.Equal(("b", 2, "a", 1), (back.Name, back.Age, back.Friend!.Name, back.Friend.Age));
            Assert.Same(back.Friend, back.Children![0]);
            JPerson self = KitbagJson.Deserialize<JPerson>("""{"$id":"x","Name":"s","Age":1,"Friend":{"$ref":"x"}}""");
            Assert.Same(self, self.Friend);
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JPerson>("""{"Name":"s","Friend":null}"""));
            Assert.Contains("Age", e.Message);
        }

        [Fact]
        public void Sets_and_maps_keyed_by_objects_are_filled_once_these_are_complete()
        {
            var a = new JKey { Name = "a" };
            var b = new JKey { Name = "b", Owner = a };
            a.Owner = b;
            a.Set = [a, b];
            b.Counts = new Dictionary<JKey, int> { [a] = 1, [b] = 2 };
            foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, KitbagJsonOptions.Text })
            {
                JKey back = KitbagJson.Deserialize<JKey>(KitbagJson.Serialize(a, options));
                Assert.Contains(back, back.Set!);
                Assert.Contains(back.Owner!, back.Set!);
                Assert.Equal(1, back.Owner!.Counts![back]);
                Assert.Equal(2, back.Owner.Counts[back.Owner]);
                string forward = """{"Set":[{"$ref":"b"},{"$id":"a","Name":"a","Owner":{"$id":"b","Name":"b","Owner":{"$ref":"a"}}}]}""";
                JKeyRoot root = KitbagJson.Deserialize<JKeyRoot>(forward);
                Assert.Equal(2, root.Set!.Count);
                foreach (JKey key in root.Set)
                    Assert.Contains(key, root.Set);
            }
        }

        [Fact]
        public void A_reference_may_precede_its_object()
        {
            JNode back = KitbagJson.Deserialize<JNode>("""{"Next":{"$ref":"7"},"All":[{"$ref":"7"},{"$id":"7","Value":5}]}""");
            Assert.Equal(5, back.Next!.Value);
            Assert.Same(back.Next, back.All![0]);
            Assert.Same(back.Next, back.All[1]);
            // The object may be in a member that the type lacks, and have a discriminator.
            JRoom room = KitbagJson.Deserialize<JRoom>(
                """{"Things":[{"$ref":"x"}],"Lost":{"a":[{"$id":"x","$type":"lamp","IsLit":true}]}}""");
            Assert.True(((JLamp)room.Things![0]).IsLit);
            room = KitbagJson.Deserialize<JRoom>(
                """{"Lost":{"a":[{"$type":"lamp","$id":"x","IsLit":true}]},"Things":[{"$ref":"x"}]}""");
            Assert.True(((JLamp)room.Things![0]).IsLit);
        }

        [Fact]
        public void Objects_are_populated_and_keep_their_identity()
        {
            var target = new JNode { Value = 9, Next = new JNode { Value = 8 } };
            KitbagJson.Populate("""{"$id":"1","All":[{"$ref":"1"},{"Next":{"$ref":"1"}}]}""", target);
            Assert.Equal((9, 8), (target.Value, target.Next!.Value));
            Assert.Same(target, target.All![0]);
            Assert.Same(target, target.All[1]!.Next);
        }

        [Fact]
        public void Callbacks_run_when_all_has_been_read_children_first()
        {
            JCallback.Log.Clear();
            KitbagJson.Deserialize<JCallback>(
                """{"$id":"1","Name":"r","A":{"Name":"a","B":{"$ref":"1"}},"B":{"$ref":"2"},"X":{"$id":"2","Name":"b"}}""");
            Assert.Equal(["a:-r", "b:--", "r:ab"], JCallback.Log);
        }

        public static TheoryData<string, KitbagErrorReason, string, string> Hostile => new()
        {
            { """{"Next":{"$id":"1"},"All":[{"$id":"1"}]}""", KitbagErrorReason.Malformed, "JNode.All[0]", "same \"$id\"" },
            { """{"$id":"1","Next":{"$id":"1"}}""", KitbagErrorReason.Malformed, "JNode.Next", "same \"$id\"" },
            { """{"Next":{"$ref":"1"},"All":[{"$id":"1"},{"$id":"1"}]}""", KitbagErrorReason.Malformed, "JNode.All[1]", "same \"$id\"" },
            { """{"Next":{"$ref":"9"}}""", KitbagErrorReason.Malformed, "JNode.Next", "no object of the text" },
            { """{"$ref":"9"}""", KitbagErrorReason.Malformed, "JNode", "no object of the text" },
            { """{"$id":"1","Next":{"$ref":"1","Value":1}}""", KitbagErrorReason.Malformed, "JNode.Next", "next to" },
            { """{"$id":"1","Next":{"Value":1,"$ref":"1"}}""", KitbagErrorReason.Malformed, "JNode.Next", "next to" },
            { """{"$id":"1","Next":{"$id":"2","$ref":"1"}}""", KitbagErrorReason.Malformed, "JNode.Next", "next to" },
            { """{"Value":1,"$id":"1"}""", KitbagErrorReason.Malformed, "JNode", "first" },
            { """{"$id":"1","$id":"2"}""", KitbagErrorReason.Malformed, "JNode", "first" },
            { """{"$id":1}""", KitbagErrorReason.SchemaMismatch, "JNode", "an id in quotes" },
            { """{"Next":{"$ref":1}}""", KitbagErrorReason.SchemaMismatch, "JNode.Next", "an id in quotes" },
            { """{"Next":{"$ref":"1"},"X":[{"$id":"1","Value":"x"}]}""", KitbagErrorReason.SchemaMismatch, "JNode.X[0].Value", "number" },
            { """{"$id":"1","Next":{"$ref":""",  KitbagErrorReason.Truncated, "JNode.Next", "ends" },
            { """{"Next":{"$ref":"1"},"X":{"$id":"1" """,  KitbagErrorReason.Truncated, "JNode.X", "ends" },
        };

        [Theory]
        [MemberData(nameof(Hostile))]
        public void Hostile_references_are_errors(string json, KitbagErrorReason reason, string path, string message)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JNode>(json));
            Assert.Equal(reason, e.Reason);
            Assert.Contains(message, e.Message);
            Assert.StartsWith(path, e.Path);
            Assert.InRange(e.Offset, 0, json.Length);
        }

        [Theory]
        [InlineData("""{"$id":"1","Things":[{"$ref":"1"}]}""", "JRoom.Things[0]")]
        [InlineData("""{"Things":[{"$type":"chest","$id":"1","Light":{"$ref":"1"}}]}""", "JRoom.Things[0].Light")]
        [InlineData("""{"Things":[{"$type":"chest","Light":{"$ref":"2"},"On":{"$type":"chest","$id":"2"}}]}""", "JRoom.Things[0].On")]
        [InlineData("""{"$id":"1","Note":{"$ref":"1"}}""", "JRoom.Note")]
        [InlineData("""{"Things":[{"$ref":"2"}],"Lost":{"$id":"2"}}""", "JRoom.Lost")]
        public void References_to_objects_of_other_types_are_errors(string json, string path)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JRoom>(json));
            Assert.True(e.Reason is KitbagErrorReason.SchemaMismatch or KitbagErrorReason.NotSupported, e.Reason.ToString());
            Assert.Equal(path, e.Path);
        }

        [Fact]
        public void A_reference_to_a_later_object_that_is_not_tracked_is_read_there()
        {
            JRoom room = KitbagJson.Deserialize<JRoom>("""{"Note":{"$ref":"2"},"Place":{"Near":{"Note":{"$id":"2","Text":"x"}}}}""");
            Assert.Equal("x", room.Note!.Text);
        }

        [Fact]
        public void Nesting_is_limited_as_before()
        {
            string json = string.Concat(Enumerable.Repeat("{\"Next\":", 65)) + "null" + new string('}', 65);
            Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JNode>(json)).Reason);

            json = "{\"Next\":{\"$ref\":\"1\"},\"X\":" + new string('[', 80) + "{\"$id\":\"1\"}" + new string(']', 80) + "}";
            Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<JNode>(json)).Reason);
        }

        [Fact]
        public void The_memory_for_ids_is_proportional_to_the_text()
        {
            IEnumerable<string> ids = Enumerable.Range(0, 200_000).Select(i => "{\"$id\":\"" + i + "\"}");
            string json = "{\"Next\":{\"$ref\":\"0\"},\"All\":[" + string.Join(",", ids) + "]}";
            long before = GC.GetAllocatedBytesForCurrentThread();
            JNode node = KitbagJson.Deserialize<JNode>(json);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, json.Length * 200L);
            Assert.Equal(200_000, node.All!.Count);
            Assert.Same(node.Next, node.All[0]);
        }

        [Fact]
        public void User_defined_collections_may_contain_themselves()
        {
            var menu = new JMenu();
            menu.AddRange([new JMenu(), null, menu]);
            var tree = new JTree { ["a"] = new JTree(), ["$values"] = null };
            tree["self"] = tree;
            var forest = new JForest { Menu = menu, Tree = tree, Again = menu, Trees = [tree, new JTree { ["x"] = tree }] };
            foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, KitbagJsonOptions.Text, s_brief })
            {
                string json = KitbagJson.Serialize(forest, options);
                JForest back = KitbagJson.Deserialize<JForest>(json, options);
                Assert.Same(back.Menu, back.Again);
                Assert.Same(back.Menu, back.Menu![2]);
                Assert.Empty(back.Menu[0]!);
                Assert.Same(back.Tree, back.Tree!["self"]);
                Assert.Same(back.Tree, back.Trees![1]!["x"]);
                Assert.Same(back.Tree, back.Trees[0]);
                Assert.True(back.Tree.ContainsKey("$values"));
                Assert.Equal(json, KitbagJson.Serialize(back, options));
            }
            tree.Remove("$values");
            Assert.Equal("""
                {"Menu":{"$id":"1","$values":[[],null,{"$ref":"1"}]},"Tree":{"$id":"2","a":{},"self":{"$ref":"2"}},"Again":{"$ref":"1"},
                "Trees":[{"$ref":"2"},{"x":{"$ref":"2"}}]}
                """.ReplaceLineEndings(""), KitbagJson.Serialize(forest));
            JForest theirs = JsonSerializer.Deserialize<JForest>(KitbagJson.Serialize(forest), Preserve)!;
            Assert.Same(theirs.Menu, theirs.Menu![2]);
            Assert.Same(theirs.Tree, theirs.Trees![1]!["x"]);
            JForest ours = KitbagJson.Deserialize<JForest>(JsonSerializer.Serialize(forest, Preserve));
            Assert.Same(ours.Menu, ours.Menu![2]);
            Assert.Same(ours.Tree, ours.Trees![1]!["x"]);
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public void Deep_collections_are_written_and_read(bool isText)
        {
            var options = new KitbagJsonOptions { Format = isText ? KitbagJsonFormat.Text : KitbagJsonFormat.Compact };
            JMenu menu = [];
            JTree tree = [];
            for (int i = 0; i < 1000; i++)
            {
                menu = [menu, i % 7 == 0 ? menu : null];
                tree = new JTree { ["a"] = tree, ["b"] = i % 5 == 0 ? tree : null };
            }
            string json = KitbagJson.Serialize(menu, options);
            Assert.Equal(json, KitbagJson.Serialize(KitbagJson.Deserialize<JMenu>(json, options), options));
            json = KitbagJson.Serialize(tree, options);
            Assert.Equal(json, KitbagJson.Serialize(KitbagJson.Deserialize<JTree>(json, options), options));
            Assert.Contains("$objects", json);
        }

        [Fact]
        public void Defaults_are_omitted_in_objects_that_create_others()
        {
            var keeper = new JKeeper();
            keeper.Kept.Keeper = keeper;
            string json = KitbagJson.Serialize(keeper, s_brief);
            Assert.Equal("""{"$id":"1","Kept":{"Keeper":{"$ref":"1"}}}""", json);
            JKeeper back = KitbagJson.Deserialize<JKeeper>(json);
            Assert.Same(back, back.Kept.Keeper);
        }

        [Fact]
        public void A_root_that_is_not_tracked_holds_tracked_objects()
        {
            JNode node = Chain(200);
            var holder = new JHolder { A = node, Nodes = [node.Next, null, node], B = node.Next!.Next };
            JHolder back = KitbagJson.Deserialize<JHolder>(KitbagJson.Serialize(holder));
            Assert.Equal(200, Length(back.A));
            Assert.Same(back.A!.Next, back.Nodes![0]);
            Assert.Same(back.A, back.Nodes[2]);
            Assert.Same(back.A.Next!.Next, back.B);
            List<JNode> list = KitbagJson.Deserialize<List<JNode>>(KitbagJson.Serialize(new List<JNode> { node, node.Next }));
            Assert.Same(list[0].Next, list[1]);
            Dictionary<string, JNode> map = KitbagJson.Deserialize<Dictionary<string, JNode>>(
                KitbagJson.Serialize(new Dictionary<string, JNode> { ["b"] = node, ["a"] = node }, KitbagJsonOptions.Text),
                KitbagJsonOptions.Text);
            Assert.Same(map["a"], map["b"]);
            Assert.Same(back.A, ((JHolder)KitbagJson.Deserialize(typeof(JHolder), KitbagJson.Serialize(typeof(JHolder), back))!).A is { } a
                ? Length(a) == 200 ? back.A : null : null);
        }
    }
}
