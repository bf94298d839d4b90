using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests members without a setter that generated code can call: they are populated, set with accessors, or reported.</summary>
    public class GetOnlyTests
    {
        private const string Types = @"
using System.Collections.Generic; using System.Collections.ObjectModel; using System.Linq;
public class Item { public string? Name { get; set; } public int Count; }
public abstract class Shape { public string? Label { get; set; } public List<int> Points { get; } = new(); }
public class Circle : Shape { public double Radius { get; set; } }
public class Square : Shape { public double Side { get; set; } }
public class Roster : List<string> { }
public class Index : Dictionary<string, int> { }
public class Options { public int Quality { get; set; } = 5; public List<string> Tags { get; } = new() { ""default"" };
    public Inner Inner { get; } = new Inner(); }
public class Inner { public string? Name { get; set; } public HashSet<int> Set { get; } = new(); }
public class Marked : Kitbag.IKitbagDeserialized { public int Calls;
    public int X { get; set; } public void OnDeserialized() { if (X != 0) Calls = 1; } }
";

        [Theory]
        [InlineData("List<Item>", "new()", "holder.Member.Add(new Item { Name = \"a\", Count = 2 });")]
        [InlineData("List<Item>", "new() { new Item() }", "holder.Member.Add(new Item { Name = \"a\", Count = 2 });")]
        [InlineData("IList<string>", "new List<string>()", "holder.Member.Add(\"x\");")]
        [InlineData("ICollection<string>", "new List<string>()", "holder.Member.Add(\"x\");")]
        [InlineData("HashSet<string>", "new() { \"start\" }", "holder.Member.Add(\"x\");")]
        [InlineData("ISet<int>", "new HashSet<int>()", "holder.Member.Add(3);")]
        [InlineData("SortedSet<int>", "new()", "holder.Member.Add(3);")]
        [InlineData("Dictionary<string, Item>", "new()", "holder.Member[\"k\"] = new Item { Count = 1 };")]
        [InlineData("IDictionary<int, int>", "new Dictionary<int, int> { [1] = 1 }", "holder.Member[2] = 3;")]
        [InlineData("Queue<int>", "new()", "holder.Member.Enqueue(1); holder.Member.Enqueue(2);")]
        [InlineData("Stack<int>", "new()", "holder.Member.Push(1); holder.Member.Push(2);")]
        [InlineData("ObservableCollection<Item?>", "new()", "holder.Member.Add(null); holder.Member.Add(new Item());")]
        [InlineData("List<Shape>", "new()",
            "holder.Member.Add(new Circle { Radius = 2, Points = { 1, 2 } }); holder.Member.Add(new Square { Side = 3 });")]
        [InlineData("Roster", "new()", "holder.Member.Add(\"x\");")]
        [InlineData("Index", "new()", "holder.Member[\"x\"] = 3;")]
        [InlineData("Item", "new()", "holder.Member.Name = \"n\"; holder.Member.Count = 4;")]
        [InlineData("Shape", "new Circle()",
            "holder.Member.Label = \"n\"; ((Circle)holder.Member).Radius = 4; holder.Member.Points.Add(7);")]
        [InlineData("Options", "new()",
            "holder.Member.Quality = 2; holder.Member.Tags.Clear(); holder.Member.Inner.Name = \"i\"; holder.Member.Inner.Set.Add(3);")]
        [InlineData("Marked", "new()", "holder.Member.X = 1; holder.Member.Calls = 1;")]
        public void Populated(string type, string made, string filled)
        {
            string holders = "";
            string[] declarations =
            {
                "public class H0 { public int A = 1; public " + type + " Member { get; } = " + made + "; public string? Z { get; set; } }",
                "public class H1 { public int A = 1; public readonly " + type + " Member = " + made + "; }",
                "public class H2 { public H2(string? z) { Z = z; } public int A { get; set; } public " + type + " Member { get; } = " + made
                    + "; public string? Z { get; } }",
                "public class H3 { public string? A { get; init; } public " + type + " Member { get; } = " + made + "; public " + type
                    + " Other { get; set; } = " + made + "; }",
                "public abstract class B4 { public " + type + " Member { get; } protected B4() { Member = "
                    + made.Replace("new()", "new " + type + "()") + "; } } public class H4 : B4 { public int X { get; set; } }",
            };
            for (int i = 0; i < declarations.Length; i++)
            {
                holders += declarations[i] + "\n";
                string h = "H" + i;
                string make = h == "H2" ? "new H2(\"z\")" : "new " + h + "()";
                holders += "public static partial class Program { static " + h + " Make" + h + "() { var holder = " + make + "; " + filled
                    + " return holder; } static object?[] Run" + h + "() => new object?[] { "
                    + "Make" + h + "(), Tool.Again(Make" + h + "()), " + make + ", Tool.Again(" + make + "), "
                    + "Enumerable.Range(0, 11).Select(i => i % 3 == 0 ? " + make + " : i == 4 ? null : Make" + h
                        + "()).ToList(), Tool.Again(Enumerable.Range(0, 11).Select(i => i % 3 == 0 ? " + make + " : i == 4 ? null : Make"
                        + h + "()).ToList()) }; }\n";
            }
            Harness.RoundTrip(Types + holders
                + "public static partial class Program { public static object?[] Run() => "
                + "RunH0().Concat(RunH1()).Concat(RunH2()).Concat(RunH3()).Concat(RunH4()).ToArray(); }");
        }

        [Fact]
        public void Private_setters_need_no_choice_between_constructors() => Harness.RoundTrip(@"
public class Milestone
{
    public Milestone() { }
    public Milestone(int number) { Number = number; Title = ""of a number""; }
    public Milestone(string title) { Title = title; Number = -1; }
    public void Rename(int number, string? title) { Number = number; Title = title; }
    public int Number { get; private set; }
    public string? Title { get; private set; }
}
public static class Program
{
    static Milestone Make(int number, string? title) { var made = new Milestone(); made.Rename(number, title); return made; }
    static string Show(Milestone one) => one.Number + "" "" + (one.Title ?? ""none"");
    public static object?[] Run() => new object?[]
    {
        Show(Make(7, ""first"")), Show(Tool.Again(Make(7, ""first""))), Show(Make(8, null)), Show(Tool.Again(Make(8, null))),
    };
}");

        [Fact]
        public void Existing_objects_keep_their_identity() => Harness.RoundTrip(Types + @"
public class World { public World() { First = Options; Members = List; } [Kitbag.KitbagIgnore] public Options First;
    [Kitbag.KitbagIgnore] public List<int> Members; public Options Options { get; } = new(); public List<int> List { get; } = new(); }
public static class Program
{
    static bool Same(World world) => ReferenceEquals(world.First, world.Options) && ReferenceEquals(world.Members, world.List)
        && world.Options.Quality == 7 && world.List.Count == 1;
    static World Make() { var world = new World(); world.Options.Quality = 7; world.List.Add(2); return world; }
    public static object?[] Run()
    {
        var existing = new World();
        existing.List.Add(9);
        Kitbag.KitbagSerializer.Populate(Kitbag.KitbagSerializer.Serialize(Make()), existing);
        var other = new World();
        other.List.Add(9);
        Kitbag.KitbagJson.Populate(Kitbag.KitbagJson.Serialize(Make()), other);
        return new object?[] { true, Same(Tool.Again(Make())), true,
            Tool.Again(Enumerable.Range(0, 9).Select(_ => Make()).ToArray()).All(Same), true, Same(existing), true, Same(other) };
    }
}");

        [Fact]
        public void Members_missing_in_the_document_keep_their_values() => Harness.RoundTrip(@"
using System.Collections.Generic; using System.Linq;
public class Old { public OldPart Part { get; set; } = new(); }
public class OldPart { public int X { get; set; } }
public class World { public Part Part { get; } = new Part { Y = 6 }; public List<int> List { get; } = new() { 1 }; }
public class Part { public int X { get; set; } public int Y { get; set; } = 2; }
public static class Program
{
    static byte[] Binary<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagSerializer.Serialize(value);
    static string Text<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagJson.Serialize(value);
    static T From<[Kitbag.KitbagRoot] T>(byte[] document) => Kitbag.KitbagSerializer.Deserialize<T>(document)!;
    static T From<[Kitbag.KitbagRoot] T>(string text) => Kitbag.KitbagJson.Deserialize<T>(text)!;
    static string Show(World world) => world.Part.X + "" "" + world.Part.Y + "" "" + world.List.Count;
    static Old Make(int i) => new Old { Part = new OldPart { X = i } };
    public static object?[] Run() => new object?[]
    {
        ""3 6 1"", Show(From<World>(Binary(Make(3)))),
        ""3 6 1"", Show(From<World>(Text(Make(3)))),
        ""0 6 1"", Show(From<World>(Binary(new Old { Part = null! }))),
        ""0 6 1"", Show(From<World>(Text(new Old { Part = null! }))),
        ""9 6 1"", Show(From<World[]>(Binary(Enumerable.Range(0, 12).Select(Make).ToArray()))[9]),
        ""0 6 1"", Show(From<World>(""{\""List\"":null}"")),
        ""0 6 0"", Show(From<World>(""{\""List\"":[]}"")),
    };
}");

        [Fact]
        public void Refused_with_a_path()
        {
            Harness.RoundTrip(@"
using System.Collections.Generic; using System.Linq;
public class Source { public List<int> List { get; set; } = new() { 1 }; }
public class Fixed { public IList<int> List { get; } = new int[3]; }
public class Absent { public List<int>? List { get; } }
public abstract class Shape { public int X { get; set; } } public class Circle : Shape { } public class Square : Shape { }
public class ShapeSource { public Shape Shape { get; set; } = new Circle(); }
public class ShapeTarget { public Shape Shape { get; } = new Square(); }
public static class Program
{
    static byte[] Binary<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagSerializer.Serialize(value);
    static string Text<[Kitbag.KitbagRoot] T>(T value) => Kitbag.KitbagJson.Serialize(value);
    static string From<[Kitbag.KitbagRoot] T>(byte[] document) {
        try { Kitbag.KitbagSerializer.Deserialize<T>(document); return """";
        } catch (Kitbag.KitbagException e) { return e.Reason + "" "" + e.Path; } }
    static string From<[Kitbag.KitbagRoot] T>(string text) {
        try { Kitbag.KitbagJson.Deserialize<T>(text); return """"; } catch (Kitbag.KitbagException e) { return e.Reason + "" "" + e.Path;
        } }
    static Source[] Many(int count) => Enumerable.Range(0, count).Select(i => i == 2 ? new Source() : new Source { List = null! })
        .ToArray();
    public static object?[] Run() => new object?[]
    {
        ""NotSupported Fixed.List"", From<Fixed>(Binary(new Source())),
        ""NotSupported Fixed.List"", From<Fixed>(Text(new Source())),
        ""NotSupported Absent.List"", From<Absent>(Binary(new Source())),
        ""NotSupported Absent.List"", From<Absent>(Text(new Source())),
        ""NotSupported $[2].List"", From<Absent[]>(Binary(Many(4))),
        ""NotSupported $[2].List"", From<Absent[]>(Binary(Many(12))),
        ""NotSupported $[2].List"", From<Absent[]>(Text(Many(12))),
        ""SchemaMismatch ShapeTarget.Shape"", From<ShapeTarget>(Binary(new ShapeSource())),
        ""SchemaMismatch ShapeTarget.Shape"", From<ShapeTarget>(Text(new ShapeSource())),
    };
}");
        }

        [Fact]
        public void Hidden_setters() => Harness.RoundTrip(@"
using System.Collections.Generic; using System.Linq;
public abstract class Base { public int Id { get; private set; } public string? Name { get; protected set; } public virtual int Level { get;
    private protected set; } public int[]? Numbers { get; private set; }
  public Base Fill() { Id = 1; Name = ""n""; Level = 3; Numbers = new[] { 1 }; return this; } }
public class Leaf : Base { public override int Level { get => base.Level; } public int Own { get; internal set; } public string? Made { get;
    private init; } public static Leaf Of() => new Leaf { Made = ""m"", Own = 5 }; }
public struct Value { public int X { get; private set; } public string Y { get; private set; } public Value(int x)
    : this() { X = x; Y = ""y""; } }
public sealed record Hidden { private Hidden() { } public string? Path { get; init; } public int Size { get; set;
    } public static Hidden Of(string path) => new Hidden { Path = path, Size = 2 }; }
public static class Program
{
    static Leaf Make() { var leaf = Leaf.Of(); leaf.Fill(); return leaf; }
    public static object?[] Run() => new object?[]
    {
        Make(), Tool.Again(Make()), (Base)Make(), Tool.Again((Base)Make()),
        Enumerable.Range(0, 9).Select(_ => Make()).ToArray(), Tool.Again(Enumerable.Range(0, 9).Select(_ => Make()).ToArray()),
        new Value(2), Tool.Again(new Value(2)), new[] { new Value(1), default }, Tool.Again(new[] { new Value(1), default }),
        Hidden.Of(""p""), Tool.Again(Hidden.Of(""p"")), new[] { Hidden.Of(""p""), null }, Tool.Again(new[] { Hidden.Of(""p""), null }),
    };
}");

        [Fact]
        public void Hidden_setters_of_partial_types()
        {
            const string Source = @"
using System.Linq;
namespace Inner { public static partial class Outer<TOuter> {
    public partial class Box<T> { public T? Seed { get; private set; } public TOuter? Other { get; protected set;
        } [Kitbag.KitbagInclude] private int _hidden; public static Box<T> Of(T seed, TOuter other) =>
        new Box<T> { Seed = seed, Other = other, _hidden = 3 }; public int Hidden() => _hidden; }
    public sealed partial class Deep<T> : Box<T> { public int X;
        public new static Deep<T> Of(T seed, TOuter other) { var deep = new Deep<T> { X = 4 }; deep.Other = other; return deep; } }
    public partial struct Pair<T> { public T? First { get; private set; } public int @int { get; private set;
        } public static Pair<T> Of(T first) => new Pair<T> { First = first, @int = 2 }; }
    public sealed partial record Line<T> {
        public T? Text { get; private set; } public static Line<T> Of(T text) => new Line<T> { Text = text }; }
} }
public static class Program
{
    static Inner.Outer<int>.Box<string> Make(int i) => Inner.Outer<int>.Box<string>.Of(""s"" + i, i);
    public static object?[] Run() => new object?[]
    {
        Make(1), Tool.Again(Make(1)), Enumerable.Range(0, 9).Select(Make).ToArray(),
            Tool.Again(Enumerable.Range(0, 9).Select(Make).ToArray()), 3, Tool.Again(Make(1)).Hidden(),
        Inner.Outer<string>.Box<int>.Of(1, ""o""), Tool.Again(Inner.Outer<string>.Box<int>.Of(1, ""o"")),
        Inner.Outer<string>.Deep<int>.Of(1, ""o""), Tool.Again(Inner.Outer<string>.Deep<int>.Of(1, ""o"")),
        Inner.Outer<string>.Pair<int>.Of(1), Tool.Again(Inner.Outer<string>.Pair<int>.Of(1)),
            new[] { Inner.Outer<string>.Pair<int>.Of(1), default }, Tool.Again(new[] { Inner.Outer<string>.Pair<int>.Of(1), default }),
        Inner.Outer<string>.Line<string>.Of(""t""), Tool.Again(Inner.Outer<string>.Line<string>.Of(""t"")),
    };
}";
            Harness.RoundTrip(Source);
        }

        [Fact]
        public void Explicit_implementations_that_are_included() => Harness.RoundTrip(@"
using Kitbag;
public interface IMarked<T> { T Index { get; set; } T Kind { get; } }
public class Hero : IMarked<uint>
{
    [KitbagInclude] uint IMarked<uint>.Index { get; set; }
    [KitbagInclude] uint IMarked<uint>.Kind { get; } = 1;
    public int X { get; set; }
    public static Hero Of(uint index) { var made = new Hero { X = 3 }; ((IMarked<uint>)made).Index = index; return made; }
    public uint Get() => ((IMarked<uint>)this).Index;
}
public static class Program { public static object?[] Run() => new object?[] { 7u, Tool.Again(Hero.Of(7)).Get() }; }");

        [Fact]
        public void Of_classes_without_stored_members() => Harness.RoundTrip(@"
using System.Collections.Generic; using Kitbag;
public class Empty { [KitbagIgnore] public int Cached; }
public class Hero { public int Health; public Empty Inner { get; } = new Empty(); }
public static class Program
{
    public static object?[] Run()
    {
        var one = new Hero { Health = 3 };
        var many = new[] { new Hero { Health = 3 }, new Hero() };
        return new object?[] { one, Tool.Again(one), many, Tool.Again(many) };
    }
}");

        private const string Library = @"
using System.Collections.Generic;
public class Compiled { public int Number { get; private set; } public int Twice => Number * 2; public List<int> List { get; } = new();
    public readonly Dictionary<string, int> Map = new(); public int X { get; set; }
    private readonly List<int> _keys = new(); public IList<int> Keys => _keys; public List<int> Computed => new() { X };
    private HashSet<string>? lazy_; public HashSet<string> Lazy => lazy_ ??= new HashSet<string>();
    internal List<string>? InternalNotes { get; private set; } public IList<string> Notes => InternalNotes ??= new List<string>();
    private readonly List<int> label_ = new(); public IList<int> LabelList => label_;
    public static Compiled Of(int i) { var made = new Compiled { Number = i, X = i, Lazy = { ""l"" } }; made.List.Add(i);
        made.Keys.Add(i); made.Map[""m""] = i; made.Notes.Add(""n""); made.LabelList.Add(i); return made; } }
public class Fixed { public int Seed { get; } public int X { get; set; } public int Twice => X * 2; }
public class Closed { private readonly List<int> _items = new(); public IReadOnlyList<int> Items => _items; public int X;
    private readonly HashSet<int> _days = new(); public IReadOnlyCollection<int> Excluded => _days; public List<int> All => new(_items); }
public class Coded { private List<System.Text.Encoding> _all = new(); public List<System.Text.Encoding> All { get => _all; private set =>
    _all = value; } public int X; }";

        [Fact]
        public void Of_compiled_types() => Harness.RoundTripWithLibrary(@"
public static class Program
{
    public static object?[] Run() => new object?[] { Compiled.Of(3), Tool.Again(Compiled.Of(3)) };
}", Library, "GetOnlyLibrary");

        // A reference assembly, which a project gets of another one, lacks private setters.
        [Theory]
        [InlineData(false, "Closed,Closed,Coded,Fixed")]
        [InlineData(true, "Compiled,Fixed")]
        public void Of_compiled_types_is_reported_at_the_call(bool isReference, string lost)
        {
            var image = new System.IO.MemoryStream();
            Assert.True(Harness.Compile(Library, "Library", kitbag: false).Emit(image,
                options: new Microsoft.CodeAnalysis.Emit.EmitOptions(metadataOnly: isReference,
                includePrivateMembers: !isReference)).Success);
            CSharpCompilation use = Harness.Compile(
                "public static class Program { public static void Run(Compiled a, Closed b, Fixed c, Coded d) { "
                    + "Kitbag.KitbagSerializer.Serialize(a); Kitbag.KitbagSerializer.Serialize(b); "
                    + "Kitbag.KitbagSerializer.Serialize(d); Kitbag.KitbagSerializer.Serialize(c); } }",
                references: MetadataReference.CreateFromImage(image.ToArray()));
            var diagnostics = Harness.Diagnose(use, out Compilation output);
            Assert.All(diagnostics, d => Assert.Equal("KIT0019", d.Id));
            Assert.Equal(lost.Split(','), diagnostics.Select(d => d.GetMessage(null).Split('.')[0]).OrderBy(name => name));
            Assert.Equal("Kitbag.KitbagSerializer.Serialize(c)", Harness.TextAt(diagnostics.Last()));
            // The fields are known of a package only.
            Assert.EndsWith("If the type is not yours, write a [KitbagSurrogate] for it" + (isReference ? ""
                : ", or store its fields with [assembly: KitbagSerializable(typeof(Fixed), Fields = true)]"),
                diagnostics.Last().GetMessage(null));
            string code = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            Assert.Contains(" List ", Harness.Members(code));
            Assert.Contains(" Map ", Harness.Members(code));
        }

        [Fact]
        public void Marker_classes() => Harness.RoundTrip(@"
public enum Channel { Default, Other }
public abstract class Packet { public Channel Channel { get; protected set; } [Kitbag.KitbagIgnore] private int _sequence;
    public int Next() => _sequence++; }
public class Ping : Packet { }
public class Move : Packet { public int X { get; set; } }
public static class Program
{
    public static object?[] Run() => new object?[] { new Ping(), Tool.Again(new Ping()), (Packet)new Ping(), Tool.Again((Packet)new Ping()),
        new Packet[] { new Ping(), new Move { X = 2 } }, Tool.Again(new Packet[] { new Ping(), new Move { X = 2 } }) };
}");

        [Fact]
        public void Data_member_includes_private_members() => Harness.RoundTrip(@"
using System.Runtime.Serialization;
[DataContract] public class Contract { [DataMember] private int _x;
    [DataMember(Name = ""why"")] private string? Y { get; set; } public static Contract Of() => new Contract { _x = 3, Y = ""y"" };
    public string Show() => _x + Y; }
public static class Program { public static object?[] Run() => new object?[] { ""3y"", Tool.Again(Contract.Of()).Show() }; }");

        [Fact]
        public void Marked_members_without_a_setter_have_their_fields_set() => Harness.RoundTrip(@"
using System.Runtime.Serialization;
using System.Collections.Generic;
namespace Newtonsoft.Json { public sealed class JsonPropertyAttribute : System.Attribute { public JsonPropertyAttribute(string name) { } } }
[DataContract] public class Release
{
    [DataMember] public readonly int Major;
    [DataMember] public int[]? Parts { get; }
    [Newtonsoft.Json.JsonProperty(""minor"")] public readonly long? Minor;
    [DataMember] public readonly List<int> Builds = new List<int>();
    public Release() { }
    private Release(int x, long unused) { Major = x; Parts = new[] { x }; Minor = x; Builds.Add(x); }
    public static Release Of(int x) => new Release(x, 0);
}
public static class Program
{
    public static object?[] Run() => new object?[] { Release.Of(3), Tool.Again(Release.Of(3)), new Release(), Tool.Again(new Release()) };
}");

        [Theory]
        [InlineData("{ get; private set; } = new List<T>();", false)]
        [InlineData("{ get; private set; } public Box() { List = new List<T>(); }", false)]
        [InlineData("{ get; protected set; } } public class Bag : Box<int> { public Bag() => List = new List<int>();", false, "Bag")]
        [InlineData("{ get; private set; } public Box() { Init(); } void Init() => Reset(); void Reset() => List = new List<T>();", false)]
        [InlineData("{ get => _list; private set => _list = value; } readonly int y; List<T> _list = new List<T>();", false)]
        [InlineData("{ get; private set; } public Box() { } public Box(IEnumerable<T> them) { List = new List<T>(them); }", true)]
        [InlineData("{ get; private set; } = null!;", true)]
        [InlineData("{ get; private set; }", true)]
        [InlineData("{ get; private set; } public Box() { } public static Box<T> Of(List<T> list) => new Box<T> { List = list };", true)]
        public void Members_with_an_inaccessible_setter_are_populated_in_place(string list, bool isLost, string type = "Box<int>")
        {
            string source =
                "#nullable disable warnings\nusing System.Collections.Generic; public class Box<T> { public int X; public List<T> List "
                + list + " } public static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new " + type
                    + "()); } }";
            ImmutableArray<Diagnostic> diagnostics = Harness.Diagnose(Harness.CompileFor(8, source), out _);
            if (!isLost)
            {
                Assert.Empty(diagnostics);
                return;
            }
            Diagnostic diagnostic = Assert.Single(diagnostics);
            Assert.Equal("KIT0017", diagnostic.Id);
            Assert.Contains("'Box<T>.List' is not stored: generated code cannot access its setter", diagnostic.GetMessage(null));
            Assert.Contains("neither an initializer nor the constructor that reading calls, ", diagnostic.GetMessage(null));
        }

        [Fact]
        public void Get_only_scalars_that_are_explicitly_included() => Harness.RoundTrip(@"
using Kitbag;
public class Asked { [KitbagInclude] public int Level { get; } [KitbagInclude] private int[]? Scores { get; } public int X;
    public Asked() { } public static Asked Of(int level) => new Asked(level, 0);
    private Asked(int l, long unused) { Level = l; Scores = new[] { l }; } public string Show() => Level + "" "" + Scores?.Length; }
public readonly struct Value { public Value(int l) : this() { Level = l; } [KitbagInclude] public int Level { get; } }
public static class Program
{
    public static object?[] Run() => new object?[] { Asked.Of(3), Tool.Again(Asked.Of(3)), ""3 1"", Tool.Again(Asked.Of(3)).Show(),
        new[] { new Value(4), default }, Tool.Again(new[] { new Value(4), default }) };
}");

        // Only the constructor that reading calls counts, with all that it calls.
        [Theory]
        [InlineData("private Team() { People = new List<string>(); }")]
        [InlineData("private Team() : this(0) { } private Team(int x) { X = x; (People, Parts) = (new List<string>(), new()); }")]
        [InlineData("private Team() { if (Parts != null) { People ??= new List<string>(); } }")]
        [InlineData("[KitbagInclude] public override ICollection<string> People { get; } private Team() { }")]
        public void Created_by_the_constructor_that_is_called(string constructor)
        {
            bool isOverridden = constructor.Contains("override", System.StringComparison.Ordinal);
            Harness.RoundTrip(@"#nullable disable warnings
using Kitbag; using System.Collections.Generic; using System.Linq;
public abstract class Group { public abstract ICollection<string> People { get; } public List<int> Parts { get; }
    protected Group() { Parts = new List<int>(); } protected Group(IEnumerable<int> all) { Parts = all.ToList(); } }
public partial class Team : Group { public Team(IEnumerable<string> them, IEnumerable<int> all) : base(all) { People = them.ToList(); }
    public int X { get; set; } }
public partial class Team {" + constructor.Replace("(People, Parts) = (new List<string>(), new())", "(People, X) = (new List<string>(), 1)")
    + (isOverridden ? "" : " public override ICollection<string> People { get; }") + @" }
public static class Program { public static object?[] Run() { var team = new Team(new[] { ""a"" }, new[] { 1 }) { X = 3 };
    return new object?[] { team, Tool.Again(team), 1, Tool.Again(team).People.Count, 1, Tool.Again(team).Parts.Count }; } }");
        }

        // Their fields are set, because objects are created before their members are read.
        [Fact]
        public void Objects_that_can_reference_each_other_need_no_collection_of_the_constructor() => Harness.RoundTrip(@"
#nullable disable warnings
using System.Collections.Generic; using System.Linq;
public class Node { public Node(string name) { Name = name; } public Node(string name, IEnumerable<Node> them) : this(name) {
    Kids = them.ToList(); } public string Name { get; } public List<Node> Kids { get; } }
public class World { private World() { } public World(int x) { Part = new Part { X = x }; } public Part Part { get; } public int Y; }
public class Part { public int X { get; set; } public World Owner { get; set; } }
public static class Program
{
    public static object?[] Run()
    {
        var node = new Node(""a"", new[] { new Node(""b"") });
        return new object?[] { node, Tool.Again(node), 1, Tool.Again(node).Kids.Count, 3, Tool.Again(new World(3)).Part.X };
    }
}");

        // « and » enclose the source that the diagnostic must mark.
        [Theory]
        [InlineData("World.Seed", "public class World { public int «Seed» { get; } public int X; }", "private")]
        [InlineData("World.Seed", "public class World { public readonly int «Seed»; public int X; }", "'readonly'")]
        [InlineData("World.Items", "public class World { public int[] «Items» { get; } = new int[3]; public int X; }", "'items'")]
        [InlineData("World.Items",
            "public class World { public System.Collections.Generic.IReadOnlyList<int> «Items» { get; } = new int[3]; public int X; }",
            "cannot be populated")]
        [InlineData("World.Name", "public class World { public string? «Name» { get; } public int X; }", "constructor")]
        [InlineData("World.Part",
            "public class World { public Part «Part» { get; } = new Part(2); public int X; } public record Part(int A);",
            "only while it is created")]
        [InlineData("World.Stream", "public class World { public System.IO.Stream? «Stream» { get; } public int X; }", "Stream")]
        [InlineData("World.Streams",
            "public class World { public System.Collections.Generic.List<System.IO.Stream> «Streams» { get; } = new(); public int X; }",
            "cannot be serialized")]
        [InlineData("Base.Seed",
            "public class World { public A? A; public B? B; } public class Base { public int «Seed» { get; } } public class A : Base { "
            + "public int X; } public class B : Base { public int X; }", "constructor")]
        [InlineData("World.URL", "public class World { public string? «URL» { get; } public int X; }", "a parameter named 'url'")]
        [InlineData("Value.List",
            "public class World { public Value A; } public struct Value { public System.Collections.Generic.List<int> «List» { get; } "
            + "public int X; }", "constructor")]
        [InlineData("World.People",
            "public class World { private World() { } public World(int org, IEnumerable<string> them) { Org = org; People = "
            + "them.Where(x => x != null).ToList(); } public int Org { get; set; } "
            + "public ICollection<string> «People» { get; } }", "the constructor that reading calls, World(),")]
        [InlineData("World.Part",
            "public class World { private World() { Part = null!; } public World(Part it, int unused) { Part = it ?? new(); } "
            + " public int X { get; set; } public readonly Part «Part»; } public class Part { public int A { "
            + "get; set; } }", "the constructor that reading calls, World(),")]
        [InlineData("Base.People",
            "public class Base { protected Base() { } protected Base(IEnumerable<string> them) { People = them.ToList(); } public "
            + "IList<string> «People» { get; } } public class World : Base { private World() { } public World(IEnumerable<string> them, "
            + "int unused) : base(them) { } public int X { get; set; } }",
            "World(),")]
        [InlineData("World.Log",
            "public struct World { public readonly System.IO.Stream «Log»; public World(System.IO.Stream l) { Log = l; } }", "constructor")]
        [InlineData("World.Name", "public class World { public World(string name, int size) { Name = name; Size = new(size); } public "
            + "World() { } public string «Name» { get; } = \"\"; public System.DateTime Size { get; set; } }",
            "no parameter of the constructor that reading calls has its name")]
        [InlineData("World.When", "public class World { public World(string when) { When = System.DateTime.Parse(when); } public World() "
            + "{ } public System.DateTime «When» { get; } public int X { get; set; } }",
            "its type 'DateTime' is not that of the constructor's parameter 'when', 'string'")]
        [InlineData("World.Length", "public class World { public World(System.Text.StringBuilder text) { Text = text; Length = "
            + "text.Length; } public System.Text.StringBuilder Text { get; } public int «Length» { get; } }", "'length'")]
        public void Lost(string member, string source, string says)
        {
            const string Using = "using System.Collections.Generic; using System.Linq;\n#nullable disable warnings\n";
            source = Using + source;
            string clean = source.Replace("«", "").Replace("»", "") + "\npublic static class Program { public static void Run(World world) "
                + "{ Kitbag.KitbagSerializer.Serialize(world); } }";
            CSharpCompilation compilation = Harness.Compile(clean);
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(compilation, out Compilation output));
            Assert.Equal("KIT0017", diagnostic.Id);
            Assert.StartsWith("'" + member + "' is not stored: ", diagnostic.GetMessage(null));
            Assert.Contains(says, diagnostic.GetMessage(null));
            int start = source.IndexOf('«', System.StringComparison.Ordinal);
            Assert.Equal(start, diagnostic.Location.SourceSpan.Start);
            Harness.Emit(compilation, output);
        }

        [Theory]
        [InlineData("public class World { public int X; public int Double => X * 2; public int Sum { get { return X; } } public static "
            + "int S { get; } public const int C = 1; public int this[int i] => i; public System.Action? Act { get; } public event "
            + "System.Action? E; [Kitbag.KitbagIgnore] public int Seed { get; } }")]
        [InlineData("public record World(int A, string B) { public int Length => B.Length; }")]
        [InlineData("public class World { public World(int seed) { Seed = seed; } public int Seed { get; } public readonly string? "
            + "Name; public World(int seed, string name) { Seed = seed; Name = name; } }")]
        [InlineData("public abstract class Base { public abstract int Kind { get; } public virtual string? Name { get; } } public "
            + "class World : Base { public override int Kind => 4; public override string? Name => null; public int X; }")]
        [InlineData("public class World { public World() { } public World(int seed) { } public System.Collections.Generic.List<int>? None "
            + "{ get; } public int X; }")]
        // The constructor computes the same values again.
        [InlineData("public class World { public World(string name, int? hp, int[] parts) { Name = name; Length = name.Length; Hp = hp; "
            + "IsHurt = hp.HasValue && hp.Value < 5; Parts = parts; Count = parts.Length; } public string Name { get; } public int Length "
            + "{ get; } public int? Hp { get; } public bool IsHurt { get; } public int[] Parts { get; } public int Count { get; } }")]
        [InlineData("public class World { }")]
        [InlineData("public class World { public string Kind => \"ping\"; }")]
        [InlineData("public class World { [System.NonSerialized] public readonly int A; [System.Text.Json.Serialization.JsonIgnore] "
            + "public int B { get; } }")]
        [InlineData("public interface IHas { int X { get; } } public class World : IHas { int IHas.X { get; } = 4; public int Y; }")]
        public void Not_reported(string source) =>
            Harness.Build(Harness.Compile(source
                + "\npublic static class Program { public static void Run(World world) { Kitbag.KitbagSerializer.Serialize(world); } }"));

        // Each type that reaches another one through a member without a setter can be the root: the dropped members do not depend on it.
        [Fact]
        public void Reach_does_not_depend_on_the_root()
        {
            const string Both =
                "public class A { public B B { get; } = null!; public int X; } public record B(C C) { public int Y; } public class C { "
                + "public A A { get; } = null!; } ";
            string[] found = { "A", "B", "C" };
            for (int i = 0; i < found.Length; i++)
            {
                string source = Both + "public static class Program { public static void Run(" + found[i]
                    + " value) { Kitbag.KitbagSerializer.Serialize(value); } }";
                Assert.Empty(Harness.Diagnose(source));
            }
        }
    }
}
