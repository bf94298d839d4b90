using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Query;
using Kitbag.Cli.Tests.Game;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public sealed class QueryTests : IClassFixture<TemporaryFolder>
    {
        private static readonly World s_world = Saves.CreateWorld();

        private readonly TemporaryFolder _folder;

        public QueryTests(TemporaryFolder folder) => _folder = folder;

        private string[] Lines(string query) => ToolRun.Good(_folder.Path, "query", "slot1.kit", query, "--raw").Split('\n')[..^1];

        private string One(string query) => Assert.Single(Lines(query));

        private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);

        [Fact]
        public void A_path_with_a_filter_gives_the_values_in_order() =>
            Assert.Equal(s_world.Zones.SelectMany(z => z.Entities).Where(e => e.Level > 20).Select(e => e.Name),
                Lines("Zones[*].Entities[Level > 20].Name"));

        [Theory]
        [InlineData("Hostile", 0)]
        [InlineData("!Hostile", 1)]
        [InlineData("Level >= 20 && Level < 30", 2)]
        [InlineData("Kind == \"troll\" || Kind == 'wolf'", 3)]
        [InlineData("Target == null", 4)]
        [InlineData("Target != null && Target < Id", 5)]
        [InlineData("Bag[*].Rarity == \"Epic\"", 6)]
        [InlineData("Bag[Rarity >= 2 && Count > 10].Name == \"Sword\"", 7)]
        [InlineData("count(Bag) > 1", 8)]
        [InlineData("sum(Bag[*].Count) % 2 == 1", 9)]
        [InlineData("Position.X > 500 && Position.Z * 2 < 700", 10)]
        [InlineData("startsWith(Name, Kind) && contains(lower(Name), '1')", 11)]
        [InlineData("length(Name) == 6", 12)]
        [InlineData("Health / 2 - 10 > -Level", 13)]
        [InlineData("Bag[*].Note != null", 14)]
        public void Filters_are_those_of_CSharp(string filter, int which)
        {
            Func<Entity, bool>[] expected =
            [
                e => e.Hostile,
                e => !e.Hostile,
                e => e.Level is >= 20 and < 30,
                e => e.Kind is "troll" or "wolf",
                e => e.Target == null,
                e => e.Target != null && e.Target < e.Id,
                e => e.Bag.Any(i => i.Rarity == Rarity.Epic),
                e => e.Bag.Any(i => i is { Rarity: >= Rarity.Rare, Count: > 10, Name: "Sword" }),
                e => e.Bag.Count > 1,
                e => e.Bag.Sum(i => i.Count) % 2 == 1,
                e => e.Position.X > 500 && e.Position.Z * 2 < 700,
                e => e.Name.Contains('1', StringComparison.Ordinal),
                e => e.Name.Length == 6,
                e => e.Health / 2 - 10 > -e.Level,
                e => e.Bag.Any(i => i.Note != null),
            ];
            Assert.Equal(s_world.Zones.SelectMany(z => z.Entities).Where(expected[which]).Select(e => Text(e.Id)),
                Lines("Zones[*].Entities[" + filter + "].Id"));
        }

        [Fact]
        public void Aggregates_are_of_all_values()
        {
            Entity[] all = [.. s_world.Zones.SelectMany(z => z.Entities)];
            Assert.Equal("100", One("Zones[*].Entities[*] | count"));
            Assert.Equal("100", One("count(Zones[*].Entities[*])"));
            Assert.Equal("4", One("Zones | count"));
            Assert.Equal("4", One("count(Zones)"));
            Assert.Equal("25", One("count(Zones[2].Entities)"));
            Assert.Equal(Text(all.Sum(e => e.Level)), One("Zones[*].Entities[*].Level | sum"));
            Assert.Equal(Text(all.Sum(e => e.Level)), One("Zones[*].Entities[*] | sum Level"));
            Assert.Equal(Text(all.Max(e => e.Level)), One("max(Zones[*].Entities[*].Level)"));
            Assert.Equal(Text(all.Min(e => e.Level)), One("Zones[*].Entities[*] | min Level"));
            Assert.Equal(Text(all.Average(e => (decimal)e.Level)), One("average(Zones[*].Entities[*].Level)"));
            Assert.Equal(Text(all.Where(e => e.Target != null).Sum(e => e.Target!.Value)), One("sum(..Target)"));
            Assert.Equal("null", One("max(Zones[Id > 100].Id)"));
            Assert.Equal("0", One("Zones[Id > 100] | count"));
        }

        [Fact]
        public void Groups_are_rows_with_columns()
        {
            string json = ToolRun.Good(_folder.Path, "query", "slot1.kit", "--json",
                "Zones[*].Entities[*] | group Kind: n = count(), most = max(Level), half = sum(Level) / 2 | sort n desc | first 2");
            JsonElement[] rows = [.. JsonDocument.Parse(json).RootElement.EnumerateArray()];
            var expected = s_world.Zones.SelectMany(z => z.Entities).GroupBy(e => e.Kind).OrderByDescending(g => g.Count())
                .Take(2).ToArray();
            Assert.Equal(expected.Length, rows.Length);
            for (int i = 0; i < rows.Length; i++)
            {
                Assert.Equal(expected[i].Key, rows[i].GetProperty("Kind").GetString());
                Assert.Equal(expected[i].Count(), rows[i].GetProperty("n").GetInt32());
                Assert.Equal(expected[i].Max(e => e.Level), rows[i].GetProperty("most").GetInt32());
                Assert.Equal(expected[i].Sum(e => e.Level) / 2m, rows[i].GetProperty("half").GetDecimal());
            }
        }

        [Fact]
        public void Steps_reach_items_keys_ranges_and_depths()
        {
            Assert.Equal("12", One("Prices[\"iron\"]"));
            Assert.Equal("12", One("Prices.iron"));
            Assert.Equal(["80"], Lines("Prices[Value > 50]"));
            Assert.Equal(["iron", "silver", "salt"], Lines("keys(Prices)"));
            Assert.Equal("Mine", One("Zones[^1].Name"));
            Assert.Equal("Mine", One("Zones[3].Name"));
            Assert.Equal(["Old Town", "North Woods"], Lines("Zones[1..3].Name"));
            Assert.Equal(["North Woods", "Mine"], Lines("Zones[2..].Name"));
            Assert.Empty(Lines("Zones[9].Name"));
            Assert.Equal(105, Lines("..Name").Length - s_world.Zones.SelectMany(z => z.Entities).Sum(e => e.Bag.Count));
            Assert.Equal(["\"Harbour\"", "\"Mine\""], Lines("Zones[*] | sort Name | select Name | first 2").Skip(1));
            Assert.Equal(["Old Town", "North Woods", "Mine", "Harbour"], Lines("Zones[*].Name | sort desc"));
            Assert.Equal(s_world.Zones.SelectMany(z => z.Entities).Select(e => e.Kind).Distinct(),
                Lines("Zones[*].Entities[*].Kind | distinct"));
            Assert.Equal("The Realm", One("`Name`"));
            Assert.Equal("true", One("SavedAt > \"2026-11-19\" && SavedAt < \"2026-11-21\""));
        }

        [Theory]
        [InlineData("", "Expected a path or a value, found the end.", 0)]
        [InlineData("Zones[", "Expected", 6)]
        [InlineData("Zones[*", "Expected", 6)]
        [InlineData("Zones[*].", "Expected the name of a member, found the end.", 9)]
        [InlineData("Zones[*] | frobnicate", "There is no stage 'frobnicate'", 11)]
        [InlineData("frob(Zones)", "There is no function 'frob'", 0)]
        [InlineData("Zones[*].Nme", "There is no member 'Nme' in an object; there are: Entities, Heights, Id, Name.", 8)]
        [InlineData("Zones.Name", "A list has no members: write [*] before '.Name'.", 5)]
        [InlineData("Name[*]", "Brackets are for lists and maps, not for a text.", 4)]
        [InlineData("Zones[Name > 5]", "There is no order between a text and a number.", 11)]
        [InlineData("Zones[Name]", "A condition is true or false, not a text.", 6)]
        [InlineData("'abc", "The quote that begins here does not end.", 0)]
        [InlineData("Zones # 3", "The character '#' means nothing here.", 6)]
        [InlineData("sum(Zones[*].Name)", "There is no sum of a text.", 0)]
        [InlineData("Zones | first x", "Expected an integer, found 'x'.", 14)]
        [InlineData("1 2", "Expected the end", 2)]
        [InlineData("1 + 79228162514264337593543950335", "The result of '+' has more than 28 digits, so it cannot be computed", 2)]
        public void Mistakes_are_named_with_their_position(string query, string message, int position)
        {
            ToolRun run = ToolRun.Of(_folder.Path, "query", "slot1.kit", query);
            run.AssertAnswered();
            Assert.Equal(2, run.ExitCode);
            Assert.StartsWith("kitbag: " + message, run.Error, StringComparison.Ordinal);
            Assert.EndsWith(" Position: " + (position + 1).ToString(CultureInfo.InvariantCulture) + ".\n", run.Error,
                StringComparison.Ordinal);
        }

        [Fact]
        public void Nesting_and_chains_are_limited()
        {
            foreach (string query in new[]
            {
                new string('(', 5000), new string('!', 5000), new string('-', 5000) + "1", string.Concat(Enumerable.Repeat("Zones[", 5000)),
                string.Join("+", Enumerable.Repeat("1", 5000)), string.Join(".", Enumerable.Repeat("a", 50000)), new string('a', 200_000),
                string.Concat(Enumerable.Repeat("count(", 3000)),
            })
            {
                ToolRun run = ToolRun.Of(_folder.Path, "query", "slot1.kit", query);
                run.AssertAnswered();
                Assert.Equal(2, run.ExitCode);
            }
        }

        [Fact]
        public void Numbers_are_exact_where_decimals_are()
        {
            Assert.Equal("0.3", One("0.1 + 0.2"));
            Assert.Equal("true", One("9007199254740993 > 9007199254740992"));
            Assert.Equal("1E+30", One("1e30"));
            Assert.Equal("Infinity", One("1 / 0"));
            Assert.Equal("7", One("1 + 2 * 3"));
            Assert.Equal("-1", One("1 - 1 - 1"));
            Assert.Equal("NaN", One("5 % 0"));
        }

        [Fact]
        public void A_sum_that_is_not_exact_is_refused()
        {
            KitbagFile.Save(_folder["large.kit"], new List<decimal> { decimal.MaxValue, decimal.MaxValue });
            foreach (string query in new[] { "sum($)", "$ | average", "$[0] * $[1]" })
            {
                ToolRun run = ToolRun.Of(_folder.Path, "query", "large.kit", query);
                run.AssertAnswered();
                Assert.Contains(" has more than 28 digits, so it cannot be computed exactly.", run.Error, StringComparison.Ordinal);
            }
            Assert.Equal("79228162514264337593543950335m\n", ToolRun.Good(_folder.Path, "query", "large.kit", "max($)"));
        }

        [Fact]
        public void A_query_runs_on_a_graph_that_reaches_itself()
        {
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(GraphCases.Ring(1000)));
            Value root = Value.Of(document.Root);
            Assert.Equal(1000, Evaluator.Run(Parser.Parse("..Number"), root).Count());
        }
    }
}
