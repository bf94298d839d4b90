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
        public void What_is_changed_moved_added_and_removed_is_told_apart()
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
        public void A_reference_that_leads_elsewhere_is_one_difference_and_paths_of_objects_are_short()
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
        public void Large_lists_take_time_in_proportion()
        {
            var random = new Random(5);
            int[] before = Enumerable.Range(0, 100_000).Select(_ => random.Next(1000)).ToArray();
            int[] after = before.Select(n => random.Next(50) == 0 ? -1 : n).ToArray();
            KitbagComparison found = KitbagDocument.Compare(KitbagDocument.Parse(KitbagSerializer.Serialize(before)),
                KitbagDocument.Parse(KitbagSerializer.Serialize(after)));
            Assert.InRange(found.Differences.Count, 1, 40_000);
        }

        private static KitbagDocument Document(Whole whole) => KitbagDocument.Parse(KitbagSerializer.Serialize(whole));
    }
}
