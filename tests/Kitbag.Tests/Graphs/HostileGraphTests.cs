using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Graphs
{
    /// <summary>Malformed graphs: each is refused with an error that has a position, within the allocation budget.</summary>
    public class HostileGraphTests
    {
        private static byte[] Bare(LinkNode node) => KitbagSerializer.Serialize(node, KitbagOptions.Bare);

        private static KitbagException Refused(byte[] body, KitbagErrorReason reason = KitbagErrorReason.Malformed)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<LinkNode>(body, KitbagOptions.Bare));
            Assert.Equal(reason, e.Reason);
            Assert.InRange(e.Offset, 0, body.Length);
            return e;
        }

        private static byte[] Body(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));

        // Next is the first member, then Previous, then Value: two control bits each.
        private const string Root = "01 01", OneNode = "00 10 0A";

        [Fact]
        public void A_body_matches_the_specification()
        {
            byte[] body = Bare(new LinkNode { Value = 5 });
            Assert.Equal(Body(Root + OneNode + "02 00 01 03 04"), body);
            Assert.Equal(5, KitbagSerializer.Deserialize<LinkNode>(body, KitbagOptions.Bare).Value);
        }

        [Theory]
        [InlineData("01 02" + OneNode + "02 00 01 03 04", "Found a reference to object 1 of the 1 that the document has of 'LinkNode'.")]
        [InlineData(Root + "00 01 02 02 00 01 03 04", "Found a reference to object 1 of the 1")]
        [InlineData(Root + OneNode + "02 02 01 03 04", "The number of a tracked type: found 2, expected at most 1.")]
        [InlineData(Root + OneNode + "02 00 00 03 04", "A segment of objects has 0 objects in 3 bytes; expected at least one of each.")]
        [InlineData(Root + OneNode + "02 00 01 02 04", "The root and the segments of objects take 4 bytes according to the directory")]
        [InlineData(Root + OneNode + "02 00 01 04 04", "The length of a segment of objects: found 4, expected at most 3.")]
        [InlineData(Root + OneNode + "03 00 01 02 04", "The nulls of objects: found 16")]
        [InlineData(Root + OneNode + "02 00 01 03 03", "The directory of objects ends within an entry")]
        [InlineData(Root + OneNode + "02 00 01 03 05", "The length of the root: found 10, expected at most 4.")]
        [InlineData(Root + OneNode + "02 00 01 03 FF", "directory")]
        [InlineData(Root + OneNode + "02 00 01 03 00", "The directory of objects has 0 bytes; expected 1 to 9.")]
        [InlineData("04", "directory")]
        [InlineData("80 80 80 80 80 80", "directory")]
        [InlineData(Root + "01 00" + "02 00 01 02 04", "A referenced object is null.")]
        public void Bad_references_and_directories_are_refused(string hex, string message) =>
            Assert.Contains(message, Refused(Body(hex)).Message, StringComparison.Ordinal);

        [Fact]
        public void A_reference_to_an_object_that_never_comes()
        {
            // No segment at all: the root refers to the first of none.
            Assert.Contains("object 0 of the 0", Refused(Body(Root + "02 01")).Message, StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("FFFFFF7F", KitbagErrorReason.LimitExceeded)]
        [InlineData("FFFFFFFF07", KitbagErrorReason.LimitExceeded)]
        [InlineData("FFFFFFFF0F", KitbagErrorReason.Malformed)]
        public void Counts_are_charged_before_objects_are_created(string count, KitbagErrorReason reason)
        {
            string directory = "02 00 " + count + " 03";
            byte[] body = Body(Root + OneNode + directory + " " + (directory.Replace(" ", "", StringComparison.Ordinal).Length / 2)
                .ToString("X2", CultureInfo.InvariantCulture));
            long before = GC.GetAllocatedBytesForCurrentThread();
            Refused(body, reason);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
        }

        [Fact]
        public void The_same_type_in_many_segments_is_counted_together()
        {
            string directory = "02" + string.Concat(Enumerable.Repeat("00FFFFFF0701", 3));
            Refused(Body("0101" + "00" + "00" + "00" + directory + "13"), KitbagErrorReason.LimitExceeded);
        }

        [Fact]
        public void A_million_empty_objects_are_charged_their_size()
        {
            // 4,096 objects of defaults take 2 bytes: one for no nulls, and one for no members with values.
            int groups = 245;
            string column = string.Concat(Enumerable.Repeat("0000", groups)), directory = "02 00 80A83D EA03";
            byte[] body = Body("0101" + column + directory + "07");
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = 8 << 20 } };
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<LinkNode>(body, options));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10 << 20);
        }

        [Fact]
        public void More_than_a_document_can_have_is_not_written()
        {
            Assert.Equal(int.MaxValue, Kitbag.Layout.GraphDirectory.LengthOf(int.MaxValue));
            var e = Assert.Throws<KitbagException>(() => Kitbag.Layout.GraphDirectory.LengthOf(1L + int.MaxValue));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public void Every_truncation_is_refused()
        {
            byte[] document = KitbagSerializer.Serialize(GraphTests.Scene(40));
            for (int length = 0; length < document.Length; length++)
            {
                byte[] cut = document.AsSpan(0, length).ToArray();
                KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<GraphScene>(cut));
                Assert.InRange(e.Offset, 0, length);
            }
        }

        [Fact]
        public void Changed_bytes_of_own_collections_give_a_graph_or_an_error()
        {
            var folder = new Folder { ["a"] = new Folder() };
            folder["b"] = folder;
            byte[] document = KitbagSerializer.Serialize(folder);
            for (int at = 0; at < document.Length; at++)
            {
                for (int bit = 0; bit < 8; bit++)
                {
                    byte[] changed = (byte[])document.Clone();
                    changed[at] ^= (byte)(1 << bit);
                    if (Record.Exception(() => KitbagSerializer.Deserialize<Folder>(changed)) is { } e)
                        Assert.IsType<KitbagException>(e);
                }
            }
        }

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        public void Changed_bytes_give_a_graph_or_an_error(int seed)
        {
            var random = new Random(seed);
            byte[] document = KitbagSerializer.Serialize(GraphTests.Scene(40));
            var reasons = new HashSet<KitbagErrorReason>();
            for (int i = 0; i < 3000; i++)
            {
                byte[] changed = (byte[])document.Clone();
                for (int n = random.Next(1, 4); n > 0; n--)
                    changed[random.Next(changed.Length)] = (byte)random.Next(256);
                try
                {
                    KitbagSerializer.Deserialize<GraphScene>(changed);
                }
                catch (KitbagException e)
                {
                    reasons.Add(e.Reason);
                    Assert.True(e.Offset >= 0, e.ToString());
                }
            }
            Assert.Contains(KitbagErrorReason.Malformed, reasons);
        }

        [Fact]
        public void Errors_in_objects_have_the_path_of_the_object()
        {
            var first = new LinkNode { Next = new LinkNode { Value = 1 } };
            byte[] body = Bare(first);
            // Changes Next of the second row to refer to object 8.
            int second = Array.IndexOf(body, (byte)0x10, 2);
            Assert.True(second > 0, Convert.ToHexString(body));
            body[second] = 0x01;
            body[second + 1] = 9;
            Assert.Equal("LinkNode.#LinkNode[1].Next", Refused(body).Path);
        }
    }
}
