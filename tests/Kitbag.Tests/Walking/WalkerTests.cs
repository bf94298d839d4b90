using System;
using Kitbag.Schema;
using Kitbag.TestCases;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Documents of all cases are walked by their schema alone.</summary>
    public class WalkerTests
    {
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Every_document_is_the_tree_that_was_written(string name)
        {
            TestCase test = CaseData.Get(name);
            if (test.IsNullObject)
                return;
            string compact = Walk(test, KitbagNumbers.Compact), raw = Walk(test, KitbagNumbers.RawEverywhere);
            // The walker reports the same values, however numbers are stored.
            Assert.Equal(compact, raw);
        }

        private static string Walk(TestCase test, KitbagNumbers numbers)
        {
            SchemaType root = SchemaOf(test.Serialize(KitbagOptions.Default));
            byte[] body = test.Serialize(new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = numbers });
            var visitor = new TreeVisitor();
            var r = new WireReader(body, KitbagLimits.Default);
            var skipped = new WireReader(body, KitbagLimits.Default);
            try
            {
                SchemaWalker<TreeVisitor>.WalkBody(ref r, ref visitor, root, root.Tracked!);
                Assert.Equal(0, r.Remaining);
                SilentVisitor nobody = default;
                SchemaWalker<SilentVisitor>.WalkBody(ref skipped, ref nobody, root, root.Tracked!);
                Assert.Equal(0, skipped.Remaining);
            }
            finally
            {
                r.Dispose();
                skipped.Dispose();
            }
            Assert.InRange(visitor.Root!.Count, 1, visitor.Values + 1);
            return visitor.Root.ToString();
        }

        private static SchemaType SchemaOf(byte[] document)
        {
            var r = new WireReader(document, KitbagLimits.Default);
            r.Skip(5);
            ReadOnlySpan<byte> schema = r.ReadBytes((int)r.ReadVarint());
            return KitbagSchema.Parse(schema).Root;
        }

        [Fact]
        public void A_tree_has_all_values()
        {
            var value = new Holder { Items = new Item[20], Tags = new() { ["a"] = [1, 2], ["b"] = null! } };
            for (int i = 0; i < value.Items.Length; i++)
                value.Items[i] = i % 5 == 0 ? null! : new Item { Id = i, Name = "n" + i % 3 };
            byte[] body = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            var visitor = new TreeVisitor();
            var r = new WireReader(body, KitbagLimits.Default);
            SchemaWalker<TreeVisitor>.WalkRoot(ref r, ref visitor, KitbagSchema.Of<Holder>().Root);
            string text = visitor.Root!.ToString();
            Assert.StartsWith("WalkerTests.Holder(Items: []20(0: null, 1: WalkerTests.Item(Id: 1, Name: 'n1'), 2: ", text);
            Assert.EndsWith("19: WalkerTests.Item(Id: 19, Name: 'n1')), Tags: {}2('a': []2(0: 1, 1: 2), 'b': null))", text);
        }

        [Fact]
        public void An_error_has_its_path()
        {
            var value = new Holder { Items = new Item[20], Tags = new() };
            for (int i = 0; i < value.Items.Length; i++)
                value.Items[i] = new Item { Id = i, Name = "n" + (char)('\u0100' + i) };
            byte[] body = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            // The last string's second character, which is two bytes of UTF-8.
            body[^1] = 0xFF;
            KitbagException e = Assert.Throws<KitbagException>(() =>
            {
                var visitor = new TreeVisitor();
                var r = new WireReader(body, KitbagLimits.Default);
                SchemaWalker<TreeVisitor>.WalkRoot(ref r, ref visitor, KitbagSchema.Of<Holder>().Root);
            });
            Assert.Equal((KitbagErrorReason.Malformed, ".Items[19].Name"), (e.Reason, e.Path));
        }

        [Fact]
        public void The_path_of_malformed_bytes_is_found_without_code_of_the_program()
        {
            var values = new Counted[5];
            for (int i = 0; i < values.Length; i++)
                values[i] = new Counted { Name = "name " + i };
            byte[] document = KitbagSerializer.Serialize(values);
            Counted.Created = Counted.Set = 0;
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagSerializer.Deserialize<Counted[]>(document.AsSpan(0, document.Length - 2)));
            Assert.Equal((KitbagErrorReason.Truncated, "$[4].Name"), (e.Reason, e.Path));
            // The complete objects were created once, before the end of the input was reached.
            Assert.InRange(Counted.Created, 4, 5);
            Assert.Equal(4, Counted.Set);
        }

        public class Counted
        {
            private string _name = "";

            public Counted() => Created++;

            internal static int Created { get; set; }

            internal static int Set { get; set; }

            public string Name
            {
                get => _name;
                set
                {
                    _name = value;
                    Set++;
                }
            }
        }

        public class Holder
        {
            public Item[] Items { get; set; } = [];

            public System.Collections.Generic.Dictionary<string, int[]> Tags { get; set; } = new();
        }

        public class Item
        {
            public int Id { get; set; }

            public string Name { get; set; } = "";
        }
    }
}
