using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests.MixedReferences
{
    public interface IPart
    {
    }

    // A union of structs and classes: its values have no type in the tree without C# types.
    public struct Pin : IPart
    {
        public int Size { get; set; }

        public Gear? Of { get; set; }
    }

    [KitbagSerializable]
    public class Gear : IPart
    {
        public string? Name { get; set; }

        public object? Any { get; set; }

        public IPart? Part { get; set; }

        public Gear? Next { get; set; }
    }

    [KitbagSerializable]
    public class Wheel : Gear
    {
        public int Teeth { get; set; }
    }

    // Tracked collections.
    [KitbagSerializable]
    public class Tree : List<Tree>
    {
    }

    [KitbagSerializable]
    public class Menu : Dictionary<string, Menu>
    {
    }

    public class OtherMenu : Dictionary<string, OtherMenu>
    {
    }

    public class Node
    {
        public Node? Next { get; set; }
    }

    public class Leaf
    {
        public Leaf? Other { get; set; }

        public int Number { get; set; }
    }

    [KitbagSerializable]
    public class Plain
    {
        public int Number { get; set; }
    }

    public class Machine
    {
        public Gear? AGear { get; set; }

        public object? BAny { get; set; }

        public IPart? CPart { get; set; }

        public Gear? DGear { get; set; }

        public List<object?>? EList { get; set; }

        public object?[]? FArray { get; set; }

        public Dictionary<string, IPart?>? GMap { get; set; }

        public Pin HPin { get; set; }

        public Tree? ITree { get; set; }

        public object? JAny { get; set; }

        public Menu? KMenu { get; set; }

        public object? LAny { get; set; }

        public HashSet<Gear>? MSet { get; set; }

        public OtherMenu? OOther { get; set; }

        public Leaf? ALeaf { get; set; }

        public Node? BNode { get; set; }
    }

    /// <summary>
    /// One object to which members of its own type and of a union with other values than objects refer, in documents without C# types.
    /// </summary>
    public class MixedReferenceTests
    {
        private static readonly Dictionary<string, Func<Machine>> s_cases = new()
        {
            ["typed, then object"] = () =>
            {
                var gear = new Gear { Name = "a" };
                return new Machine { AGear = gear, BAny = gear };
            },
            ["object, then typed"] = () =>
            {
                var gear = new Wheel { Teeth = 3 };
                return new Machine { BAny = gear, CPart = gear, DGear = gear };
            },
            ["interface"] = () =>
            {
                var gear = new Wheel { Teeth = 3 };
                return new Machine { AGear = gear, CPart = gear };
            },
            ["collections"] = () =>
            {
                var gear = new Gear { Name = "a" };
                return new Machine
                {
                    DGear = gear,
                    FArray = [1, gear, null, new Wheel { Any = gear }],
                    GMap = new() { ["$ref"] = gear, ["b"] = new Pin { Of = gear } },
                };
            },
            ["struct in a union"] = () =>
            {
                var gear = new Gear { Name = "a" };
                gear.Part = new Pin { Size = 2, Of = gear };
                return new Machine { CPart = new Pin { Of = gear }, DGear = gear, HPin = new Pin { Of = gear } };
            },
            ["ring"] = () =>
            {
                var gear = new Gear { Name = "a" };
                gear.Any = gear;
                gear.Part = new Wheel { Next = gear };
                gear.Next = new Gear { Any = gear.Part };
                return new Machine { AGear = gear };
            },
            ["tracked collections"] = () =>
            {
                Tree tree = [new Tree()];
                tree.Add(tree);
                var menu = new Menu { ["sub"] = new Menu() };
                menu["self"] = menu;
                return new Machine { ITree = tree, JAny = tree, FArray = [tree[0], menu["sub"]], KMenu = menu, LAny = menu };
            },
            ["deep"] = () =>
            {
                var last = new Wheel { Name = "last" };
                Gear first = last;
                for (int i = 0; i < 400; i++)
                    first = i % 3 == 0 ? new Gear { Any = first, Part = last } : new Gear { Next = first, Any = i % 2 == 0 ? last : null };
                return new Machine { BAny = first, DGear = last };
            },
            ["set"] = () =>
            {
                var gear = new Gear { Name = "a" };
                var inner = new Gear { Name = "b", Any = gear };
                return new Machine { GMap = new() { ["x"] = inner }, JAny = gear, MSet = [gear, inner] };
            },
        };

        public static TheoryData<string> Cases => new TheoryData<string>(s_cases.Keys);

        [Theory]
        [MemberData(nameof(Cases))]
        public void The_text_of_a_document_is_read_again(string name)
        {
            Machine machine = s_cases[name]();
            byte[] bytes = KitbagSerializer.Serialize(machine);
            string typed = KitbagJson.Serialize(machine);
            Assert.Equal(typed, KitbagJson.Serialize(KitbagJson.Deserialize<Machine>(typed)));
            KitbagDocument document = KitbagDocument.Parse(bytes);
            foreach (string text in new[] { typed, document.ToJson() })
            {
                byte[] again = KitbagDocument.FromJson(text, KitbagSchema.Of<Machine>()).ToBytes();
                Assert.Equal(typed, KitbagJson.Serialize(KitbagSerializer.Deserialize<Machine>(again)));
                document.SetJson("", text);
                Assert.Equal(again, document.ToBytes());
            }
            document.Verify();
        }

        // Objects of a concrete type have no discriminator, so references before them need their places. They may be in a part that is read
        // later, and in an object to which only such a part refers.
        [Theory]
        [InlineData(0)]
        [InlineData(8)]
        [InlineData(12)]
        [InlineData(80)]
        [InlineData(400)]
        public void References_precede_objects_without_a_discriminator(int levels)
        {
            Tree inner = [new Tree()];
            inner.Add(inner);
            var gear = new Gear { Any = new Tree { new Tree { inner } } };
            for (int i = 0; i < levels; i++)
                gear = new Gear { Next = gear, Any = new Dictionary<string, object?> { ["$id"] = "1", ["a"] = new List<object?> { 1 } } };
            var machine = new Machine { AGear = gear, JAny = inner, LAny = inner[0] };
            string typed = KitbagJson.Serialize(machine);
            Assert.Equal(typed, KitbagJson.Serialize(KitbagJson.Deserialize<Machine>(typed)));
            KitbagDocument document = KitbagDocument.FromJson(typed, KitbagSchema.Of<Machine>());
            Assert.Equal(typed, KitbagJson.Serialize(KitbagSerializer.Deserialize<Machine>(document.ToBytes())));
        }

        [Fact]
        public void Documents_merge()
        {
            static Machine Of(int teeth, bool hasMore)
            {
                var wheel = new Wheel { Name = "a", Teeth = teeth };
                wheel.Any = wheel;
                return new Machine
                {
                    AGear = wheel,
                    BAny = wheel,
                    CPart = new Pin { Of = wheel },
                    FArray = hasMore ? [wheel, new Gear { Part = wheel }] : [wheel],
                };
            }
            using var folder = new TemporaryFolder();
            Machine merged = Merges.Good(folder, Of(1, false), Of(2, false), Of(1, true));
            Assert.Equal(KitbagJson.Serialize(Of(2, true)), KitbagJson.Serialize(merged));
        }

        [Theory]
        [InlineData("""{"BAny":{"$ref":"1"},"CPart":{"$ref":"1"},"DGear":{"$id":"1","$type":"Wheel","Teeth":4}}""")]
        [InlineData("""{"BAny":{"$ref":"1"},"CPart":{"$id":"1","$type":"Wheel","Teeth":4},"DGear":{"$ref":"1"}}""")]
        [InlineData("""{"DGear":{"$ref":"1"},"BAny":{"$id":"1","$type":"Wheel","Teeth":4},"CPart":{"$ref":"1"}}""")]
        [InlineData("""
            {"BAny":{"$ref":"1"},"DGear":{"$ref":"1"},"GMap":{"x":{"$id":"1","$type":"Wheel","Teeth":4}},"CPart":{"$ref":"1"}}
            """)]
        public void References_may_precede_the_object(string text)
        {
            foreach (byte[] bytes in new[] { KitbagDocument.FromJson(text, KitbagSchema.Of<Machine>()).ToBytes(),
                KitbagSerializer.Serialize(KitbagJson.Deserialize<Machine>(text)) })
            {
                Machine machine = KitbagSerializer.Deserialize<Machine>(bytes)!;
                Assert.Equal(4, Assert.IsType<Wheel>(machine.BAny).Teeth);
                Assert.Same(machine.BAny, machine.CPart);
                Assert.Same(machine.BAny, machine.DGear);
            }
        }

        [Theory]
        [InlineData("""{"JAny":{"$ref":"1"},"ITree":{"$id":"1","$values":[[],{"$ref":"1"}]}}""")]
        [InlineData("""{"JAny":{"$id":"1","$type":"Tree","$values":[[],{"$ref":"1"}]},"ITree":{"$ref":"1"}}""")]
        [InlineData("""{"ITree":{"$ref":"1"},"JAny":{"$id":"1","$type":"Tree","$values":[[],{"$ref":"1"}]}}""")]
        public void References_to_tracked_lists_are_read(string text)
        {
            foreach (byte[] bytes in new[] { KitbagDocument.FromJson(text, KitbagSchema.Of<Machine>()).ToBytes(),
                KitbagSerializer.Serialize(KitbagJson.Deserialize<Machine>(text)) })
            {
                Machine machine = KitbagSerializer.Deserialize<Machine>(bytes)!;
                Assert.Same(machine.JAny, machine.ITree);
                Assert.Same(machine.ITree, machine.ITree![1]);
            }
        }

        // The search for the type of the object did not end.
        [Fact]
        public void A_tracked_list_without_values_is_an_error()
        {
            const string Text = """
                {"AGear":{"Any":{"$ref":"1"}},"FArray":[{"$type":"Tree","X":1}],"ITree":{"$id":"1","$values":[]}}
                """;
            var typed = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Machine>(Text));
            Assert.Contains("lacks its member \"$values\"", typed.Message, StringComparison.Ordinal);
            Assert.Equal("Machine.FArray[0]", typed.Path);
            var untyped = Assert.Throws<KitbagException>(() => KitbagDocument.FromJson(Text, KitbagSchema.Of<Machine>()));
            Assert.Equal(typed.Path, untyped.Path);
            Assert.Contains("The collection lacks its member \"$values\"", untyped.Message, StringComparison.Ordinal);
            // The types of values of documents without C# types are internal.
            Assert.DoesNotContain("Item", untyped.Message, StringComparison.Ordinal);
        }

        // As System.Text.Json writes.
        [Fact]
        public void References_to_objects_that_are_not_tracked_are_read()
        {
            const string Text = """
                {"BAny":{"$id":"1","$type":"Plain","Number":5},"FArray":[{"$ref":"1"},{"$ref":"1"}],"JAny":{"$ref":"1"}}
                """;
            foreach (byte[] bytes in new[] { KitbagDocument.FromJson(Text, KitbagSchema.Of<Machine>()).ToBytes(),
                KitbagSerializer.Serialize(KitbagJson.Deserialize<Machine>(Text)) })
            {
                Machine machine = KitbagSerializer.Deserialize<Machine>(bytes)!;
                Assert.All(new[] { machine.BAny, machine.FArray![0], machine.FArray[1], machine.JAny },
                    one => Assert.Equal(5, Assert.IsType<Plain>(one).Number));
            }
        }

        [Theory]
        [InlineData("""{"KMenu":{"$id":"1"},"CPart":{"$ref":"1"}}""", "CPart")]
        [InlineData("""{"ITree":{"$id":"1","$values":[]},"DGear":{"$ref":"1"}}""", "DGear")]
        [InlineData("""{"KMenu":{"$id":"1"},"OOther":{"$ref":"1"}}""", "OOther")]
        [InlineData("""{"ALeaf":{"$ref":"1"},"BNode":{"$id":"1","Next":null}}""", "BNode")]
        [InlineData("""{"BNode":{"$id":"1","Next":null},"ALeaf":{"$ref":"1"}}""", "ALeaf")]
        public void A_reference_to_an_object_of_another_type_is_refused(string text, string path)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagDocument.FromJson(text, KitbagSchema.Of<Machine>()));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.EndsWith(path, e.Path);
            Assert.DoesNotContain("Kitbag.Codecs", e.Message);
        }
    }
}
