using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public record struct Cell(int X, int Y);

    public sealed record Spot(string Name, int[] At);

    public sealed class Owner
    {
        public string Name { get; set; } = "";
        public Owner? Boss { get; set; }
    }

    public sealed class Field
    {
        public Dictionary<Cell, Small> Map { get; set; } = [];
        public Dictionary<Spot, int> Spots { get; set; } = [];
        public Dictionary<Owner, int> Shares { get; set; } = [];
    }

    public sealed class Land
    {
        public Field Field { get; set; } = new();
        public double[] Heights { get; set; } = [];
    }

    /// <summary>Tests that commands show keys of maps that are structs or objects, and find and match entries by them.</summary>
    public sealed class MapKeyTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        private static Field CreateField()
        {
            var boss = new Owner { Name = "Ann" };
            return new Field
            {
                Map = { [new Cell(-1, 7)] = Small.A, [new Cell(2, 3)] = Small.B },
                Spots = { [new Spot("a]\"b", [1, 2])] = 5 },
                Shares = { [boss] = 60, [new Owner { Name = "Bob", Boss = boss }] = 40 },
            };
        }

        private static double[] CreateHeights()
        {
            var random = new Random(3);
            return [.. Enumerable.Range(0, 200_000).Select(_ => random.NextDouble())];
        }

        private void Save(string file, Action<Field>? change = null)
        {
            Field field = CreateField();
            change?.Invoke(field);
            KitbagFile.Save(_folder[file], field);
        }

        private string Run(params string[] args) => ToolRun.Good(_folder.Path, args);

        [Fact]
        public void Show_prints_the_content_of_keys()
        {
            Save("a.kit");
            Assert.Equal("""
                Field
                  Map: Dictionary<Cell, Small>
                    [{X: -1, Y: 7}]: A
                    [{X: 2, Y: 3}]: B
                  Shares: Dictionary<Owner, int>
                    [→ #Owner[0]]: 60
                    [→ #Owner[1]]: 40
                  Spots: Dictionary<Spot, int>
                    [{At: [1, 2], Name: "a]\"b"}]: 5
                Owner #Owner[0]
                  Boss: null
                  Name: "Ann"
                Owner #Owner[1]
                  Boss: → #Owner[0]
                  Name: "Bob"

                """.ReplaceLineEndings("\n"), Run("show", "a.kit", "--plain"));
            Assert.Contains("├─ [{X: -1, Y: 7}]: A\n", Run("show", "a.kit", "Map"), StringComparison.Ordinal);
        }

        [Fact]
        public void Long_keys_are_abbreviated_unless_everything_is_shown()
        {
            Save("a.kit", field => field.Spots = new() { [new Spot("x", [.. Enumerable.Range(0, 1000)])] = 5 });
            Assert.Contains("…]: 5\n", Run("show", "a.kit", "Spots"), StringComparison.Ordinal);
            Assert.Contains(", 998, 999], Name: \"x\"}]: 5", Run("show", "a.kit", "Spots", "--plain"), StringComparison.Ordinal);
        }

        [Fact]
        public void Diff_matches_entries_by_their_keys_and_names_them()
        {
            Save("a.kit");
            Save("b.kit", field =>
            {
                field.Map = new() { [new Cell(-2, 7)] = Small.A, [new Cell(2, 3)] = Small.A };
                field.Spots[field.Spots.Keys.Single()] = 6;
            });
            Assert.NotEqual(Run("show", "a.kit", "--plain"), Run("show", "b.kit", "--plain"));
            Assert.Equal("""
                + Map[{X: -2, Y: 7}]: A
                ~ Map[{X: 2, Y: 3}]: B → A
                - Map[{X: -1, Y: 7}]: A
                ~ Spots[{At: [1, 2], Name: "a]\"b"}]: 5 → 6

                """.ReplaceLineEndings("\n"), ToolRun.Of(_folder.Path, "diff", "a.kit", "b.kit").Output);
            string[] lines = ToolRun.Of(_folder.Path, "diff", "a.kit", "b.kit", "--stat").Output.Split('\n');
            Assert.StartsWith("Map[] ", lines[1], StringComparison.Ordinal);
            Assert.StartsWith("Spots[] ", lines[2], StringComparison.Ordinal);
        }

        [Fact]
        public void Objects_with_the_same_content_are_different_keys()
        {
            Save("a.kit", field => field.Shares = new() { [new Owner()] = 1, [new Owner()] = 2, [new Owner()] = 3 });
            Save("b.kit", field => field.Shares = new() { [new Owner()] = 1, [new Owner()] = 2 });
            Assert.Equal("- Shares[#Owner[2]]: 3\n", ToolRun.Of(_folder.Path, "diff", "a.kit", "b.kit").Output);
        }

        [Fact]
        public void Paths_with_such_keys_are_found_and_edited()
        {
            Save("a.kit");
            Assert.Equal("A\n5\n40\n",
                Run("get", "a.kit", "Map[{X: -1, Y: 7}]", "Spots[{At: [1, 2], Name: \"a]\\\"b\"}]", "Shares[#Owner[1]]"));
            Run("set", "a.kit", "Map[{X: 2, Y: 3}]", "A");
            Run("set", "a.kit", "Map[{X: -1, Y: 7}]", "--remove");
            Run("set", "a.kit", "Shares[#Owner[1]]", "41");
            Field field = KitbagFile.Load<Field>(_folder["a.kit"]);
            Assert.Equal(Small.A, Assert.Single(field.Map).Value);
            Assert.Equal(41, field.Shares.Single(s => s.Key.Name == "Bob").Value);
            Assert.Contains("The map has no key '{X: 9, Y: 9}'",
                ToolRun.Of(_folder.Path, "set", "a.kit", "Map[{X: 9, Y: 9}]", "A").Error, StringComparison.Ordinal);
            Assert.Contains("expected ']'", ToolRun.Of(_folder.Path, "get", "a.kit", "Map[{X: [}]").Error, StringComparison.Ordinal);
        }

        [Fact]
        public void Repair_saves_entries_with_such_keys()
        {
            KitbagFile.Save(_folder["land.kit"], new Land { Field = CreateField(), Heights = CreateHeights() });
            byte[] bytes = File.ReadAllBytes(_folder["land.kit"]);
            bytes[^100_000] ^= 1;
            File.WriteAllBytes(_folder["land.kit"], bytes);
            Assert.Equal("", ToolRun.Of(_folder.Path, "repair", "land.kit", "--out", "saved.kit").Error);
            Land saved = KitbagFile.Load<Land>(_folder["saved.kit"]);
            Assert.Equal(KitbagJson.Serialize(CreateField()), KitbagJson.Serialize(saved.Field));
            Assert.InRange(saved.Heights.Length, 1, 199_999);
        }
    }
}
