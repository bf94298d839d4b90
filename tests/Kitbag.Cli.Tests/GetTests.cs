using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using Xunit;

namespace Kitbag.Cli.Tests
{
    [Flags]
    public enum Colors
    {
        None = 0,
        Red = 1,
        Green = 2,
        Blue = 4,
        Both = 6,
    }

    public abstract class Shape
    {
        public string Name { get; set; } = "";
    }

    public sealed class Disc : Shape
    {
        public double Radius { get; set; }
    }

    public sealed class Square : Shape
    {
        public Int128 Side { get; set; }
    }

    public sealed class Canvas
    {
        public Dictionary<Cell, Colors> Map { get; set; } = [];
        public List<Shape> Shapes { get; set; } = [];
        public Owner? Owner { get; set; }
        public Vec Spot { get; set; }
        public int[,] Tiles { get; set; } = new int[0, 0];
        public Colors Colors { get; set; }
        public char Letter { get; set; }
        public string Text { get; set; } = "";
        public Int128 Least { get; set; }
        public decimal Price { get; set; }
        public float Single { get; set; }
        public double Real { get; set; }
        public Half Half { get; set; }
        public DateTimeOffset At { get; set; }
        public TimeSpan Span { get; set; }
        public DateOnly Day { get; set; }
        public Guid Id { get; set; }
        public int? None { get; set; }
        public byte[] Bytes { get; set; } = [];
    }

    public struct Vec
    {
        public float X, Y;
    }

    /// <summary>Tests that 'get' prints parts as 'json' does, and what 'set' accepts.</summary>
    public sealed class GetTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public GetTests()
        {
            var boss = new Owner { Name = "Ann" };
            KitbagFile.Save(_folder["canvas.kit"], new Canvas
            {
                Map = { [new Cell(1, 2)] = Colors.Red | Colors.Both, [new Cell(3, 4)] = Colors.None },
                Shapes = { new Disc { Name = "d", Radius = 0.5 }, new Square { Name = "s", Side = Int128.MinValue } },
                Owner = new Owner { Name = "Bob", Boss = boss },
                Spot = new Vec { X = 1.5f },
                Tiles = new[,] { { 1, 2 }, { 3, 4 } },
                Colors = Colors.Red | Colors.Both,
                Letter = '\u2028',
                Text = "a\"\n\0b",
                Least = Int128.MinValue,
                Price = 1.50m,
                Single = float.NaN,
                Real = 0.1,
                Half = (Half)1.5,
                At = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)).AddTicks(1),
                Span = TimeSpan.FromTicks(-1),
                Day = new DateOnly(2026, 1, 2),
                Id = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
                Bytes = [1, 2],
            });
            File.Copy(_folder["canvas.kit"], _folder["copy.kit"]);
        }

        public void Dispose() => _folder.Dispose();

        private string Run(params string[] args) => ToolRun.Good(_folder.Path, args);

        [Fact]
        public void Parts_are_printed_as_in_the_JSON_of_the_document()
        {
            string all = Run("json", "canvas.kit", "--compact");
            // Characters that could change a terminal are escaped, which is the same text in JSON.
            Assert.Equal(all.Replace("\u2028", "\\u2028", StringComparison.Ordinal), Run("get", "canvas.kit", "$"));
            Assert.Equal(all, Run("get", "canvas.kit", "$", "--raw"));
            using JsonDocument document = JsonDocument.Parse(all);
            foreach (JsonProperty member in document.RootElement.EnumerateObject())
            {
                if (member.Value.ValueKind is not (JsonValueKind.Object or JsonValueKind.Array))
                    continue;
                Assert.Equal(member.Value.GetRawText() + "\n", Run("get", "canvas.kit", member.Name));
                using JsonDocument part = JsonDocument.Parse(Run("get", "canvas.kit", member.Name, "--json"));
                Assert.Equal(member.Value.GetRawText(), JsonSerializer.Serialize(part, s_relaxed));
            }
        }

        private static readonly JsonSerializerOptions s_relaxed = new JsonSerializerOptions
        {
            Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        };

        [Theory]
        [InlineData("Map", "[{\"Key\":{\"X\":1,\"Y\":2},\"Value\":\"Both, Red\"},{\"Key\":{\"X\":3,\"Y\":4},\"Value\":\"None\"}]")]
        [InlineData("Shapes[1]", "{\"$type\":\"Square\",\"Name\":\"s\",\"Side\":-170141183460469231731687303715884105728}")]
        [InlineData("#Owner[0]", "{\"Boss\":{\"Boss\":null,\"Name\":\"Ann\"},\"Name\":\"Bob\"}")]
        [InlineData("Owner.Boss", "{\"Boss\":null,\"Name\":\"Ann\"}")]
        [InlineData("Tiles[1]", "[3,4]")]
        [InlineData("Colors", "Red, Both")]
        [InlineData("Letter", "\"\\u2028\"")]
        [InlineData("Least", "-170141183460469231731687303715884105728")]
        [InlineData("Price", "1.50")]
        [InlineData("Single", "NaN")]
        [InlineData("Bytes", "\"AQI=\"")]
        [InlineData("None", "null")]
        public void Values_are_printed(string path, string expected) =>
            Assert.Equal(expected + "\n", Run("get", "canvas.kit", path));

        [Fact]
        public void What_is_printed_can_be_set()
        {
            foreach (Kitbag.Schema.SchemaMember member in KitbagSchema.Of<Canvas>().Root.Members)
            {
                if (member.Name == "Owner")
                    continue;
                string text = Run("get", "canvas.kit", member.Name);
                Run("set", "copy.kit", member.Name, "--", text.TrimEnd('\n'));
                Assert.Equal(text, Run("get", "copy.kit", member.Name));
            }
            Run("diff", "canvas.kit", "copy.kit");
            Run("set", "copy.kit", "Shapes[0]", Run("get", "canvas.kit", "Shapes[1]"));
            Assert.IsType<Square>(KitbagFile.Load<Canvas>(_folder["copy.kit"]).Shapes[0]);
        }

        [Fact]
        public void Queries_print_keys_and_numbers_exactly()
        {
            Assert.Equal("[{\"Key\":{\"X\":1,\"Y\":2},\"Value\":\"Red, Both\"},{\"Key\":{\"X\":3,\"Y\":4},\"Value\":\"None\"}]\n",
                Run("query", "canvas.kit", "Map"));
            Assert.Contains("\"Side\":-170141183460469231731687303715884105728}", Run("query", "canvas.kit", "Shapes[1]"),
                StringComparison.Ordinal);
        }

        [Fact]
        public void Only_the_scalars_that_are_printed_are_read()
        {
            KitbagFile.Save(_folder["numbers.kit"], new int[1_000_000]);
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Equal("0\n", Run("get", "numbers.kit", "[5]"));
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_000_000);
        }
    }
}
