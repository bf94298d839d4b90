using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Structs have a default value for which no constructor was called, so it is read even if the constructor rejects its members.
    /// </summary>
    public class DefaultStructTests
    {
        [Theory]
        [InlineData("public readonly struct V { public V(string a) { A = a ?? throw new System.Exception(); } public string A { get; } }",
            "new V(\"x\")")]
        [InlineData("public readonly struct V { public V(int a) { if (a <= 0) throw new System.Exception(); A = a; } "
            + "public int A { get; } }", "new V(4)")]
        [InlineData("public struct V { public V(string a) { A = a.Trim(); B = 0; } public string A { get; } public int B { get; set; } }",
            "new V(\"x\") { B = 4 }")]
        [InlineData("public struct V { private string _a; public V(string a) : this() { A = a; } public string A { get => _a; private set "
            + "{ if (value.Length == 0) throw new System.Exception(); _a = value; } } }", "new V(\"x\")")]
        [InlineData("public readonly struct V { [KitbagConstructor] private V(string a) { A = a ?? throw new System.Exception(); } "
            + "public string A { get; } public static V Of(string a) => new V(a); }", "V.Of(\"x\")")]
        [InlineData("public readonly struct V { private readonly Name _n; public V(string a) { A = a; _n = a; } public string A { get; } } "
            + "public readonly struct Name { private readonly string _a; public Name(string a) { _a = a; } "
            + "public static implicit operator Name(string a) => new Name(a ?? throw new System.Exception()); }", "new V(\"x\")")]
        public void Is_read(string declaration, string value) => Harness.RoundTrip(@"
using System.Collections.Generic;
using Kitbag;
" + declaration + @"
public class World { public V One; public V[]? Many; public V? Maybe; public Dictionary<string, V>? Map; }
public static class Program
{
    public static object?[] Run()
    {
        var world = new World
        {
            Many = new V[] { default, " + value + @", default }, Maybe = default(V), Map = new Dictionary<string, V> { [""a""] = default }
        };
        V[] many = new V[1000];
        return new object?[] { world, Tool.Again(world), many, Tool.Again(many), new World(), Tool.Again(new World()) };
    }
}", nullable: NullableContextOptions.Disable);

        [Fact]
        public void Other_values_are_rejected_with_the_exception_of_the_constructor() => Harness.RoundTrip(@"
using System;
using Kitbag;
public readonly struct Meters { public Meters(int n) { if (n <= 0) throw new ArgumentOutOfRangeException(); N = n; } public int N { get; } }
public class Walk { public Meters Done; }
public static class Program
{
    public static string Read(string json)
    {
        try { return KitbagJson.Deserialize<Walk>(json)!.Done.N.ToString(); }
        catch (KitbagException e) { return e.InnerException!.GetType().Name + "" at "" + e.Path; }
    }
    public static object?[] Run() => new object?[]
    {
        ""0"", Read(""{\""Done\"":{\""N\"":0}}""), ""ArgumentOutOfRangeException at Walk.Done"", Read(""{\""Done\"":{\""N\"":-1}}""),
        ""0"", Read(""{\""Done\"":{\""N\"":0}}""), ""3"", Read(""{\""Done\"":{\""N\"":3}}""),
    };
}");

        [Theory]
        [InlineData("public readonly struct V { public V(int a, string b) { A = a; this.B = b; } public int A { get; } "
            + "public readonly string B; }")]
        [InlineData("public readonly struct V { public V(int a, string b) => (A, B) = (a, b); public int A { get; } "
            + "public string B { get; } }")]
        [InlineData("public struct V { public V(string a) : this() => A = a; public string A { get; set; } }")]
        public void Structs_whose_constructor_only_assigns_have_no_other_code(string declaration)
        {
            Assert.Empty(Harness.Diagnose(Harness.Compile(declaration + " [Kitbag.KitbagSerializable] public class World { public V One; }",
                nullable: NullableContextOptions.Disable), out Compilation output));
            Assert.DoesNotContain("MakeOrDefault", string.Concat(output.SyntaxTrees.Skip(1)), System.StringComparison.Ordinal);
        }
    }
}
