using System;
using System.Collections.Generic;
using System.Drawing;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Kitbag.TestCases
{
    /// <summary>Structs of the framework that have no codec and are stored by their members.</summary>
    public class Drawing
    {
        public Point Point { get; set; }
        public PointF PointF { get; set; }
        public Size Size { get; set; }
        public SizeF SizeF { get; set; }
        public Rectangle Rectangle { get; set; }
        public RectangleF RectangleF { get; set; }
        public Rectangle? Maybe { get; set; }
    }

    /// <summary>Members that hold JSON.</summary>
    public class Trees
    {
        public int Before { get; set; }
        public JsonElement? Element { get; set; }
        public JsonDocument? Document { get; set; }
        public JsonNode? Node { get; set; }
        public JsonObject? Object { get; set; }
        public JsonArray? Array { get; set; }
        public JsonValue? Value { get; set; }
        public Dictionary<string, JsonElement>? Others { get; set; }
        public int After { get; set; }

        public static Trees Of(int i) => new Trees
        {
            Before = i,
            Element = Cases.Json("{\"i\":" + i + "}"),
            Document = JsonDocument.Parse("[" + i + "]"),
            Node = JsonNode.Parse("[[],{}," + i + "]"),
            Object = new JsonObject { ["a"] = i, ["ä"] = null },
            Array = new JsonArray("x", true, 1.5, null),
            Value = JsonValue.Create(i),
            Others = new Dictionary<string, JsonElement> { ["k"] = Cases.Json("null"), ["l"] = Cases.Json("\"l\"") },
            After = -i,
        };
    }

    /// <summary>Has extension data.</summary>
    public class Extended
    {
        public int Before { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? Others { get; set; }

        public string? After { get; set; }

        public static Extended Of(int i) => new Extended
        {
            Before = i,
            Others = i % 3 == 0 ? null : new Dictionary<string, JsonElement>
            {
                ["ä" + i] = Cases.Json("[{}," + i + "]"),
                [""] = Cases.Json("null")
            },
            After = "a" + i,
        };
    }

    public static partial class Cases
    {
        static partial void AddNewer(List<TestCase> all)
        {
            Add(all, "Half", (Half)1.5);
            Add(all, "Half[]", Numbers(30).Select(i => (Half)i).ToArray());
            Add(all, "Int128", Int128.MinValue);
            Add(all, "UInt128[]", new[] { UInt128.MaxValue, UInt128.Zero });
            Add(all, "DateOnly", new DateOnly(2026, 11, 21));
            Add(all, "DateOnly[]", Numbers(30).Select(i => new DateOnly(2026, 1, 1).AddDays(i & 255)).ToArray());
            Add(all, "TimeOnly", new TimeOnly(23, 59, 59, 999));
            Add(all, "hidden fields", new WordNet(3));
            Add(all, "hidden fields many", Enumerable.Range(0, 9).Select(i => i % 4 == 0 ? null : new WordNet(i)).ToArray());
            Add(all, "hidden constructor", Strongbox.With(7));
            Add(all, "hidden constructor with parameter", Diary.Of(30, "none"));
            Add(all, "hidden field of structs", Enumerable.Range(0, 20).Select(i => new Purse(i)).ToArray());
            Add(all, "TimeOnly?[]", Numbers(30).Select(i => i % 3 == 0 ? (TimeOnly?)null : new TimeOnly(i & 15, 1)).ToArray());
            Add(all, "Color", Color.FromArgb(0x12345678));
            Add(all, "Color[]", new[] { default, Color.Red, Color.Transparent, Color.FromArgb(255, 255, 0, 0), Color.FromArgb(0),
                SystemColors.Control });
            Add(all, "Color?[]", Numbers(30).Select(i => i % 3 == 0 ? (Color?)null : Color.FromArgb(i & 255, 1, 2)).ToArray());
            Add(all, "Rune", new Rune(0x1F600));
            Add(all, "Rune?[]", Numbers(30).Select(i => i % 3 == 0 ? (Rune?)null : new Rune(0x1F600 + (i & 15))).ToArray());
            Add(all, "Rune[]", new[] { default, new Rune('a'), new Rune('ä'), new Rune('日'), new Rune(0x10FFFF) });
            Add(all, "Rune Dictionary<Rune, Rune?>",
                Enumerable.Range(0, 9).ToDictionary(i => new Rune(0x1F600 + i), i => i % 2 == 0 ? (Rune?)null : new Rune(i)));
            Add(all, "Drawing", new Drawing
            {
                Point = new Point(1, -2),
                PointF = new PointF(0.5f, -0f),
                Size = new Size(3, 4),
                SizeF = new SizeF(0.5f, 1),
                Rectangle = new Rectangle(1, 2, 3, 4),
                RectangleF = new RectangleF(1, 2, 3, 0.5f),
                Maybe = new Rectangle(4, 3, 2, 1)
            });
            Add(all, "Drawing.Point[]", Numbers(30).Select(i => new Point(i, -i)).ToArray());
            Add(all, "private setters", Sealed.Of(3));
            Add(all, "private setters many", Enumerable.Range(0, 12).Select(i => i % 5 == 4 ? null : Sealed.Of(i)).ToList());
            Add(all, "private setters of structs", Enumerable.Range(0, 9).Select(Stamp.Of).ToArray());
            Add(all, "private init and constructor", Way.Of("a/b"));
            Add(all, "marker", (Packet)new Ping());
            Add(all, "markers", Enumerable.Range(0, 10).Select(i => i % 3 == 0 ? new Move { X = i } : (Packet)new Ping()).ToArray());
            Add(all, "graph with a constructor", MakeRecipes(4)[^1]);
            Add(all, "graph with constructors in columns", MakeRecipes(40));
            Add(all, "constructor and required", new Crew("captain") { Name = "Nemo", Rank = 2, Cache = null! });
            Add(all, "constructor and required many",
                Enumerable.Range(0, 9).Select(i => new Crew("c" + i) { Name = "n", Rank = i, Cache = null! }).ToArray());
            string[] texts = { "null", "true", "[]", "{}", "-0.50e+07", "123456789012345678901234567890", "\"\"",
                "\"\\u00e4\\n\\ud83d\\ude00 <&'日\"", "{\"a\":[1,[2,{\"b\":null}]],\"\":{}}", "[[],[],[null]]" };
            Add(all, "JSON element", Json(texts[8]));
            Add(all, "JSON element of null", Json("null"));
            Add(all, "JSON elements", texts.Concat(texts).Select(Json).ToArray());
            Add(all, "JSON elements 3", texts.Take(3).Select(Json).ToList());
            Add(all, "JSON elements that may be null", texts.Select((t, i) => i % 3 == 0 ? (JsonElement?)null : Json(t)).ToArray());
            Add(all, "JSON elements by name", texts.ToDictionary(t => t, Json));
            Add(all, "JSON document", JsonDocument.Parse(texts[8]));
            Add(all, "JSON documents", texts.Skip(1).Select(t => JsonDocument.Parse(t)).ToArray());
            Add(all, "JSON node null", (JsonNode?)null);
            Add(all, "JSON node", JsonNode.Parse(texts[8])!);
            Add(all, "JSON nodes", texts.Select(t => JsonNode.Parse(t)).ToArray());
            Add(all, "JSON objects", Enumerable.Range(0, 9).Select(i => i % 4 == 0 ? null : new JsonObject { ["i"] = i }).ToList());
            Add(all, "class of JSON default", new Trees());
            Add(all, "class of JSON", Trees.Of(5));
            Add(all, "class of JSON 9", Enumerable.Range(0, 9).Select(i => i % 4 == 0 ? null : Trees.Of(i)).ToArray());
            Add(all, "extension data", Extended.Of(1));
            Add(all, "extension data 9", Enumerable.Range(0, 9).Select(Extended.Of).ToList());
            Add(all, "inline array", Quad.Of(3));
            Add(all, "inline arrays", Numbers(30).Select(Quad.Of).ToArray());
            Add(all, "class of inline arrays default", new Inlined());
            Add(all, "class of inline arrays", Inlined.Of(3));
            Add(all, "class of inline arrays 20", Enumerable.Range(0, 20).Select(i => i % 7 == 6 ? null : Inlined.Of(i)).ToArray());
            Add(all, "graph through inline arrays", Crossing.Of(3)[0]);
            Add(all, "graph through inline arrays 20", Crossing.Of(20));
            Add(all, "Drawing.Rectangle[]", Numbers(30).Select(i => new Rectangle(i, -i, 3, 4)).ToArray());
        }

        internal static JsonElement Json(string text)
        {
            using JsonDocument document = JsonDocument.Parse(text);
            return document.RootElement.Clone();
        }

        private static List<Recipe> MakeRecipes(int count)
        {
            var all = new List<Recipe>();
            for (int i = 0; i < count; i++)
                all.Add(new Recipe("r" + i, i % 3 == 0 ? null : [all[i / 2], all[i - 1]]) { Best = i > 4 ? all[i - 4] : null });
            return all;
        }
    }
}
