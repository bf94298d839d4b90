using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    public class EditTests
    {
        public class Thing
        {
            public int Id { get; set; }

            public string? Name { get; set; }
        }

        public class Bag
        {
            public List<Thing?> Items { get; set; } = [];

            public Dictionary<string, List<int>> Tags { get; set; } = [];
        }

        public class Texts
        {
            public Dictionary<string, int> Counts { get; set; } = [];

            public HashSet<string> Tags { get; set; } = [];

            public List<Dictionary<string, int>> Parts { get; set; } = [];

            public Dictionary<string, Dictionary<string, int>> Named { get; set; } = [];
        }

        public class Times
        {
            public DateOnly Start { get; set; } = new(2024, 2, 29);

            public DateOnly? End { get; set; } = new(2025, 1, 1);

            public TimeOnly Hour { get; set; } = new(10, 30);

            public Half Rate { get; set; } = (Half)0.1f;

            public Int128 Large { get; set; } = Int128.MaxValue;

            public List<DateOnly> Days { get; set; } = [new(2024, 1, 1)];
        }

        [Fact]
        public void Sets_values_that_nodes_return_and_those_of_newer_types()
        {
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(new Times()));
            foreach (string path in new[] { "Start", "End", "Hour", "Rate", "Large", "Days[0]" })
            {
                object? value = document.Find(path).Value;
                document.Set(path, value);
                Assert.Equal(value, document.Find(path).Value);
            }
            document.Insert("Days[^0]", document.Find("Start").Value);
            document.Set("End", new DateOnly(2026, 3, 4));
            document.Set("Hour", new TimeOnly(23, 59));
            document.Set("Rate", (Half)2.5f);
            document.Set("Large", Int128.MinValue);
            Times read = KitbagSerializer.Deserialize<Times>(document.ToBytes())!;
            Assert.Equal(new DateOnly(2024, 2, 29), read.Days[1]);
            Assert.Equal(new DateOnly(2026, 3, 4), read.End);
            Assert.Equal(new TimeOnly(23, 59), read.Hour);
            Assert.Equal((Half)2.5f, read.Rate);
            Assert.Equal(Int128.MinValue, read.Large);
            Assert.Contains("'System.Version'", Assert.Throws<KitbagException>(() => document.Set("Start", new Version(1, 2))).Message,
                StringComparison.Ordinal);
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Values_that_are_read_and_written_again_give_the_same_bytes(string name)
        {
            // The schema does not contain whether objects are stored by value, on which the order of segments depends.
            if (name.StartsWith("graph by value", StringComparison.Ordinal))
                return;
            TestCase testCase = CaseData.Get(name);
            foreach (KitbagOptions options in CaseData.Options())
            {
                if (options.Schema == KitbagSchemaMode.Bare && testCase.IsNullObject)
                    continue;
                byte[] bytes = testCase.Serialize(options);
                var read = new KitbagDocumentOptions { KnownSchemas = [testCase.Schema], Numbers = options.Numbers };
                KitbagDocument document = options.Schema == KitbagSchemaMode.Bare
                    ? KitbagDocument.ParseBody(bytes, testCase.Schema, read)
                    : KitbagDocument.Parse(bytes, read);
                Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(document.ToBytes()));
                document.Rewrite();
                Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(document.ToBytes()));
            }
        }

        // An edited document has the bytes that its typed value is written with.
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Edited_documents_are_what_the_typed_value_would_be(string name)
        {
            TestCase testCase = CaseData.Get(name);
            // An object that several references share is one object in the document, and becomes copies when it is read.
            if (testCase.IsNullObject || name.StartsWith("graph by value", StringComparison.Ordinal))
                return;
            byte[] bytes = testCase.Serialize(KitbagOptions.Default);
            var random = new Random(name.Length);
            KitbagDocument document = KitbagDocument.Parse(bytes);
            string[] paths = Scalars(document).OrderBy(_ => random.Next()).Take(4).ToArray();
            foreach (string path in paths)
            {
                KitbagNode node = document.Find(path);
                object? value = Other(node, random);
                try
                {
                    document.Set(path, value);
                }
                catch (KitbagException e)
                {
                    Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
                    continue;
                }
                Assert.Equal(Convert.ToDouble(value, System.Globalization.CultureInfo.InvariantCulture), document.Find(path).GetDouble());
            }
            object? typed;
            try
            {
                typed = testCase.Deserialize(document.ToBytes(), KitbagOptions.Default);
            }
            catch (KitbagException)
            {
                // The types of the program may refuse the changed numbers.
                return;
            }
            // The typed value is written as the same bytes, or, if the order of a set or of bits is arbitrary, as bytes that are read as an
            // equal value.
            byte[] again = KitbagSerializer.Serialize(testCase.Type, typed);
            if (!again.AsSpan().SequenceEqual(document.ToBytes()))
                Assert.Null(DeepComparer.Difference(typed, testCase.Deserialize(again, KitbagOptions.Default)));
        }

        // The JSON does not contain comparers: they remain those of the value that is replaced.
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void A_root_that_is_set_to_its_own_JSON_does_not_change(string name)
        {
            TestCase testCase = CaseData.Get(name);
            // Members that an older program has kept become texts.
            if (testCase.IsNullObject || name.StartsWith("graph by value", StringComparison.Ordinal)
                || name.StartsWith("graph of unknown references", StringComparison.Ordinal))
                return;
            byte[] bytes = testCase.Serialize(KitbagOptions.Default);
            KitbagDocument document = KitbagDocument.Parse(bytes);
            var options = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };
            document.SetJson("", document.ToJson(options), options);
            object? before = testCase.Deserialize(bytes, KitbagOptions.Default);
            Assert.Null(DeepComparer.Difference(before, testCase.Deserialize(document.ToBytes(), KitbagOptions.Default)));
        }

        [Theory]
        [InlineData(double.NaN)]
        [InlineData(double.NegativeInfinity)]
        public void Sets_floating_point_numbers_that_are_not_finite(double number)
        {
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(new List<double> { 1, number }));
            document.Set("[0]", document.Find("[1]").Value);
            document.Insert("[^0]", number);
            Assert.Equal([number, number, number], KitbagSerializer.Deserialize<List<double>>(document.ToBytes()));
        }

        [Fact]
        public void Maps_and_sets_that_are_set_keep_their_comparers()
        {
            static Dictionary<string, int> Map(params string[] keys) =>
                keys.ToDictionary(k => k, k => k.Length, StringComparer.OrdinalIgnoreCase);
            var value = new Texts
            {
                Counts = Map("Iron"),
                Tags = new HashSet<string>(["a"], StringComparer.OrdinalIgnoreCase),
                Parts = [Map("x")],
                Named = { ["one"] = Map("y") },
            };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(value));
            document.SetJson("Counts", """{"Gold":1}""");
            document.SetJson("Tags", """["b","c"]""");
            document.SetJson("Parts", """[{"X":5},{"Z":6}]""");
            document.SetJson("Named", """{"two":{"Y":7}}""");
            Texts set = KitbagSerializer.Deserialize<Texts>(document.ToBytes());
            Assert.Equal((1, 5, 6, 7), (set.Counts["GOLD"], set.Parts[0]["x"], set.Parts[1]["z"], set.Named["two"]["y"]));
            Assert.True(set.Tags.SetEquals(["B", "C"]));
            byte[] before = document.ToBytes();
            Assert.Contains("are equal", Assert.Throws<KitbagException>(() => document.SetJson("Counts", """{"a":1,"A":2}""")).Message,
                StringComparison.Ordinal);
            Assert.Throws<KitbagException>(() => document.SetJson("Tags", """["a","A"]"""));
            Assert.Equal(before, document.ToBytes());
        }

        private static IEnumerable<string> Scalars(KitbagDocument document)
        {
            var open = new Queue<KitbagNode>([document.Root]);
            var seen = new HashSet<string>();
            for (int left = 300; left > 0 && open.Count != 0; left--)
            {
                KitbagNode node = open.Dequeue();
                if (node.Identity is { } identity && !seen.Add(identity))
                    continue;
                if (node.Kind == KitbagNodeKind.Value && node.Value is short or int or long or uint or double or float)
                    yield return node.Path;
                foreach (KitbagNode part in node.Members.Select(m => m.Value).Concat(node.Items.Take(9))
                    .Concat(node.Entries.Take(9).Select(e => e.Value)))
                    open.Enqueue(part);
            }
        }

        private static object Other(KitbagNode node, Random random) =>
            node.Value is double or float ? random.Next(-50, 50) / 4.0 : random.Next(0, 100);

        public class Shelf
        {
            public List<Label> Labels { get; set; } = [];

            public Label[]? Spare { get; set; }
        }

        // The objects of a group share columns, and records share an array of their images.
        [Fact]
        public void An_edit_of_one_object_of_a_group_changes_no_other()
        {
            Label[] labels = Enumerable.Range(0, 20)
                .Select(i => new Label { Text = "t" + i, Size = i, At = new Vec3 { X = i, Y = 2 * i, Z = 1 } }).ToArray();
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(new Shelf { Labels = [.. labels] }));
            document.Set("Labels[3].Size", 100);
            document.Set("Labels[3].At.Y", -1);
            document.SetJson("Labels[5].At", "{\"X\":9,\"Y\":8,\"Z\":7}");
            document.Set("Labels[0].Text", null);
            labels[3].Size = 100;
            labels[3].At.Y = -1;
            labels[5].At = new Vec3 { X = 9, Y = 8, Z = 7 };
            labels[0].Text = null;
            var edited = new Shelf { Labels = [.. labels] };
            Assert.Equal(KitbagSerializer.Serialize(edited), document.ToBytes());
        }

        [Fact]
        public void Reading_many_objects_does_not_box_their_values()
        {
            byte[] bytes = KitbagSerializer.Serialize(Enumerable.Range(0, 4000).Select(i => new Shape(i, i, i, i, i, i)).ToList());
            KitbagDocument.Parse(bytes).WriteJson(System.IO.Stream.Null);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagDocument.Parse(bytes).WriteJson(System.IO.Stream.Null);
            // An object, its place in the list, and 40 bytes of columns; boxes would take 144 more.
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 4000 * 140);
        }

        public sealed record Shape(int A, long B, double C, long D, double E, int F);

        public class Room
        {
            public string? Name { get; set; }

            public Room? Next { get; set; }

            public List<Room?> Doors { get; set; } = [];

            public Dictionary<string, Room> ByName { get; set; } = [];

            public Dictionary<Room, int>? Guests { get; set; }
        }

        [Fact]
        public void Parts_of_tracked_objects_are_edited_by_the_numbers_of_the_objects()
        {
            Room[] rooms = Enumerable.Range(0, 6).Select(i => new Room { Name = "r" + i }).ToArray();
            rooms[0].Next = rooms[1];
            rooms[1].Doors = [null, rooms[2], rooms[0]];
            rooms[2].ByName = new() { ["a.b"] = rooms[3], ["c"] = rooms[2] };
            rooms[3].Next = rooms[4];
            rooms[4].Next = rooms[4];
            rooms[0].Guests = new() { [rooms[5]] = 1 };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(rooms[0]));
            for (int i = 0; i < rooms.Length; i++)
            {
                string path = Enumerable.Range(0, 6).Select(n => "#EditTests.Room[" + n + "]")
                    .Single(p => document.Find(p + ".Name").GetString() == "r" + i);
                Assert.Equal(path, document.Find(path).Identity);
                if (i == 5)
                {
                    Assert.Throws<KitbagException>(() => document.Set(path + ".Name", "x"));
                    continue;
                }
                document.Set(path + ".Name", rooms[i].Name = "new " + i);
                document.Insert(path + ".Doors[^0]", null);
                rooms[i].Doors.Add(null);
                Assert.Equal(KitbagSerializer.Serialize(rooms[0]), document.ToBytes());
            }
            Assert.Throws<KitbagException>(() => document.Set("#EditTests.Room[1]", null));
            Assert.Throws<KitbagException>(() => document.Set("#EditTests.Room[6].Name", null));
            Assert.Throws<KitbagException>(() => document.Set("#Other[1].Name", null));
        }

        [Fact]
        public void Members_items_and_entries_are_set_inserted_and_removed()
        {
            var bag = new Bag
            {
                Items = [new Thing { Id = 1, Name = "a" }, null, new Thing { Id = 3, Name = "c" }],
                Tags = new() { ["x"] = [1, 2, 3] },
            };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(bag));
            document.Set("Items[0].Name", "new \"name\"");
            document.SetJson("Items[1]", "{\"Id\":7}");
            document.Insert("Tags[\"x\"][^0]", 4);
            document.Insert("Tags.x[0]", 0);
            document.Remove("Tags[x][1]");
            document.InsertJson("Tags[\"y z\"]", "[5]");
            document.Remove("Items[2]");
            Bag read = KitbagSerializer.Deserialize<Bag>(document.ToBytes());
            Assert.Equal(["new \"name\"", null], read.Items.Select(i => i!.Name));
            Assert.Equal([0, 2, 3, 4], read.Tags["x"]);
            Assert.Equal([5], read.Tags["y z"]);
            Assert.Equal(7, document.Root["Items"][1]["Id"].GetInt64());
            string before = document.ToJson();
            foreach ((string path, string json) in new[]
            {
                ("Items[0].Id", "\"x\""), ("Items[0].Id", "99999999999"), ("Items[0].Nothing", "1"), ("Items[9]", "null"), ("Items[", "1"),
                ("Tags.q[0]", "1"), ("Items[0].Name.Length", "1"), ("Items[0].Id", "{"), ("", "5"),
            })
            {
                KitbagException e = Assert.Throws<KitbagException>(() => document.SetJson(path, json));
                Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
            }
            Assert.Throws<KitbagException>(() => document.Remove("Items"));
            Assert.Throws<KitbagException>(() => document.Insert("Tags.x", 1));
            Assert.Equal(before, document.ToJson());
        }
    }
}
