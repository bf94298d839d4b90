using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Types that reach themselves: which are tracked, and that objects keep their identities.</summary>
    public class GraphTests
    {
        private const string Using = "using System; using System.Collections.Generic; using System.Linq;\n";

        private const string Tools = @"
public static class Bin
{
    public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value));
}";

        private static void RoundTrip(string types, string pairs, string more = "") => Harness.RoundTrip(Using + types + Tools
            + "public static class Program { " + more + " public static object?[] Run() => new object?[] { " + pairs + " }; }");

        [Fact]
        public void SelfAndCycle() => RoundTrip(
            "public class Node { public string? Name; public Node? Next { get; set; } }",
            "true, Self(Bin.Again(Make(1))), true, Self(Bin.Again(Make(3))), true, Self(Bin.Again(Make(40))), 0, Bin.Again<Node?>(null) == null ? 0 : 1",
            @"static Node Make(int n) { var all = Enumerable.Range(0, n).Select(i => new Node { Name = ""n"" + i }).ToArray();
                for (int i = 0; i < n; i++) all[i].Next = all[(i + 1) % n]; return all[0]; }
              static bool Self(Node first) { Node at = first; for (int i = 0; ; i++) { if (at.Name != ""n"" + i) return false; at = at.Next!;
                if (at == first) return true; } }");

        [Fact]
        public void CollectionsStructsAndGenericsOfNodes() => RoundTrip(@"
public class Node<T> { public T? Value; public List<Node<T>>? Children; public Node<T>[]? Ring; public Dictionary<string, Node<T>>? ByName;
    public Link<T> Parent; public Link<T>? Maybe; public (Node<T>, int) Pair; public KeyValuePair<Node<T>, Node<T>> Both; }
public struct Link<T> { public int Weight; public Node<T>? Target; }
public class World { public Node<int>? Ints; public Node<string>? Texts; public List<Node<int>>? All; public Node<int>[][]? Deep; }",
            "\"1 2 1 2 7 True True True 3 3\", Show(Bin.Again(Make()))",
            @"static World Make() { var a = new Node<int> { Value = 1 }; var b = new Node<int> { Value = 2 };
                a.Children = new List<Node<int>> { b, b, a }; a.Ring = new[] { a, b }; a.ByName = new Dictionary<string, Node<int>> { [""b""] = b };
                b.Parent = new Link<int> { Weight = 7, Target = a }; b.Maybe = b.Parent; a.Pair = (b, 3); a.Both = new KeyValuePair<Node<int>, Node<int>>(b, a);
                return new World { Ints = a, Texts = new Node<string> { Value = ""t"" }, All = Enumerable.Repeat(b, 20).ToList(),
                    Deep = new[] { new[] { a, b }, new Node<int>[0] } }; }
              static string Show(World w) { Node<int> a = w.Ints!, b = a.Children![0];
                return a.Value + "" "" + b.Value + "" "" + a.Children[2].Value + "" "" + a.ByName![""b""].Value + "" "" + b.Parent.Weight + "" ""
                    + (b.Parent.Target == a && b.Maybe!.Value.Target == a) + "" "" + (w.All!.All(x => x == b) && w.Deep![0][1] == b && w.Deep[0][0] == a)
                    + "" "" + (a.Ring![0] == a && a.Ring[1] == b && a.Both.Key == b && a.Both.Value == a) + "" "" + a.Pair.Item2 + "" "" + a.Children.Count; }");

        [Fact]
        public void CasesOfUnionsReachTheBase() => RoundTrip(@"
public abstract class Shape { public string? Name; public Group? Parent; }
public class Circle : Shape { public double R; }
public class Group : Shape { public List<Shape>? Items { get; set; } }
public class Thing { public string? Name { get; set; } }
public class Lamp : Thing { public int Oil; }
public class Chest : Thing { public List<Thing>? Content { get; set; } public Thing? Lid; }
public interface IRule { } public class All : IRule { public IRule[]? Rules; } public class Leaf : IRule { public int N; }
public class World { public Shape? Root; public List<Thing>? Things; public IRule? Rule; }",
            "\"True True x 4 3 True\", Show(Bin.Again(Make()))",
            @"static World Make() { var g = new Group { Name = ""g"" }; var c = new Circle { Name = ""x"", R = 4, Parent = g };
                g.Items = new List<Shape> { c, g, c }; var lamp = new Lamp { Oil = 3 }; var chest = new Chest { Lid = lamp };
                chest.Content = new List<Thing> { lamp, chest, new Thing() }; var leaf = new Leaf();
                return new World { Root = g, Things = new List<Thing> { chest, lamp }, Rule = new All { Rules = new IRule[] { leaf, new All { Rules = new IRule[] { leaf } } } } }; }
              static string Show(World w) { var g = (Group)w.Root!; var c = (Circle)g.Items![0]; var chest = (Chest)w.Things![0]; var all = (All)w.Rule!;
                return (g.Items[1] == g && g.Items[2] == c && c.Parent == g) + "" "" + (chest.Content![1] == chest && w.Things[1] == chest.Lid && chest.Content[0] == chest.Lid)
                    + "" "" + c.Name + "" "" + c.R + "" "" + ((Lamp)chest.Lid!).Oil + "" "" + (((All)all.Rules![1]).Rules![0] is Leaf); }");

        [Fact]
        public void MutualRecursionOverThreeTypes() => RoundTrip(@"
public class City { public List<Street>? Streets; } public class Street { public House[]? Houses; public City? In; }
public class House { public Street? At; public City? Twin; public House? Next; }",
            "true, Same(Bin.Again(Make())), true, Same(Bin.Again(Make().Streets![0]).In!), true, Same(Bin.Again(Make().Streets![0].Houses![0]).At!.In!)",
            @"static City Make() { var c = new City(); var s = new Street { In = c }; s.Houses = Enumerable.Range(0, 12).Select(_ => new House { At = s, Twin = c }).ToArray();
                for (int i = 0; i < 12; i++) s.Houses[i].Next = s.Houses[(i + 5) % 12]; c.Streets = new List<Street> { s, s }; return c; }
              static bool Same(City c) { var s = c.Streets![0]; return c.Streets[1] == s && s.In == c && s.Houses!.Length == 12
                && s.Houses.All(h => h.At == s && h.Twin == c) && s.Houses[3].Next == s.Houses[8]; }");

        [Theory]
        [InlineData("public struct World { public World[]? «Inner»; }")]
        [InlineData("public struct World { public System.Collections.Generic.List<(int, World)>? Inner; }")]
        [InlineData("public interface IExpr { } public struct Add : IExpr { public IExpr? A; } public class World { public IExpr? E; }")]
        public void ValueWithoutAnyClassOnTheWay(string types)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(types.Replace("«", "").Replace("»", "")
                + "public static class P { public static void R() => Kitbag.KitbagSerializer.Serialize(new World()); }"));
            Assert.Equal("KIT0030", diagnostic.Id);
        }
    }
}
