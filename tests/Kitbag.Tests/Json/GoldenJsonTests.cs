using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>
    /// The JSON of each case, compact and as text, must not change after the case was added. A test run never changes existing entries;
    /// KITBAG_WRITE_GOLDEN=1 adds those that are missing. A change of an entry needs an entry in the CHANGELOG.
    /// </summary>
    public class GoldenJsonTests
    {
        // Of longer texts, only the SHA-256 is stored.
        private const int WholeUpTo = 2048;

        private static readonly KitbagJsonOptions s_compact = new() { NonFinite = KitbagJsonNonFinite.AsStrings };

        private static readonly KitbagJsonOptions s_text =
            new() { NonFinite = KitbagJsonNonFinite.AsStrings, Format = KitbagJsonFormat.Text, EnumsByName = true };

        // Local times are written with the offset of the machine: golden texts are those of a machine in UTC.
        private static readonly HashSet<string> s_local = TimeZoneInfo.Local.HasSameRules(TimeZoneInfo.Utc)
            ? new HashSet<string>()
            : new HashSet<string> { "DateTime local", "edge DateTime[] kinds" };

        // compact.txt has a line for each case: its name, a tab, the JSON. text.txt has a block for each case: "# " and its name, the text.
        private static readonly Lazy<Dictionary<string, string>> s_compactTexts = new(ReadLines), s_texts = new(ReadBlocks);

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Compact(string name)
        {
            string json = Kept(CaseData.Get(name).SerializeJson(s_compact));
            Check(name, json, s_compactTexts.Value, "compact.txt", name + "\t" + json + "\n");
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Text(string name)
        {
            string? json = Written(CaseData.Get(name));
            if (json != null)
                Check(name, json, s_texts.Value, "text.txt", "# " + name + "\n" + json + "\n");
        }

        // A value of an enum without a name cannot be written by name.
        private static string? Written(TestCase test)
        {
            try
            {
                return Kept(test.SerializeJson(s_text)).TrimEnd('\n');
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.NotSupported)
            {
                return null;
            }
        }

        private static void Check(string name, string json, Dictionary<string, string> golden, string file, string entry)
        {
            if (s_local.Contains(name))
                return;
            if (!golden.TryGetValue(name, out string? expected))
            {
                Assert.True(
                    Environment.GetEnvironmentVariable("KITBAG_WRITE_GOLDEN") == "1",
                    "There is no golden JSON for this case yet: run the tests once with KITBAG_WRITE_GOLDEN=1, look at " + file
                    + ", commit it.");
                lock (s_compact)
                    File.AppendAllText(PathOf(file), entry);
                return;
            }
            Assert.Equal(expected, json);
        }

        private static string Kept(string json)
        {
            byte[] utf8 = Encoding.UTF8.GetBytes(json);
            return utf8.Length <= WholeUpTo
                ? json
                : utf8.Length + " bytes, SHA-256 " + Convert.ToHexString(SHA256.HashData(utf8)) + ": " + Start(json) + "...";
        }

        // The first 200 characters show most changes.
        private static string Start(string json) => json[..200].Replace('\n', ' ');

        private static Dictionary<string, string> ReadLines()
        {
            var texts = new Dictionary<string, string>();
            foreach (string line in File.ReadAllText(PathOf("compact.txt")).Split('\n'))
            {
                int tab = line.IndexOf('\t', StringComparison.Ordinal);
                if (tab >= 0)
                    texts.Add(line[..tab], line[(tab + 1)..]);
            }
            return texts;
        }

        private static Dictionary<string, string> ReadBlocks()
        {
            var texts = new Dictionary<string, string>();
            foreach (string block in ("\n" + File.ReadAllText(PathOf("text.txt")).TrimEnd('\n')).Split("\n# "))
            {
                int end = block.IndexOf('\n', StringComparison.Ordinal);
                if (end > 0)
                    texts.Add(block[..end], block[(end + 1)..]);
            }
            return texts;
        }

        private static string PathOf(string file) => Path.Combine(Repository.Root, "tests", "Kitbag.Tests", "Golden", "Json", file);
    }
}
