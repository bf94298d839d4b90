using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>
    /// Keys of dictionaries that begin with $, in texts of a program whose root reaches no tracked class, which a newer program reads whose
    /// root does.
    /// </summary>
    public class JsonDollarKeyTests
    {
        public class Plain
        {
            public Dictionary<string, string>? Texts { get; set; }

            public Dictionary<string, int>? Numbers { get; set; }

            public Dictionary<string, Leaf>? Leaves { get; set; }

            public Dictionary<string, byte[]>? Bytes { get; set; }

            public object? Any { get; set; }
        }

        public class Leaf
        {
            public int Value { get; set; }
        }

        public class Tracked
        {
            public Dictionary<string, string>? Texts { get; set; }

            public Dictionary<string, int>? Numbers { get; set; }

            public Dictionary<string, Leaf>? Leaves { get; set; }

            public Dictionary<string, byte[]>? Bytes { get; set; }

            public object? Any { get; set; }

            public Node? Node { get; set; }
        }

        public class Node
        {
            public Node? Next { get; set; }
        }

        public static TheoryData<string[]> Keys => new()
        {
            new[] { "$id" }, new[] { "$id", "b" }, new[] { "a", "$id" }, new[] { "$type", "c" }, new[] { "$type" }, new[] { "$ref" },
            new[] { "$values" }, new[] { "$id", "$values" }, new[] { "$objects", "$id" }, new[] { "$type", "$id" },
            new[] { "$id", "$type" },
        };

        [Theory]
        [MemberData(nameof(Keys))]
        public void Are_entries(string[] keys)
        {
            foreach (string text in new[] { "one", "5" })
            {
                var plain = new Plain { Texts = new(), Numbers = new(), Leaves = new(), Bytes = new() };
                var any = new Dictionary<string, object?>();
                foreach (string key in keys)
                {
                    plain.Texts[key] = text;
                    plain.Numbers[key] = 7;
                    plain.Leaves[key] = new Leaf { Value = 8 };
                    plain.Bytes[key] = [1, 2];
                    any[key] = text;
                }
                plain.Any = any;
                foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, KitbagJsonOptions.Text })
                {
                    Tracked? tracked = KitbagJson.Deserialize<Tracked>(KitbagJson.Serialize(plain, options), options);
                    Assert.Equal(plain.Texts, tracked!.Texts);
                    Assert.Equal(plain.Numbers, tracked.Numbers);
                    Assert.Equal(keys.Length, tracked.Leaves!.Count);
                    Assert.Equal(plain.Bytes, tracked.Bytes);
                    Assert.Equal(any, Assert.IsType<Dictionary<string, object?>>(tracked.Any));
                    Assert.Equal(plain.Texts, KitbagJson.Deserialize<Tracked>(KitbagJson.Serialize(tracked, options), options)!.Texts);
                }
            }
        }

        [Fact]
        public void Are_ids_where_System_Text_Json_writes_them_and_where_references_have_them()
        {
            var shared = new Dictionary<string, string> { ["a"] = "b" };
            var stj = new JsonSerializerOptions
            {
                ReferenceHandler = ReferenceHandler.Preserve,
                DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
            };
            string text = JsonSerializer.Serialize(new Tracked { Texts = shared, Numbers = new() { ["n"] = 1 } }, stj);
            Assert.Contains("\"Texts\":{\"$id\"", text, System.StringComparison.Ordinal);
            Tracked read = KitbagJson.Deserialize<Tracked>(text)!;
            Assert.Equal(shared, read.Texts);
            Assert.Equal(1, Assert.Single(read.Numbers!).Value);
            List<Dictionary<string, string>> both = KitbagJson.Deserialize<Lists>(
                """{"All":[{"$id":"x","a":"b"},{"$ref":"x"},{"$ref":"y"},{"$id":"z","$ref":"x"}]}""")!.All!;
            Assert.Same(both[0], both[1]);
            Assert.Equal(shared, both[0]);
            Assert.Equal(new Dictionary<string, string> { ["$ref"] = "y" }, both[2]);
            Assert.Equal(new Dictionary<string, string> { ["$id"] = "z", ["$ref"] = "x" }, both[3]);
        }

        public class Lists
        {
            public List<Dictionary<string, string>>? All { get; set; }

            public Node? Node { get; set; }
        }

        public enum Level
        {
            A = 1,
            B = 2,
            C = 3,
            F = 8,
        }

        public class Levels
        {
            public Level Value { get; set; }
        }

        // A schema does not tell whether an enum has the attribute [Flags].
        [Fact]
        public void Combined_names_are_read_without_the_attribute()
        {
            byte[] bytes = KitbagSerializer.Serialize(new Levels { Value = (Level)10 });
            string text = KitbagDocument.Parse(bytes).ToJson(new KitbagJsonOptions { EnumsByName = true });
            Assert.Equal("""{"Value":"B, F"}""", text);
            Assert.Equal((Level)10, KitbagJson.Deserialize<Levels>(text)!.Value);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Levels>("""{"Value":"B, D"}"""));
        }
    }
}
