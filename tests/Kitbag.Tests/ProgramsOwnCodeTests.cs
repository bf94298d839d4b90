using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Linq;
using System.Threading;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// Exceptions of the program's code while a document is read are reported as such, with a position. Populated objects do not change.
    /// </summary>
    public class ProgramsOwnCodeTests
    {
        public sealed class Bounded : Collection<int>
        {
            [KitbagIgnore]
            public int Max { get; set; } = int.MaxValue;

            protected override void InsertItem(int index, int item)
            {
                if (Count >= Max)
                    throw new InvalidOperationException("full");
                base.InsertItem(index, item);
            }
        }

        public sealed class Newest : Collection<int>
        {
            [KitbagIgnore]
            public int Capacity { get; set; } = 3;

            protected override void InsertItem(int index, int item)
            {
                if (Count < Capacity)
                    base.InsertItem(index, item);
            }
        }

        public struct Optional
        {
            private int _value;

            public bool HasValue { get; set; }

            public int Value
            {
                readonly get => HasValue ? _value : throw new InvalidOperationException("There is no value.");
                set => _value = value;
            }
        }

        /// <summary>There is no input that could be at fault, so a program gets its own exception.</summary>
        [Fact]
        public void An_exception_while_an_object_is_written_is_thrown_unchanged()
        {
            var given = new Optional { HasValue = true, Value = 5 };
            Assert.Equal(5, KitbagSerializer.Deserialize<Optional>(KitbagSerializer.Serialize(given)).Value);
            foreach (Action write in new Action[]
            {
                () => KitbagSerializer.Serialize(default(Optional)),
                () => KitbagSerializer.Serialize(new List<Optional> { given, default }),
                () => KitbagSerializer.Serialize(new System.IO.MemoryStream(), default(Optional)),
                () => KitbagJson.Serialize(default(Optional)),
            })
                Assert.Equal("There is no value.", Assert.Throws<InvalidOperationException>(write).Message);
        }

        [Fact]
        public void A_collection_that_drops_elements_is_an_error()
        {
            Assert.Equal([1, 2, 3], KitbagSerializer.Deserialize<Newest>(KitbagSerializer.Serialize(new Newest { 1, 2, 3 })));
            var more = new Newest { Capacity = 5 };
            for (int i = 0; i < 5; i++)
                more.Add(i);
            foreach (Action read in new Action[]
            {
                () => KitbagSerializer.Deserialize<Newest>(KitbagSerializer.Serialize(more)),
                () => KitbagJson.Deserialize<Newest>(KitbagJson.Serialize(more)),
            })
            {
                KitbagException e = Assert.Throws<KitbagException>(read);
                Assert.Equal(KitbagErrorReason.Refused, e.Reason);
                Assert.Contains("contains 3 elements after 5 were added", e.Message);
            }
        }

        [Fact]
        public void A_failed_populate_restores_a_collection()
        {
            var target = new Bounded { 7, 8 };
            target.Max = 2;
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2, 3, 4, 5 });
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, target));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal("$[2]", e.Path);
            Assert.InRange(e.Offset, 0, document.Length);
            Assert.Equal(new[] { 7, 8 }, target);
            Assert.IsType<InvalidOperationException>(e.InnerException);

            e = Assert.Throws<KitbagException>(() => KitbagJson.Populate("[1,2,3]", target));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal(new[] { 7, 8 }, target);
        }

        public class Letter
        {
            public string Text { get; set; } = "abc";
        }

        public class Sign
        {
            public System.Text.Rune Text { get; set; }
        }

        public class Letters
        {
            public int Count { get; set; }

            public Letter? First { get; set; }
        }

        public class Signs
        {
            public int Count { get; set; }

            public Sign? First { get; set; }
        }

        public class NumberList
        {
            public int Count { get; set; }

            public List<int>? Numbers { get; set; }
        }

        public class NumberSet
        {
            public int Count { get; set; }

            public HashSet<int>? Numbers { get; set; }
        }

        public class Knot
        {
            public int Size { get; set; }

            public Knot? Next { get; set; }
        }

        public class Rope
        {
            public int Length { get; set; }

            public Knot? Knot { get; set; }
        }

        public static class Strict
        {
            public class Knot
            {
                [KitbagConstructor]
                public Knot(int size, Knot? next)
                {
                    Size = size < 3 ? size : throw new ArgumentException("too large");
                    Next = next;
                }

                public int Size { get; }

                public Knot? Next { get; }
            }

            public class Rope
            {
                public int Length { get; set; }

                public Knot? Knot { get; set; }
            }
        }

        // The bytes are valid; only creating the value of a later member fails.
        [Fact]
        public void A_failed_populate_leaves_an_object_without_code_unchanged()
        {
            var sign = new Signs { Count = 5 };
            byte[] document = KitbagSerializer.Serialize(new Letters { Count = 7, First = new Letter() });
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, sign));
            Assert.Equal((KitbagErrorReason.OutOfRange, "ProgramsOwnCodeTests.Signs.First.Text", 5), (e.Reason, e.Path, sign.Count));

            var set = new NumberSet { Count = 5 };
            document = KitbagSerializer.Serialize(new NumberList { Count = 7, Numbers = [1, 1] });
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, set));
            Assert.Equal((KitbagErrorReason.Malformed, "ProgramsOwnCodeTests.NumberSet.Numbers[1]", 5), (e.Reason, e.Path, set.Count));

            var rope = new Strict.Rope { Length = 5 };
            document = KitbagSerializer.Serialize(new Rope { Length = 7, Knot = new Knot { Size = 3 } });
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, rope));
            Assert.Equal((KitbagErrorReason.Refused, 5), (e.Reason, rope.Length));
            Assert.Null(rope.Knot);
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Rope { Length = 7, Knot = new Knot { Size = 2 } }), rope);
            Assert.Equal((7, 2), (rope.Length, rope.Knot!.Size));
        }

        [Fact]
        public void A_failed_populate_restores_a_map_or_a_set()
        {
            var comparer = Comparer<string>.Create((x, y) => x.Contains('!') || y.Contains('!')
                ? throw new FormatException("no") : string.CompareOrdinal(x, y));
            var map = new SortedDictionary<string, int>(comparer) { ["keep"] = 1 };
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new SortedDictionary<string, int> { ["a"] = 1, ["b!"] = 2 }), map));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal(new[] { "keep" }, map.Keys);

            var set = new HashSet<string>(new Picky()) { "keep" };
            e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new HashSet<string> { "a", "b!" }), set));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal(new[] { "keep" }, set);

            var queue = new PriorityQueue<int, string>(new[] { (1, "keep") }, comparer);
            var source = new PriorityQueue<int, string>(new[] { (1, "a"), (2, "b!"), (3, "c") });
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(KitbagSerializer.Serialize(source), queue));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Equal("keep", Assert.Single(queue.UnorderedItems).Priority);
        }

        private sealed class Picky : IEqualityComparer<string>
        {
            public bool Equals(string? x, string? y) => x == y;

            public int GetHashCode(string text) => text.Contains('!') ? throw new FormatException("no") : text.Length;
        }

        /// <summary>A record: stored as its memory image.</summary>
        public struct Explosive
        {
            public static bool Explodes;
            public int A;
            public int B;

            public Explosive()
            {
                A = 7;
                B = Explodes ? throw new InvalidOperationException("boom") : 8;
            }
        }

        public struct OnlyA
        {
            public int A;
        }

        [Fact]
        public void A_failure_of_a_struct_constructor_is_not_cached()
        {
            Explosive.Explodes = true;
            byte[] document = KitbagSerializer.Serialize(new OnlyA { A = 1 });
            for (int i = 0; i < 2; i++)
            {
                var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Explosive>(document));
                Assert.Equal(KitbagErrorReason.Refused, e.Reason);
                Assert.Contains("The constructor of the struct 'ProgramsOwnCodeTests.Explosive' failed: "
                    + "System.InvalidOperationException, boom", e.Message);
                e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Explosive>("{\"A\":1}"));
                Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            }
            Explosive.Explodes = false;
            Assert.Equal(8, KitbagSerializer.Deserialize<Explosive>(document).B);
            Assert.Equal(8, KitbagJson.Deserialize<Explosive>("{\"A\":1}").B);
        }

        public sealed class Tricky : IEquatable<Tricky>
        {
            public int Number { get; set; }

            public bool Equals(Tricky? other) => other != null && other.Number == Number;

            public override bool Equals(object? obj) => Equals(obj as Tricky);

            public override int GetHashCode() => Number == 13 ? throw new IndexOutOfRangeException("unlucky") : Number;
        }

        public sealed class Holder
        {
            public HashSet<Tricky> Set { get; set; } = new HashSet<Tricky>();

            public Dictionary<Tricky, int> Map { get; set; } = new Dictionary<Tricky, int>();
        }

        public sealed class TrickyStored
        {
            public int Number { get; set; }
        }

        public sealed class HolderStored
        {
            public List<TrickyStored>? Set { get; set; }

            public KeyValuePair<TrickyStored, int>[]? Unused { get; set; }
        }

        [Fact]
        public void Exceptions_in_GetHashCode_are_errors_of_the_program()
        {
            byte[] document = KitbagSerializer.Serialize(new HolderStored
            {
                Set = new List<TrickyStored> { new TrickyStored { Number = 1 }, new TrickyStored { Number = 13 } }
            });
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Holder>(document));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.StartsWith("ProgramsOwnCodeTests.HolderStored.Set[", e.Path);
            Assert.InRange(e.Offset, 0, document.Length);

            byte[] bare = KitbagSerializer.Serialize(new List<TrickyStored> { new TrickyStored { Number = 13 } }, KitbagOptions.Bare);
            e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<HashSet<Tricky>>(bare, KitbagOptions.Bare));
            Assert.Equal((KitbagErrorReason.Refused, "$[]"), (e.Reason, e.Path));
        }

        [Fact]
        public void A_comparer_that_a_document_names_can_be_ignored()
        {
            var ignore = new KitbagOptions { Limits = new KitbagLimits { IgnoreComparers = true } };
            byte[] map = KitbagSerializer.Serialize(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 });
            Assert.True(KitbagSerializer.Deserialize<Dictionary<string, int>>(map).ContainsKey("A"));
            Assert.False(KitbagSerializer.Deserialize<Dictionary<string, int>>(map, ignore).ContainsKey("A"));
            byte[] sets = KitbagSerializer.Serialize(new[] { new HashSet<string>(StringComparer.InvariantCulture) { "a" },
                new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "b" } });
            Assert.All(KitbagSerializer.Deserialize<HashSet<string>[]>(sets, ignore),
                s => Assert.Same(new HashSet<string>().Comparer, s.Comparer));
        }

        public sealed class Sought
        {
        }

        public sealed class Broken
        {
        }

        /// <summary>Simulates generated code whose static initializers run code of the program.</summary>
        private sealed class Provider
        {
            public bool OthersWereServed { get; private set; }

            public Codec? Find(Type type, bool json)
            {
                if (type == typeof(Broken))
                    throw new TypeInitializationException("BrokenCodec", new InvalidOperationException("boom"));
                if (type != typeof(Sought))
                    return null;
                var other = new Thread(() => KitbagSerializer.Serialize(typeof(Named), new Named()));
                other.Start();
                OthersWereServed = other.Join(10_000);
                return null;
            }
        }

        [Fact]
        public void Codecs_are_created_without_a_lock_and_failures_are_explained()
        {
            var provider = new Provider();
            CodecRegistry.Add(GeneratorContract.Version, "Tests", provider.Find);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(typeof(Sought), (object?)null));
            Assert.True(provider.OthersWereServed);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(typeof(Broken), (object?)null));
            Assert.Equal(KitbagErrorReason.Refused, e.Reason);
            Assert.Contains("a static initializer of 'BrokenCodec' failed: System.InvalidOperationException, boom", e.Message);
        }
    }
}
