using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Code in the documentation is part of a sample, which is compiled, and links lead to files.</summary>
    public class DocumentationTests
    {
        private static readonly Lazy<string[]> s_sources =
            new(() => new[] { "samples", "src/Kitbag.Unity/Samples~" }
            .SelectMany(folder => Directory.GetFiles(Path.Combine(Repository.Root, folder), "*.*s", SearchOption.AllDirectories))
            .Where(file => Path.GetExtension(file) is ".cs" or ".js")
            .Where(file => !file.Contains(Path.DirectorySeparatorChar + "obj" + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            .Select(file => Normalize(File.ReadAllLines(file)))
            .ToArray());

        public static IEnumerable<object[]> Pages() => Directory.GetFiles(Path.Combine(Repository.Root, "docs"), "*.md")
            .Append(Path.Combine(Repository.Root, "README.md"))
            .Select(page => new object[] { Path.GetRelativePath(Repository.Root, page) });

        [Theory]
        [MemberData(nameof(Pages))]
        public void Code_has_been_compiled(string page)
        {
            string[] lines = File.ReadAllLines(Path.Combine(Repository.Root, page));
            for (int i = 0; i < lines.Length; i++)
            {
                if (lines[i] is not ("```csharp" or "```js"))
                    continue;
                string[] code = lines.Skip(i + 1).TakeWhile(line => line != "```").ToArray();
                string block = Normalize(code);
                Assert.True(
                    s_sources.Value.Any(source => source.Contains(block, StringComparison.Ordinal)),
                    page + ", line " + (i + 1) + ": no sample has this code:\n" + string.Join("\n", code));
                i += code.Length;
            }
        }

        [Theory]
        [MemberData(nameof(Pages))]
        public void Links_lead_to_files(string page)
        {
            string path = Path.Combine(Repository.Root, page), text = File.ReadAllText(path);
            for (int at = text.IndexOf("](", StringComparison.Ordinal); at >= 0; at = text.IndexOf("](", at + 1, StringComparison.Ordinal))
            {
                string link = text[(at + 2)..text.IndexOf(')', at)].Split('#')[0];
                if (link.Length == 0 || link.Contains(':', StringComparison.Ordinal))
                    continue;
                string target = Path.Combine(Path.GetDirectoryName(path)!, link);
                Assert.True(File.Exists(target) || Directory.Exists(target), page + " links to " + link + ", which does not exist.");
            }
        }

        /// <summary>The package contains docs without the pages for contributors, but no samples.</summary>
        [Fact]
        public void Pages_of_the_package_link_only_to_each_other()
        {
            string docs = Path.Combine(Repository.Root, "docs");
            foreach (string page in Directory.GetFiles(docs, "*.md"))
            {
                if (Path.GetFileName(page) is "architecture.md" or "common-tasks.md")
                    continue;
                string text = File.ReadAllText(page);
                foreach (string link in new[] { "](../", "](architecture.md", "](common-tasks.md" })
                    Assert.False(text.Contains(link, StringComparison.Ordinal), page + " contains " + link);
            }
        }

        // Lines without indentation and without empty ones: a page shows parts of files.
        private static string Normalize(string[] lines) =>
            "\n" + string.Join("\n", lines.Select(line => line.Trim()).Where(line => line.Length != 0)) + "\n";
    }
}
