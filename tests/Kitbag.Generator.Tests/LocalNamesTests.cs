using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Members may have the names of parameters and local variables of generated methods.</summary>
    public class LocalNamesTests
    {
        [Theory]
        [InlineData("public List<World>? Other { get; set; } ", "public class World { /**/ }")]
        [InlineData("public List<World>? Other { get; } = new List<World>(); ", "public class World { /**/ public int X { get; init; } }")]
        [InlineData("public Node? Other { get; set; } ",
            "public struct World { /**/ } public class Node { public Node? Next { get; set; } }")]
        [InlineData("public int? Other { get; set; } ", "public class World { /**/ }")]
        [InlineData("public string? Other { get; private set; } ", "public class World { /**/ public World(int x) { X = x; } "
            + "public int X { get; } "
            + "[System.Text.Json.Serialization.JsonExtensionData] public Dictionary<string, object>? XRest { get; set; } }")]
        public void Do_not_clash_with_members(string member, string source)
        {
            string[] names = Generated(source.Replace("/**/", member)).DescendantNodes()
                .Select(node => node is ParameterSyntax parameter ? parameter.Identifier
                    : node is VariableDeclaratorSyntax { Parent: { Parent: LocalDeclarationStatementSyntax } } local ? local.Identifier
                    : node is ForEachStatementSyntax each ? each.Identifier
                    : node is SingleVariableDesignationSyntax designation ? designation.Identifier
                    : default)
                .Select(token => token.ValueText)
                .Where(name => name is { Length: > 0 } && !name.StartsWith('x') && !name.StartsWith("other"))
                .Distinct().ToArray();
            Assert.Contains("item", names);
            Generated(source.Replace("/**/", string.Concat(names.Select(name =>
                member.Replace("Other", char.ToUpperInvariant(name[0]) + name.Substring(1))))));
        }

        private static SyntaxNode Generated(string source)
        {
            CSharpCompilation input = Harness.Compile("using System.Collections.Generic; " + source + " public static class Use { "
                + "public static void Of(World world) { Kitbag.KitbagSerializer.Serialize(world); Kitbag.KitbagJson.Serialize(world); } }");
            Harness.Diagnose(input, out Compilation output);
            Harness.Emit(input, output);
            return output.SyntaxTrees.Select(tree => tree.GetRoot()).Single(root => root.ToString().Contains("class WorldCodec"));
        }
    }
}
