using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Kitbag.Json;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Nicolas Seriot's JSONTestSuite, if KITBAG_DATA has it: valid JSON is accepted, invalid JSON is refused.</summary>
    public class JsonTestSuiteTests
    {
        private static string? Folder => Environment.GetEnvironmentVariable("KITBAG_DATA") is { Length: > 0 } data
            ? Path.Combine(data, "jsontestsuite") : null;

        private static IEnumerable<string> Files(string prefix) =>
            Folder is { } folder && Directory.Exists(folder)
                ? Directory.EnumerateFiles(folder, prefix + "*.json").OrderBy(f => f, StringComparer.Ordinal) : Array.Empty<string>();

        public static IEnumerable<object[]> Accepted() => Named("y_");

        public static IEnumerable<object[]> Refused() => Named("n_");

        // A theory without data is a failure.
        private static IEnumerable<object[]> Named(string prefix) =>
            Files(prefix).Select(f => new object[] { Path.GetFileName(f) }).DefaultIfEmpty(new object[] { "" });

        [Theory]
        [MemberData(nameof(Accepted))]
        public void Accepts(string file)
        {
            if (file.Length != 0)
                Assert.Null(ErrorOf(Read(file)));
        }

        [Theory]
        [MemberData(nameof(Refused))]
        public void Refuses(string file)
        {
            if (file.Length != 0)
                Assert.NotNull(ErrorOf(Read(file)));
        }

        [Fact]
        public void Cases_without_a_rule_behave_as_documented()
        {
            string page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "json.md"));
            IEnumerable<string> lines = Files("i_")
                .Select(file => "| `" + Path.GetFileNameWithoutExtension(file) + "` | "
                + (ErrorOf(File.ReadAllBytes(file)) == null ? "accepted" : "refused"));
            string missing = string.Join("\n", lines.Where(line => !page.Contains(line, StringComparison.Ordinal)));
            Assert.True(missing.Length == 0, "docs/json.md lacks:\n" + missing);
        }

        private static byte[] Read(string file) => File.ReadAllBytes(Path.Combine(Folder!, file));

        // Skips the text as a value of its own, and as a member of an object.
        private static KitbagException? ErrorOf(byte[] text)
        {
            KitbagException? alone = ReadError.Of(() =>
            {
                var r = new JsonReader(text, new KitbagJsonOptions { MaxDepth = 1000 });
                r.Skip();
                r.ReadEnd();
                r.Dispose();
            });
            byte[] member = Encoding.ASCII.GetBytes("{\"Other\":").Concat(text).Concat(Encoding.ASCII.GetBytes(",\"A\":5}")).ToArray();
            KitbagException? within = ReadError.Of(() =>
                Assert.Equal(5, KitbagJson.Deserialize<Open>(member, new KitbagJsonOptions { MaxDepth = 1000 }).A));
            bool startsWithMark = text.Length >= 3 && text[0] == 0xEF;
            Assert.True(startsWithMark || (alone == null) == (within == null), alone?.Message + " against " + within?.Message);
            return alone;
        }

        public class Open
        {
            public int A { get; set; }
        }
    }
}
