using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests collections that do not declare the type of their elements.</summary>
    public class NonGenericCollectionTests
    {
        private const string Usings = "using System; using System.Collections; using System.Collections.Generic; using System.Linq;\n";

        [Fact]
        public void Elements_are_values_of_type_object() => Harness.RoundTrip(Usings + @"
[Kitbag.KitbagSerializable] public class Part { public int X; public ArrayList? Parts; }
public class World { public ArrayList List { get; } = new ArrayList(); public readonly Hashtable Map = new Hashtable(); public IList? Any; }
public static class Program
{
    static World Make() { var w = new World { Any = new[] { 1, 2 } }; var p = new Part { X = 3 }; p.Parts = new ArrayList { p, 4 };
        w.List.Add(p); w.List.Add(""a""); w.Map[5] = p; return w; }
    static string Show(World w) { var p = (Part)w.List[0]!; return p.X + "" "" + ReferenceEquals(p, p.Parts![0]) + p.Parts[1] + w.List[1]
        + ReferenceEquals(p, w.Map[5]) + string.Join("","", w.Any!.Cast<int>()); }
    public static object?[] Run() => new object?[] { ""3 True4aTrue1,2"", Show(Tool.Again(Make())) };
}");

        [Fact]
        public void Interfaces_that_cannot_be_populated()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Usings + "public class World { public IEnumerable Items { get; } = new "
                + "ArrayList(); public IList Others { get; } = new ArrayList(); } public static class P { public static void R() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }"));
            Assert.Equal("KIT0017", diagnostic.Id);
            Assert.Equal("Items", Harness.TextAt(diagnostic));
        }
    }
}
