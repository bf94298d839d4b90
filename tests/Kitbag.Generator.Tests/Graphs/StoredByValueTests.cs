using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests classes that can reach themselves, but are stored by value because of an attribute.</summary>
    public class StoredByValueTests
    {
        private const string Tools = @"using System; using System.Collections.Generic; using System.Linq; using Kitbag;
public static class Both
{
    public static T Again<[KitbagRoot] T>(T value) => KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(
        KitbagJson.Deserialize<T>(KitbagJson.Serialize(value))));
    public static TTo Bin<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) =>
        KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value));
    public static TTo Json<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) => KitbagJson.Deserialize<TTo>(KitbagJson.Serialize(value));
    public static string Told(Action action)
    {
        try { action(); return ""nothing""; }
        catch (KitbagException e) { return e.Reason + "" "" + e.Path + ""|"" + e.Message; }
    }
}
";

        private const string Types = @"
[KitbagSerializable(Tracked = false)] public class Tree { public string? Name; public Tree? Left;
    public Tree? Right { get; set; } public List<Tree>? Kids; }
public class Free { public string? Name; public Free? Left; public Free? Right { get; set; } public List<Free>? Kids; }
";

        [Fact]
        public void Trees() => Harness.RoundTrip(Tools + Types + @"
public static class Program {
    static string Show(Tree? t) => t == null
        ? ""."" : t.Name + ""("" + Show(t.Left) + Show(t.Right) + string.Concat((t.Kids ?? new List<Tree>()).Select(Show)) + "")"";
    static Tree Make(int depth) => depth == 0 ? new Tree { Name = ""l"" }
        : new Tree { Name = ""n"" + depth, Left = Make(depth - 1), Right = depth % 2 == 0 ? null : Make(depth - 1), Kids = depth == 3
            ? new List<Tree> { Make(1), new Tree() } : null };
    public static object?[] Run() {
        Tree tree = Make(9), twin = new Tree { Name = ""t"" };
        Tree shared = new Tree { Left = twin, Right = twin, Kids = new List<Tree> { twin, twin } }, read = Both.Again(shared);
        var many = Both.Again(Enumerable.Range(0, 30).Select(_ => twin).ToArray());
        return new object?[] { Show(tree), Show(Both.Again(tree)), 4,
            new[] { read.Left, read.Right, read.Kids![0], read.Kids[1] }.Distinct().Count(), Show(shared), Show(read), 30,
                many.Distinct().Count(),
            true, KitbagJson.Serialize(shared).Contains(""$id"") == false };
    } }");

        [Fact]
        public void Documents_are_those_of_tracked_types() => Harness.RoundTrip(Tools + @"
namespace A { [Kitbag.KitbagSerializable(Tracked = false)] public class Tree { public string? Name; public Tree? Left, Right; } }
namespace B { public class Tree { public string? Name; public Tree? Left, Right; } }
public static class Program {
    public static object?[] Run() {
        var a = new A.Tree { Left = new A.Tree { Name = ""x"" }, Right = new A.Tree { Right = new A.Tree() } };
        var b = new B.Tree { Left = new B.Tree { Name = ""x"" }, Right = new B.Tree { Right = new B.Tree() } };
        var read = KitbagSerializer.Deserialize<B.Tree>(KitbagSerializer.Serialize(a, KitbagOptions.Bare), KitbagOptions.Bare);
        return new object?[] { KitbagJson.Serialize(b), KitbagJson.Serialize(read),
            Convert.ToBase64String(KitbagSchema.Of<B.Tree>().Bytes.ToArray()),
                Convert.ToBase64String(KitbagSchema.Of<A.Tree>().Bytes.ToArray()),
            KitbagJson.Serialize(b), KitbagJson.Serialize(a) };
    } }");

        [Fact]
        public void Shared_objects_of_others_are_copied() => Harness.RoundTrip(Tools + Types + @"
public static class Program {
    static string Show(Tree? t) => t == null
        ? ""."" : t.Name + ""("" + Show(t.Left) + Show(t.Right) + string.Concat((t.Kids ?? new List<Tree>()).Select(Show)) + "")"";
    static IEnumerable<Tree> All(Tree? t) =>
        t == null ? new Tree[0] : new[] { t }.Concat(All(t.Left)).Concat(All(t.Right)).Concat((t.Kids ?? new List<Tree>()).SelectMany(All));
    public static object?[] Run() {
        Free leaf = new Free { Name = ""a"" }, twig = new Free { Name = ""b"", Left = leaf, Right = leaf };
        var top = new Free { Name = ""c"", Left = twig, Kids = Enumerable.Range(0, 12).Select(i => i % 3 == 0 ? leaf : twig).ToList() };
        Tree bin = Both.Bin<Free, Tree>(top), json = Both.Json<Free, Tree>(top);
        int nodes = All(bin).Count();
        Free chain = new Free();
        for (int i = 0; i < 12; i++) chain = new Free { Left = chain, Right = chain };
        return new object?[] { true, nodes == All(bin).Distinct().Count() && nodes == 32, Show(bin), Show(json), 32,
            All(json).Distinct().Count(),
            8191, All(Both.Bin<Free, Tree>(chain)).Distinct().Count(), 8191, All(Both.Json<Free, Tree>(chain)).Distinct().Count() };
    } }");

        [Fact]
        public void Cycles() => Harness.RoundTrip(Tools + Types + @"
public static class Program {
    public static object?[] Run() {
        Tree self = new Tree(), far = new Tree { Kids = new List<Tree> { new Tree { Right = self } } };
        self.Left = self; self.Right = self;
        Free link = new Free(), first = new Free { Kids = new List<Free> { new Free { Right = link } } };
        link.Left = new Free { Kids = new List<Free> { link, link } };
        string[] told = {
            Both.Told(() => KitbagSerializer.Serialize(far)), Both.Told(() => KitbagJson.Serialize(far)),
            Both.Told(() => Both.Bin<Free, Tree>(first)), Both.Told(() => Both.Json<Free, Tree>(first)) };
        return new object?[] { """", told[0].StartsWith(""NotSupported Tree.Kids.Right|"") && told[0].Contains(""by Tree.Left;"")
            ? """" : told[0],
            """", told[1].StartsWith(""LimitExceeded Tree.Kids[0].Right."") ? """" : told[1],
            """", told[2].StartsWith(""SchemaMismatch Free.Kids.Right"") && told[2].Contains("".Kids"") ? """" : told[2],
            """", told[3].StartsWith(""SchemaMismatch Tree.Kids[0]"") && told[3].Contains("".Left"") ? """" : told[3] };
    } }");

        [Fact]
        public void Too_many_copies() => Harness.RoundTrip(Tools + Types + @"
public static class Program {
    public static object?[] Run() {
        Tree tree = new Tree(); Free free = new Free();
        for (int i = 0; i < 80; i++) { tree = new Tree { Left = tree, Right = tree }; free = new Free { Left = free, Right = free }; }
        string[] told = { Both.Told(() => KitbagSerializer.Serialize(tree)), Both.Told(() => Both.Bin<Free, Tree>(free)),
            Both.Told(() => Both.Json<Free, Tree>(free)) };
        return new object?[] { """", told.FirstOrDefault(text => !text.StartsWith(""LimitExceeded "") || !text.Contains(""copies""))
            ?? """" };
    } }");

        [Fact]
        public void Deep() => Harness.RoundTrip(Tools + Types + @"
public static class Program {
    static Free Chain(int count) { var free = new Free(); for (int i = 1; i < count; i++) free = new Free { Left = free }; return free; }
    static int Count(Tree? tree) { int count = 0; for (; tree != null; tree = tree.Left) count++; return count; }
    public static object?[] Run() {
        Free chain = Chain(100_000);
        Tree tree = Both.Bin<Free, Tree>(chain), twin = Both.Bin<Free, Tree>(new Free { Left = chain, Right = chain }),
            json = Both.Json<Free, Tree>(chain);
        Tree again = Both.Bin<Tree, Tree>(tree), text = Both.Json<Free, Tree>(new Free { Left = chain, Right = chain });
        string told = Both.Told(() => KitbagJson.Serialize(tree, new KitbagJsonOptions { MaxDepth = 1000 }));
        return new object?[] { 100_000, Count(tree), 100_000, Count(again), 100_001, Count(twin), 100_000, Count(twin.Right), 100_000,
            Count(json),
            100_000, Count(text.Right), true, told.StartsWith(""LimitExceeded Tree.Left.Left"") };
    } }");

        [Fact]
        public void Unions_collections_and_tracked_ones_between() => Harness.RoundTrip(Tools + @"
[KitbagSerializable(Tracked = false)] public abstract class Expr { public string? Text; }
public class Const : Expr { public int N; } public class Add : Expr { public Expr? A, B; } public class Call
    : Expr { public Dictionary<string, Expr>? Args; public Scope? In; }
public class Scope { public Scope? Outer; public Expr? Init; public List<Expr>? All; }
[KitbagSerializable(Tracked = false)] public class Menu : List<Menu> { }
public class World { public Expr? E; public Menu? Menu; public Scope? Scope; public object? Any; }
public static class Program {
    public static object?[] Run() {
        var one = new Const { N = 1 }; var sum = new Add { A = one, B = new Add { A = one, B = one } };
        var scope = new Scope(); scope.Outer = scope;
        var call = new Call { In = scope, Args = new Dictionary<string, Expr> { [""x""] = sum, [""y""] = one } };
        scope.Init = call; scope.All = new List<Expr> { one, call, sum };
        var menu = new Menu { new Menu(), new Menu { new Menu() } }; menu.Add(menu[1]);
        var read = Both.Again(new World { E = call, Menu = menu, Scope = scope });
        var c = (Call)read.E!; var s = (Add)c.Args![""x""];
        return new object?[] { true, c.In == read.Scope && read.Scope!.Outer == read.Scope && read.Scope.Init is Call d && d != c
            && d.In == read.Scope,
            true, s.A != ((Add)s.B!).A && s.A is Const { N: 1 } && read.Scope!.All!.Count == 3 && read.Scope.All[0] != c.Args[""y""],
            ""0 1 1"", string.Join("" "", read.Menu!.Select(m => m.Count)), false, read.Menu[1] == read.Menu[2] };
    } }");

        [Fact]
        public void Callbacks_constructors_and_populate() => Harness.RoundTrip(Tools + @"
namespace A { public class Node { public string? Name; public List<Node>? Kids; public Node? Other; } }
namespace B { [Kitbag.KitbagSerializable(Tracked = false)] public class Node : Kitbag.IKitbagDeserialized, Kitbag.IKitbagSerializing {
    [Kitbag.KitbagConstructor] public Node(string name, List<Node>? kids) { Name = name; Kids = kids;
        Sum = 1 + (kids ?? new List<Node>()).Sum(k => k.Sum); }
    public string Name { get; } public List<Node>? Kids { get; } public Node? Other;
    [System.NonSerialized] public readonly int Sum; [System.NonSerialized] public int Total; [System.NonSerialized] public int Calls;
    public void OnSerializing() { if (Total == 0) throw new System.InvalidOperationException(""not complete""); }
    public void OnDeserialized() { Calls++; Total = 1 + (Kids ?? new List<Node>()).Sum(k => k.Total); } } }
public static class Program {
    static A.Node Make() { var leaf = new A.Node { Name = ""l"" };
        var twig = new A.Node { Name = ""t"", Kids = new List<A.Node> { leaf, leaf } };
        return new A.Node { Name = ""r"", Kids = new List<A.Node> { twig, leaf, twig }, Other = twig }; }
    static string Show(B.Node n) => n.Name + n.Sum + n.Total + n.Calls + string.Concat((n.Kids ?? new List<B.Node>()).Select(Show))
        + (n.Other == null ? """" : ""!"" + Show(n.Other));
    public static object?[] Run() {
        const string Twig = ""t331l111l111"";
        string all = ""r881"" + Twig + ""l111"" + Twig + ""!"" + Twig;
        B.Node target = new B.Node(""x"", null), other = new B.Node(""x"", null);
        KitbagSerializer.Populate(KitbagSerializer.Serialize(Make()), target);
        KitbagJson.Populate(KitbagJson.Serialize(Make()), other);
        return new object?[] { all, Show(Both.Bin<A.Node, B.Node>(Make())), all, Show(Both.Json<A.Node, B.Node>(Make())),
            all.Replace(""r88"", ""r18""), Show(target), all.Replace(""r88"", ""r18""), Show(other) };
    } }");

        [Theory]
        [InlineData("[Kitbag.KitbagSerializable(Tracked = true)] public struct «World» { public int X; }",
            "World: Tracked has no effect on 'World', "
            + "which is a struct:")]
        [InlineData("[Kitbag.KitbagSerializable(Tracked = false)] public enum «World» { A }", "which is an enum:")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(World), Tracked = true)] public interface «World» { } public class A "
            + ": World { public int X; }",
            "which is an interface")]
        [InlineData("[assembly: «Kitbag.KitbagSerializable(typeof(System.Collections.Generic.List<int>), Tracked = true)»] public "
            + "class World { "
            + "public System.Collections.Generic.List<int>? X; }", "which is stored as a value:")]
        [InlineData("[Kitbag.KitbagSerializable(Tracked = true)] public class World { public Kids? K; } "
            + "[Kitbag.KitbagSerializable(Tracked = true)] public class Kids : System.Collections.Generic.List<int> { } "
            + "[Kitbag.KitbagSerializable(Tracked = true)] public abstract class B { } public class C : B { public int X; }", "")]
        public void Where_tracked_has_no_effect(string types, string says)
        {
            string source = types.Replace("«", "").Replace("»", "")
                + "public static class P { public static void R(World w) => Kitbag.KitbagSerializer.Serialize(w); }";
            CSharpCompilation compilation = Harness.Compile(source);
            Diagnostic[] diagnostics = Harness.Diagnose(compilation, out Compilation output).ToArray();
            if (says.Length != 0)
            {
                Diagnostic diagnostic = Assert.Single(diagnostics);
                Assert.Equal(("KIT0035", types.Split('«')[1].Split('»')[0]), (diagnostic.Id, Harness.TextAt(diagnostic)));
                Assert.Contains(says, diagnostic.GetMessage(null));
            }
            else
            {
                Assert.Empty(diagnostics);
            }
            Harness.Emit(compilation, output);
        }

        // The type itself cannot be tracked (KIT0031), but no root contains it.
        [Fact]
        public void The_choice_for_a_type_of_another_assembly_makes_it_no_root() => Assert.Empty(Harness.Diagnose(
            Harness.CompileWithLibrary("[assembly: Kitbag.KitbagSerializable(typeof(Node), Tracked = true)] public class World { public "
                + "int X; } public static class P { public static void R(World w) => Kitbag.KitbagSerializer.Serialize(w); }",
                "public class Node { private readonly Node? _other; public Node(Node? other) { _other = other; } "
                + "public Node? Other => _other; }"), out _));

        [Fact]
        public void The_choice_for_a_generic_type_applies_to_all_of_its_forms() => Harness.RoundTrip(@"
[assembly: Kitbag.KitbagSerializable(typeof(Box<>), Tracked = true)]
public class Box<T> { public T? Value; }
public class World { public Box<int>? A, B; public Box<string>? C, D; }
public static class Program { public static object?[] Run() {
    var world = new World { A = new Box<int> { Value = 3 }, C = new Box<string> { Value = ""s"" } };
    (world.B, world.D) = (world.A, world.C);
    world = Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(world))!;
    return new object?[] { 3, world.A!.Value, true, world.A == world.B, ""s"", world.C!.Value, true, world.C == world.D }; } }");

        [Fact]
        public void Sets_of_values() => Harness.RoundTrip(Tools + @"
public class Free : IEquatable<Free> { public int Id; public HashSet<Free>? Kids; public bool Equals(Free? o) => o != null && o.Id == Id;
    public override int GetHashCode() => Id; }
[KitbagSerializable(Tracked = false)] public class Tree
    : IEquatable<Tree> { public int Id; public HashSet<Tree>? Kids; public bool Equals(Tree? o) => o != null && o.Id == Id;
    public override int GetHashCode() => Id; }
public static class Program {
    public static object?[] Run() {
        var leaf = new Free { Id = 7 };
        var one = new Free { Id = 1, Kids = new HashSet<Free> { leaf, new Free { Id = 2, Kids = new HashSet<Free>() } } };
        Tree read = Both.Again(Both.Bin<Free, Tree>(one));
        var shared = new Free { Id = 3, Kids = new HashSet<Free> { one, leaf } };
        string[] told = { Both.Told(() => Both.Bin<Free, Tree>(shared)), Both.Told(() => Both.Json<Free, Tree>(shared)) };
        var both = Both.Bin<Free[], Tree[]>(new[] { one, one });
        return new object?[] { true, read.Kids!.Contains(new Tree { Id = 7 }) && read.Kids.Contains(new Tree { Id = 2 }),
            """", told.FirstOrDefault(text => !text.StartsWith(""NotSupported "") || !text.Contains(""no copy can be made"")) ?? """",
            true, both[0] != both[1] && both[1].Kids!.Contains(new Tree { Id = 7 })
                && both[1].Kids!.Single(k => k.Id == 7) != both[0].Kids!.Single(k => k.Id == 7) };
    } }");
    }
}
