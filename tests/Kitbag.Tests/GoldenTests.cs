using System;
using System.IO;
using System.Text;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// The bytes of each case must not change after it was added. A test run never writes them, except with KITBAG_WRITE_GOLDEN=1, which
    /// writes those that are missing. A change of existing bytes needs an entry in the CHANGELOG.
    /// </summary>
    public class GoldenTests
    {
        // Of larger documents, only the SHA-256 is stored.
        private const int WholeUpTo = 4096;

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Bytes_have_not_changed(string name)
        {
            TestCase test = CaseData.Get(name);
            byte[] document = test.Serialize(KitbagOptions.Default);
            string file = Path.Combine(Folder(), FileName(name));
            if (!File.Exists(file) && Environment.GetEnvironmentVariable("KITBAG_WRITE_GOLDEN") == "1")
                File.WriteAllText(file, Text(document));
            Assert.True(File.Exists(file),
                "There are no golden bytes for this case yet: run the tests once with KITBAG_WRITE_GOLDEN=1, look at " + file
                + ", commit it.");
            Assert.Equal(File.ReadAllText(file), Text(document));
            if (document.Length <= WholeUpTo)
                RoundTripTests.AssertEqual(test, test.Deserialize(Parse(File.ReadAllText(file)), KitbagOptions.Default));
        }

        private static string Text(byte[] document)
        {
            if (document.Length > WholeUpTo)
                return document.Length + " bytes, SHA-256 " + Convert.ToHexString(System.Security.Cryptography.SHA256.HashData(document))
                    + "\n";
            var text = new StringBuilder();
            for (int at = 0; at < document.Length; at += 32)
                text.Append(Convert.ToHexString(document, at, Math.Min(32, document.Length - at))).Append('\n');
            return text.ToString();
        }

        private static byte[] Parse(string text) => Convert.FromHexString(text.Replace("\n", "", StringComparison.Ordinal));

        private static string FileName(string name)
        {
            var text = new StringBuilder();
            foreach (char c in name)
                text.Append(char.IsAsciiLetterOrDigit(c) ? c : c == '?' ? 'Q' : '_');
            return text.Append(".hex").ToString();
        }

        private static string Folder() => Path.Combine(Repository.Root, "tests", "Kitbag.Tests", "Golden");
    }
}
