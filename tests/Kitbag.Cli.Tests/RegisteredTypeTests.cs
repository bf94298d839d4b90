using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>
    /// Tests values of type <c>object</c> whose types a program has registered, and keys of maps with halves of surrogate pairs.
    /// </summary>
    public sealed class RegisteredTypeTests : IDisposable
    {
        private const string Schema = """
            root Bag

            class Bag
              Names: Dictionary<string, int>
              Noise: float[]
              Values: object[]

            class Coin
              Worth: int

            record Point
              X: int
              Y: int

            enum Small : byte
              A = 0
              B = 1

            class object
              Bytes: byte[]
              Integers: long[]
              Reals: double[]
              Texts: string[]
              Types: byte[]

            union object
              Coin: Coin
              HashSet<string>: string[]
              List<byte>: byte[]
              Point: Point
              Small: Small
              SortedDictionary<string, int>: Dictionary<string, int>
              "int[]": int[]
              object: object

            """;

        private const string Values = """
            [{"$type":"int[]","$values":[1,2]},{"$type":"HashSet<string>","$values":["a"]},{"$type":"List<byte>","$values":"AQI="},
            {"$type":"Small","$value":"B"},{"$type":"Coin","Worth":3},{"$type":"Point","X":1,"Y":0},
            {"$type":"SortedDictionary<string, int>","k\ud800":1},5,{"$type":"System.Int64","$value":5},"t\udc00",
            {"$type":"System.Byte[]","$values":"Bw=="},[1,"x"],{"q":9,"\udfff":null},null]
            """;

        private readonly TemporaryFolder _folder = new();

        public void Dispose() => _folder.Dispose();

        private static string OneLine(string json) => json.ReplaceLineEndings("");

        private void Save(string file, string names = "{\"n\\ud800x\":1,\"ok\":2}")
        {
            var random = new Random(1);
            string noise = string.Join(',', Enumerable.Range(0, 200_000).Select(_ => random.NextSingle().ToString("R",
                System.Globalization.CultureInfo.InvariantCulture)));
            KitbagDocument document = KitbagDocument.FromJson("{\"Names\":" + names + ",\"Noise\":[" + noise + "],\"Values\":" + Values
                + "}", KitbagSchema.Parse(Schema.ReplaceLineEndings("\n")));
            KitbagFile.SaveDocument(_folder[file], document.ToBytes());
        }

        [Theory]
        [InlineData("query")]
        [InlineData("get")]
        public void Types_are_printed_as_JSON_has_them(string command)
        {
            Save("bag.kit");
            Assert.Equal(OneLine(Values) + "\n", ToolRun.Good(_folder.Path, command, "bag.kit", "Values"));
            Assert.Equal("{\"n\\ud800x\":1,\"ok\":2}\n", ToolRun.Good(_folder.Path, command, "bag.kit", "Names"));
            string json = ToolRun.Good(_folder.Path, command, "bag.kit", "Names", "--json");
            Assert.Contains("\"n\\ud800x\":", json, StringComparison.Ordinal);
        }

        [Fact]
        public void Differences_have_the_keys_of_maps()
        {
            Save("bag.kit");
            Save("other.kit");
            ToolRun.Good(_folder.Path, "set", "other.kit", "Values[12]", "{\"\\udc01\":[2]}");
            ToolRun.Good(_folder.Path, "set", "other.kit", "Values[0]", "{\"$type\":\"int[]\",\"$values\":[1,2,3]}");
            string json = ToolRun.Of(_folder.Path, "diff", "bag.kit", "other.kit", "--json").Output;
            Assert.Contains("\"Values[12][\\\"\\\\udc01\\\"]\"", json, StringComparison.Ordinal);
            ToolRun.Good(_folder.Path, "set", "other.kit", "Values[7]", "{\"\\udc02\":1}");
            json = ToolRun.Of(_folder.Path, "diff", "bag.kit", "other.kit", "--json").Output;
            Assert.Contains("\"\\udc02\": 1", json, StringComparison.Ordinal);
            Assert.DoesNotContain("\\ufffd", json, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain("\ufffd", json, StringComparison.Ordinal);
        }

        [Fact]
        public void A_repaired_file_has_the_same_types_and_keys()
        {
            Save("bag.kit");
            byte[] bytes = File.ReadAllBytes(_folder["bag.kit"]);
            bytes[500_000] ^= 1;
            File.WriteAllBytes(_folder["bag.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "bag.kit", "--out", "new.kit");
            run.AssertAnswered();
            Assert.Contains("lost: Noise", run.Output, StringComparison.Ordinal);
            Assert.DoesNotContain("lost: Values", run.Output, StringComparison.Ordinal);
            Assert.Equal(OneLine(Values) + "\n{\"n\\ud800x\":1,\"ok\":2}\n",
                ToolRun.Good(_folder.Path, "get", "new.kit", "Values", "Names"));
        }

        [Fact]
        public void Integers_are_indented()
        {
            Save("bag.kit");
            Assert.Equal("[\n  {\n    \"$type\": \"int[]\",\n    \"$values\": [\n      1,\n      2\n    ]\n  }\n]\n",
                ToolRun.Good(_folder.Path, "query", "bag.kit", "Values[0]", "--json"));
        }

        /// <summary>Nodes of JSON cannot hold such strings. A backslash before <c>ud</c> in a text is none.</summary>
        [Fact]
        public void Files_with_halves_of_surrogate_pairs_are_not_merged()
        {
            Save("bag.kit");
            Save("other.kit", "{\"n\\ud800x\":2,\"ok\":2}");
            Save("theirs.kit", "{\"n\\ud800x\":1,\"ok\":3}");
            ToolRun run = ToolRun.Of(_folder.Path, "merge", "bag.kit", "other.kit", "theirs.kit", "--out", "new.kit");
            run.AssertAnswered();
            Assert.Equal("kitbag: other.kit: A string contains a half of a surrogate pair: such files cannot be merged.\n", run.Error);
            KitbagFile.Save(_folder["text.kit"], new[] { "a\\udder", "\\\\ud800", "\ud83d\ude00" });
            KitbagFile.Save(_folder["ours.kit"], new[] { "b\\udder", "\\\\ud800", "\ud83d\ude00" });
            KitbagFile.Save(_folder["added.kit"], new[] { "a\\udder", "\\\\ud800", "\ud83d\ude00", "c" });
            ToolRun.Good(_folder.Path, "merge", "text.kit", "ours.kit", "added.kit", "--out", "new.kit");
            Assert.Equal(["b\\udder", "\\\\ud800", "\ud83d\ude00", "c"], KitbagFile.Load<string[]>(_folder["new.kit"]));
        }
    }
}
