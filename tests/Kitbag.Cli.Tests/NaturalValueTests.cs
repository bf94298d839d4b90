using System;
using System.Collections.Generic;
using System.Text.Json;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public sealed class Level
    {
        public string Name { get; set; } = "";
        public Dictionary<string, object?> Flags { get; set; } = [];
        public int[,]? Tiles { get; set; }
        public byte[,,] Layers { get; set; } = new byte[0, 2, 2];
        public Coin?[,] Coins { get; set; } = new Coin?[0, 0];
    }

    /// <summary>
    /// Tests that all commands have values of type <c>object</c> and multidimensional arrays in the form that JSON has for them.
    /// </summary>
    public sealed class NaturalValueTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public NaturalValueTests() => KitbagFile.Save(_folder["level.kit"], CreateLevel());

        public void Dispose() => _folder.Dispose();

        private static Level CreateLevel() => new Level
        {
            Name = "Cave",
            Flags = new Dictionary<string, object?>
            {
                ["n"] = 5,
                ["list"] = new List<object?> { "a", 1.5, null, true },
                ["map"] = new Dictionary<string, object?> { ["deep"] = new List<object?> { 1, "b" } },
                ["bytes"] = new byte[] { 1, 2 },
                ["small"] = (byte)7,
                ["price"] = 1.25m,
                ["half"] = (Half)0.5,
                ["big"] = long.MinValue,
                ["id"] = Guid.Empty,
                ["at"] = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)).AddTicks(1234567),
                ["none"] = null,
            },
            Tiles = new[,] { { 1, 2, 3 }, { 4, 5, 6 } },
            Layers = new byte[,,] { { { 1, 2 }, { 3, 4 } } },
            Coins = new Coin?[,] { { null, new Coin { Worth = 3 } } },
        };

        private string Run(params string[] args) => ToolRun.Good(_folder.Path, args);

        [Theory]
        [InlineData("Flags[\"n\"]", "5")]
        [InlineData("Flags[\"list\"]", "[\"a\",1.5,null,true]")]
        [InlineData("Flags[\"list\"][1]", "1.5")]
        [InlineData("Flags[\"map\"]", "{\"deep\":[1,\"b\"]}")]
        [InlineData("Flags[\"map\"].deep[^1]", "\"b\"")]
        [InlineData("Flags[\"bytes\"]", "{\"$type\":\"System.Byte[]\",\"$values\":\"AQI=\"}")]
        [InlineData("Flags[\"bytes\"][1]", "2")]
        [InlineData("Flags[\"small\"]", "{\"$type\":\"System.Byte\",\"$value\":7}")]
        [InlineData("Flags[\"price\"]", "{\"$type\":\"System.Decimal\",\"$value\":1.25}")]
        [InlineData("Flags[\"half\"]", "{\"$type\":\"System.Half\",\"$value\":0.5}")]
        [InlineData("Flags[\"big\"]", "-9223372036854775808")]
        [InlineData("Flags[\"id\"]", "{\"$type\":\"System.Guid\",\"$value\":\"00000000-0000-0000-0000-000000000000\"}")]
        [InlineData("Flags[\"at\"]", "{\"$type\":\"System.DateTimeOffset\",\"$value\":\"2026-01-02T03:04:05.1234567+02:00\"}")]
        [InlineData("Flags[\"none\"]", "null")]
        [InlineData("Tiles", "[[1,2,3],[4,5,6]]")]
        [InlineData("Tiles[1]", "[4,5,6]")]
        [InlineData("Tiles[1,2]", "6")]
        [InlineData("Tiles[^1][0]", "4")]
        [InlineData("Layers[0,1,0]", "3")]
        [InlineData("Layers", "[[[1,2],[3,4]]]")]
        [InlineData("Coins[0,1].Worth", "3")]
        public void Get_prints_the_form_of_JSON(string path, string expected) =>
            Assert.Equal(expected + "\n", Run("get", "level.kit", path));

        [Fact]
        public void Parts_as_JSON_are_those_of_the_JSON_of_the_document()
        {
            using JsonDocument all = JsonDocument.Parse(Run("json", "level.kit", "--compact"));
            foreach (string member in new[] { "Flags", "Tiles", "Layers", "Coins" })
                Assert.Equal(JsonSerializer.Serialize(all.RootElement.GetProperty(member)), JsonSerializer.Serialize(
                    JsonDocument.Parse(Run("get", "level.kit", member))));
        }

        [Fact]
        public void Show_prints_them_as_a_tree() => Assert.Equal("""
            Level
            ├─ Coins: Coin[1,2]
            │  └─ [0]: Coin[2]
            │     ├─ [0]: null
            │     └─ [1]: Coin
            │        └─ Worth: 3
            ├─ Flags: Dictionary<string, object>[11]
            │  ├─ ["n"]: 5
            │  ├─ ["list"]: object[4]
            │  │  ├─ [0]: "a"
            │  │  ├─ [1]: 1.5
            │  │  ├─ [2]: null
            │  │  └─ [3]: true
            │  ├─ ["map"]: Dictionary<string, object>[1]
            │  │  └─ ["deep"]: object[2]
            │  │     ├─ [0]: 1
            │  │     └─ [1]: "b"
            │  ├─ ["bytes"]: byte[2] { 1, 2 }
            │  ├─ ["small"]: 7
            │  ├─ ["price"]: 1.25m
            │  ├─ ["half"]: 0.5
            │  ├─ ["big"]: -9223372036854775808
            │  ├─ ["id"]: 00000000-0000-0000-0000-000000000000
            │  ├─ ["at"]: 2026-01-02T03:04:05.1234567+02:00
            │  └─ ["none"]: null
            ├─ Layers: byte[1,2,2]
            │  └─ [0]: byte[2,2]
            │     ├─ [0]: byte[2] { 1, 2 }
            │     └─ [1]: byte[2] { 3, 4 }
            ├─ Name: "Cave"
            └─ Tiles: int[2,3]
               ├─ [0]: int[3] { 1, 2, 3 }
               └─ [1]: int[3] { 4, 5, 6 }

            """.ReplaceLineEndings("\n"), Run("show", "level.kit", "--all").Split('\n', 2)[1]);

        [Theory]
        [InlineData("Flags[\"n\"] + 1", "6")]
        [InlineData("Flags[\"list\"][*]", "\"a\"\n1.5\nnull\ntrue")]
        [InlineData("sum(Tiles[*][*])", "21")]
        [InlineData("Tiles[1][2] * 2", "12")]
        [InlineData("Coins[*][@ != null].Worth", "3")]
        public void Queries_compute_with_them(string query, string expected) =>
            Assert.Equal(expected + "\n", Run("query", "level.kit", query));

        [Fact]
        public void Parts_can_be_set_and_the_difference_names_them()
        {
            KitbagFile.Save(_folder["other.kit"], CreateLevel());
            Run("set", "other.kit", "Tiles[1,2]", "7");
            Run("set", "other.kit", "Layers[0][0][1]", "9");
            Run("set", "other.kit", "Coins[0,1].Worth", "4");
            Run("set", "other.kit", "Flags[\"list\"][0]", "60");
            Run("set", "other.kit", "Flags.map.deep[^0]", "{\"x\": 1}", "--insert");
            Run("set", "other.kit", "Flags.map.new", "true");
            Level level = KitbagFile.Load<Level>(_folder["other.kit"]);
            Assert.Equal(new[,] { { 1, 2, 3 }, { 4, 5, 7 } }, level.Tiles);
            Assert.Equal(60, ((List<object?>)level.Flags["list"]!)[0]);
            ToolRun run = ToolRun.Of(_folder.Path, "diff", "level.kit", "other.kit");
            Assert.Equal("""
                ~ Coins[0,1].Worth: 3 → 4
                ~ Flags["list"][0]: "a" → 60
                + Flags["map"]["deep"][2]: Dictionary<string, object>[1] { ["x"] = 1 }
                + Flags["map"]["new"]: true
                ~ Layers[0,0,1]: 2 → 9
                ~ Tiles[1,2]: 6 → 7

                """.ReplaceLineEndings("\n"), run.Output);
        }

        [Fact]
        public void The_difference_of_types_is_shown()
        {
            KitbagFile.Save(_folder["other.kit"], CreateLevel());
            Run("set", "other.kit", "Flags.small", "7");
            Assert.Equal("~ Flags[\"small\"]: 7 (byte) → 7 (int)\n", ToolRun.Of(_folder.Path, "diff", "level.kit", "other.kit").Output);
        }

        [Theory]
        [InlineData("Tiles[1,3]", "There is no item '3'.")]
        [InlineData("Tiles[2]", "There is no item '2'.")]
        [InlineData("Tiles[1]", "A row of a multidimensional array cannot be set")]
        [InlineData("Flags[\"list\"][9]", "There is no item '9'.")]
        public void What_cannot_be_set_is_named(string path, string error) =>
            Assert.Contains(error, ToolRun.Of(_folder.Path, "set", "level.kit", path, "1").Error);

        [Theory]
        [InlineData("{\"Items\":[1],\"Lengths\":[2,3]}")]
        [InlineData("{\"Items\":[1],\"Lengths\":[-1,-1]}")]
        [InlineData("{\"Items\":[1],\"Lengths\":[1]}")]
        [InlineData("{\"Lengths\":[0,0]}")]
        // The product is 2^64 + 4.
        [InlineData("{\"Items\":[1,2,3,4],\"Lengths\":[384773,49477,34724,27905]}")]
        public void Lengths_that_do_not_fit_are_damage(string json)
        {
            // The same type under another name, so that JSON has its members.
            KitbagSchema schema = KitbagSchema.Parse("root ArrayX\n\nclass ArrayX\n  Items: int[]\n  Lengths: int[]\n");
            KitbagDocument document = KitbagDocument.FromJson(json, schema, format: new KitbagOptions { Schema = KitbagSchemaMode.Bare });
            KitbagSchema grid = json.Contains("384773", StringComparison.Ordinal) ? KitbagSchema.Of<int[,,,]>() : KitbagSchema.Of<int[,]>();
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagDocument.ParseBody(document.ToBytes(), grid).Root.Count);
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
        }
    }
}
