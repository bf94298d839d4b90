using System;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.Bench.Generator;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Limits the size of generated code, which affects the time of compilers and the size of programs. Source code has a fixed limit. The
    /// test fails if IL is more than a tenth above the committed value; if this is justified, commit the output of `bench/Generator --
    /// sizes`.
    /// </summary>
    public class GeneratedSizeTests
    {
        private const int Classes = 20;

        [Theory]
        [InlineData("documents", TenMembers.Documents, 5500)]
        [InlineData("documents and JSON", TenMembers.DocumentsAndJson, 8000)]
        public void Of_a_class_of_ten_members(string what, string save, int source)
        {
            var options = new CSharpParseOptions(LanguageVersion.CSharp9);
            CSharpCompilation program = Harness.Compile("").RemoveAllSyntaxTrees()
                .AddSyntaxTrees(TenMembers.Sources(Classes, save).Select(file => CSharpSyntaxTree.ParseText(file.Value, options, file.Key)))
                .WithOptions(new CSharpCompilationOptions(
                    OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release,
                        nullableContextOptions: NullableContextOptions.Enable));
            Assert.Empty(Harness.Diagnose(program, out Compilation output));
            GeneratedSize size = GeneratedSize.Of(program, output, "Item", Classes);
            long[] committed = Committed(what);
            Assert.InRange(size.Text, 1, source);
            Assert.InRange(size.Il, 1, committed[1] * 11 / 10);
        }

        private static long[] Committed(string what) => File.ReadLines(Path.Combine(AppContext.BaseDirectory, "generated-code.md"))
            .Single(line => line.StartsWith("| " + what + " |", StringComparison.Ordinal))
            .Split('|').Skip(2).Take(3).Select(number => long.Parse(number, CultureInfo.InvariantCulture)).ToArray();
    }
}
