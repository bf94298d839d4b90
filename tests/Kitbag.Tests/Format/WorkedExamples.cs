using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Kitbag.Tests.Format
{
    /// <summary>The worked examples of a page of the documentation: blocks marked "kitbag NAME", bytes in hex, comments behind #.</summary>
    internal static class WorkedExamples
    {
        private const string Mark = "```kitbag ";

        /// <summary>The bytes of an example; null where the page lacks it.</summary>
        public static byte[]? Read(string page, string name)
        {
            string[] lines = Lines(page);
            int start = Array.FindIndex(lines, l => l.Trim() == Mark + name);
            if (start < 0)
                return null;
            var hex = new StringBuilder();
            for (int i = start + 1; lines[i].Trim() != "```"; i++)
                hex.Append(lines[i].Split('#')[0].Replace(" ", "", StringComparison.Ordinal));
            return Convert.FromHexString(hex.ToString());
        }

        /// <summary>The names of all examples.</summary>
        public static IEnumerable<string> Names(string page) =>
            Lines(page).Where(l => l.StartsWith(Mark, StringComparison.Ordinal)).Select(l => l.Substring(Mark.Length).Trim());

        private static string[] Lines(string page) => File.ReadAllLines(Path.Combine(Repository.Root, "docs", page));
    }
}
