using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    public class CompareTests
    {
        public class Part
        {
            public int Id { get; set; }

            public string? Text { get; set; }
        }

        public class Whole
        {
            public List<Part> Parts { get; set; } = [];

            public List<int> Numbers { get; set; } = [];

            public Dictionary<string, double> Prices { get; set; } = [];

            public string? Title { get; set; }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Equal_documents_have_no_differences(string name)
        {
            TestCase testCase = CaseData.Get(name);
            KitbagDocument compact = KitbagDocument.Parse(testCase.Serialize(KitbagOptions.Default)),
                raw = KitbagDocument.Parse(testCase.Serialize(new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere }));
            Assert.Equal([], KitbagDocument.Compare(compact, raw).Differences.Select(d => d.ToString()));
        }

        [Fact]
        public void Changed_moved_added_and_removed_items_are_distinguished()
        {
            var before = new Whole
            {
                Parts = [new() { Id = 1, Text = "a" }, new() { Id = 2, Text = "b" }, new() { Id = 3, Text = "c" }, new() { Id = 4 }],
                Numbers = [1, 2, 3, 4, 5],
                Prices = new() { ["x"] = 1, ["y"] = 2 },
                Title = "old",
            };
            var after = new Whole
            {
                Parts = [new() { Id = 4 }, new() { Id = 1, Text = "a" }, new() { Id = 3, Text = "changed" }, new() { Id = 9 }],
                Numbers = [1, 3, 4, 7, 5, 6],
                Prices = new() { ["y"] = 3, ["z"] = 4 },
                Title = null,
            };
            Assert.Equal(
                [
                    "- Numbers[1]: 2", "+ Numbers[3]: 7", "+ Numbers[5]: 6",
                    "> Parts[3] → Parts[0]", "- Parts[1]: CompareTests.Part", "~ Parts[2].Text: \"c\" → \"changed\"",
                    "+ Parts[3]: CompareTests.Part",
                    "~ Prices[\"y\"]: 2.0 → 3.0", "+ Prices[\"z\"]: 4.0", "- Prices[\"x\"]: 1.0",
                    "~ Title: \"old\" → null",
                ],
                KitbagDocument.Compare(Document(before), Document(after)).Differences.Select(d => d.ToString()));
            var two = new KitbagCompareOptions { MaxDifferences = 2 };
            KitbagComparison cut = KitbagDocument.Compare(Document(before), Document(after), two);
            Assert.True(cut.IsCut);
            Assert.Equal(2, cut.Differences.Count);
        }

        // An array of doubles of which a few bytes say how often the same value occurs.
        private static KitbagDocument Constant(int count, KitbagDocumentOptions? options = null)
        {
            byte[] bytes = [.. "KIT\u0001\0\u0004\u0002\u0005\u0001\u001d\u0003"u8, .. BitConverter.GetBytes(count + 1), 1,
                .. BitConverter.GetBytes(0.1)];
            return KitbagDocument.Parse(bytes, options);
        }

        [Fact]
        public void The_number_of_differences_bounds_the_memory()
        {
            KitbagDocument many = Constant(5_000_000), few = Constant(10);
            var options = new KitbagCompareOptions { MaxDifferences = 7, MaxMatched = 100 };
            Assert.True(KitbagDocument.Compare(few, few, options).AreEqual);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagComparison added = KitbagDocument.Compare(few, many, options), removed = KitbagDocument.Compare(many, few, options);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
            Assert.Equal((true, 7, true, 7), (added.IsCut, added.Differences.Count, removed.IsCut, removed.Differences.Count));
        }

        [Fact]
        public void The_number_of_values_is_bounded_by_the_limit_on_memory()
        {
            KitbagDocument one = Constant(100_000_000), other = Constant(100_000_001);
            foreach (KitbagDocument second in new[] { one, other, Constant(10) })
                Assert.Equal(KitbagErrorReason.LimitExceeded,
                    Assert.Throws<KitbagException>(() => KitbagDocument.Compare(one, second)).Reason);
            // Each comparison may read as many values.
            KitbagDocument third = Constant(4000, new KitbagDocumentOptions { Limits = new KitbagLimits { MaxAllocation = 10_000 } });
            for (int i = 0; i < 9; i++)
                Assert.True(KitbagDocument.Compare(third, Constant(4000)).AreEqual);
        }

        [Fact]
        public void The_type_of_an_object_is_a_part_of_its_value()
        {
            KitbagDocument before = Document(new List<object?> { 5L, 1.5f, new byte[] { 1 }, 7, 8L, "a", new List<object?> { 'b' } }),
                after = Document(new List<object?> { 5, 1.5, new List<object?> { 1 }, 7, 9, "a", new List<object?> { 'b' } });
            Assert.Equal(
                ["~ Value[0]: 5 (long) → 5 (int)", "~ Value[1]: 1.5f → 1.5", "~ Value[2]: byte[1] → object[1]", "~ Value[4]: 8 → 9"],
                KitbagDocument.Compare(before, after).Differences.Where(d => d.Path.StartsWith("Value[", StringComparison.Ordinal))
                    .Select(d => d.ToString()));
            // A member whose type has changed has the same value.
            Assert.Empty(KitbagDocument.Compare(Document(new List<long> { 5 }), Document(new List<int> { 5 })).Differences);
        }

        public class Room
        {
            public string? Name { get; set; }

            public Room? Way { get; set; }
        }

        public class House
        {
            public Room? First { get; set; }

            public List<Room> Rooms { get; set; } = [];
        }

        [Fact]
        public void Classes_that_differ_only_in_their_namespaces_are_different()
        {
            Sheets Made(Paper? first, params Paper?[] all) => new() { First = first, All = [.. all] };
            static string[] Differences(Sheets before, Sheets after) =>
                [.. KitbagDocument.Compare(KitbagDocument.Parse(KitbagSerializer.Serialize(before)),
                    KitbagDocument.Parse(KitbagSerializer.Serialize(after))).Differences.Select(d => d.ToString())];
            TestCases.Flat.Sheet flat = new() { Width = 1 };
            TestCases.Folded.Sheet folded = new() { Width = 1 };
            Assert.Equal(["~ First: Sheet (Kitbag.TestCases.Flat.Sheet) → Sheet (Kitbag.TestCases.Folded.Sheet)"],
                Differences(Made(flat), Made(folded)));
            Assert.Equal(["~ All[1]: Sheet (Kitbag.TestCases.Folded.Sheet) → Sheet (Kitbag.TestCases.Flat.Sheet)"],
                Differences(Made(flat, flat, folded, flat), Made(flat, flat, flat, flat)));
            Assert.Equal([], Differences(Made(flat, flat, folded), Made(flat, flat, folded)));
        }

        [Fact]
        public void A_changed_reference_is_one_difference_and_paths_of_objects_are_short()
        {
            static House Make()
            {
                var house = new House();
                for (int i = 0; i < 50; i++)
                    house.Rooms.Add(new Room { Name = "room " + i, Way = i == 0 ? null : house.Rooms[i - 1] });
                house.Rooms[0].Way = house.Rooms[49];
                house.First = house.Rooms[3];
                return house;
            }
            House after = Make();
            after.First = after.Rooms[7];
            after.Rooms[20].Way = null;
            after.Rooms[30].Way = after.Rooms[5];
            Assert.Equal(
                ["~ First: CompareTests.Room → CompareTests.Room", "~ Rooms[20].Way: CompareTests.Room → null",
                    "~ Rooms[30].Way: CompareTests.Room → CompareTests.Room"],
                KitbagDocument.Compare(KitbagDocument.Parse(KitbagSerializer.Serialize(Make())),
                    KitbagDocument.Parse(KitbagSerializer.Serialize(after))).Differences.Select(d => d.ToString()).OrderBy(d => d));
        }

        [Fact]
        public void Large_lists_take_linear_time()
        {
            var random = new Random(5);
            int[] before = Enumerable.Range(0, 100_000).Select(_ => random.Next(1000)).ToArray();
            int[] after = before.Select(n => random.Next(50) == 0 ? -1 : n).ToArray();
            KitbagComparison found = KitbagDocument.Compare(KitbagDocument.Parse(KitbagSerializer.Serialize(before)),
                KitbagDocument.Parse(KitbagSerializer.Serialize(after)));
            Assert.InRange(found.Differences.Count, 1, 40_000);
        }

        public class Of<T>
        {
            public T? Value { get; set; }

            public List<T> Values { get; set; } = [];

            public Dictionary<string, T> Named { get; set; } = [];
        }

        public enum Old : short
        {
            Red = 1,
            Green = 2,
        }

        public enum Renumbered
        {
            Red = 2,
            Green = 1,
            Blue = 7,
        }

        [Flags]
        public enum Wide : ulong
        {
            None = 0,
            Top = 1UL << 63,
        }

        [Fact]
        public void Integers_and_enums_are_equal_if_their_numbers_are()
        {
            AssertSame(5, 5L);
            AssertSame((sbyte)-1, -1L);
            AssertSame(byte.MaxValue, 255UL);
            AssertSame(Int128.MinValue, Int128.MinValue);
            AssertSame(-1, (Int128)(-1));
            AssertSame(ulong.MaxValue, (Int128)ulong.MaxValue);
            AssertSame(ulong.MaxValue, (UInt128)ulong.MaxValue);
            AssertSame(Old.Green, (short)2);
            AssertSame((Int128)2, Old.Green);
            AssertSame((Old)900, 900);
            AssertSame(Wide.Top, 1UL << 63);
            AssertDiffer(-1L, ulong.MaxValue, "-1", "18446744073709551615");
            AssertDiffer(-1, uint.MaxValue, "-1", "4294967295");
            AssertDiffer((Int128)(-1), UInt128.MaxValue, "-1", "340282366920938463463374607431768211455");
            AssertDiffer('a', (ushort)'a', "'a'", "97");
            AssertDiffer(true, 1, "true", "1");
            AssertDiffer(5, 5.0, "5", "5.0");
            AssertDiffer(5, 5m, "5", "5m");
        }

        [Fact]
        public void Enums_are_compared_by_name_or_without_a_name_by_number()
        {
            AssertSame(Old.Red, Renumbered.Red);
            AssertDiffer(Old.Red, Renumbered.Green, "Red", "Green");
            AssertSame((Old)900, (Renumbered)900);
            AssertDiffer((Old)7, Renumbered.Blue, "7", "Blue");
        }

        [Fact]
        public void Floating_point_numbers_are_equal_if_their_exact_values_are()
        {
            AssertSame(1.5f, 1.5);
            AssertSame((Half)1.5, 1.5f);
            AssertSame((Half)(-0.0), -0.0);
            AssertSame(float.NegativeInfinity, double.NegativeInfinity);
            AssertSame(double.NaN, BitConverter.Int64BitsToDouble(0x7FF0_0000_0000_0001));
            AssertSame(float.NaN, -double.NaN);
            AssertSame(Half.NaN, float.NaN);
            AssertDiffer(0.1f, 0.1, "0.1f", "0.1");
            AssertDiffer(0.0, -0.0, "0.0", "-0.0");
            AssertDiffer(0f, -0.0, "0.0f", "-0.0");
            AssertDiffer((Half)0, (Half)(-0.0), "0.0", "-0.0");
            AssertDiffer(1m, 1.0, "1m", "1.0");
        }

        [Fact]
        public void Decimals_with_another_scale_texts_and_times_differ_by_what_is_stored()
        {
            AssertSame(1.0m, 1.0m);
            AssertDiffer(1.0m, 1.00m, "1.0m", "1.00m");
            AssertDiffer(0m, 0.00m, "0m", "0.00m");
            AssertSame("", "");
            AssertDiffer("é", "e\u0301", "\"é\"", "\"e\u0301\"");
            AssertDiffer("x", 'x', "\"x\"", "'x'");
            var noon = new DateTime(2026, 11, 22, 12, 0, 0, DateTimeKind.Unspecified);
            AssertDiffer(noon, DateTime.SpecifyKind(noon, DateTimeKind.Utc), "2026-11-22T12:00:00.0000000", "2026-11-22T12:00:00.0000000Z");
            AssertDiffer(new DateTimeOffset(noon, TimeSpan.Zero), new DateTimeOffset(noon, TimeSpan.Zero).ToOffset(TimeSpan.FromHours(1)),
                "2026-11-22T12:00:00.0000000+00:00", "2026-11-22T13:00:00.0000000+01:00");
            AssertDiffer(TimeSpan.FromHours(1), new TimeOnly(1, 0), "01:00:00 (TimeSpan)", "01:00:00 (TimeOnly)");
            AssertSame(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
            AssertDiffer<int?, int>(null, 0, "null", "0");
            AssertSame<int?, long>(0, 0);
        }

        private static KitbagDocument Document<T>(T value) => KitbagDocument.Parse(KitbagSerializer.Serialize(
            new Of<T> { Value = value, Values = [value, value, value], Named = new() { ["x"] = value } }));

        private static IEnumerable<string> Differences<TBefore, TAfter>(TBefore before, TAfter after) =>
            KitbagDocument.Compare(Document(before), Document(after)).Differences.Select(d => d.ToString()).OrderBy(d => d);

        private static void AssertSame<TBefore, TAfter>(TBefore before, TAfter after)
        {
            Assert.Equal([], Differences(before, after));
            Assert.Equal([], Differences(after, before));
        }

        private static void AssertDiffer<TBefore, TAfter>(TBefore before, TAfter after, string old, string current)
        {
            string[] places = ["Named[\"x\"]", "Value", "Values[0]", "Values[1]", "Values[2]"];
            Assert.Equal(places.Select(p => "~ " + p + ": " + old + " → " + current), Differences(before, after));
            Assert.Equal(places.Select(p => "~ " + p + ": " + current + " → " + old), Differences(after, before));
        }

        private static KitbagDocument Document(Whole whole) => KitbagDocument.Parse(KitbagSerializer.Serialize(whole));
    }
}
