using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Programs as they are while somebody types: families of the corpus in which tokens are removed, repeated, or replaced by others. The
    /// generator never fails, and what it generates for a program that is valid nevertheless is valid, too.
    /// </summary>
    public class MutatedSourceTests
    {
        private static readonly string[] s_inserted =
        {
            "<", ">", "(", ")", "[", "]", "{", "}", "?", ",", ";", "*", "abstract", "static", "ref", "record", "struct", "partial",
            "sealed", "readonly", "const", "new", "where T : class", "int", "dynamic", "void", "this", "T", "private", "protected internal",
            "virtual", "override", "event", "unsafe", "fixed", "default", "null", "[]", "[,]", "<T>", "(int A, string B)", "{ get; }",
            "{ get; init; }", "{ get; private set; }", "=> 1;", "[Kitbag.KitbagIgnore]",
            "[Kitbag.KitbagInclude]", "[Kitbag.KitbagSerializable]", "Missing",
        };

        /// <summary>KITBAG_MUTANTS specifies the number of programs, and KITBAG_MUTANTS_SEED the first seed: ./build.sh mutate.</summary>
        [Fact]
        public void The_generator_never_fails()
        {
            int count = Harness.Variable("KITBAG_MUTANTS") ?? 100, seed = Harness.Variable("KITBAG_MUTANTS_SEED") ?? 1;
            CorpusFamily[] families = CorpusFamilies.All().Where(f => f.Version == 9).ToArray();
            for (int i = seed; i < seed + count; i++)
            {
                var random = new Random(i);
                CorpusFamily family = families[random.Next(families.Length)];
                string source = Mutate(family.Source, random);
                CSharpCompilation program = Harness.Compile(source);
                string? problem = Problem(program.AddSyntaxTrees(CSharpSyntaxTree.ParseText(family.Registration,
                    (CSharpParseOptions)program.SyntaxTrees[0].Options)));
                Assert.True(problem == null, "Seed " + i + ": " + problem + "\n" + source);
            }
        }

        private static string Mutate(string source, Random random)
        {
            SyntaxToken[] original = CSharpSyntaxTree.ParseText(source).GetRoot().DescendantTokens().ToArray();
            string[] names = original.Where(t => t.IsKind(SyntaxKind.IdentifierToken) || SyntaxFacts.IsPredefinedType(t.Kind()))
                .Select(t => t.Text + " ").ToArray();
            List<string> tokens = original.Select(t => t.ToFullString()).ToList();
            for (int changes = random.Next(1, 4); changes > 0; changes--)
            {
                int at = random.Next(tokens.Count - 8);
                switch (random.Next(8))
                {
                    case 0:
                        tokens.RemoveRange(at, random.Next(1, 8));
                        break;
                    case 1:
                        tokens.Insert(at, tokens[at]);
                        break;
                    case 2:
                        tokens.Insert(at, " " + s_inserted[random.Next(s_inserted.Length)] + " ");
                        break;
                    default:
                        while (!char.IsLetter(tokens[at].Trim().FirstOrDefault()))
                            at = random.Next(tokens.Count);
                        tokens[at] = names[random.Next(names.Length)];
                        break;
                }
            }
            return string.Concat(tokens);
        }

        private static string? Problem(CSharpCompilation program)
        {
            Diagnostic[] reported = Harness.DiagnoseWithDefects(program, out Compilation output).ToArray();
            if (reported.FirstOrDefault(d => d.Id == "KIT0020") is { } defect)
                return defect.GetMessage(CultureInfo.InvariantCulture);
            if (reported.Any(d => d.Severity == DiagnosticSeverity.Error) || FirstError(program) != null)
                return null;
            return FirstError(output)?.ToString();
        }

        private static Diagnostic? FirstError(Compilation compilation) =>
            compilation.GetDiagnostics().FirstOrDefault(d => d.Severity == DiagnosticSeverity.Error);
    }
}
