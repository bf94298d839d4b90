using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;
using First = Kitbag.Tests.Versions.First;
using Second = Kitbag.Tests.Versions.Second;
using Third = Kitbag.Tests.Versions.Third;

namespace Kitbag.Tests
{
    /// <summary>Documents that pass through programs of three versions keep the members that any of the versions knows.</summary>
    public class UnknownMembersTests
    {
        private static Third.Item NewItem(int i) => new()
        {
            Name = "item" + i % 13,
            Count = i,
            Level = i % 5,
            Rarity = (Second.Rarity)(i % 2),
            Weight = i % 3 == 0 ? null : i / 4.0,
            Runes = Enumerable.Range(0, i % 3).Select(k => new Second.Rune { Sign = "r" + k, Power = i * k }).ToList(),
            Key = new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            IsMagic = i % 7 == 0,
            Owner = "owner" + i % 4,
            Price = i * 1000L,
        };

        internal static Third.World NewWorld(int count) => new()
        {
            Name = "w",
            Items = Enumerable.Range(0, count).Select(NewItem).ToList(),
            Held = NewItem(77),
            Root = new Second.Node { Id = 1, Label = "one", Next = new Second.Node { Id = 2, Label = "two" } },
            Seed = 42,
            Scores = new() { ["a"] = 1 },
            Saved = new DateTime(2026, 1, 2),
        };

        [Fact]
        public void A_report_lists_kept_members()
        {
            byte[] newer = KitbagSerializer.Serialize(NewWorld(20)), older = KitbagSerializer.Serialize(new First.World());
            KitbagSerializer.Deserialize<First.World>(newer, out KitbagReadReport report);
            Assert.Contains(report.Findings, f => f.ToString()
                == "World.Held.Owner (string) is kept for the next document: 'Item' has no such member.");
            Assert.All(report.Findings, f => Assert.Equal((KitbagReadFindingKind.MemberKept, KitbagReadEffects.None), (f.Kind, f.Effects)));
            Assert.True(report.IsLossless);
            KitbagSerializer.Deserialize<Third.World>(older, out report);
            Assert.DoesNotContain(report.Findings, f => f.Name.Contains('$'));
        }

        [Fact]
        public void A_report_lists_members_that_cannot_be_kept()
        {
            var room = new Versions.Linked.Room { Id = 3 };
            room.Next = new List<Versions.Linked.Room> { room };
            var world = new Versions.Linked.Newer { Name = "w", First = room, Marked = new() { ["a"] = room }, Seed = 7 };

            var old = KitbagSerializer.Deserialize<Versions.Linked.Older>(KitbagSerializer.Serialize(world), out KitbagReadReport report)!;
            Assert.Equal(new[] { "Marked", "Seed" }, old.KitbagUnknownMembers.Names);
            Assert.True(report.IsComplete);

            var ofText = KitbagJson.Deserialize<Versions.Linked.Older>(KitbagJson.Serialize(world), out report)!;
            Assert.Equal(new[] { "Seed" }, ofText.KitbagUnknownMembers.Names);
            AssertLost(report);

            Versions.Linked.Newer again = KitbagSerializer.Deserialize<Versions.Linked.Newer>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(7, again.Seed);
            Assert.Same(again.First, again.Marked!["a"]);
            Assert.Same(again.First, again.First!.Next![0]);
        }

        private static void AssertLost(KitbagReadReport report)
        {
            KitbagReadFinding lost = Assert.Single(report.Findings, f => f.Kind == KitbagReadFindingKind.MemberLost);
            Assert.Equal(("Older.Marked", KitbagReadEffects.Loses), (lost.Path, lost.Effects));
            Assert.False(report.IsComplete);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(5)]
        public void A_few_objects_are_read_with_the_scratch_memory_of_the_thread(int count)
        {
            byte[] newer = KitbagSerializer.Serialize(Enumerable.Range(0, count).Select(NewItem).ToList());
            byte[] kept = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<List<First.Item>>(newer));
            for (int i = 0; i < 3; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                List<First.Item> old = KitbagSerializer.Deserialize<List<First.Item>>(kept)!;
                Assert.Equal(count, old.Count(item => !item.KitbagUnknownMembers.IsEmpty));
                Assert.Equal(count, KitbagSerializer.Deserialize<List<Third.Item>>(kept)!.Count(item => item.Owner!.Length != 0));
                Assert.Equal(kept, KitbagSerializer.Serialize(old));
                // Scratch memory of a call alone would be 128 KiB.
                Assert.True(i == 0 || GC.GetAllocatedBytesForCurrentThread() - before < 60_000);
            }
        }

