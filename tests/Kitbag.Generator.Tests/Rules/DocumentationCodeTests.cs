using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Code on the pages that new users copy from is complete: each block is a sequence of declarations or statements, without a missing
    /// brace. That it compiles together with the rest of its sample is checked by DocumentationTests.
    /// </summary>
    public class DocumentationCodeTests
    {
        [Theory]
        [InlineData("README.md")]
        [InlineData("getting-started.md")]
        [InlineData("types.md")]
        [InlineData("from-system-text-json.md")]
        public void Blocks_are_complete(string page)
        {
            string[] lines = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, page));
            var faults = new List<string>();
            int blocks = 0;
            for (int i = 0; i < lines.Length; i++)
            {
                if (lines[i] != "```csharp")
                    continue;
                string[] code = lines.Skip(i + 1).TakeWhile(line => line != "```").ToArray();
                // The tests use the oldest compiler that loads the generator, which has no collection expressions.
                SyntaxTree tree = CSharpSyntaxTree.ParseText(string.Join("\n", code).Replace("= [];", "= new();"),
                    new CSharpParseOptions(LanguageVersion.Preview, kind: SourceCodeKind.Script));
                faults.AddRange(tree.GetDiagnostics().Select(d => page + ", line "
                    + (i + 2 + d.Location.GetLineSpan().StartLinePosition.Line) + ": " + d.GetMessage(null)));
                i += code.Length;
                blocks++;
            }
            Assert.NotEqual(0, blocks);
            Assert.Empty(faults);
        }
    }
}
