using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public record struct Stack(int Item, int Count);

    public sealed class Bags
    {
        public List<Stack> Stacks { get; set; } = [];
        public List<int> Cells { get; set; } = [];
        public HashSet<int> Flags { get; set; } = [];
        public int[][] Rows { get; set; } = [];
        public Dictionary<Cell, Stack> Chests { get; set; } = [];
        public List<Small> Order { get; set; } = [];
        public double Scale { get; set; }
    }

    public sealed class Texts
    {
        public string Name { get; set; } = "";
        public Dictionary<string, int> Counts { get; set; } = [];
        public HashSet<string> Tags { get; set; } = [];
        public List<Texts> Parts { get; set; } = [];
    }

    public sealed class EqualForms
    {
        public Dictionary<decimal, int> Prices { get; set; } = [];
        public HashSet<decimal> Rates { get; set; } = [];
        public HashSet<double> Places { get; set; } = [];
        public HashSet<DateTimeOffset> Times { get; set; } = [];
        public Dictionary<Unit, string> Units { get; set; } = [];
        public Vector3 Place { get; set; }
        public int[,] Grid { get; set; } = new int[0, 0];
    }

    public sealed class Unit
    {
        public int Id { get; set; }
        public int Health { get; set; }
        public int Level { get; set; }
    }

    public sealed class Named
    {
        public string Name { get; set; } = "";
        public string Text { get; set; } = "";
        public Named? Next { get; set; }
    }

    public struct Corner
    {
        public int X { get; set; }
    }

    public sealed class Ordered
    {
        public OrderedDictionary<string, Unit> ByName { get; set; } = [];
        public OrderedDictionary<Corner, int> BySpot { get; set; } = [];
        public int Number { get; set; }
    }

    public sealed class TwoNamed
    {
        public Named? First { get; set; }
        public Named? Second { get; set; }
    }

    public sealed class Playtime
    {
        public int Minutes { get; set; }
        public string Slot { get; set; } = "";
    }

    public sealed class Sword
    {
        public int Kind { get; set; }
        public int Wear { get; set; }
    }

    public sealed class Hero
    {
        public Sword? Hand { get; set; }
        public Sword? Belt { get; set; }
        public List<Sword> Chest { get; set; } = [];
        public List<Sword> Shop { get; set; } = [];
        public Unit? Rival { get; set; }
    }

    namespace Older
    {
        [KitbagKeepUnknown]
        public sealed partial class Knight
        {
            public string Name { get; set; } = "";
            public int Gold { get; set; }
        }

        public sealed class Order
        {
            public string Title { get; set; } = "";
            public Knight Master { get; set; } = new Knight();
            public List<Knight> Knights { get; set; } = [];
            public Dictionary<string, Knight> Guests { get; set; } = [];
            public KitbagUnknown Unknown { get; set; }
        }
    }

    namespace Newer
    {
        [KitbagKeepUnknown]
        public sealed partial class Knight
        {
            public string Name { get; set; } = "";
            public int Gold { get; set; }
            public string Lore { get; set; } = "";
        }

        public sealed class Order
        {
            public string Title { get; set; } = "";
            public Knight Master { get; set; } = new Knight();
            public List<Knight> Knights { get; set; } = [];
            public Dictionary<string, Knight> Guests { get; set; } = [];
            public List<int> Seal { get; set; } = [];
            public KitbagUnknown Unknown { get; set; }
        }
    }

    /// <summary>Tests the results and conflicts of 'kitbag merge' for lists, sets, maps and info documents.</summary>
    public sealed class MergeTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        private void AssertCells(string @base, string ours, string theirs, string? expected)
        {
            static List<int> Parse(string text) => [.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(int.Parse)];
            Bags Of(string text) => new Bags { Cells = Parse(text) };
            foreach ((string one, string other) in new[] { (ours, theirs), (theirs, ours) })
            {
                if (expected != null)
                    Assert.Equal(Parse(expected), Merges.Good(_folder, Of(@base), Of(one), Of(other)).Cells);
                else
                    AssertConflict("Cells", Merges.Run(_folder, Of(@base), Of(one), Of(other)));
            }
        }

        private void AssertStacks(Stack[] @base, Stack[] ours, Stack[] theirs, params Stack[]? expected)
        {
            static Bags Of(Stack[] stacks) => new Bags { Stacks = [.. stacks] };
            foreach ((Stack[] one, Stack[] other) in new[] { (ours, theirs), (theirs, ours) })
            {
                if (expected != null)
                    Assert.Equal(expected, Merges.Good(_folder, Of(@base), Of(one), Of(other)).Stacks);
                else
                    AssertConflict("Stacks", Merges.Run(_folder, Of(@base), Of(one), Of(other)));
            }
        }

        private void AssertConflict(string path, ToolRun run)
        {
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("CONFLICT in ours.kit: " + path, run.Output, StringComparison.Ordinal);
            Assert.False(File.Exists(_folder["merged.kit"]));
        }

        [Fact]
        public void Changed_cells_of_lists_of_one_length_merge()
        {
            AssertCells("1 2 3 4", "9 2 3 4", "1 8 3 4", "9 8 3 4");
            AssertCells("0 0 0 0 0 0", "0 1 0 0 2 0", "3 0 0 4 0 0", "3 1 0 4 2 0");
            AssertCells("1 2 3", "1 5 3", "1 6 3", null);
        }

        [Fact]
        public void Added_and_removed_items_merge()
        {
            AssertCells("1 2 3 4", "1 2 3 4 5", "1 3 4", "1 3 4 5");
            AssertCells("1 2 3 4", "1 7 2 3 4", "1 2 3 8 4", "1 7 2 3 8 4");
            AssertCells("1 2 3", "1 2 3 4", "1 2 3 5", null);
        }

        [Fact]
        public void Moved_items_of_lists_of_one_length_are_a_conflict_if_an_index_may_have_a_meaning()
        {
            // As a list: the 7 has been moved to the end, and the third item changed. As a grid: three cells have other values.
            AssertCells("7 0 0 0 0", "7 0 5 0 0", "0 0 0 0 7", null);
            AssertCells("1 1 2 2", "1 2 2 3", "1 1 7 2", null);
        }

        [Fact]
        public void Items_without_a_key_with_changes_on_both_sides_are_a_conflict()
        {
            AssertStacks([new(1, 0), new(2, 0)], [new(2, 0), new(3, 0)], [new(1, 7), new(2, 0)], null);
            AssertStacks([new(1, 0)], [new(3, 0)], [new(1, 7)], null);
            AssertStacks([new(1, 0), new(2, 0)], [new(1, 5), new(2, 0)], [new(1, 0), new(2, 6)], new Stack(1, 5), new Stack(2, 6));
        }

        [Fact]
        public void Items_without_a_key_that_one_side_has_removed_and_the_other_moved_are_a_conflict()
        {
            AssertCells("1 2 3", "1 3", "1 3 2", null);
            AssertCells("1 2 3 4", "2 3 4", "2 1 3 4", null);
            AssertCells("1 2 3 4 6", "1 3 4 6 5", "1 2 3 6", "1 3 6 5");
            AssertStacks([new(1, 0), new(2, 0), new(3, 0)], [new(1, 0), new(3, 0)], [new(1, 0), new(3, 0), new(2, 0)], null);
            static Hero Of(params int[] kinds) => new Hero { Chest = [.. kinds.Select(kind => new Sword { Kind = kind })] };
            AssertConflict("Chest was", Merges.Run(_folder, Of(1, 2, 3), Of(1, 3), Of(1, 3, 2)));
            Assert.Equal(0, Merges.Run(_folder, Of(1, 2, 3), Of(1, 3), Of(1, 3, 2), "--theirs").ExitCode);
            Assert.Equal([1, 3, 2], KitbagSerializer.Deserialize<Hero>(File.ReadAllBytes(_folder["merged.kit"])).Chest.Select(c => c.Kind));
        }

        // The order is not a part of an item with a key, so the removal is the only change.
        [Fact]
        public void Items_with_a_key_that_one_side_has_removed_and_the_other_moved_are_removed()
        {
            static List<Named> Of(string names) => [.. names.Select(n => new Named { Name = n.ToString() })];
            Assert.Equal("ac", string.Concat(Merges.Good(_folder, Of("abc"), Of("ac"), Of("acb")).Select(n => n.Name)));
            Assert.Equal("ac", string.Concat(Merges.Good(_folder, Of("abc"), Of("acb"), Of("ac")).Select(n => n.Name)));
        }

        [Fact]
        public void Sets_keep_unique_elements()
        {
            static Bags Of(params int[] flags) => new Bags { Flags = [.. flags] };
            AssertConflict("Flags", Merges.Run(_folder, Of(1, 2, 3), Of(4, 2, 3), Of(1, 2, 4)));
            AssertConflict("Flags", Merges.Run(_folder, Of(1, 2, 3), Of(4, 1, 2, 3), Of(1, 2, 3, 4)));
            Assert.Equal([1, 2, 3, 4], Merges.Good(_folder, Of(1, 2, 3), Of(1, 2, 3, 4), Of(1, 2, 3, 4)).Flags.Order());
        }

        [Fact]
        public void Cells_of_nested_arrays_merge()
        {
            static Bags Of(params int[][] rows) => new Bags { Rows = rows };
            Assert.Equal([[9, 2, 8], [4, 7]],
                Merges.Good(_folder, Of([1, 2, 3], [4, 5]), Of([9, 2, 3], [4, 7]), Of([1, 2, 8], [4, 5])).Rows);
        }

        [Fact]
        public void Large_grids_merge()
        {
            var random = new Random(5);
            int[] @base = [.. Enumerable.Range(0, 100_000).Select(_ => random.Next())];
            int[] ours = [.. @base], theirs = [.. @base], expected = [.. @base];
            for (int i = 0; i < 20_000; i++)
            {
                int cell = random.Next(50_000) * 2;
                expected[cell] = ours[cell] = random.Next();
                expected[cell + 1] = theirs[cell + 1] = random.Next();
            }
            static Bags Of(int[] cells) => new Bags { Cells = [.. cells] };
            Assert.Equal(expected, Merges.Good(_folder, Of(@base), Of(ours), Of(theirs)).Cells);
        }

        [Fact]
        public void Entries_of_maps_merge_by_keys_that_are_structs()
        {
            static Bags Of(params (int X, Stack Stack)[] chests) =>
                new Bags { Chests = chests.ToDictionary(c => new Cell(c.X, 0), c => c.Stack) };
            Bags @base = Of((1, new(1, 1)), (2, new(2, 2)));
            Bags merged = Merges.Good(_folder, @base, Of((3, new(3, 3)), (1, new(1, 5)), (2, new(2, 2))),
                Of((1, new(7, 1)), (4, new(4, 4))));
            Assert.Equal(Of((1, new(7, 5)), (3, new(3, 3)), (4, new(4, 4))).Chests.OrderBy(c => c.Key.X),
                merged.Chests.OrderBy(c => c.Key.X));
            AssertConflict("Chests[{\"X\":3,\"Y\":0}]", Merges.Run(_folder, @base, Of((3, new(3, 3))), Of((3, new(4, 4)))));
        }

        [Fact]
        public void Different_orders_of_items_with_keys_are_a_conflict()
        {
            static List<Named> Of(string names) => [.. names.Select(n => new Named { Name = n.ToString() })];
            Assert.Equal("cdab", string.Concat(Merges.Good(_folder, Of("abc"), Of("cab"), Of("abcd")).Select(n => n.Name)));
            Assert.Equal("cdab", string.Concat(Merges.Good(_folder, Of("abc"), Of("abcd"), Of("cab")).Select(n => n.Name)));
            ToolRun run = Merges.Run(_folder, Of("abc"), Of("cab"), Of("bca"));
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("in the order \"b\", \"c\", \"a\" there", run.Output, StringComparison.Ordinal);
        }

        [Fact]
        public void The_sign_of_zero_is_a_change()
        {
            static Bags Of(double scale, int cell) => new Bags { Scale = scale, Cells = [cell] };
            Assert.True(double.IsNegative(Merges.Good(_folder, Of(0.0, 1), Of(0.0, 2), Of(-0.0, 1)).Scale));
        }

        [Theory]
        [InlineData("--ours", 30, 1)]
        [InlineData("--theirs", 20, 2)]
        [InlineData("--base", 1, 0)]
        public void Conflicts_are_resolved_with_the_values_of_a_side(string option, int iron, int flag)
        {
            static Bags Of(int iron, int flag, int row) => new Bags { Cells = [iron], Flags = [flag], Rows = [[row]] };
            ToolRun run = Merges.Run(_folder, Of(1, 0, 0), Of(30, 1, 0), Of(20, 2, 9), option);
            Assert.Equal(0, run.ExitCode);
            if (option == "--base")
                Assert.Equal("", run.Output);
            else
                Assert.Contains("Resolved in ours.kit: Cells[0] was 1, is 30 here and 20 there", run.Output, StringComparison.Ordinal);
            Bags merged = KitbagSerializer.Deserialize<Bags>(File.ReadAllBytes(_folder["merged.kit"]));
            Assert.Equal((iron, flag, 9), (merged.Cells[0], merged.Flags.Single(), merged.Rows[0][0]));
        }

        [Fact]
        public void A_reference_to_an_object_that_the_other_side_has_removed_cannot_be_resolved()
        {
            Castle ours = GraphTests.CreateCastle(), theirs = GraphTests.CreateCastle();
            ours.Host = ours.Guests[0];
            theirs.Host = null;
            theirs.Guests = [];
            Assert.Equal(1, Merges.Run(_folder, GraphTests.CreateCastle(), ours, theirs, "--ours").ExitCode);
            Assert.False(File.Exists(_folder["merged.kit"]));
        }

        [Fact]
        public void Files_that_cannot_be_merged_result_in_the_base_if_it_is_to_win()
        {
            ToolRun run = Merges.Run(_folder, GraphCases.Ring(3), GraphCases.Ring(5), GraphCases.Ring(4), "--base");
            Assert.Equal("", run.Error + run.Output);
            Assert.Equal(0, run.ExitCode);
            Assert.Equal(File.ReadAllBytes(_folder["base.kit"]), File.ReadAllBytes(_folder["merged.kit"]));
        }

        [Fact]
        public void Both_options_are_a_usage_error()
        {
            ToolRun run = Merges.Run(_folder, new Bags(), new Bags(), new Bags(), "--ours", "--theirs");
            Assert.Equal(2, run.ExitCode);
            Assert.Contains("exclude each other", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void A_merge_with_an_unchanged_side_is_the_other_side()
        {
            static Texts Of(params string[] keys) => new Texts { Counts = keys.ToDictionary(k => k, _ => 1) };
            Texts @base = Of("a", "b", "c"), changed = Of("c", "b", "a");
            Assert.Equal(["c", "b", "a"], Merges.Good(_folder, @base, @base, changed).Counts.Keys);
            Assert.Equal(["c", "b", "a"], Merges.Good(_folder, @base, changed, @base).Counts.Keys);
            Assert.Equal(["c", "b", "a"], Merges.Good(_folder, @base, changed, changed).Counts.Keys);
        }

        [Fact]
        public void Maps_and_sets_keep_their_comparers()
        {
            static Texts Of(string name, params string[] keys) => new Texts
            {
                Name = name,
                Counts = keys.ToDictionary(k => k, k => k.Length, StringComparer.OrdinalIgnoreCase),
                Tags = keys.ToHashSet(StringComparer.OrdinalIgnoreCase),
                Parts = { new Texts { Tags = new(["x"], StringComparer.OrdinalIgnoreCase) } },
            };
            Texts merged = Merges.Good(_folder, Of("a", "Iron"), Of("b", "Iron"), Of("a", "Iron", "Gold"));
            Assert.Equal(("b", 4, 4), (merged.Name, merged.Counts["IRON"], merged.Counts["gold"]));
            Assert.Contains("GOLD", merged.Tags);
            Assert.Contains("X", merged.Parts[0].Tags);
            ToolRun run = Merges.Run(_folder, Of("a"), Of("a", "gold"), Of("a", "Gold"));
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("are equal", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void Keys_and_elements_that_are_equal_in_other_forms_are_a_conflict()
        {
            static EqualForms Of(params decimal[] keys) => new EqualForms { Prices = keys.ToDictionary(k => k, k => 1), Rates = [.. keys] };
            AssertConflict("Prices[\"1.00\"]", Merges.Run(_folder, Of(), Of(1.0m), Of(1.00m)));
            static EqualForms At(params double[] places) => new EqualForms { Places = [.. places] };
            AssertConflict("Places", Merges.Run(_folder, At(1), At(-0.0, 1), At(1, 0.0)));
            static EqualForms On(params DateTimeOffset[] times) => new EqualForms { Times = [.. times] };
            var noon = new DateTimeOffset(2026, 11, 27, 12, 0, 0, TimeSpan.Zero);
            AssertConflict("Times", Merges.Run(_folder, On(noon.AddDays(1)), On(noon, noon.AddDays(1)),
                On(noon.AddDays(1), noon.ToOffset(TimeSpan.FromHours(2)))));
        }

        [Fact]
        public void Resolved_conflicts_do_not_repeat_elements_of_sets()
        {
            static Bags Of(params int[] flags) => new Bags { Flags = [.. flags] };
            ToolRun run = Merges.Run(_folder, Of(1, 2, 3, 4, 5), Of(9, 2, 3, 4, 7), Of(1, 2, 9, 4, 8), "--ours");
            Assert.Equal(0, run.ExitCode);
            Assert.Equal([2, 3, 4, 7, 9], KitbagSerializer.Deserialize<Bags>(File.ReadAllBytes(_folder["merged.kit"])).Flags.Order());
        }

        [Fact]
        public void Keys_that_are_objects_with_changes_merge()
        {
            static EqualForms Of(int health, int level) =>
                new EqualForms { Units = { [new Unit { Id = 1, Health = health, Level = level }] = "x" } };
            Unit merged = Merges.Good(_folder, Of(9, 0), Of(5, 0), Of(9, 1)).Units.Keys.Single();
            Assert.Equal((5, 1), (merged.Health, merged.Level));
        }

        [Fact]
        public void Components_of_vectors_and_arrays_of_one_shape_merge()
        {
            static EqualForms Of(float x, float z, int[,] grid) => new EqualForms { Place = new(x, 2, z), Grid = grid };
            EqualForms merged = Merges.Good(_folder, Of(1, 3, new[,] { { 1, 2 }, { 2, 1 } }), Of(2, 3, new[,] { { 2, 2 }, { 2, 1 } }),
                Of(1, 2, new[,] { { 1, 2 }, { 2, 2 } }));
            Assert.Equal((2, 2, 2), (merged.Place.X, merged.Place.Y, merged.Place.Z));
            Assert.Equal([2, 2, 2, 2], merged.Grid.Cast<int>());
            AssertConflict("Grid", Merges.Run(_folder, Of(1, 1, new[,] { { 1, 2, 3 } }), Of(1, 1, new[,] { { 2, 3 } }),
                Of(1, 1, new[,] { { 1, 2 } })));
        }

        private static Older.Order Kept(int[] gold, string[] lore, string title = "", string? guest = null)
        {
            byte[] newer = KitbagSerializer.Serialize(new Newer.Order
            {
                Title = title,
                Master = new Newer.Knight { Name = "m", Gold = gold[0], Lore = lore[0] },
                Knights = [.. gold.Skip(1).Select((g, i) => new Newer.Knight { Name = "k" + i, Gold = g, Lore = lore[i + 1] })],
                Guests = new() { ["$x"] = new Newer.Knight { Name = "x", Lore = "of x" } },
                Seal = [1, 2],
            });
            Older.Order order = KitbagSerializer.Deserialize<Older.Order>(newer);
            order.Guests["$x"].Gold = guest?.Length ?? 0;
            return order;
        }

        [Fact]
        public void Members_that_an_older_program_has_kept_remain_where_other_members_are_merged()
        {
            string[] lore = ["a", "b", "c"];
            Merges.Good(_folder, Kept([1, 1, 1], lore), Kept([1, 2, 1], lore, "t"), Kept([3, 1, 4], lore, guest: "four"));
            byte[] bytes = File.ReadAllBytes(_folder["merged.kit"]);
            Newer.Order merged = KitbagSerializer.Deserialize<Newer.Order>(bytes);
            Newer.Knight[] all = [merged.Master, .. merged.Knights];
            Assert.Equal(["a", "b", "c"], all.Select(k => k.Lore));
            Assert.Equal([3, 2, 4], all.Select(k => k.Gold));
            Assert.Equal(("t", 4, "of x"), (merged.Title, merged.Guests["$x"].Gold, merged.Guests["$x"].Lore));
            Assert.Equal([1, 2], merged.Seal);
            Assert.Equal(KitbagSerializer.Serialize(Kept([3, 2, 4], lore, "t", "four")), bytes);
        }

        [Fact]
        public void Members_that_an_older_program_has_kept_are_not_merged_themselves()
        {
            Older.Order before = Kept([1, 1], ["a", "b"]);
            foreach (Older.Order theirs in new[] { Kept([1, 1], ["a", "x"]), Kept([1, 1, 1], ["a", "b", "c"]) })
            {
                ToolRun run = Merges.Run(_folder, before, Kept([2, 1], ["a", "b"]), theirs);
                Assert.Equal(1, run.ExitCode);
                Assert.Contains("An older program has kept 'Knights[0].Lore'", run.Error, StringComparison.Ordinal);
                Assert.False(File.Exists(_folder["merged.kit"]));
            }
            Merges.Good(_folder, before, before, Kept([1, 2], ["a", "tales"]));
            Assert.Equal("tales", KitbagSerializer.Deserialize<Newer.Order>(File.ReadAllBytes(_folder["merged.kit"])).Knights[0].Lore);
        }

        [Fact]
        public void An_object_whose_last_references_are_removed_by_different_sides_is_a_conflict()
        {
            static TwoNamed Of(bool first, bool second, string text)
            {
                var one = new Named { Name = "n", Text = text };
                return new TwoNamed { First = first ? one : null, Second = second ? one : null };
            }
            AssertConflict("#Named", Merges.Run(_folder, Of(true, true, "a"), Of(false, true, "b"), Of(true, false, "a")));
            AssertConflict("#Named", Merges.Run(_folder, Of(true, true, "a"), Of(false, true, "a"), Of(true, false, "a")));
        }

        [Fact]
        public void A_single_shared_object_is_matched_by_its_key()
        {
            static TwoNamed Of(string name, string text)
            {
                var one = new Named { Name = name, Text = text };
                return new TwoNamed { First = one, Second = one };
            }
            AssertConflict("#Named", Merges.Run(_folder, Of("seven", "a"), Of("eight", "a"), Of("seven", "edited")));
        }

        [Fact]
        public void Maps_with_keys_like_references_merge_in_graphs()
        {
            static Texts Of(int reference, int id, string tag, params string[] more)
            {
                var texts = new Texts { Name = "$ref", Counts = { ["$ref"] = reference, ["$$id"] = id, ["一"] = 7 }, Tags = ["$id", tag] };
                foreach (string key in more)
                    texts.Counts.Add(key, 5);
                texts.Parts.Add(new Texts { Name = "$type", Counts = { ["$ref"] = reference } });
                texts.Parts.Add(texts.Parts[0]);
                return texts;
            }
            Texts merged = Merges.Good(_folder, Of(1, 1, "$$a"), Of(2, 1, "$$a", "$id"), Of(1, 3, "$b", "$values"));
            Assert.Equal(KitbagJson.Serialize(Of(2, 3, "$b", "$id", "$values")), KitbagJson.Serialize(merged));
            AssertConflict("#Texts[Name == \"$ref\"].Counts[\"$ref\"] was 1, is 2 here and 3 there\n",
                Merges.Run(_folder, Of(1, 1, ""), Of(2, 1, ""), Of(3, 1, "")));
        }

        // Whether only the other side has changed the order of a map, only ours, or both.
        [Theory]
        [InlineData("abcd", "abcd", "dabc", "dabc")]
        [InlineData("abcd", "dabc", "abcd", "dabc")]
        [InlineData("abcd", "bacd", "dabc", "bacd")]
        [InlineData("abcd", "abxcd", "dcyba", "dcybxa")]
        [InlineData("abcd", "acd", "dabc", "dac")]
        [InlineData("abcd", "dab", "abcd", "dab")]
        public void The_order_of_maps_is_that_of_the_side_that_has_changed_it(string @base, string ours, string theirs, string expected)
        {
            static Ordered Of(string order, int value, bool isValue) => new Ordered
            {
                ByName = new(order.Select(c => KeyValuePair.Create(c.ToString(), new Unit { Level = c == 'a' ? value : 1 }))),
                BySpot = new(order.Select(c => KeyValuePair.Create(new Corner { X = c }, c == 'a' ? value : 1))),
                Number = isValue ? value : 0,
            };
            foreach ((int our, int their) in new[] { (1, 1), (2, 1), (1, 2), (2, 2) })
            {
                foreach (bool isValue in new[] { false, true })
                {
                    Ordered merged = Merges.Good(_folder, Of(@base, 1, isValue), Of(ours, our, isValue), Of(theirs, their, isValue));
                    Assert.Equal(KitbagJson.Serialize(Of(expected, Math.Max(our, their), isValue)), KitbagJson.Serialize(merged));
                }
            }
        }

        [Fact]
        public void Long_chains_with_keys_merge()
        {
            static Named Chain(int count, string text)
            {
                Named? next = null;
                for (int i = count; i > 0; i--)
                    next = new Named { Name = "n" + i, Next = next, Text = i == 10 ? text : "" };
                return next!;
            }
            Named merged = Merges.Good(_folder, Chain(30_000, "a"), Chain(30_001, "a"), Chain(30_000, "b"));
            int count = 0;
            for (Named? one = merged; one != null; one = one.Next)
                count++;
            Assert.Equal(30_001, count);
        }

        [Theory]
        [InlineData(150)]
        [InlineData(1000)]
        [InlineData(10_000)]
        public void Long_chains_without_keys_merge(int length)
        {
            static Link Chain(int count, int changed = -1)
            {
                Link? next = null;
                for (int i = count - 1; i >= 0; i--)
                {
                    next = new Link { Number = i == changed ? -1 : i % 3, Next = next };
                    if (i % 7 == 0)
                        next.Others.Add(new Link { Number = i });
                }
                return next!;
            }
            Link ours = Chain(length, 20), expected = Chain(length + 1, 20);
            expected.Next!.Others.Add(new Link { Number = 5 });
            ours.Next!.Others.Add(new Link { Number = 5 });
            Link merged = Merges.Good(_folder, Chain(length), ours, Chain(length + 1));
            Assert.Equal(KitbagJson.Serialize(expected), KitbagJson.Serialize(merged));
            var longer = new Link { Number = 9, Next = Chain(length) };
            AssertConflict("", Merges.Run(_folder, Chain(length), Chain(length, length - 7), longer));
        }

        private static Link Linked(params int[] numbers)
        {
            Link? next = null;
            foreach (int number in numbers.Reverse())
                next = new Link { Number = number % 100, Next = next, Others = number < 100 ? [] : [new Link { Number = number / 100 }] };
            return next!;
        }

        // The hundreds of a number are another member of the object.
        [Theory]
        [InlineData("1 2 3", "1 9 2 3", "1 502 3")]
        [InlineData("1 2 3", "9 1 2 3", "501 2 3")]
        [InlineData("1 2 3", "1 3", "1 2 503")]
        [InlineData("1 2 3 4", "1 3 2 4", "1 2 503 4")]
        [InlineData("1 2 3 4", "1 3 2 4", "1 502 3 4")]
        [InlineData("1 2 3 4", "1 9 2 3 4", "1 2 3 504")]
        [InlineData("1 2", "1 3", "1 502")]
        public void Edits_in_chains_do_not_land_on_other_objects(string @base, string ours, string theirs)
        {
            static Link Parse(string text) => Linked([.. text.Split(' ').Select(int.Parse)]);
            AssertConflict("Next", Merges.Run(_folder, Link(Parse(@base)), Link(Parse(ours)), Link(Parse(theirs))));
            AssertConflict("Next", Merges.Run(_folder, Link(Parse(@base)), Link(Parse(theirs)), Link(Parse(ours))));
            static Link Link(Link first) => new Link { Next = first };
        }

        [Theory]
        [InlineData("1 2 3", "9 2 3", "1 2 503", "9 2 503")]
        [InlineData("1 2 3", "1 2 503", "1 402 3", "1 402 503")]
        [InlineData("1 2 3 4", "1 3 2 4", "501 2 3 4", "501 3 2 4")]
        [InlineData("1 2 3", "1 9 2 3", "501 2 3", "501 9 2 3")]
        public void Edits_of_different_objects_in_chains_merge(string @base, string ours, string theirs, string expected)
        {
            static Link Parse(string text) => Linked([.. text.Split(' ').Select(int.Parse)]);
            foreach ((string our, string their) in new[] { (ours, theirs), (theirs, ours) })
                Assert.Equal(KitbagJson.Serialize(Parse(expected)),
                    KitbagJson.Serialize(Merges.Good(_folder, Parse(@base), Parse(our), Parse(their))));
        }

        [Theory]
        [InlineData(150, -1, 200)]
        [InlineData(50, -1, 250)]
        [InlineData(50, 150, 150)]
        [InlineData(150, 50, 50)]
        [InlineData(160, 220, 220)]
        public void Edits_in_long_chains_do_not_land_on_other_objects(int changed, int swapped, int edited)
        {
            int[] numbers = [.. Enumerable.Range(0, 300).Select(i => i % 100)];
            List<int> ours = [.. numbers];
            if (swapped < 0)
                ours.Insert(changed, 77);
            else
                (ours[changed], ours[swapped]) = (11, 12);
            int[] theirs = [.. numbers];
            theirs[edited] += 500;
            AssertConflict("", Merges.Run(_folder, Linked(numbers), Linked([.. ours]), Linked(theirs)));
        }

        [Fact]
        public void Objects_with_keys_in_chains_are_matched_by_the_keys()
        {
            static Named Of(string names, string edited)
            {
                Named? next = null;
                foreach (char name in names.Reverse())
                    next = new Named { Name = name.ToString(), Next = next, Text = name == edited[0] ? edited : "" };
                return next!;
            }
            AssertConflict("Next", Merges.Run(_folder, Of("abc", "-"), Of("axbc", "-"), Of("abc", "b2")));
            Assert.Equal(KitbagJson.Serialize(Of("axbc", "a2")),
                KitbagJson.Serialize(Merges.Good(_folder, Of("abc", "-"), Of("axbc", "-"), Of("abc", "a2"))));
        }

        [Fact]
        public void Edits_of_moved_objects_are_a_conflict()
        {
            static Sword Sword(int kind, int wear = 0) => new Sword { Kind = kind, Wear = wear };
            Hero Base(int wear = 0) => new Hero { Hand = Sword(1, wear), Belt = Sword(2), Chest = { Sword(3), Sword(4) } };
            foreach (Hero ours in new[]
            {
                new Hero { Hand = Sword(2), Belt = Sword(1), Chest = { Sword(3), Sword(4) } },
                new Hero { Hand = Sword(3), Belt = Sword(2), Chest = { Sword(1), Sword(4) } },
                new Hero { Hand = null, Belt = Sword(1), Chest = { Sword(3), Sword(4) } },
            })
            {
                Assert.Equal(1, Merges.Run(_folder, Base(), ours, Base(5)).ExitCode);
                Assert.Equal(1, Merges.Run(_folder, Base(), Base(5), ours).ExitCode);
            }
            Hero renewed = Base();
            renewed.Hand!.Kind = 7;
            Hero merged = Merges.Good(_folder, Base(), renewed, Base(5));
            Assert.Equal((7, 5), (merged.Hand!.Kind, merged.Hand.Wear));
        }

        [Fact]
        public void Objects_that_both_sides_have_moved_or_one_has_removed_are_a_conflict()
        {
            static Hero Of(int[] chest, int[] shop, params int[] hand) => new Hero
            {
                Chest = [.. chest.Select(kind => new Sword { Kind = kind })],
                Shop = [.. shop.Select(kind => new Sword { Kind = kind })],
                Hand = hand.Select(kind => new Sword { Kind = kind }).FirstOrDefault(),
            };
            AssertConflict("Chest[1] was in its place, is at Shop[0] here and changed or removed there",
                Merges.Run(_folder, Of([1, 2, 3], []), Of([1, 3], [2]), Of([1, 3], [])));
            AssertConflict("Chest[1] was in its place, is at Shop[0] here and at Hand there",
                Merges.Run(_folder, Of([1, 2, 3], []), Of([1, 3], [2]), Of([1, 3], [], 2)));
            Assert.Equal(KitbagJson.Serialize(Of([1, 3, 5], [2])),
                KitbagJson.Serialize(Merges.Good(_folder, Of([1, 2, 3, 4], []), Of([1, 3, 4], [2]), Of([1, 2, 3, 5], []))));
        }

        [Fact]
        public void An_object_with_another_id_is_another_object()
        {
            static Hero Of(int id, int health) => new Hero { Rival = new Unit { Id = id, Health = health } };
            AssertConflict("Rival was", Merges.Run(_folder, Of(1, 5), Of(2, 5), Of(1, 7)));
        }

        [Fact]
        public void Objects_without_keys_that_are_nested_too_deeply_in_lists_are_not_merged()
        {
            static Link Chain(int count, int number)
            {
                var first = new Link { Number = number };
                Link last = first;
                for (int i = 0; i < count; i++)
                {
                    last.Others.Add(new Link { Number = 1 });
                    last = last.Others[0];
                }
                return first;
            }
            ToolRun run = Merges.Run(_folder, Chain(30_000, 1), Chain(30_000, 2), Chain(30_001, 1));
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("are nested too deeply in lists: 'Others[0].Others[0].", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void Conflicts_are_not_written_into_the_result()
        {
            Merges.Run(_folder, new Bags { Cells = [1] }, new Bags { Cells = [2] }, new Bags { Cells = [3] });
            ToolRun run = ToolRun.Of(_folder.Path, "merge", "base.kit", "ours.kit", "theirs.kit", "--ours", "-o", "-");
            Assert.Equal(0, run.ExitCode);
            Assert.DoesNotContain("Resolved", run.Output, StringComparison.Ordinal);
            Assert.Contains("Resolved in ours.kit: Cells[0]", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void The_result_has_the_form_of_our_document()
        {
            static byte[] Of(int cell, int flag, KitbagOptions options) =>
                KitbagSerializer.Serialize(new Bags { Cells = [cell], Flags = [flag] }, options);
            File.WriteAllBytes(_folder["bags.schema"], KitbagDocument.Parse(KitbagSerializer.Serialize(new Bags())).Schema.Bytes.ToArray());
            var named = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint, Checksum = true };
            foreach (KitbagOptions options in new[] { KitbagOptions.Bare, named })
            {
                File.WriteAllBytes(_folder["base.kit"], Of(1, 1, options));
                File.WriteAllBytes(_folder["ours.kit"], Of(2, 1, options));
                File.WriteAllBytes(_folder["theirs.kit"], Of(1, 3, options));
                ToolRun.Good(_folder.Path, "merge", "base.kit", "ours.kit", "theirs.kit", "--schema", "bags.schema");
                Assert.Equal(Of(2, 3, options), File.ReadAllBytes(_folder["ours.kit"]));
            }
        }

        private ToolRun MergeInfos(Playtime? @base, Playtime? ours, Playtime? theirs, params string[] options)
        {
            void Save(string file, Playtime? info)
            {
                File.Delete(_folder[file]);
                if (info == null)
                    KitbagFile.Save(_folder[file], new Named { Name = "a" });
                else
                    KitbagFile.Save(_folder[file], new Named { Name = "a" }, info);
            }
            File.Delete(_folder["merged.kit"]);
            Save("base.kit", @base);
            Save("ours.kit", ours);
            Save("theirs.kit", theirs);
            return ToolRun.Of(_folder.Path, ["merge", "base.kit", "ours.kit", "theirs.kit", "-o", "merged.kit", .. options]);
        }

        [Fact]
        public void Info_documents_merge()
        {
            Playtime one = new() { Minutes = 1, Slot = "a" }, two = new() { Minutes = 2, Slot = "a" },
                renamed = new() { Minutes = 1, Slot = "b" }, both = new() { Minutes = 2, Slot = "b" };
            (Playtime? Base, Playtime? Ours, Playtime? Theirs, Playtime Merged)[] cases =
                [(one, two, one, two), (one, one, two, two), (one, two, renamed, both), (null, null, one, one), (one, two, two, two)];
            foreach ((Playtime? @base, Playtime? ours, Playtime? theirs, Playtime expected) in cases)
            {
                ToolRun run = MergeInfos(@base, ours, theirs);
                Assert.Equal("", run.Error + run.Output);
                Playtime merged = KitbagFile.LoadInfo<Playtime>(_folder["merged.kit"]);
                Assert.Equal((expected.Minutes, expected.Slot), (merged.Minutes, merged.Slot));
            }
            AssertConflict("$info.Minutes was 1, is 2 here and 3 there", MergeInfos(one, two, new() { Minutes = 3, Slot = "a" }));
            AssertConflict("$info was absent, is {", MergeInfos(null, one, two));
            Assert.Equal(0, MergeInfos(one, two, new() { Minutes = 3, Slot = "b" }, "--theirs").ExitCode);
            Assert.Equal(3, KitbagFile.LoadInfo<Playtime>(_folder["merged.kit"]).Minutes);
        }
    }
}
