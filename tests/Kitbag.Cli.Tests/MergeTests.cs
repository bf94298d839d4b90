using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
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

    public sealed class Named
    {
        public string Name { get; set; } = "";
        public int Value { get; set; }
    }

    public sealed class Playtime
    {
        public int Minutes { get; set; }
        public string Slot { get; set; } = "";
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
        public void Conflicts_are_resolved_with_the_values_of_a_side(string option, int iron, int flag)
        {
            static Bags Of(int iron, int flag, int row) => new Bags { Cells = [iron], Flags = [flag], Rows = [[row]] };
            ToolRun run = Merges.Run(_folder, Of(1, 0, 0), Of(30, 1, 0), Of(20, 2, 9), option);
            Assert.Equal(0, run.ExitCode);
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
        public void Both_options_are_a_usage_error()
        {
            ToolRun run = Merges.Run(_folder, new Bags(), new Bags(), new Bags(), "--ours", "--theirs");
            Assert.Equal(2, run.ExitCode);
            Assert.Contains("exclude each other", run.Error, StringComparison.Ordinal);
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
