using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Constructors and setters of the program run once for each object, whether reading succeeds or not.</summary>
    public class CountedCodeTests
    {
        [ThreadStatic]
        private static int t_created, t_set, t_refused;

        /// <summary>Counts calls of the constructor and the setter, and refuses one value.</summary>
        public abstract class Counting
        {
            private int _value;

            protected Counting() => t_created++;

            public int Value
            {
                get => _value;
                set
                {
                    t_set++;
                    if (value == 13)
                    {
                        t_refused++;
                        throw new ArgumentException("unlucky");
                    }
                    _value = value;
                }
            }

            /// <summary>Sets the value that would be refused.</summary>
            public void Force() => _value = 13;
        }

        public sealed class Leaf : Counting
        {
            public DateTime When { get; set; }
        }

        public sealed class Part : Counting
        {
            public Leaf? Leaf { get; set; }
        }

        public sealed class Whole : Counting
        {
            public Part? First { get; set; }

            public List<Leaf>? Many { get; set; }

            public Part[]? Few { get; set; }

            public Dictionary<string, Part>? Named { get; set; }

            public string? Text { get; set; }

            public Uri? Home { get; set; }

            public Uri? Work { get; set; }

            public HashSet<int>? Numbers { get; set; }
        }

        private static readonly DateTime s_marker = new DateTime(2026, 11, 21, 7, 8, 9);

        private const int Nested = 2 + 12 + 4 + 3, All = Nested + 1;

        private static Whole New() => new Whole
        {
            First = new Part { Value = 1, Leaf = new Leaf { Value = 2 } },
            Home = new Uri("http://home"),
            Many = Enumerable.Range(0, 12).Select(i => new Leaf { Value = 20 + i }).ToList(),
            Few = new[] { new Part { Value = 40 }, new Part { Value = 41 }, new Part { Value = 42, Leaf = new Leaf { When = s_marker } } },
            Named = new Dictionary<string, Part> { ["a"] = new Part { Value = 3 }, ["b"] = new Part { Leaf = new Leaf { Value = 4 } } },
            Numbers = new HashSet<int> { 1, 2, 3 },
            Text = "text",
            Value = 7,
            Work = new Uri("http://work"),
        };

        private static Whole Another()
        {
            Whole whole = New();
            whole.Text = "another";
            whole.Value = 8;
            whole.Many!.Clear();
            whole.Numbers!.Add(99);
            whole.Home = null;
            return whole;
        }

        private static void AssertOnce(int objects)
        {
            Assert.InRange(t_created, 0, objects);
            // One more call may restore the previous value of a populated object.
            Assert.InRange(t_set, 0, objects == 0 ? 0 : objects + 1);
            Assert.InRange(t_refused, 0, 1);
        }

        // Reads, and populates an object, which must not change.
        private static KitbagException Fail(byte[] document, KitbagOptions options, int populated)
        {
            t_created = t_set = t_refused = 0;
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Whole>(document, options));
            AssertOnce(All);

            Whole target = Another(), before = Another();
            List<Leaf> many = target.Many!;
            t_created = t_set = t_refused = 0;
            var again = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, target, options));
            AssertOnce(populated);
            Assert.Equal((e.Reason, e.Path), (again.Reason, again.Path));
            Assert.Equal(KitbagSerializer.Serialize(before), KitbagSerializer.Serialize(target));
            Assert.Same(many, target.Many);
            return e;
        }

        private static byte[] Changed(byte[] document, string from, string to) =>
            Changed(document, Encoding.Latin1.GetBytes(from), Encoding.Latin1.GetBytes(to));

        private static byte[] Changed(byte[] document, byte[] from, byte[] to)
        {
            int at = document.AsSpan().IndexOf(from);
            Assert.True(at >= 0);
            to.CopyTo(document, at);
            return document;
        }

        private static byte[] Bare(Whole whole) => KitbagSerializer.Serialize(whole, KitbagOptions.Bare);

        [Fact]
        public void Truncated_and_trailing()
        {
            byte[] document = Bare(New());
            for (int length = 0; length < document.Length; length++)
                Assert.Equal(KitbagErrorReason.Truncated, Fail(document.AsSpan(0, length).ToArray(), KitbagOptions.Bare, 0).Reason);
            Assert.Equal(KitbagErrorReason.TrailingBytes, Fail(document.Append((byte)0).ToArray(), KitbagOptions.Bare, 0).Reason);
        }

        [Fact]
        public void Malformed()
        {
            Whole whole = New();
            whole.Text = "\u0436\u0436";
            byte[] document = Changed(Bare(whole), "\u00D0\u00B6\u00D0\u00B6", "\u00D0\u00D0\u00D0\u00D0");
            AssertFails(document, KitbagOptions.Bare, 0, KitbagErrorReason.Malformed, "Text");
        }

        private static void AssertFails(byte[] document, KitbagOptions options, int populated, KitbagErrorReason reason, string path)
        {
            KitbagException e = Fail(document, options, populated);
            Assert.Equal((reason, "CountedCodeTests.Whole" + (path.Length == 0 ? "" : "." + path)), (e.Reason, e.Path));
            Assert.InRange(e.Offset, 0, document.Length);
        }

        [Fact]
        public void Out_of_range()
        {
            byte[] document = Changed(Bare(New()), BitConverter.GetBytes(s_marker.Ticks), Enumerable.Repeat((byte)0x3F, 8).ToArray());
            AssertFails(document, KitbagOptions.Bare, 0, KitbagErrorReason.OutOfRange, "Few[2].Leaf.When");
        }

        [Theory]
        [InlineData("Home")]
        [InlineData("Work")]
        public void A_value_that_cannot_be_created_from_its_string(string member)
        {
            byte[] document = Changed(Bare(New()), member == "Home" ? "http://home" : "http://work", "http://a:-1");
            AssertFails(document, KitbagOptions.Bare, Nested, KitbagErrorReason.OutOfRange, member);
        }

        [Fact]
        public void An_element_twice()
        {
            Whole whole = New();
            whole.Numbers = new HashSet<int>(new Same()) { 1, 2, 1 };
            AssertFails(Bare(whole), KitbagOptions.Bare, Nested, KitbagErrorReason.Malformed, "Numbers[2]");
        }

        private sealed class Same : IEqualityComparer<int>
        {
            public bool Equals(int x, int y) => false;

            public int GetHashCode(int number) => number;
        }

        [Theory]
        [InlineData("")]
        [InlineData("First")]
        [InlineData("First.Leaf")]
        [InlineData("Few[1]")]
        [InlineData("Few[2].Leaf")]
        [InlineData("Many[]")]
        [InlineData("Named.Values[1]")]
        [InlineData("Named.Values[1].Leaf")]
        public void Refused(string path)
        {
            Whole whole = New();
            Counting unlucky = path switch
            {
                "First" => whole.First!,
                "First.Leaf" => whole.First!.Leaf!,
                "Few[1]" => whole.Few![1],
                "Few[2].Leaf" => whole.Few![2].Leaf!,
                "Many[]" => whole.Many![7],
                "Named.Values[1]" => whole.Named!["b"],
                "Named.Values[1].Leaf" => whole.Named!["b"].Leaf!,
                _ => whole,
            };
            unlucky.Force();
            AssertFails(Bare(whole), KitbagOptions.Bare, All, KitbagErrorReason.Refused, path);
        }

        [Fact]
        public void A_limit()
        {
            for (long bytes = 1; bytes < 1200; bytes += 13)
            {
                var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Limits = new KitbagLimits { MaxAllocation = bytes } };
                t_created = t_set = 0;
                var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Whole>(Bare(New()), options));
                Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
                Assert.StartsWith("CountedCodeTests.Whole", e.Path, StringComparison.Ordinal);
                AssertOnce(2 * All);
            }
        }

        [Fact]
        public void Success()
        {
            byte[] document = Bare(New());
            t_created = t_set = 0;
            Whole whole = KitbagSerializer.Deserialize<Whole>(document, KitbagOptions.Bare)!;
            Assert.Equal((All, All), (t_created, t_set));
            t_created = t_set = 0;
            KitbagSerializer.Populate(document, whole, KitbagOptions.Bare);
            Assert.Equal((Nested, All), (t_created, t_set));
        }

        public sealed class Node : Counting
        {
            public Node? Next { get; set; }

            public List<Node>? Others { get; set; }

            public Leaf? Leaf { get; set; }
        }

        private static Node NewGraph(int count, Counting? unlucky = null)
        {
            var nodes = Enumerable.Range(0, count).Select(i => new Node { Value = 20 + i, Leaf = new Leaf { Value = 1 } }).ToList();
            for (int i = 0; i < count; i++)
                nodes[i].Next = nodes[(i + 1) % count];
            nodes[0].Others = nodes;
            if (unlucky is Leaf)
                nodes[count - 2].Leaf!.Force();
            else if (unlucky is Node)
                nodes[count - 2].Force();
            return nodes[0];
        }

        [Theory]
        [InlineData(3)]
        [InlineData(20)]
        public void Graphs(int count)
        {
            byte[] document = KitbagSerializer.Serialize(NewGraph(count), KitbagOptions.Bare);
            t_created = t_set = t_refused = 0;
            KitbagSerializer.Deserialize<Node>(document, KitbagOptions.Bare);
            Assert.Equal((2 * count, 2 * count), (t_created, t_set));

            byte[] cut = document.AsSpan(0, document.Length - 1).ToArray();
            AssertGraphFails(cut, 0, KitbagErrorReason.Malformed);
            AssertGraphFails(document.Append((byte)1).ToArray(), 0, null);
            string path = AssertGraphFails(KitbagSerializer.Serialize(NewGraph(count, new Leaf()), KitbagOptions.Bare), 2 * count,
                KitbagErrorReason.Refused);
            Assert.Contains(".#CountedCodeTests.Node", path, StringComparison.Ordinal);
            Assert.Contains(".Leaf", path, StringComparison.Ordinal);
            path = AssertGraphFails(KitbagSerializer.Serialize(NewGraph(count, new Node()), KitbagOptions.Bare), 2 * count,
                KitbagErrorReason.Refused);
            Assert.Contains(".#CountedCodeTests.Node", path, StringComparison.Ordinal);
        }

        private static string AssertGraphFails(byte[] document, int populated, KitbagErrorReason? reason)
        {
            t_created = t_set = t_refused = 0;
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Node>(document, KitbagOptions.Bare));
            Assert.Equal(reason ?? e.Reason, e.Reason);
            Assert.InRange(t_created, 0, 40);
            Assert.InRange(t_refused, 0, 1);
            Node target = NewGraph(4);
            byte[] before = KitbagSerializer.Serialize(target);
            t_created = t_set = t_refused = 0;
            Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, target, KitbagOptions.Bare));
            AssertOnce(populated);
            Assert.Equal(before, KitbagSerializer.Serialize(target));
            return e.Path;
        }
    }
}
