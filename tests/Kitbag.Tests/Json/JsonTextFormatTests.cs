using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>The text format, which is meant for version control, character by character.</summary>
    public class JsonTextFormatTests
    {
        private static Scene Sample() => new Scene
        {
            Name = "Harbor \"old\"\n",
            Mood = Mood.Angry,
            Camera = new Vector3(1, 2.5f, -3),
            Tiles = new[] { 1, 2, 3 },
            Actors = new List<Actor> { new Actor { Id = 1, Title = "Ü日😊", At = new Vector2(0.1f, 1e20f) }, new Actor() },
            Flags = new Dictionary<string, int> { ["b"] = 2, ["a"] = 1, ["ä"] = 3 },
            Notes = new Dictionary<int, string> { [10] = "ten", [-1] = "minus", [9] = "nine" },
            Seen = new HashSet<string> { "z", "x", "y" },
            Thumbnail = new byte[] { 1, 2, 3, 4 },
            Empty = new List<string>(),
        };

        private const string Expected = """
            {
              "Name": "Harbor \"old\"\n",
              "Mood": "Angry",
              "Camera": [1, 2.5, -3],
              "Tiles": [1, 2, 3],
              "Actors": [
                {
                  "Id": 1,
                  "Title": "Ü日😊",
                  "At": [0.1, 1E+20]
                },
                {
                  "Id": 0,
                  "Title": null,
                  "At": [0, 0]
                }
              ],
              "Flags": {
                "a": 1,
                "b": 2,
                "ä": 3
              },
              "Notes": {
                "-1": "minus",
                "9": "nine",
                "10": "ten"
              },
              "Seen": [
                "x",
                "y",
                "z"
              ],
              "Thumbnail": "AQIDBA==",
              "Light": 1,
              "Empty": []
            }

            """;

        [Fact]
        public void Text() => Assert.Equal(Expected.ReplaceLineEndings("\n"), KitbagJson.Serialize(Sample(), KitbagJsonOptions.Text));

        [Fact]
        public void Text_reads_back() =>
            Assert.Null(DeepComparer.Difference(Sample(), KitbagJson.Deserialize<Scene>(Expected, KitbagJsonOptions.Text)));

        [Fact]
        public void Compact() => Assert.Equal(
            "{\"Name\":\"Harbor \\\"old\\\"\\n\",\"Mood\":5,\"Camera\":[1,2.5,-3],\"Tiles\":[1,2,3],"
            + "\"Actors\":[{\"Id\":1,\"Title\":\"Ü日😊\",\"At\":[0.1,1E+20]},"
            + "{\"Id\":0,\"Title\":null,\"At\":[0,0]}],\"Flags\":{\"b\":2,\"a\":1,\"ä\":3},"
            + "\"Notes\":{\"10\":\"ten\",\"-1\":\"minus\",\"9\":\"nine\"},"
            + "\"Seen\":[\"z\",\"x\",\"y\"],\"Thumbnail\":\"AQIDBA==\",\"Light\":1,\"Empty\":[]}",
            KitbagJson.Serialize(Sample()));

        [Fact]
        public void A_change_changes_one_line()
        {
            string[] before = KitbagJson.Serialize(Sample(), KitbagJsonOptions.Text).Split('\n');
            Scene changed = Sample();
            changed.Actors![1].Title = "Guard";
            changed.Flags = new Dictionary<string, int> { ["ä"] = 3, ["a"] = 1, ["b"] = 2 };
            string[] after = KitbagJson.Serialize(changed, KitbagJsonOptions.Text).Split('\n');
            Assert.Equal(before.Length, after.Length);
            Assert.Equal("      \"Title\": \"Guard\",", Assert.Single(after.Where((line, i) => line != before[i])));
        }

        [Fact]
        public void Order_of_insertion_does_not_matter()
        {
            var random = new Random(1);
            int[] keys = Enumerable.Range(-500, 1000).OrderBy(_ => random.Next()).ToArray();
            string a = KitbagJson.Serialize(keys.ToDictionary(k => k, k => k.ToString()), KitbagJsonOptions.Text);
            string b = KitbagJson.Serialize(keys.Reverse().ToDictionary(k => k, k => k.ToString()), KitbagJsonOptions.Text);
            Assert.Equal(a, b);
            Assert.Equal(KitbagJson.Serialize(new HashSet<int>(keys), KitbagJsonOptions.Text),
                KitbagJson.Serialize(new HashSet<int>(keys.Reverse()), KitbagJsonOptions.Text));
            Assert.Equal(Enumerable.Range(-500, 1000),
                KitbagJson.Deserialize<int[]>(KitbagJson.Serialize(new HashSet<int>(keys), KitbagJsonOptions.Text)));
        }

        [Fact]
        public void Nested_dictionaries_are_sorted_within()
        {
            var value = new Dictionary<string, Dictionary<double, HashSet<long>>>
            {
                ["y"] = new Dictionary<double, HashSet<long>> { [2.5] = new HashSet<long> { 3, 20, 1 }, [-1] = new HashSet<long>() },
                ["x"] = new Dictionary<double, HashSet<long>>(),
            };
            Assert.Equal("{\n  \"x\": {},\n  \"y\": {\n    \"-1\": [],\n    \"2.5\": [1, 3, 20]\n  }\n}\n",
                KitbagJson.Serialize(value, KitbagJsonOptions.Text));
        }

        [Fact]
        public void Long_arrays_of_numbers_have_a_line_each()
        {
            string text = KitbagJson.Serialize(Enumerable.Range(0, 17).ToArray(), KitbagJsonOptions.Text);
            Assert.Equal(17 + 3, text.Split('\n').Length);
            Assert.DoesNotContain('\n', KitbagJson.Serialize(Enumerable.Range(0, 16).ToArray(), KitbagJsonOptions.Text).TrimEnd('\n'));
        }

        [Theory]
        [InlineData(0, "{\n\"Id\": 1,\n\"Title\": null,\n\"At\": [0, 0]\n}\n")]
        [InlineData(4, "{\n    \"Id\": 1,\n    \"Title\": null,\n    \"At\": [0, 0]\n}\n")]
        public void Indentation(int spaces, string expected) =>
            Assert.Equal(expected, KitbagJson.Serialize(new Actor { Id = 1 },
                new KitbagJsonOptions { Format = KitbagJsonFormat.Text, Indentation = spaces }));
    }
}
