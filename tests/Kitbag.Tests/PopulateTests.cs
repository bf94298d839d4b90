using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Reading into existing objects.</summary>
    public class PopulateTests
    {
        [Fact]
        public void Sets_members_of_the_document_and_keeps_the_others()
        {
            byte[] document = KitbagSerializer.Serialize(new Named { Id = 5, Name = "new" });
            var target = new Derived { Id = 1, Name = "old", Weight = 7, Level = Level.High };
            KitbagSerializer.Populate(document, target);
            Assert.Equal((5, "new", 7.0, Level.High), (target.Id, target.Name, target.Weight, target.Level));
        }

        [Fact]
        public void Sets_defaults_that_the_document_has()
        {
            var target = new Derived { Id = 1, Name = "old", Weight = 7 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Derived { Weight = 0 }), target);
            Assert.Equal((0, (string?)null, 0.0), (target.Id, target.Name, target.Weight));
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void A_warm_call_allocates_little(bool json)
        {
            var target = new Derived { Id = 1, Name = "old", Weight = 7 };
            byte[] document = json ? KitbagJson.SerializeToUtf8Bytes(target) : KitbagSerializer.Serialize(target);
            const int Calls = 100;
            long allocated = 0;
            // The first round creates what is cached: codecs, names, the scratch memory of the thread.
            for (int round = 0; round < 2; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                for (int i = 0; i < Calls; i++)
                {
                    if (json)
                        KitbagJson.Populate(document, target);
                    else
                        KitbagSerializer.Populate(document, target);
                }
                allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            }
            Assert.InRange(allocated / Calls, 0, 1000);
        }

        [Fact]
        public void Collections_are_emptied_first()
        {
            var list = new List<int> { 9, 9 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { 1, 2, 3 }), list);
            Assert.Equal(new[] { 1, 2, 3 }, list);
            var set = new HashSet<int> { 9 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { 1, 2 }), set);
            Assert.Equal(new[] { 1, 2 }, set.OrderBy(i => i));
            var map = new Dictionary<string, int> { ["x"] = 1 };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Dictionary<string, int> { ["y"] = 2 }), map);
            Assert.Equal(new Dictionary<string, int> { ["y"] = 2 }, map);
        }

        [Fact]
        public void A_failure_changes_nothing()
        {
            byte[] document = KitbagSerializer.Serialize(new Derived { Id = 5, Name = "new", Weight = 2 });
            for (int length = 0; length < document.Length; length++)
            {
                var target = new Derived { Id = 1, Name = "old", Weight = 7 };
                Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document.AsSpan(0, length).ToArray(), target));
                Assert.Equal((1, "old", 7.0), (target.Id, target.Name, target.Weight));
            }
            var list = new List<int> { 1 };
            Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(KitbagSerializer.Serialize((int[]?)null), list));
            Assert.Single(list);
        }

        public class Older
        {
            public int Id { get; set; }

            public string? Name { get; set; }

            public List<int> Marks { get; } = new List<int>();
        }

        public class Newer
        {
            public int Id { get; set; }

            public int Level { get; set; } = 7;

            public List<int> Marks { get; } = new List<int>();

            public string? Name { get; set; }

            public long Rank { get; set; }
        }

        // A row with more members than the object has is rearranged; one with fewer is read slot by slot.
        [Fact]
        public void Documents_of_other_versions_populate_the_object()
        {
            var older = new Older { Id = 9, Name = "old", Marks = { 7 } };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Newer { Name = "new", Rank = 3, Marks = { 1, 2 } }), older);
            Assert.Equal((0, "new"), (older.Id, older.Name));
            Assert.Equal(new[] { 1, 2 }, older.Marks);
            var newer = new Newer { Id = 9, Name = "old", Level = 5, Rank = 6, Marks = { 7 } };
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Older { Id = 1, Marks = { 8 } }), newer);
            Assert.Equal((1, null, 5, 6L), (newer.Id, newer.Name, newer.Level, newer.Rank));
            Assert.Equal(new[] { 8 }, newer.Marks);
        }

        public class Sets
        {
            public HashSet<string> Tags { get; } = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "old" };

            public SortedSet<string> Sorted { get; } = new SortedSet<string>(StringComparer.OrdinalIgnoreCase) { "old" };

            public ISet<string> Some { get; } = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "old" };

            public ICollection<string> Any { get; } = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "old" };

            public ICollection<string> Few { get; } = new AtMostOne { "old" };

            public Dictionary<string, int> Map { get; } = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["old"] = 1 };
        }

        // Has the same members as Sets.
        public class Lists
        {
            public List<string>? Tags { get; set; }

            public List<string>? Sorted { get; set; }

            public List<string>? Some { get; set; }

            public List<string>? Any { get; set; }

            public List<string>? Few { get; set; }

            public Dictionary<string, int>? Map { get; set; }
        }

        // Does not keep all that is added, without a word.
        private sealed class AtMostOne : System.Collections.ObjectModel.Collection<string>
        {
            protected override void InsertItem(int index, string item)
            {
                if (Count == 0)
                    base.InsertItem(index, item);
            }
        }

        public static TheoryData<string, Lists> NotKept()
        {
            var all = new[] { "a", "b", "A" };
            return new TheoryData<string, Lists>
            {
                { "Tags", new Lists { Tags = all.ToList() } },
                { "Sorted", new Lists { Sorted = all.ToList() } },
                { "Some", new Lists { Some = all.ToList() } },
                { "Any", new Lists { Any = all.ToList() } },
                { "Few", new Lists { Few = all.ToList() } },
                { "Map", new Lists { Map = new Dictionary<string, int> { ["a"] = 1, ["A"] = 2 } } },
            };
        }

        /// <summary>The elements differ, but not to the comparer of the collection that the constructor creates.</summary>
        [Theory]
        [MemberData(nameof(NotKept))]
        public void An_element_that_the_existing_collection_does_not_keep_is_an_error(string path, Lists written)
        {
            byte[] document = KitbagSerializer.Serialize(written), json = KitbagJson.SerializeToUtf8Bytes(written);
            var target = new Sets();
            foreach (Action read in new Action[]
                {
                    () => KitbagSerializer.Deserialize<Sets>(document), () => KitbagJson.Deserialize<Sets>(json),
                    () => KitbagSerializer.Populate(document, target), () => KitbagJson.Populate(json, target),
                })
            {
                var e = Assert.Throws<KitbagException>(read);
                Assert.Equal(path == "Few" ? KitbagErrorReason.Refused : KitbagErrorReason.Malformed, e.Reason);
                Assert.StartsWith("Sets." + path, e.Path!.Replace("PopulateTests.", ""));
                foreach (ICollection<string> members in new[] { target.Tags, target.Sorted, target.Some, target.Any, target.Few })
                    Assert.Equal(new[] { "old" }, members);
                Assert.Equal("old", Assert.Single(target.Map).Key);
            }
        }

        [Fact]
        public void An_element_that_an_existing_set_does_not_keep_is_an_error()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { "a", "A" });
            var set = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "old" };
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, set));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Equal(new[] { "old" }, set);
        }

        [Fact]
        public void Arrays_cannot_be_populated() =>
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Populate(KitbagSerializer.Serialize(new[] { 1 }), new int[1])).Reason);
    }
}