        [Theory]
        [MemberData(nameof(Counts))]
        public void A_KitbagDocument_shows_unknown_members(int count)
        {
            Third.World world = NewWorld(count);
            First.World old = ToFirst(world);
            old.Items.Reverse();
            old.Items.Add(new First.Item { Name = "fresh" });
            KitbagNode root = KitbagDocument.Parse(KitbagSerializer.Serialize(old)).Root;
            Assert.Equal(new[] { "Saved", "Scores", "Seed" }, root.Unknown.Members.Select(m => m.Name));
            Assert.Equal(42, root.Unknown["Seed"].GetInt64());
            Assert.EndsWith("Scores[\"a\"]", root.Unknown["Scores"]["a"].Path, StringComparison.Ordinal);
            for (int i = 0; i < count; i++)
                Assert.Equal(world.Items[count - 1 - i].Price, root["Items"][i].Unknown["Price"].GetInt64());
            Assert.True(root["Items"][count].Unknown.IsNull);
            Assert.True(root["Items"].Unknown.IsNull);
            Assert.Equal(77000, root["Held"].Unknown["Price"].GetInt64());
        }

        [Fact]
        public void Damaged_unknown_members_are_an_error_of_their_object()
        {
            byte[] document = KitbagSerializer.Serialize(ToFirst(NewWorld(20)), new KitbagOptions { Checksum = false });
            for (int at = document.Length / 2; at < document.Length; at += 3)
            {
                byte[] damaged = (byte[])document.Clone();
                damaged[at] ^= 0x55;
                try
                {
                    foreach (KitbagNode item in KitbagDocument.Parse(damaged).Root["Items"].Items)
                        Assert.All(item.Unknown.Members, member => member.Value.ToString());
                }
                catch (KitbagException e)
                {
                    Assert.InRange(e.Offset, -1, document.Length);
                }
            }
        }

        // A row whose unknown members are all stored in slots is copied. These are more members than one such copy can record.
        [Fact]
        public void A_single_object_with_unknown_members_between_others()
        {
            var some = new Versions.Alternating.Newer { M01 = 1, M20 = 20, M01X = "one", M02X = 0.5, M03X = 3, M04X = true, M06X = 60000 };
            Versions.Alternating.Older old = KitbagSerializer.Deserialize<Versions.Alternating.Older>(KitbagSerializer.Serialize(some))!;
            Assert.Equal(20, old.M20);
            Versions.Alternating.Newer again =
                KitbagSerializer.Deserialize<Versions.Alternating.Newer>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(KitbagJson.Serialize(some), KitbagJson.Serialize(again));

            var numbers = new Versions.Alternating.NewerNumbers { M02 = 2, M01X = 1, M02X = 0.5, M03X = long.MinValue, M05X = 5, M20X = 1 };
            old = KitbagSerializer.Deserialize<Versions.Alternating.Older>(KitbagSerializer.Serialize(numbers))!;
            Assert.Equal(2, old.M02);
            Versions.Alternating.NewerNumbers back =
                KitbagSerializer.Deserialize<Versions.Alternating.NewerNumbers>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(KitbagJson.Serialize(numbers), KitbagJson.Serialize(back));
        }

