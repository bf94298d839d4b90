using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;
using First = Kitbag.Tests.Versions.First;
using Third = Kitbag.Tests.Versions.Third;

namespace Kitbag.Tests.Dynamic
{
    /// <summary>
    /// Documents with one damaged byte: each error of <see cref="KitbagDocument"/>, whether it is verified, written as JSON or read as
    /// nodes, has an offset and one path.
    /// </summary>
    public class DamagedDocumentTests
    {
        // Long documents are damaged at so many places, and at fewer if all copies together would be longer than that.
        private const int MostPlaces = 30, FewestPlaces = 8, MostBytes = 30 * 2048, MostNodes = 3000;

        // A few damaged bytes can declare as many elements as the limit permits. A low one saves most of the time.
        private static readonly KitbagDocumentOptions s_limited =
            new KitbagDocumentOptions { Limits = new KitbagLimits { MaxAllocation = 4 << 20 } };

        private static readonly KitbagJsonOptions s_json =
            new KitbagJsonOptions { MaxDepth = 1000, NonFinite = KitbagJsonNonFinite.AsStrings };

        public sealed class Holder
        {
            public object? Value { get; set; }
        }

        public sealed class Board
        {
            public List<DateTime> Times { get; set; } = new();

            public Dictionary<int, decimal> Prices { get; set; } = new();

            public int[,] Cells { get; set; } = new int[0, 0];

            public object? Any { get; set; }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Of_each_case(string name)
        {
            TestCase one = CaseData.Get(name);
            foreach (KitbagNumbers numbers in new[] { KitbagNumbers.Compact, KitbagNumbers.RawEverywhere })
            {
                var options = new KitbagOptions { Numbers = numbers };
                Examine(one.Serialize(options));
            }
        }

        [Theory]
        [InlineData(1)]
        [InlineData(9)]
        public void With_kept_members(int count)
        {
            Third.World world = UnknownMembersTests.NewWorld(count);
            byte[] document = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!);
            Examine(document);
        }

        private static void Examine(byte[] bytes)
        {
            KitbagDocument whole = KitbagDocument.Parse(bytes);
            whole.Verify();
            int start = (int)whole.Sizes().Parts.Where(part => part.Path is "header" or "schema").Sum(part => part.Bytes);
            int places = Math.Clamp(MostBytes / bytes.Length, FewestPlaces, MostPlaces);
            for (int at = start; at < bytes.Length; at += 1 + (bytes.Length - start) / places)
            {
                byte[] changed = (byte[])bytes.Clone();
                changed[at] ^= 0xFF;
                KitbagDocument? document = null;
                if (ReadError.Of(() => document = KitbagDocument.Parse(changed, s_limited)) != null)
                    continue;
                KitbagException? verify = ReadError.Of(document!.Verify), json = ReadError.Of(() => document.ToJson(s_json)),
                    nodes = ReadError.Of(() => Walk(document));
                string place = "Byte " + at + ": ";
                foreach (KitbagException e in new[] { verify, json, nodes }.OfType<KitbagException>())
                {
                    Assert.True(e.Offset >= 0, place + e.Message);
                    Assert.True(e.Message.Split("Path: ").Length == 2, place + e.Message);
                    Assert.False(e.Path.StartsWith('.') || e.Path.StartsWith('['), place + e.Message);
                }
            }
        }

        private static string DetailOf(KitbagException? e) => e?.Message.Split(" Path: ")[0] ?? "";

        private static void Walk(KitbagDocument document)
        {
            var open = new Stack<KitbagNode>();
            var seen = new HashSet<string>();
            open.Push(document.Root);
            for (int left = MostNodes; left > 0 && open.Count != 0; left--)
            {
                KitbagNode node = open.Pop();
                _ = node.ToString() + node.Path + node.Value;
                if (node.Identity is { } identity && !seen.Add(identity))
                    continue;
                if (node.Members.Any(member => member.Name == "$unknown"))
                    open.Push(node.Unknown);
                foreach (KitbagMember member in node.Members)
                    open.Push(member.Value);
                foreach (KitbagNode item in node.Items.Take(50))
                    open.Push(item);
                foreach (KitbagEntry entry in node.Entries.Take(50))
                {
                    open.Push(entry.Key);
                    open.Push(entry.Value);
                }
            }
        }

        [Fact]
        public void A_node_has_the_error_of_the_typed_reader()
        {
            byte[] document = KitbagSerializer.Serialize(new List<DateTime> { DateTime.UnixEpoch },
                new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere });
            document[^1] = 0xFF;
            KitbagException typed = ReadError.Of(() => KitbagSerializer.Deserialize<List<DateTime>>(document))!;
            KitbagException node = ReadError.Of(() => _ = KitbagDocument.Parse(document).Root.Items.Single().Value)!;
            KitbagException verify = ReadError.Of(KitbagDocument.Parse(document).Verify)!;
            Assert.Equal("Found a number that is no DateTime.", DetailOf(typed));
            Assert.Equal((DetailOf(typed), "$[0]"), (DetailOf(node), node.Path));
            Assert.Equal((DetailOf(typed), "$[0]"), (DetailOf(verify), verify.Path));
            Assert.Equal(node.Offset, verify.Offset);
            Assert.InRange(node.Offset, document.Length - 10, document.Length);
        }

        [Fact]
        public void Paths_of_kept_members_are_those_of_the_typed_reader()
        {
            Third.World world = UnknownMembersTests.NewWorld(9);
            byte[] document = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!);
            int same = 0;
            for (int at = document.Length - 1; at > 100; at--)
            {
                byte[] changed = (byte[])document.Clone();
                changed[at] ^= 0xFF;
                KitbagException? typed = ReadError.Of(() => KitbagSerializer.Deserialize<First.World>(changed));
                KitbagException? verify = ReadError.Of(() => KitbagDocument.Parse(changed).Verify());
                if (typed == null || !typed.Path.Contains("$unknown", StringComparison.Ordinal) || DetailOf(typed) != DetailOf(verify))
                    continue;
                Assert.Equal(typed.Path, verify!.Path);
                same++;
            }
            Assert.NotEqual(0, same);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(20)]
        public void With_values_of_each_kind(int count)
        {
            var boards = Enumerable.Range(0, count).Select(i => new Board
            {
                Times = { DateTime.UnixEpoch.AddDays(i) },
                Prices = { [i] = 1.5m, [i + 1] = 2.5m },
                Cells = new int[2, 3],
                Any = new List<object?> { i, "a", DateTime.UnixEpoch, 1.5m, new Dictionary<string, object?> { ["k"] = 1L, ["l"] = 2.5 } },
            }).ToList();
            var raw = new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere };
            Examine(KitbagSerializer.Serialize(boards, raw));
            var holders = boards.ConvertAll(board => new Holder { Value = board.Any });
            Examine(KitbagSerializer.Serialize(holders));
        }
    }
}
