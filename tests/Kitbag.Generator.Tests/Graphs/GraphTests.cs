using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests types that reach themselves: which of them are tracked, and that objects keep their identities.</summary>
    public class GraphTests
    {
        private const string Using = "using System; using System.Collections.Generic; using System.Linq;\n";

        private const string Tools = @"
public static class Both
{
    public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(
            Kitbag.KitbagJson.Deserialize<T>(Kitbag.KitbagJson.Serialize(value))));
}";

        private static void RoundTrip(string types, string pairs, string more = "") => Harness.RoundTrip(Using + types + Tools
            + "public static class Program { " + more + " public static object?[] Run() => new object?[] { " + pairs + " }; }");

        [Fact]
        public void Self_and_cycle() => RoundTrip(
            "public class Node { public string? Name; public Node? Next { get; set; } }",
            "true, Self(Both.Again(Make(1))), true, Self(Both.Again(Make(3))), true, Self(Both.Again(Make(40))), 0, "
                + "Both.Again<Node?>(null) == null ? 0 : 1",
            @"static Node Make(int n) { var all = Enumerable.Range(0, n).Select(i => new Node { Name = ""n"" + i }).ToArray();
                for (int i = 0; i < n; i++) all[i].Next = all[(i + 1) % n]; return all[0]; }
              static bool Self(Node first) { Node at = first;
                  for (int i = 0; ; i++) { if (at.Name != ""n"" + i) return false; at = at.Next!;
                if (at == first) return true; } }");

        [Fact]
        public void Collections_structs_and_generics_of_nodes() => RoundTrip(@"
public class Node<T> { public T? Value; public List<Node<T>>? Children; public Node<T>[]? Ring; public Dictionary<string, Node<T>>? ByName;
    public Link<T> Parent; public Link<T>? Maybe; public (Node<T>, int) Pair; public KeyValuePair<Node<T>, Node<T>> Both; }
public struct Link<T> { public int Weight; public Node<T>? Target; }
public class World { public Node<int>? Ints; public Node<string>? Texts; public List<Node<int>>? All; public Node<int>[][]? Deep; }",
            "\"1 2 1 2 7 True True True 3 3\", Show(Both.Again(Make()))",
            @"static World Make() { var a = new Node<int> { Value = 1 }; var b = new Node<int> { Value = 2 };
                a.Children = new List<Node<int>> { b, b, a }; a.Ring = new[] { a, b };
                a.ByName = new Dictionary<string, Node<int>> { [""b""] = b };
                b.Parent = new Link<int> { Weight = 7, Target = a }; b.Maybe = b.Parent; a.Pair = (b, 3);
                a.Both = new KeyValuePair<Node<int>, Node<int>>(b, a);
                return new World { Ints = a, Texts = new Node<string> { Value = ""t"" }, All = Enumerable.Repeat(b, 20).ToList(),
                    Deep = new[] { new[] { a, b }, new Node<int>[0] } }; }
              static string Show(World w) { Node<int> a = w.Ints!, b = a.Children![0];
                return a.Value + "" "" + b.Value + "" "" + a.Children[2].Value + "" "" + a.ByName![""b""].Value + "" "" + b.Parent.Weight
                    + "" ""
                    + (b.Parent.Target == a && b.Maybe!.Value.Target == a) + "" ""
                        + (w.All!.All(x => x == b) && w.Deep![0][1] == b && w.Deep[0][0] == a)
                    + "" "" + (a.Ring![0] == a && a.Ring[1] == b && a.Both.Key == b && a.Both.Value == a) + "" "" + a.Pair.Item2 + "" ""
                        + a.Children.Count; }");

        [Fact]
        public void Cases_of_unions_reach_the_base() => RoundTrip(@"
public abstract class Shape { public string? Name; public Group? Parent; }
public class Circle : Shape { public double R; }
public class Group : Shape { public List<Shape>? Items { get; set; } }
public class Thing { public string? Name { get; set; } }
public class Lamp : Thing { public int Oil; }
public class Chest : Thing { public List<Thing>? Content { get; set; } public Thing? Lid; }
public interface IRule { } public class All : IRule { public IRule[]? Rules; } public class Leaf : IRule { public int N; }
public class World { public Shape? Root; public List<Thing>? Things; public IRule? Rule; }",
            "\"True True x 4 3 True\", Show(Both.Again(Make()))",
            @"static World Make() { var g = new Group { Name = ""g"" }; var c = new Circle { Name = ""x"", R = 4, Parent = g };
                g.Items = new List<Shape> { c, g, c }; var lamp = new Lamp { Oil = 3 }; var chest = new Chest { Lid = lamp };
                chest.Content = new List<Thing> { lamp, chest, new Thing() }; var leaf = new Leaf();
                return new World { Root = g, Things = new List<Thing> { chest, lamp },
                    Rule = new All { Rules = new IRule[] { leaf, new All { Rules = new IRule[] { leaf } } } } }; }
              static string Show(World w) { var g = (Group)w.Root!; var c = (Circle)g.Items![0]; var chest = (Chest)w.Things![0];
                  var all = (All)w.Rule!;
                return (g.Items[1] == g && g.Items[2] == c && c.Parent == g) + "" ""
                    + (chest.Content![1] == chest && w.Things[1] == chest.Lid && chest.Content[0] == chest.Lid)
                    + "" "" + c.Name + "" "" + c.R + "" "" + ((Lamp)chest.Lid!).Oil + "" "" + (((All)all.Rules![1]).Rules![0] is Leaf); }");

        [Fact]
        public void Mutual_recursion_over_three_types() => RoundTrip(@"
public class City { public List<Street>? Streets; } public class Street { public House[]? Houses; public City? In; }
public class House { public Street? At; public City? Twin; public House? Next; }",
            "true, Same(Both.Again(Make())), true, Same(Both.Again(Make().Streets![0]).In!), true, "
                + "Same(Both.Again(Make().Streets![0].Houses![0]).At!.In!)",
            @"static City Make() { var c = new City(); var s = new Street { In = c };
                s.Houses = Enumerable.Range(0, 12).Select(_ => new House { At = s, Twin = c }).ToArray();
                for (int i = 0; i < 12; i++) s.Houses[i].Next = s.Houses[(i + 5) % 12]; c.Streets = new List<Street> { s, s }; return c; }
              static bool Same(City c) { var s = c.Streets![0]; return c.Streets[1] == s && s.In == c && s.Houses!.Length == 12
                && s.Houses.All(h => h.At == s && h.Twin == c) && s.Houses[3].Next == s.Houses[8]; }");

        [Fact]
        public void Collections_that_the_program_declares() => RoundTrip(@"
public class Nodes : List<Node> { } public class Node { public int Id; public Nodes Children { get; } = new(); public Nodes? Other;
    public Index? Index; }
public class Index : System.Collections.ObjectModel.KeyedCollection<int, Node> { protected override int GetKeyForItem(Node node) => node.Id;
    }
public class Menu : List<Menu> { } public class Table : Dictionary<string, Table> { }
public class Bag<T> : HashSet<Bag<T>> { }
public class World { public Node? Node; public Menu? Menu; public Table? Table; }",
            "\"True 2 True 1 True True True\", Show(Both.Again(Make())), true, Is(Both.Again(MakeMenu()))",
            @"static Menu MakeMenu() { var m = new Menu { new Menu() }; m.Add(m[0]); m.Add(m); return m; }
              static bool Is(Menu m) => m.Count == 3 && m[0] == m[1] && m[2] == m && m[0].Count == 0;
              static World Make() { var n = new Node { Id = 1 }; n.Children.Add(n); n.Children.Add(new Node { Id = 2 });
                  n.Other = n.Children; n.Index = new Index { n, n.Children[1] };
                var t = new Table(); t[""self""] = t; return new World { Node = n, Menu = MakeMenu(), Table = t }; }
              static string Show(World w) { var n = w.Node!;
                  return (n.Children[0] == n) + "" "" + n.Other!.Count + "" "" + (n.Other[1] == n.Children[1])
                + "" "" + w.Table!.Count + "" "" + (w.Table[""self""] == w.Table) + "" "" + Is(w.Menu!) + "" ""
                    + (n.Index!.Count == 2 && n.Index[2] == n.Children[1]); }");

        [Fact]
        public void Sets_and_maps_keyed_by_nodes() => RoundTrip(@"
public class Node : IEquatable<Node> { public int Id; public HashSet<Node>? Friends; public Dictionary<Node, int>? Costs;
    public Dictionary<(Node, int), Node>? Steps;
    public bool Equals(Node? other) => other != null && Id == other.Id; public override bool Equals(object? other) => Equals(other as Node);
    public override int GetHashCode() => Id; }",
            "\"3 5 True True\", Show(Both.Again(Make())), 9, Both.Again(Enumerable.Range(0, 9).Select(_ => Make()).ToArray()).Count(n => "
                + "Show(n) == \"3 5 True True\")",
            @"static Node Make() { var a = new Node { Id = 1 }; var b = new Node { Id = 2 }; var c = new Node { Id = 3 };
                a.Friends = new HashSet<Node> { a, b, c };
                b.Costs = new Dictionary<Node, int> { [a] = 5 }; b.Steps = new Dictionary<(Node, int), Node> { [(a, 1)] = c }; return a; }
              static string Show(Node a) { a.Friends!.TryGetValue(new Node { Id = 2 }, out var b);
                  a.Friends.TryGetValue(new Node { Id = 3 }, out var c);
                return a.Friends.Count + "" "" + b!.Costs![a] + "" "" + (b.Steps![(a, 1)] == c) + "" "" + a.Friends.Contains(a); }");

        [Fact]
        public void Members_of_type_object() => RoundTrip(@"
[Kitbag.KitbagSerializable] public class Node { public object? Any; public List<object?>? Many; public string? Name; }
[Kitbag.KitbagSerializable] public class Leaf { public int X; }
[Kitbag.KitbagSerializable] public class Text : List<object> { }",
            "\"True True 4 True\", Show(Both.Again(Make()))",
            @"static Node Make() { var n = new Node { Name = ""n"" }; n.Any = n; var text = new Text { n }; text.Add(text);
                n.Many = new List<object?> { n, null, new Leaf { X = 4 }, text }; return n; }
              static string Show(Node n) { var text = (Text)n.Many![3]!;
                  return (n.Any == n) + "" "" + (n.Many[0] == n && n.Many[1] == null) + "" "" + ((Leaf)n.Many[2]!).X + "" ""
                  + (text[0] == n && text[1] == text); }");

        [Fact]
        public void Tracked_because_of_an_attribute() => RoundTrip(@"
[assembly: Kitbag.KitbagSerializable(typeof(Named), Tracked = true)]
public class Named { public int X; }
[Kitbag.KitbagSerializable(Tracked = true)] public class Texture { public string? Name; public byte[]? Bytes; }
public class Big : Texture { public int Size; }
[Kitbag.KitbagSerializable(Tracked = true)] public class Shared : List<int> { }
public class Plain { public int X; }
public struct Skin { public Texture? Main; public Texture? Other; }
public class World { public Texture? A, B; public Skin Skin; public Shared? C, D;
    public Plain? E, F; public Named? G, H; public List<Texture>? All; }",
            "\"True True True False 3 Big True\", Show(Both.Again(Make()))",
            @"static World Make() { var t = new Texture { Name = ""t"", Bytes = new byte[3] };
                var big = new Big { Size = 3 }; var s = new Shared { 1 }; var p = new Plain(); var named = new Named();
                return new World { A = t, B = t, Skin = new Skin { Main = t, Other = big }, C = s, D = s,
                    E = p, F = p, G = named, H = named,
                    All = Enumerable.Repeat<Texture>(big, 12).ToList() }; }
              static string Show(World w) => (w.A == w.B && w.A == w.Skin.Main) + "" "" + (w.C == w.D && w.C![0] == 1) + "" ""
                  + w.All!.All(t => t == w.Skin.Other) + "" "" + (w.E == w.F)
                + "" "" + ((Big)w.All![11]).Size + "" "" + w.Skin.Other!.GetType().Name + "" "" + (w.G == w.H);");

        [Fact]
        public void Surrogates_of_nodes() => RoundTrip(@"
public sealed class Foreign { public Foreign(int x, Node? node) { X = x; Node = node; } public int X { get; } public Node? Node { get; } }
[Kitbag.KitbagSurrogate(typeof(Foreign))] public class ForeignForm { public int X; public Node? Node;
    public static implicit operator ForeignForm(Foreign f) => new ForeignForm { X = f.X, Node = f.Node };
    public static implicit operator Foreign(ForeignForm f) => new Foreign(f.X, f.Node); }
public class Node { public Foreign? F; public Lazy<Node>? Lazy; }",
            "\"7 True True\", Show(Both.Again(Make()))",
            @"static Node Make() { var n = new Node(); n.F = new Foreign(7, n); n.Lazy = new Lazy<Node>(() => n); return n; }
              static string Show(Node n) => n.F!.X + "" "" + (n.F.Node == n) + "" "" + (n.Lazy!.Value == n);");

        [Theory]
        [InlineData("public class World { public A<int>? A; } public class A<T> { public T? Value; public A<List<T>>? Next; }")]
        [InlineData("public class World { public A<int>? A; } public class A<T> { public A<T[]>? X; public A<List<T>>? Y; public A<(T, "
            + "int)>? Z; }")]
        [InlineData("public class World { public A<int>? A; } public class A<T> { public B<A<T>>? Next; } public class B<T> { public "
            + "A<T>? Back; }")]
        public void Generic_types_that_expand_without_end(string types)
        {
            Diagnostic[] diagnostics = Harness.Diagnose(Using + types
                + "public static class P { public static void R() => Kitbag.KitbagSerializer.Serialize(new World()); }").ToArray();
            Assert.Equal("KIT0001", Assert.Single(diagnostics).Id);
            Assert.Contains("is infinitely recursive", diagnostics[0].GetMessage(null));
        }

        // There are many smaller constructed types on the path to Opt<List<string>>, but none of them makes the others larger.
        [Fact]
        public void Paths_through_many_constructed_types_of_a_generic_type() => RoundTrip(@"
public struct Opt<T> { public T? Value; public bool HasValue; public Opt(T value) { Value = value; HasValue = true; } }
public class A { public Opt<B> Next; }
public class B { public Opt<C> Next; }
public class C { public Opt<D> Next; }
public class D { public Opt<E> Next; }
public class E { public Opt<F> Next; }
public class F { public Opt<List<string>> Names; public Opt<List<Opt<int>>> Numbers; }",
            "\"ab 5\", Show(Both.Again(Make()))",
            @"static A Make() { var f = new F { Names = new Opt<List<string>>(new List<string> { ""a"", ""b"" }),
                    Numbers = new Opt<List<Opt<int>>>(new List<Opt<int>> { new Opt<int>(5) }) };
                return new A { Next = new(new B { Next = new(new C { Next = new(new D { Next = new(new E { Next = new(f) }) }) }) }) }; }
              static string Show(A a) { F f = a.Next.Value!.Next.Value!.Next.Value!.Next.Value!.Next.Value!;
                return string.Concat(f.Names.Value!) + "" "" + f.Numbers.Value![0].Value; }");

        // The constructors are called with other values, or not at all, so that what they keep of their arguments is of no importance.
        [Fact]
        public void Members_of_which_constructors_replace_null() => RoundTrip(@"
public class Node { public Node(string name, IEnumerable<int>? items, List<Node>? all) { Name = name; Items = items?.ToArray() ??
    Array.Empty<int>(); All = all ?? new List<Node>(); } public string Name { get; } public IReadOnlyList<int>? Items { get; }
    public List<Node>? All { get; } public Leaf? Leaf { get; set; } }
public class Leaf { public Leaf(IEnumerable<int>? items = null) { Items = items?.ToList() ?? new List<int>(); } public IReadOnlyList<int>?
    Items { get; } public Node? Owner { get; set; } }",
            "\"a 12 1 b  0 34 True\", Show(Both.Again(Make()))",
            @"static Node Make() { var n = new Node(""a"", new[] { 1, 2 }, new List<Node> { new Node(""b"", null, null) });
                n.Leaf = new Leaf(new[] { 3, 4 }) { Owner = n }; return n; }
              static string Show(Node n) => n.Name + "" "" + string.Concat(n.Items!) + "" "" + n.All!.Count + "" "" + n.All[0].Name + "" ""
                + string.Concat(n.All[0].Items!) + "" "" + n.All[0].All!.Count + "" "" + string.Concat(n.Leaf!.Items!) + "" ""
                + (n.Leaf.Owner == n);");

        [Fact]
        public void Objects_to_which_a_callback_refers_are_written() => RoundTrip(
            "public class Node : Kitbag.IKitbagSerializing { public int Id; public Node? Made; public void OnSerializing() => Made ??= "
                + "Id > 0 ? new Node { Id = Id - 1 } : null; }",
            "\"3210\", Show(Both.Again(new Node { Id = 3 })), 12, Both.Again(Enumerable.Range(0, 12).Select(_ => new Node { Id = 3 "
                + "}).ToList()).Count(n => Show(n) == \"3210\")",
            "static string Show(Node? n) => n == null ? \"\" : n.Id + Show(n.Made);");

        [Theory]
        [InlineData("public struct «World» { public World[]? Inner; }", "World: 'World'", "make it a class")]
        [InlineData("public struct «World» { public System.Collections.Generic.List<(int, World)>? Inner; }", "World: 'World'",
            "make it a class")]
        [InlineData("public interface IExpr { } public struct «Add» : IExpr { public IExpr? A; } public class World { public IExpr[]? E; }",
            "World.E[]<Add>: 'Add'", "make it a class")]
        [InlineData("public class World { public Tree? T; } public class «Tree» { } [Kitbag.KitbagSurrogate(typeof(Tree))] public "
            + "class Form { "
            + "public Tree[]? All; public static implicit operator Form(Tree t) => new Form(); public static implicit operator "
                + "Tree(Form f) => "
            + "new Tree(); }", "World.T: 'Tree'", "surrogate")]
        [InlineData("[assembly: «Kitbag.KitbagSerializable(typeof(System.Collections.ArrayList))»] public class World { public object? O; "
            + "}",
            "ArrayList: 'ArrayList'", "use List<object>")]
        public void Value_without_any_object_on_the_way(string types, string begins, string says)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(types.Replace("«", "").Replace("»", "")
                + "public static class P { public static void R() => Kitbag.KitbagSerializer.Serialize(new World()); }"));
            Assert.Equal("KIT0030", diagnostic.Id);
            Assert.StartsWith(begins + " can contain itself without a class in between", diagnostic.GetMessage(null));
            Assert.Contains(says, diagnostic.GetMessage(null));
            Assert.Equal(types.Split('«')[1].Split('»')[0], Harness.TextAt(diagnostic));
        }
    }
}