        [Fact]
        public void A_single_object_whose_unknown_members_are_numbers()
        {
            byte[] newer = KitbagSerializer.Serialize(new Versions.Numbers.Newer { A = 1, B = 2.5, C = true, D = 70000, E = -3, F = 9 });
            Versions.Numbers.Older old = KitbagSerializer.Deserialize<Versions.Numbers.Older>(newer)!;
            Assert.Equal((1, 70000), (old.A, old.D));
            Assert.Equal(new[] { "B", "C", "E", "F" }, old.KitbagUnknownMembers.Names);
            for (int i = 0; i < 2; i++)
            {
                byte[] bytes = KitbagSerializer.Serialize(old);
                Versions.Numbers.Newer again = KitbagSerializer.Deserialize<Versions.Numbers.Newer>(bytes)!;
                Assert.Equal((1, 2.5, true, 70000, -3L, (byte)9), (again.A, again.B, again.C, again.D, again.E, again.F));
                old = KitbagSerializer.Deserialize<Versions.Numbers.Older>(bytes)!;
            }
            // A program of an intermediate version knows some members, and keeps the rest.
            var between = KitbagSerializer.Deserialize<Versions.Numbers.Between>(KitbagSerializer.Serialize(old))!;
            Assert.Equal((1, 2.5, -3L), (between.A, between.B, between.E));
            Assert.Equal(new[] { "C", "F" }, between.KitbagUnknownMembers.Names);
            Assert.Equal(9, KitbagSerializer.Deserialize<Versions.Numbers.Newer>(KitbagSerializer.Serialize(between))!.F);
            // Truncated kept members are found when they are read.
            byte[] damaged = KitbagSerializer.Serialize(old, new KitbagOptions { Checksum = false });
            for (int length = damaged.Length - 1; length > 0; length--)
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Versions.Numbers.Older>(damaged.AsSpan(0, length)));
        }

        [Fact]
        public void Single_objects_whose_unknown_members_are_numbers_are_written_together()
        {
            var old = new List<Versions.Numbers.Older>();
            for (int i = 0; i < 9; i++)
            {
                var newer = new Versions.Numbers.Newer { A = i, C = true, E = -i, F = (byte)(i + 1) };
                old.Add(KitbagSerializer.Deserialize<Versions.Numbers.Older>(KitbagSerializer.Serialize(newer))!);
            }
            List<Versions.Numbers.Newer> again =
                KitbagSerializer.Deserialize<List<Versions.Numbers.Newer>>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(Enumerable.Range(0, 9).Select(i => (i, true, (long)-i, (byte)(i + 1))), again.Select(n => (n.A, n.C, n.E, n.F)));
        }

        private static void AssertSame(Third.Item expected, Third.Item actual)
        {
            Assert.Equal(KitbagJson.Serialize(expected), KitbagJson.Serialize(actual));
            Assert.Equal(expected.Weight, actual.Weight);
            Assert.True(actual.KitbagUnknownMembers.IsEmpty);
        }

        public static TheoryData<int> Counts => new() { 0, 1, 3, 7, 8, 20, 5000 };

        private static First.World ToFirst(Third.World world) =>
            KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!;

        private static First.World Again(First.World world) =>
            KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(world))!;

        private static Third.World ToThird(First.World world) =>
            KitbagSerializer.Deserialize<Third.World>(KitbagSerializer.Serialize(world))!;

        private static Second.World ToSecond(First.World world) =>
            KitbagSerializer.Deserialize<Second.World>(KitbagSerializer.Serialize(world))!;

        private static void AssertSame(Third.World expected, Third.World actual)
        {
            Assert.Equal(expected.Items.Count, actual.Items.Count);
            for (int i = 0; i < expected.Items.Count; i++)
                AssertSame(expected.Items[i], actual.Items[i]);
            Assert.Equal(KitbagJson.Serialize(expected), KitbagJson.Serialize(actual));
            Assert.True(actual.KitbagUnknownMembers.IsEmpty);
        }

        [Theory]
        [MemberData(nameof(Counts))]
        public void Members_that_the_oldest_program_lacks_are_restored_for_the_newest(int count)
        {
            Third.World world = NewWorld(count);
            First.World old = ToFirst(world);
            Assert.Equal(new[] { "Saved", "Scores", "Seed" }, old.KitbagUnknownMembers.Names);
            AssertSame(world, ToThird(old));
            AssertSame(world, ToThird(Again(Again(old))));
        }

        [Theory]
        [MemberData(nameof(Counts))]
        public void A_program_of_an_intermediate_version_reads_known_members_and_keeps_the_rest(int count)
        {
            Third.World world = NewWorld(count);
            Second.World between = ToSecond(ToFirst(world));
            Assert.Equal(42, between.Seed);
            Assert.Equal(new[] { "Saved" }, between.KitbagUnknownMembers.Names);
            for (int i = 0; i < count; i++)
            {
                Assert.Equal(world.Items[i].Level, between.Items[i].Level);
                Assert.Equal(world.Items[i].Runes.Count, between.Items[i].Runes.Count);
                Assert.Equal(new[] { "Owner", "Price" }, between.Items[i].KitbagUnknownMembers.Names);
                between.Items[i].Level++;
                world.Items[i].Level++;
            }
            byte[] bytes = KitbagSerializer.Serialize(between);
            AssertSame(world, KitbagSerializer.Deserialize<Third.World>(bytes)!);
            // The oldest program reads the result, in which some members are stored as members and some as unknown ones.
            First.World old = KitbagSerializer.Deserialize<First.World>(bytes)!;
            AssertSame(world, ToThird(old));
            AssertSame(world, KitbagSerializer.Deserialize<Third.World>(KitbagSerializer.Serialize(ToSecond(Again(old))))!);
        }

        [Theory]
        [InlineData(5)]
        [InlineData(30)]
        [InlineData(5000)]
        public void Objects_are_moved_copied_removed_and_added(int count)
        {
            Third.World world = NewWorld(count);
            First.World old = ToFirst(world);
            List<Third.Item> expected = world.Items;

            // The same changes are made to both lists.
            expected.RemoveAt(1);
            old.Items.RemoveAt(1);
            expected.Reverse();
            old.Items.Reverse();
            expected.Insert(2, world.Held!);
            old.Items.Insert(2, old.Held!.Copy());
            Third.Item twice = NewItem(expected[0].Count);
            twice.Name = "copy";
            expected.Add(twice);
            First.Item copy = old.Items[0].Copy();
            copy.Name = "copy";
            old.Items.Add(copy);
            world.Held = expected[1];
            old.Held = old.Items[1];
            expected.Insert(1, new Third.Item { Name = "new", Count = 1 });
            old.Items.Insert(1, new First.Item { Name = "new", Count = 1 });

            Third.World back = ToThird(old);
            AssertSame(world, back);
            // Objects that the older program creates have the initial values of the newer program, not zeros.
            Assert.Equal(1, back.Items[1].Level);
            Assert.Equal("nobody", back.Items[1].Owner);
            AssertSame(world, ToThird(Again(old)));
            AssertSame(world, KitbagSerializer.Deserialize<Third.World>(KitbagSerializer.Serialize(ToSecond(old)))!);
        }

        [Fact]
        public void Objects_of_several_documents_are_written_in_one_list()
        {
            Third.World world = NewWorld(10), other = NewWorld(12);
            Second.World second = new() { Items = { new Second.Item { Name = "second", Level = 9 } } };
            First.World old = ToFirst(world);
            old.Items.AddRange(ToFirst(other).Items);
            old.Items.InsertRange(3, KitbagSerializer.Deserialize<First.World>(KitbagSerializer.Serialize(second))!.Items);
            Third.World back = ToThird(old);
            world.Items.AddRange(other.Items);
            world.Items.Insert(3, new Third.Item { Name = "second", Level = 9 });
            AssertSame(world, back);
        }

        [Fact]
        public void Tracked_objects_keep_unknown_members()
        {
            First.World old = ToFirst(NewWorld(2));
            Assert.Equal(new[] { "Label" }, old.Root!.KitbagUnknownMembers.Names);
            old.Root.Next!.Next = old.Root;
            Third.World back = ToThird(old);
            Assert.Same(back.Root, back.Root!.Next!.Next);
            Assert.Equal("one", back.Root.Label);
            Assert.Equal("two", back.Root.Next.Label);
        }

        [Fact]
        public void Unknown_members_are_kept_with_fingerprints_and_in_bare_bodies()
        {
            Third.World world = NewWorld(9);
            First.World old = ToFirst(world);
            var fingerprint = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint };
            byte[] bytes = KitbagSerializer.Serialize(old, fingerprint);
            Third.World back = KitbagSerializer.Deserialize<Third.World>(bytes,
                new KitbagOptions { KnownSchemas = new[] { KitbagSchema.Of<First.World>() } })!;
            AssertSame(world, back);
            bytes = KitbagSerializer.Serialize(old, KitbagOptions.Bare);
            Assert.Equal(old.KitbagUnknownMembers.Names,
                KitbagSerializer.Deserialize<First.World>(bytes, KitbagOptions.Bare)!.KitbagUnknownMembers.Names);
        }

        [Fact]
        public void Populate_replaces_kept_members()
        {
            First.World old = ToFirst(NewWorld(1));
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new First.World { Name = "fresh" }), old);
            Assert.True(old.KitbagUnknownMembers.IsEmpty);
            KitbagSerializer.Populate(KitbagSerializer.Serialize(new Second.World { Name = "fresh", Seed = 3 }), old);
            Assert.Equal(new[] { "Scores", "Seed" }, old.KitbagUnknownMembers.Names);
        }
    }
}
