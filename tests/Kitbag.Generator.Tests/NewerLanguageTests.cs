using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Declarations that need a later version of C# than the oldest compiler that loads the generator has.</summary>
    public class NewerLanguageTests
    {
        // The sources of the tests with a parameter 'source', and those of one test that has errors, are compiled once each.
        private static readonly SdkBatch s_valid = new SdkBatch("Newer", Sources("source"));
        // C# 14 has the keyword 'field'.
        private static readonly SdkBatch s_field = new SdkBatch("Field", Sources("newest"), 14);
        private static readonly SdkBatch s_constraints = new SdkBatch("Constraints", typeof(NewerLanguageTests)
            .GetMethod(nameof(Type_arguments_that_violate_constraints_are_reported))!.GetCustomAttributes<InlineDataAttribute>()
            .SelectMany(data => data.GetData(null!)).Select(arguments => Page((string)arguments[0], (string)arguments[1])));

        [Theory]
        // A primary constructor that only stores its parameters is called, also if initializers create empty collections.
        [InlineData(@"
public class Node(string name) { public string Name { get; } = name; public Node? Next { get; set; }
    public List<Node> Kids { get; } = []; public int[] Numbers = []; [NonSerialized] public List<int> Own = []; }
public static class Program { public static object?[] Run() { var n = new Node(""n""); n.Next = n; n.Kids.Add(n);
    n = KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(n));
    return new object?[] { ""n100"", n.Name + n.Kids.Count + n.Own.Count + n.Numbers.Length }; } }")]
        // No constructor is called, but a document without the name is not read either.
        [InlineData(@"
public class Node(string name) { public string Name { get; } = name; public Node? Next { get; set; }
    public int[] Numbers { get; set; } = Array.Empty<int>(); }
namespace Old { public class Node { public Node? Next { get; set; } } }
public static class Program {
    static string Fail(Action read) { try { read(); return """"; } catch (KitbagException e) { return e.Message; } }
    public static object?[] Run() { var n = new Node(""n""); n.Next = n; var o = new Old.Node();
    return new object?[] { ""n0"", KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(n)) is var again
        ? again.Name + again.Numbers.Length : null,
        true, Fail(() => KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(o))).Contains(""Name""),
        true, Fail(() => KitbagJson.Deserialize<Node>(KitbagJson.Serialize(o))).Contains(""Name"") }; } }")]
        // What the message of KIT0052 recommends.
        [InlineData(@"
[KitbagSerializable(Fields = true)] public struct S(int a) { public int B; public int Get() => a; }
public class C(int a) { public C() : this(0) { } [KitbagInclude] private int _a = a; public int B; public int Get() => _a; }
public static class Program { public static object?[] Run() => new object?[] {
    3, KitbagSerializer.Deserialize<S>(KitbagSerializer.Serialize(new S(3))).Get(), 3, KitbagJson.Deserialize<C>(KitbagJson.Serialize(
        new C(3)))!.Get() }; }")]
        public void Round_trips(string source)
        {
            Assert.Empty(s_valid.Errors(source));
            s_valid.Run(source);
        }

        [Theory]
        [InlineData(@"
public class World(in Guid id, ref readonly int count, string name = ""d"") { public Guid Id { get; } = id;
    public int Count { get; } = count; public string Name { get; } = name; }
public struct Spot { public int X { get; } public string Y { get; } [KitbagConstructor]
    public Spot(ref readonly int x, ref readonly string y) { X = x; Y = y ?? throw new ArgumentNullException(); } }
public class Own { public int X { get; } public Guid Y { get; } private Own(ref readonly int x, in Guid y) { X = x; Y = y; }
    public static Own Of(int x) => new(in x, default); }
public class Own<T> { public T X { get; } private Own(ref readonly T x) => X = x; public static Own<T> Of(T x) => new(in x); }
public class Node { public int X { get; } public Node? Next; [KitbagConstructor] public Node(ref readonly int x) => X = x; }
public static class Program { static T Again<[KitbagRoot] T>(T value) => KitbagJson.Deserialize<T>(KitbagJson.Serialize(
        KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value))))!;
    public static object?[] Run() { int i = 3; var w = new World(Guid.Empty, in i, ""n""); var s = new Spot(in i, ""s"");
    var a = Again(w); var b = Again(s); var c = Again(new[] { default, s });
    return [w.Id + w.Name + w.Count, a.Id + a.Name + a.Count, s.Y + s.X, b.Y + b.X, s.Y + s.X, c[1].Y + c[1].X,
        3, Again(Own.Of(3)).X, ""x"", Again(Own<string>.Of(""x"")).X, 3, Again(new Node(in i)).X]; } }")]
        public void Parameters_that_are_references(string source)
        {
            Assert.Empty(s_valid.Errors(source));
            s_valid.Run(source);
        }

        // If generated code had errors as well, the compiler would report only those.
        [Theory]
        [InlineData("class, new()", "User", "CS9040")]
        [InlineData("new()", "Pair", "CS9040")]
        [InlineData("class", "int", "CS0452")]
        [InlineData("IComparable<T>", "User", "CS0311")]
        [InlineData("class, new()", "Ready", "")]
        public void Type_arguments_that_violate_constraints_are_reported(string constraint, string argument, string error)
        {
            string[] lines = s_constraints.Errors(Page(constraint, argument));
            if (error.Length == 0)
            {
                Assert.Empty(lines);
                return;
            }
            Assert.Contains(lines, line => line.Contains("error " + error));
            Assert.Contains("its type argument '" + argument + "' does not satisfy the constraints of 'T'",
                Assert.Single(lines, line => line.Contains("KIT0001")));
        }

        [Theory]
        [InlineData("public abstract class State { public int Frames { get; set; } } public class Idle : State { } "
            + "file class Jump : State { } [KitbagIgnore] file class Fall : State { } "
            + "public static class Program { public static void Run() => KitbagJson.Serialize<State>(new Idle()); }")]
        public void A_derived_class_of_one_file_is_reported(string source)
        {
            string line = Assert.Single(s_valid.Errors(source));
            Assert.StartsWith("(2,106): warning KIT0028: 'Jump", line);
            Assert.Contains("generated code cannot name it; declare it without 'file'", line);
        }

        // Members use a parameter of the primary constructor, so the compiler stores it in a field.
        [Theory]
        [InlineData("World()", "'a' of World(a)", "public struct World(int a) { public int B; public int Get() => a; }")]
        [InlineData("World()", "'a' of World(a, b)", "public class World(int a, int b) { public World() : this(0, 1) { } "
            + "public int B { get; set; } = b; public int Get() => a; public void Inc() => a++; }")]
        [InlineData("World()", "'l' of World(l)", "public class World(List<int> l) { public World() : this([]) { } public int B; "
            + "public int Count => l.Count; public void Add(int x) => l.Add(x); }")]
        [InlineData("World()", "'a', 'l' of World(a, l)", "public class World(int a, List<object> l) { public World() : this(0, []) { } "
            + "public int B; public int Get() => a; public object At(int i) => l[i]; }")]
        [InlineData("World(b)", "'a' of World(b, a)", "public class World(int b, int a) { public World(int b) : this(b, 0) { } "
            + "public int B { get; } = b; public int Get() => a; }")]
        [InlineData("World(b, a)", "'a' of World(b, a)", "public class World(int b, int a = 1) { public int B { get; } = b; "
            + "public int Get() => a; }")]
        [InlineData("World(a)", "'a' of World(a)", "public class World(int a) { public int A { get; } = a; public int B => a; "
            + "public void Inc() => a++; }")]
        [InlineData("World(a)", "'a' of World(a)", "public class World(int a) { public int A { get; set; } = a + 1; "
            + "public int Get() => a; }")]
        [InlineData("World(l)", "'l' of World(l)", "public class World(List<int> l) { public List<int> L { get; set; } = l.ToList(); "
            + "public int Count => l.Count; public void Add(int x) => l.Add(x); }")]
        [InlineData("World()", "'a' of Base(a)", "public class Base(int a) { public int Get() => a++; } "
            + "public class World() : Base(3) { public int B; }")]
        [InlineData("World()", "'a' of Base(a)", "public abstract class Base(int a) { public int Get() => a; } "
            + "public class World : Base { public World() : base(3) { } public World(int x) : base(a: x + 1) { } public int B; }")]
        // The base class copies the collection, or the parameter becomes another one.
        [InlineData("World(l)", "'l' of World(l)", "public class Base(List<int> l) { public List<int> L { get; } = l.ToList(); } "
            + "public class World(List<int> l) : Base(l) { public int Count => l.Count; public void Add(int x) => l.Add(x); }")]
        [InlineData("World(l)", "'l' of World(l)", "public class World(List<int> l) { public List<int> L { get; } = l; "
            + "public int Count => l.Count; public void Add(int x) => l = [.. l, x]; }")]
        [InlineData("World(hp)", "'hp' of World(hp)", "public class Base(int hp) { public int Hp { get; set; } = hp; } "
            + "public class World(int hp) : Base(hp) { public void Hit() => hp--; public int Get() => hp; }")]
        public void Captured_parameters_that_are_not_stored_are_reported(string used, string lost, string source)
        {
            string line = Assert.Single(s_valid.Errors(Whole(source)));
            Assert.Contains("warning KIT0052: World: objects of 'World' are created with " + used
                + ", and no stored member contains " + lost + ". If this is part of their state, it is lost. Initialize a field", line);
        }

        // A class that only consists of such parameters has values.
        [Theory]
        [InlineData("public class World { public int X; private readonly List<Name> _all = []; public void Add(Name n) => _all.Add(n); } "
            + "public class Name(string n) { public override string ToString() => n; }")]
        public void Private_collections_of_objects_with_captured_parameters_are_reported(string source) =>
            Assert.Contains("warning KIT0027: 'World._all' is not stored", Assert.Single(s_valid.Errors(Whole(source))));

        [Theory]
        [InlineData("public class World(int a) { public World() : this(0) { } public int A { get => a; set => a = value; } }")]
        [InlineData("public class World(int a, List<int> l) { public int A { get; } = a; public List<int> L => l; "
            + "public int Get(int i) => l[i] + a; public void Add(int x) => l.Add(x); }")]
        [InlineData("public class World(int a, List<int> l, List<int> m) { public int A { get; set; } = Math.Max(1, a); "
            + "public List<int> L { get; set; } = l ?? []; public List<int> M { get; set; } = m.ToList(); "
            + "public int Get() => l.Count + m.Count + a; public void Add(int x) => l.Add(x); }")]
        [InlineData("public class World(int a) { public World() : this(0) { } public int A { get; set; } = a; "
            + "public int Other(Point p) => p.a; public void Set(int a) => A = a; } public class Point { public int a; }")]
        [InlineData("public class Base(List<int> l) { public List<int> L { get; } = l; } public class World(List<int> l) : Base(l) { "
            + "public int Get() => l.Count; public void Add(int x) => l.Add(x); }")]
        [InlineData("public class World(List<int> l) { public List<int> L { get; } = l; public int Get() => l.Count; "
            + "public static void Set(List<int> l) { l = []; } }")]
        [InlineData("public class World(string text, Action<int>? log, IComparer<int> order, Part part) { "
            + "public World(string text) : this(text, null, Comparer<int>.Default, new()) { } public string Text { get; } = text; "
            + "public void Log() { log?.Invoke(text.Length + order.Compare(1, 2) + part.X); } } public class Part { public int X; }")]
        [InlineData("public abstract class Spell(int power) { public int Power() => power; } public class World() : Spell(3) { "
            + "public int B; }")]
        [InlineData("public abstract class Spell(int power) { public int Power() => power; } public abstract class Burning(int power) "
            + ": Spell(power); public class World(int b) : Burning(b) { public int B { get; } = b; }")]
        [InlineData("public class World(int a) : IKitbagDeserialized { public World() : this(0) { } public int B; "
            + "public void OnDeserialized() => a = B; public int Get() => a; }")]
        [InlineData("public record World(int A) { public World() : this(0) { } public int B => A; }")]
        [InlineData("public struct World(int a) { [KitbagInclude] private int _a = a; public int B; public int Get() => _a; }")]
        [InlineData("[KitbagSerializable(Fields = true)] public struct World(int a) { public int B; public int Get() => a; }")]
        [InlineData("[method: KitbagConstructor] public class World(int b, int a = 1) { public int B { get; } = b; "
            + "public int Get() => a; }")]
        public void Captured_parameters_that_are_restored_are_not_reported(string source) =>
            Assert.Equal("", string.Join("\n", s_valid.Errors(Whole(source))));

        [Theory]
        [InlineData("public class World { public string Id { get; set; } = \"\"; public string Cached => field ??= Id + \"!\"; "
            + "internal int? Length { get { field ??= Id.Length; return field; } } private string Twice => field ??= Cached + Cached; }")]
        [InlineData("public class World { public int Hp { get; set => field = Math.Clamp(value, 0, 9); } public int Max { get; set; } }")]
        public void Caches_in_field_are_not_reported(string newest) => Assert.Empty(s_field.Errors(Whole(newest)));

        [Theory]
        [InlineData("Key", "public class World { public string Id { get; set; } = \"\"; "
            + "public string Key => field ??= Guid.NewGuid().ToString(); }")]
        [InlineData("Key", "public class World { public string Id { get; set; } = \"\"; public string Key => field ??= Id + \"!\"; "
            + "public World() { } public World(int x) { Key = x + \"?\"; } }")]
        [InlineData("Key", "public class World { public string Id { get; set; } = \"\"; public string Key => field ??= Id; }")]
        [InlineData("Key", "public class World { public string Id { get; set; } = \"\"; public int[] Key => field ??= [Id.Length]; }")]
        public void State_in_field_is_reported(string lost, string newest) =>
            Assert.Contains("KIT0017: 'World." + lost, Assert.Single(s_field.Errors(Whole(newest))));

        // The limit was lowered after the value was set.
        [Theory]
        [InlineData(@"
public class Unit { public int Hp { get; set => field = Math.Clamp(value, 0, Max); } public int Max { get; set; } = 100; }
public class Other { public int Hp { get; set { field = Math.Min(value, Max); Count++; } } public int Max { get; set; } = 100;
    [KitbagIgnore] public int Count; }
public struct Small { public Small() { } public int Hp { get; init => field = Math.Min(value, Max); } public int Max { get; set; } = 100; }
public class Program { static Unit Make() { var u = new Unit { Hp = 53 }; u.Max = 41; return u; }
    static Small New() { var s = new Small { Hp = 53 }; s.Max = 41; return s; }
    public static object?[] Run() { List<Unit> all = [.. Enumerable.Range(0, 99).Select(_ => Make())];
    return [53, Make().Hp, 53, KitbagSerializer.Deserialize<Unit>(KitbagSerializer.Serialize(Make()))!.Hp,
        53, KitbagJson.Deserialize<Unit>(KitbagJson.Serialize(Make()))!.Hp, all, KitbagSerializer.Deserialize<List<Unit>>(
        KitbagSerializer.Serialize(all)), 53, KitbagSerializer.Deserialize<Small>(KitbagSerializer.Serialize(New())).Hp,
        1, KitbagSerializer.Deserialize<Other>(KitbagSerializer.Serialize(new Other { Hp = 3 }))!.Count]; } }")]
        public void Setters_that_limit_field(string newest)
        {
            Assert.Empty(s_field.Errors(newest));
            s_field.Run(newest);
        }

        // The symbol of a partial property is its declaration without a body; the compiler creates the field for either part.
        [Theory]
        [InlineData(@"
public partial class World { public partial List<string?> A { get; } public partial HashSet<int> B { get; }
    public partial List<int> C { get; }
    public partial Inner D { get; } public int Max { get; set; } = 10; public partial int Cur { get; set; } public partial int N { get; } }
public partial class World { public World(int n) { N = n; }
    public partial List<string?> A { get => field; } = new(); public partial HashSet<int> B { get { return field; } } = [];
    public partial List<int> C { get => field ??= []; } public partial Inner D { get => field; } = new();
    public partial int Cur { get => field; set => field = Math.Clamp(value, 0, Max); } public partial int N { get => field; } }
public partial class Page<T> { public partial List<T> L { get; } public partial T? V { get; private set; } public void Put(T v) => V = v; }
public partial class Page<T> { public partial List<T> L { get { return field; } } = []; public partial T? V { get => field; private set; } }
public class Inner { public int X = 2; }
public static class Program {
    static object Show(World w) => new object[] { w.A, w.B, w.C, w.D, w.Cur, w.N };
    static object Show(Page<int> p) => new object?[] { p.L, p.V };
    public static object?[] Run() {
    var w = new World(3) { A = { ""a"", null }, B = { 3 }, C = { 4 }, D = { X = 5 } }; w.Max = 100; w.Cur = 50; w.Max = 9;
    var p = new Page<int> { L = { 3 } }; p.Put(4);
    return [Show(w), Show(KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(w))),
        Show(w), Show(KitbagJson.Deserialize<World>(KitbagJson.Serialize(w))!),
        Show(p), Show(KitbagSerializer.Deserialize<Page<int>>(KitbagSerializer.Serialize(p))),
        Show(p), Show(KitbagJson.Deserialize<Page<int>>(KitbagJson.Serialize(p))!)]; } }")]
        // Tracked objects, objects stored by their fields, and structs that are stored as their memory.
        [InlineData(@"
public partial class Node { public Node(int x) { X = x; } public int X { get; } public Node? Next { get; set; }
    public partial List<int> Kids { get; } [KitbagIgnore] public partial List<int> Own { get; } }
public partial class Node { public partial List<int> Kids { get => field; } = new();
    public partial List<int> Own { get => field; } = new(); }
[KitbagSerializable(Fields = true)] public partial class Bag { public partial int A { get; } private partial int B { get; set; }
    [KitbagIgnore] public partial int C { get; set; } }
public partial class Bag { public Bag(string from) { A = 3; B = 4; } public partial int A { get => field; }
    private partial int B { get => field; set => field = value; } public partial int C { get => field; set; }
    public int Sum() => A + B + C; }
public partial struct Spot { public partial int X { get; set; } public partial int Y { get; set; } }
public partial struct Spot { public partial int X { get => field; set => field = value; }
    public partial int Y { get; set => field = value; } }
public static class Program { public static object?[] Run() {
    var n = new Node(3) { Kids = { 4 } }; n.Next = n; n = KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(n));
    var s = new Spot[] { new() { X = 3, Y = 4 } };
    return [3, n.X, 1, n.Kids.Count, 0, n.Own.Count,
        7, KitbagSerializer.Deserialize<Bag>(KitbagSerializer.Serialize(new Bag("""") { C = 5 })).Sum(),
        s, KitbagSerializer.Deserialize<Spot[]>(KitbagSerializer.Serialize(s))]; } }")]
        public void Partial_properties_are_members(string newest)
        {
            Assert.Empty(s_field.Errors(newest));
            s_field.Run(newest);
        }

        [Theory]
        [InlineData("int A", "public partial class World { public partial int A { get; } public int B; } "
            + "public partial class World { public World(string from) { A = from.Length; } public World() { } "
            + "public partial int A { get => field; } }")]
        [InlineData("int[] A", "public partial class World { public partial int[] A { get; } public int B; } "
            + "public partial class World { public partial int[] A { get => field; } = [1]; }")]
        public void Partial_properties_that_nothing_sets_are_reported(string lost, string newest) =>
            Assert.Contains("KIT0017: 'World." + lost.Split(' ')[1], Assert.Single(s_field.Errors(Whole(newest))));

        // The compiler does not mark getters with code as those of automatic properties, and reference assemblies have no private fields.
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Properties_of_other_assemblies_hold_their_state_in_field(bool isReference)
        {
            using var library = new SdkCompiler("Fields" + isReference, 14);
            library.Add("Library.cs", @"using System; using System.Collections.Generic; using Kitbag;
public partial class World { public partial List<int> A { get; } public List<int> B { get => field ??= []; } public int Count;
    public Part C { get => field; } = new(); public string Cached => field ??= Count + ""!""; public int Twice => Count * 2; }
public partial class World { public partial List<int> A { get => field; } = []; }
public class Part { public int X = 2; }
public class Lost { public int[] L { get => field; } = [1]; public int Count; }");
            Assert.DoesNotContain(library.Run(isReference), line => line.Contains("error") || line.Contains("KIT"));
            using var use = new SdkCompiler("FieldsUse" + isReference, 14);
            use.Reference(library);
            use.Add("Use.cs", @"using System; using System.Collections.Generic; using Kitbag; namespace Use {
public static class Program { static object Show(World w) => new object[] { w.A, w.B, w.C, w.Count };
    public static object?[] Run() { var w = new World { A = { 3 }, B = { 4, 5 }, C = { X = 6 }, Count = 7 };
    KitbagSerializer.Serialize(new Lost());
    return [Show(w), Show(KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(w))),
        Show(w), Show(KitbagJson.Deserialize<World>(KitbagJson.Serialize(w))!)]; } } }");
            Assert.Contains("KIT0017: 'Lost.L", Assert.Single(use.Run(), line => Regex.IsMatch(line, "error|KIT")));
            Assembly loaded = Assembly.Load(library.Image());
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Assembly.Load(use.Image()).GetType("Use.Program")!);
        }

        private static IEnumerable<string> Sources(string parameter) => typeof(NewerLanguageTests).GetMethods()
            .Where(test => test.GetParameters().LastOrDefault()?.Name == parameter)
            .SelectMany(test => test.GetCustomAttributes<InlineDataAttribute>().SelectMany(data => data.GetData(test)))
            .Select(arguments => Whole((string)arguments.Last()));

        private static string Whole(string source) => source.Contains("class Program", StringComparison.Ordinal) ? source
            : source + "public static class Program { public static void Run(World w) => KitbagJson.Serialize(w); }";

        private static string Page(string constraint, string argument) =>
            "public class Page<T> where T : " + constraint + " { public List<T> Items { get; set; } = []; }"
            + "public class User { public required string Name { get; set; } } "
            + "public struct Pair { public required int X; public string? Y; } "
            + "public class Ready { public required string Name { get; set; } "
            + "[System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public Ready() { Name = \"\"; } } "
            + "public static class Program { public static void Run() => KitbagJson.Serialize(new Page<" + argument + ">()); }";
    }
}
