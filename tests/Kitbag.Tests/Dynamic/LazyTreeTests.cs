using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.TestCases;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests
{
    public class LazyTreeTests
    {
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Reads_the_same_values_that_a_walk_reports(string name)
        {
            TestCase testCase = CaseData.Get(name);
            // All forms of numbers, and all forms of headers: the body does not depend on the header.
            foreach (KitbagOptions options in CaseData.Options().Where(o =>
                o.Schema == KitbagSchemaMode.Embedded ? !o.Checksum : o.Numbers == KitbagNumbers.Compact))
            {
                if (options.Schema == KitbagSchemaMode.Bare && testCase.IsNullObject)
                    continue;
                KitbagDocument document = Parse(testCase.Serialize(options), testCase);
                document.Verify();
                if (testCase.IsNullObject)
                {
                    Assert.True(document.Root.IsNull);
                    continue;
                }
                Assert.Equal(Walked(document).ToString(), Lazy(document, i => i).ToString());
                // The order in which values are read makes no difference.
                document = Parse(testCase.Serialize(options), testCase);
                Assert.Equal(Walked(document).ToString(), Lazy(document, i => -i).ToString());
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Finds_each_value_by_its_path(string name)
        {
            TestCase testCase = CaseData.Get(name);
            KitbagDocument document = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default));
            var seen = new HashSet<string>();
            var open = new Queue<KitbagNode>();
            open.Enqueue(document.Root);
            for (int left = 3000; left > 0 && open.Count > 0; left--)
            {
                KitbagNode node = open.Dequeue();
                KitbagNode found = document.Find(node.Path);
                Assert.Equal(node.ToString(), found.ToString());
                Assert.Equal(node.Path, found.Path);
                Assert.Equal(node.Type, found.Type);
                if (node.Identity is { } identity)
                {
                    Assert.Equal(identity, document.Find(identity).Identity);
                    if (!seen.Add(identity))
                        continue;
                }
                foreach (KitbagMember member in node.Members)
                    open.Enqueue(member.Value);
                foreach (KitbagNode item in node.Items.Take(100))
                    open.Enqueue(item);
                foreach (KitbagEntry entry in node.Entries.Take(100))
                {
                    open.Enqueue(entry.Key.Kind == KitbagNodeKind.Value ? entry.Value : entry.Key.IsNull ? entry.Value : entry.Value);
                    Assert.Equal(entry.Value.ToString(), document.Find(entry.Value.Path).ToString());
                }
            }
        }

        /// <summary>Memory that was released is not charged any more, however often it is needed again.</summary>
        [Fact]
        public void Reads_values_of_distant_parts_alternately_as_often_as_wanted()
        {
            List<NamedItem> list = Enumerable.Range(0, 20_000)
                .Select(i => new NamedItem { Name = "n" + i, Tags = ["a" + i % 7, "b" + i] }).ToList();
            // Few objects are stored one after the other, each with its collections.
            List<NamedItem> rows = Enumerable.Range(0, 5)
                .Select(i => new NamedItem { Tags = Enumerable.Range(i, 5000).Select(k => "t" + k).ToList() }).ToList();
            foreach (long limit in new[] { 400_000, 2L << 20, 64L << 20 })
            {
                KitbagDocument document = Limited(KitbagSerializer.Serialize(list), limit);
                for (int i = 0; i < 2000; i++)
                {
                    Assert.Equal("n0", document.Find("[0].Name").Value);
                    Assert.Equal("b8191", document.Find("[8191].Tags[1]").Value);
                    Assert.Equal("n19999", document.Find("[19999].Name").Value);
                }
                KitbagNode kept = document.Find("[5000]");
                for (int i = 0; i < 5; i++)
                {
                    int length = document.Root.Items.Sum(item => ((string)item["Name"].Value!).Length);
                    Assert.Equal(list.Sum(item => item.Name!.Length), length);
                    Assert.Equal("n5000", kept["Name"].Value);
                }
                document = Limited(KitbagSerializer.Serialize(rows), limit);
                for (int i = 0; i < 5000; i++)
                    Assert.Equal("t" + (i % 5 + i % 3), document.Find("[" + i % 5 + "].Tags[" + i % 3 + "]").Value);
                for (int i = 0; i < 2000; i++)
                    document.Sizes();
            }
        }

        [Fact]
        public void What_is_read_at_the_same_time_is_limited()
        {
            KitbagDocument document = Limited(KitbagSerializer.Serialize(
                Enumerable.Range(0, 20_000).Select(i => new NamedItem { Name = "n" + i }).ToList()), 40_000);
            for (int i = 0; i < 3; i++)
            {
                KitbagException e = Assert.Throws<KitbagException>(() => document.Find("[0].Name").Value);
                Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
                Assert.Contains("raise KitbagLimits.MaxAllocation", e.Message, StringComparison.Ordinal);
                Assert.Equal("[19999]", document.Find("[19999]").Path);
            }
        }

        private static KitbagDocument Limited(byte[] bytes, long most) => KitbagDocument.Parse(bytes,
            new KitbagDocumentOptions { Limits = new KitbagLimits { MaxAllocation = most } });

        internal static KitbagDocument Parse(byte[] bytes, TestCase testCase)
        {
            var options = new KitbagDocumentOptions { KnownSchemas = [testCase.Schema], VerifyChecksum = true };
            return bytes.AsSpan().StartsWith("KIT"u8)
                ? KitbagDocument.Parse(bytes, options)
                : KitbagDocument.ParseBody(bytes, testCase.Schema, options);
        }

        internal static WalkedNode Walked(KitbagDocument document)
        {
            WireReader r = document.Body.Read(0);
            try
            {
                var visitor = new TreeVisitor();
                SchemaWalker<TreeVisitor>.WalkBody(ref r, ref visitor, document.Schema.Root, document.Schema.Root.Tracked ?? []);
                return visitor.Root!;
            }
            finally
            {
                r.Dispose();
            }
        }

        internal static WalkedNode Lazy(KitbagDocument document, Func<int, int> order)
        {
            Column root = document.Body.OpenRoot();
            WalkedNode node = Node(root, 0, order);
            if (document.Body.Objects.Count == 0)
                return node;
            // In the order of the segments.
            WireReader r = document.Body.Read(0);
            GraphDirectory.Read(ref r, document.Body.Objects.Count, out GraphSegment[] segments);
            r.Dispose();
            var starts = new int[document.Body.Objects.Count];
            var parts = node.Parts.ToList();
            foreach (GraphSegment segment in segments)
            {
                TrackedColumns objects = document.Body.Objects[segment.Type];
                WalkedNode[] nodes = InOrder(segment.Count, i =>
                {
                    Column column = objects.Find((uint)(starts[segment.Type] + i), out int index);
                    return Node(column, index, order);
                }, order);
                parts.AddRange(nodes.Select(n => ("#" + objects.Type.Name, n)));
                starts[segment.Type] += segment.Count;
            }
            return new WalkedNode(node.Text, parts);
        }

        private static WalkedNode[] InOrder(int count, Func<int, WalkedNode> make, Func<int, int> order)
        {
            var nodes = new WalkedNode[count];
            foreach (int i in Enumerable.Range(0, count).OrderBy(order))
                nodes[i] = make(i);
            return nodes;
        }

        private static WalkedNode Node(Column column, int index, Func<int, int> order)
        {
            SchemaType type = column.Type;
            switch (type.Kind)
            {
                case SchemaKind.Nullable:
                    Column? there = column.ValueAt(index, out int place);
                    return there == null ? WalkedNode.Null : Node(there, place, order);
                case SchemaKind.Union:
                    return column.CaseAt(index, out Column? concrete, out int at) == 0
                        ? WalkedNode.Null
                        : Node(concrete!, at, order);
                case SchemaKind.Object:
                    Fields? fields = column.FieldsAt(index, out int row);
                    return fields == null ? WalkedNode.Null : new WalkedNode(type.Name, InOrder(type.Members.Count,
                        i => Node(fields[i], row, order), order).Select((n, i) => (type.Members[i].Name, n)).ToArray());
                case SchemaKind.Sequence or SchemaKind.Map:
                    return OfElements(type, column.ElementsAt(index), order);
                case SchemaKind.String:
                    return column.TextAt(index) is { } text ? new WalkedNode("'" + text + "'", []) : WalkedNode.Null;
                case SchemaKind.Reference when column is DefaultColumn:
                    return WalkedNode.Null;
                default:
                    return new WalkedNode(Text(column, index), []);
            }
        }

        private static WalkedNode OfElements(SchemaType type, Elements elements, Func<int, int> order)
        {
            if (elements.Parts == null)
                return WalkedNode.Null;
            WalkedNode[] values = InOrder(elements.Count, i => Node(elements.Parts.Elements, elements.Start + i, order), order);
            if (type.Kind == SchemaKind.Sequence)
                return new WalkedNode("[]" + elements.Count,
                    values.Select((v, i) => (i.ToString(CultureInfo.InvariantCulture), v)).ToArray());
            WalkedNode[] keys = InOrder(elements.Count, i => Node(elements.Parts.Keys, elements.Start + i, order), order);
            return new WalkedNode("{}" + elements.Count, keys.Zip(values, (k, v) => (k.ToString(), v)).ToArray());
        }

        private static string Text(Column column, int index)
        {
            SchemaType type = column.Type;
            bool isInteger = type.TryGetInteger(out IntegerKind kind);
            if (type.Slot.Kind == SlotKind.Fixed && type.Kind != SchemaKind.DateTimeOffset && !isInteger)
            {
                ReadOnlySpan<byte> image = column.ImageOf(index);
                return image.IndexOfAnyExcept((byte)0) < 0 ? "0" : Convert.ToHexString(image);
            }
            Bits bits = column.BitsAt(index);
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    return bits.Low != 0 ? "true" : "false";
                case SchemaKind.Single:
                    return bits.Low == 0 ? "0" : BitConverter.Int32BitsToSingle((int)bits.Low).ToString("R", CultureInfo.InvariantCulture);
                case SchemaKind.Double:
                    return bits.Low == 0 ? "0"
                        : BitConverter.Int64BitsToDouble((long)bits.Low).ToString("R", CultureInfo.InvariantCulture);
                case SchemaKind.DateTimeOffset:
                    return bits.Low == 0 && bits.High == 0 ? "0" : (long)bits.Low + "+" + (short)bits.High;
                default:
                    return IntegerKinds.Text(bits.Low, IntegerKinds.IsSigned(kind));
            }
        }

        public class NamedItem
        {
            public string? Name;
            public List<string> Tags = [];
        }
    }
}
