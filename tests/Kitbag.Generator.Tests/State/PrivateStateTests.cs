using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests types with private state: fields that a constructor can restore are stored, and others are reported.</summary>
    public class PrivateStateTests
    {
        // Classes with state that is in no public member.
        private const string Hidden = "class Pos { internal int X, Y; } class Step { internal int N { get; set; } } interface IX { int V { "
            + "get; set; } } class Ex : IX { int IX.V { get; set; } } class Money { readonly int _c; public Money(int c) { _c = c; } "
            + "public int Dollars => _c / 100; } class Tok { readonly string _n; Tok? _next; public Tok(string n) { _n = n.Trim(); } "
            + "public string Get() => _n; } class Price { readonly Money _m; readonly string _unit; public Price(Money m, string unit) { "
            + "_m = m; _unit = unit; } public override string ToString() => _unit; }";

        [Fact]
        public void Fields_that_a_constructor_sets_are_stored() => Harness.RoundTrip(@"
using Kitbag; using System; using System.Collections.Generic;
public readonly struct SessionId : IComparable<SessionId>
{
    private readonly ushort id;
    public bool IsPlayer => id != 0;
    private SessionId(ushort id) { this.id = id; }
    public static implicit operator ushort(SessionId id) => id.id;
    public static implicit operator SessionId(ushort id) => new SessionId(id);
    public int CompareTo(SessionId other) => id.CompareTo(other.id);
}
public readonly struct Color { readonly uint argb; Color(uint argb) { this.argb = argb; } public byte R => (byte)(argb >> 16);
    public static Color Of(uint argb) => new Color(argb); public override string ToString() => argb.ToString(); }
public class Request { private readonly long channelId; private readonly string _name;
    protected int Page { get; } public Request(long channelId, string name, int page = 3) { this.channelId = channelId; _name = name;
    Page = page; } public override string ToString() => channelId + _name + Page; }
public sealed class Later : Request { private readonly List<int> m_all;
    public Later(long channelId, string name, int page, List<int> all)
    : base(channelId, name, page) { m_all = all; } public override string ToString() => base.ToString() + m_all.Count; }
public class Both { private readonly decimal amount; public string Text => amount.ToString();
    public Both() { } public Both(decimal amount) { this.amount = amount; } }
public class Marked { private readonly int a; public int B => a;
    [KitbagConstructor] private Marked(int a, long unused = 0) { this.a = a; } public Marked(long other, int x, int y) { a = (int)other;
    } public static Marked Of(int a) => new Marked(a, 1L); }
public class World { public SessionId Id; public Color? Color; public Dictionary<SessionId, Color>? Map; public Request? Request;
    public Both? Both; public Marked? Marked; }
public static class Program
{
    static string Show(World? w) => (ushort)w!.Id + "" "" + w.Color + "" "" + w.Request + w.Both?.Text + "" "" + w.Marked?.B
        + string.Join("","", w.Map!);
    public static object?[] Run()
    {
        var world = new World { Id = 7, Color = Color.Of(0xFF00AA11), Map = new Dictionary<SessionId, Color> { [3] = Color.Of(5) },
            Request = new Later(5, ""n"", 4, new List<int> { 1, 2 }), Both = new Both(1.25m), Marked = Marked.Of(9) };
        return new object?[]
        {
            Show(world), Show(Tool.Again(world)), new Request(1, ""x"").ToString(), Tool.Again(new Request(1, ""x"")).ToString(),
            new SessionId[] { 1, 2, 300 }.Length, Tool.Again(new SessionId[] { 1, 2, 300 }).Length, (ushort)300,
                (ushort)Tool.Again(new SessionId[] { 1, 2, 300 })[2],
        };
    }
}");

        // As in GoRogue: Steps lacks the first step, so the constructor gets the field.
        [Fact]
        public void Iterators_that_return_other_elements_are_not_passed_to_the_constructor() => Harness.RoundTrip(@"
using System.Collections.Generic;
public class Path
{
    private readonly IReadOnlyList<int> _steps;
    private readonly double _cost;
    internal Path(IReadOnlyList<int> steps, double cost) { _steps = steps; _cost = cost; }
    public double Cost => _cost;
    public IEnumerable<int> Steps { get { for (int i = 1; i < _steps.Count; i++) yield return _steps[i]; } }
    public override string ToString() => string.Join("" "", _steps) + "" "" + _cost;
}
public class Bag
{
    private readonly List<int> _items;
    public Bag(IEnumerable<int> items) { _items = new List<int>(items); }
    public IEnumerable<int> Items { get { foreach (int item in _items) { yield return item; } } }
}
public static class Program
{
    public static object?[] Run()
    {
        var path = new Path(new[] { 1, 2, 3 }, 4);
        var bag = new Bag(new[] { 1, 2 });
        return new object?[] { path.ToString(), Tool.Again(path).ToString(), bag, Tool.Again(bag) };
    }
}", "Iterators");

        // As in OpenRA and Terraria: readonly fields, computed properties, and parameters with other names or types.
        [Fact]
        public void The_constructor_that_restores_the_state_is_chosen() => Harness.RoundTrip(@"
using Kitbag; using System.Collections.Generic;
public readonly struct Cell { public readonly int Bits; public int X => Bits >> 20; public int Y => (Bits << 12) >> 20;
    public byte Layer => (byte)Bits; public Cell(int bits) { Bits = bits; }
    public Cell(int x, int y, byte layer) { Bits = (x & 0xFFF) << 20 | (y & 0xFFF) << 8 | layer; } }
public readonly struct Distance { public readonly int Length; public Distance(int r) { Length = r; }
    public static readonly Distance Zero = new Distance(0); }
public readonly struct Tile { public readonly short X, Y; public Tile(int x, int y) { X = (short)x; Y = (short)y; }
    public Tile(short x, short y) { X = x; Y = y; } }
public class Area { public readonly Cell From; public readonly Distance Size;
    public Area(Cell from, Distance r) { From = from; Size = r; } }
public class World { public Cell? Home; public Dictionary<Cell, Distance>? Map; public Tile Tile; public Area? Area; }
public static class Program
{
    static string Show(World w) => w.Home!.Value.Bits + "" "" + string.Join("","", System.Linq.Enumerable.Select(w.Map!,
        e => e.Key.Bits + "":"" + e.Value.Length)) + "" "" + w.Tile.X + "" "" + w.Tile.Y + "" "" + w.Area!.From.Bits + w.Area.Size.Length;
    public static object?[] Run()
    {
        var world = new World { Home = new Cell(3, -4, 1), Tile = new Tile((short)-1, (short)300),
            Area = new Area(new Cell(5), new Distance(6)),
            Map = new Dictionary<Cell, Distance> { [new Cell(1, 2, 3)] = new Distance(1024), [new Cell(7)] = Distance.Zero } };
        return new object?[] { Show(world), Show(Tool.Again(world)) };
    }
}");

        // The type of a parameter may be the class that is created for an interface, or an array.
        [Fact]
        public void Parameters_of_another_type_than_the_member() => Harness.RoundTrip(@"
using System.Collections.Generic;
public class Request { public readonly IReadOnlyList<int> Ids;
    public IReadOnlyDictionary<string, int>? Names { get; } public ICollection<string>? Tags { get; } public ISet<long> Set { get;
    } public Request(int[] ids, Dictionary<string, int>? names, List<string>? tags, HashSet<long> set) { Ids = ids; Names = names;
    Tags = tags; Set = set; } }
public static class Program
{
    public static object?[] Run() => new object?[]
    {
        new Request(new[] { 1, 2 }, new Dictionary<string, int> { [""a""] = 1 }, null, new HashSet<long> { 5 }),
            Tool.Again(new Request(new[] { 1, 2 }, new Dictionary<string, int> { [""a""] = 1 }, null, new HashSet<long> { 5 })),
        new Request(null!, null, new List<string> { ""t"" }, null!),
            Tool.Again(new Request(null!, null, new List<string> { ""t"" }, null!)),
    };
}");

        // The body of the constructor shows to which members they belong.
        [Fact]
        public void Parameters_of_another_name_than_the_member() => Harness.RoundTrip(@"
using System;
public class Link { public string Url; public int Index;
    public int Length { get; } public Link(string url, int startIndex, int n) { Url = url; Index = startIndex; this.Length = n; } }
public class Node { public string Key { get; } private readonly int value;
    public Node(string k, int v) { Key = k ?? throw new ArgumentNullException(nameof(k)); value = v; } public int Value() => value; }
public class Request { private readonly long channelId; public Request(long id) => channelId = id;
    public override string ToString() => channelId.ToString(); }
public readonly struct Moved { public readonly int Entity; public readonly Link? Place; public string? Tag { get; }
    public Moved(int uid, Link? place, string? t) { Entity = uid; Place = place; Tag = t; } }
public static class Program
{
    public static object?[] Run() => new object?[] { new Link(""u"", 3, 4), Tool.Again(new Link(""u"", 3, 4)), new Node(""k"", 5).Key + 5,
        Tool.Again(new Node(""k"", 5)).Key + Tool.Again(new Node(""k"", 5)).Value(), new Request(6).ToString(),
        Tool.Again(new Request(6)).ToString(), 9, Tool.Again(new Moved(9, null, null)).Entity, default(Moved), Tool.Again(default(Moved)),
        new Moved(7, new Link(""u"", 3, 4), ""t""), Tool.Again(new Moved(7, new Link(""u"", 3, 4), ""t"")) };
}");

        // The bodies of the constructors that are called show to which members they belong.
        [Fact]
        public void Parameters_that_other_constructors_assign_to_members_of_other_names() => Harness.RoundTrip(@"
using Kitbag;
public class User { public int Id { get; set; } }
public class Event<T> { public Event(T arg) { Argument = arg; } public T Argument { get; } }
public class Created : Event<User> { public Created(User user) : base(user) { } public override string ToString() => Argument.Id + ""u""; }
public class Numbered : Event<int> { public Numbered(int number, string why) : base(number) { Why = why ?? """"; }
    public string Why { get; } public override string ToString() => Argument + Why; }
public class Later : Numbered { public Later(string text, int n) : this(n, text, 0) { } [KitbagConstructor] private Later(int n, string t,
    long unused = 1) : base(n, t) { } }
public class Secret { private readonly string _text; public Secret(string text) => _text = text; public string Show() => _text; }
public sealed class Told : Secret { public Told(string value) : base(value) { } }
public record Base(int Level); public record Derived(int L, string Name) : Base(L);
public class Message { protected Message(string kind, object id) { Kind = kind; Id = id; } public string Kind { get; } public object Id {
    get; } public override string ToString() => Kind + Id; }
public class Hello : Message { public Hello(object number) : base(""hello"", number) { } }
public static class Program
{
    public static object?[] Run() => new object?[] { new Created(new User { Id = 7 }), Tool.Again(new Created(new User { Id = 7 })),
        new Numbered(4, ""w""), Tool.Again(new Numbered(4, ""w"")), new Later(""t"", 6), Tool.Again(new Later(""t"", 6)), ""told"",
        Tool.Again(new Told(""told"")).Show(), new Derived(3, ""n""), Tool.Again(new Derived(3, ""n"")), new Hello(5L),
        Tool.Again(new Hello(5L)), new Numbered(4, ""w""), Tool.Again<Event<int>>(new Numbered(4, ""w"")),
        new Later(""t"", 6), Tool.Again<Event<int>>(new Later(""t"", 6)) };
}");

        // A value that the constructor checks or changes with a call is stored, as are the parameters of a marked constructor.
        [Theory]
        [InlineData("public World(string url) { _url = url ?? throw new System.ArgumentNullException(\"no \" + nameof(url)); }")]
        [InlineData("public World(string url) { _url = url.Length == 0 ? \"none\" + 0 : url; }")]
        [InlineData("public World(string url) { _url = url.Trim(); }")]
        [InlineData("public World(string url) { _url = url; int twice = url.Length * 2; X = twice + url.Length; }")]
        [InlineData("[Kitbag.KitbagConstructor] public World(string url) { _url = url + \"\"; }")]
        public void Fields_that_are_not_recomputed_are_stored(string constructor) => Harness.RoundTrip(
            "public class World { private readonly string _url; " + constructor + " public int X { get; set; } "
            + "public override string ToString() => _url + X; } public static class Program { public static object?[] Run() => "
            + "new object?[] { new World(\"u\").ToString(), Tool.Again(new World(\"u\")).ToString() }; }");

        // The stored members must not change because of private fields or other constructors.
        [Theory]
        [InlineData("public class World { public World(string name, int size) { Name = name; Size = size; } public World(string n) { "
            + "Name = n; Size = 3; } public string Name { get; } public int Size { get; } }", "Name,Size")]
        [InlineData("public class World { public World(string name) { Name = name; } public World(int s) { Size = s; Name = null!; } "
            + "public string Name { get; } public int Size { get; set; } }", "Name,Size")]
        [InlineData("public class World { private readonly int seed; public World() { } public World(int seed) { this.seed = seed; } "
            + "public int X { get; set; } public int Seed() => seed; }", "X")]
        [InlineData("public class World { private readonly string _name; public World(string name) { _name = name; } public string "
            + "Name => _name; }", "Name")]
        public void Types_that_can_be_stored_in_another_way_do_not_change(string source, string members)
        {
            CSharpCompilation compilation = Harness.Compile(source
                + "\npublic static class Program { public static void Run(World world) { Kitbag.KitbagSerializer.Serialize(world); } }");
            Harness.Diagnose(compilation, out Compilation output);
            Harness.Emit(compilation, output);
            SyntaxTree codec = output.SyntaxTrees.Single(tree =>
                tree.FilePath.EndsWith("Kitbag.WorldCodec.g.cs", System.StringComparison.Ordinal));
            IEnumerable<string> described = Harness.Members(codec.ToString()).Split(' ', System.StringSplitOptions.RemoveEmptyEntries);
            Assert.Equal(members.Split(','), described);
        }

        // A constructor cannot restore state that cannot be serialized: the type is not data.
        [Theory]
        [InlineData("KIT0005", "no member has the name of the parameter 'stream'",
            "public class World { private readonly System.IO.Stream stream; public World(System.IO.Stream stream) { this.stream = "
            + "stream; } public long Length() => stream.Length; }")]
        [InlineData("KIT0005", "the member 'Name', which has the name of the parameter 'name' of World(name), is excluded by "
            + "[KitbagIgnore]",
            "public class Base { [Kitbag.KitbagIgnore] public string? Name { get; set; } } public class World : Base { public World("
            + "string name) { Name = name; } public int X { get; set; } }")]
        [InlineData("KIT0005", "the member '_name', which has the name of the parameter 'name' of World(name), is excluded by "
            + "[NonSerialized]",
            "public class World { [System.NonSerialized] public string _name; public World(string name) { _name = name; } public int X { "
            + "get; set; } }")]
        [InlineData("KIT0005", "the parameter 'Count' of World(Count) is a 'Func<int>', which cannot be stored. Give it one whose "
            + "parameters are named as members are, or a parameterless one, which may be private: "
            + "'private World() : this(default(System.Func<int>)!) { }'",
            "public record World(System.Func<int> Count) { public int X { get; set; } }")]
        [InlineData("KIT0005", "no member has the name of the parameter 'next'",
            "public class World { private readonly World next; public World(World next, int x) { this.next = next; } public World "
            + "Next() => next; }")]
        // The first parameter is assigned to a member of another name, so the second one is the obstacle.
        [InlineData("KIT0005", "no member has the name of the parameter 'source' of World(region, source)",
            "public class Source { public string? Title { get; set; } } public class World { public World(string region, Source source) { "
            + "Country = region; Title = source.Title; } public string Country { get; } public string? Title { get; } }")]
        [InlineData("KIT0005", "World(url) computes '_url' of the parameter 'url', so it would be computed a second time when it is read",
            "public class World { private readonly string _url; public World(string url) { _url = url + \"/all\"; } public int X { get; "
            + "set; } public string Url() => _url; }")]
        [InlineData("KIT0005", "World(all) computes '_all' of the parameter 'all', so it would be computed a second time when it is read",
            "using System.Linq; public class World { private readonly int[] _all; public World(int[] all) { _all = all.Append(7)"
            + ".ToArray(); } public int X { get; set; } public int Count() => _all.Length; }")]
        [InlineData("KIT0005", "World(id, name) computes 'name' of the parameter 'name'",
            "public class World { private readonly int id; private readonly string name; public World(int id, string name) { this.id = id; "
            + "this.name = name + \"!\"; } public int X { get; set; } public string Text() => id + name; }")]
        [InlineData("KIT0005", "World(Price) computes 'Price' of the parameter 'Price'",
            "public record World(long Price) { private long Price { get; init; } = checked((long)(Price * 100)); public int X { get; "
            + "set; } }")]
        [InlineData("KIT0005", "no member has the name of the parameter 'url'",
            "public class World : Base { public World(string url) : base($\"{url}/all\") { } public int X { get; set; } } public class "
            + "Base { private readonly string _url; public Base(string url) { _url = url; } public string Url() => _url; }")]
        [InlineData("KIT0005", "no member has the name of the parameter 'x'",
            "public class World : Base { public World(int x) : base(x * 2) { } } public class Base { public Base(int y) { Y = y; } "
            + "public int Y { get; } }")]
        [InlineData("KIT0005", "no member has the name of the parameter 'x'",
            "public class World : Base { public World(int x) : base(x) { } } public class Base { public Base(int y) { Y = y * 2; } "
            + "public int Y { get; } }")]
        [InlineData("KIT0001", "no member that can be both read and set",
            "public readonly struct World { private readonly long cents; public World(long cents) { this.cents = cents < 0 ? 0 : (cents "
            + "* 100); } public long Cents() => cents; }")]
        public void State_that_is_not_data_is_reported(string id, string says, string source)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(source
                + "\npublic static class Program { public static void Run(World world) { Kitbag.KitbagSerializer.Serialize(world); } }"));
            Assert.Equal(id, diagnostic.Id);
            Assert.Contains(says, diagnostic.GetMessage(null));
        }

        // Each « precedes a field that is lost: a warning, or an information if the field may be a reference to an unrelated object.
        [Theory]
        [InlineData("public class World { public int X; private int «_gold; public void Earn(int n) => _gold += n; }")]
        [InlineData("public class World { public int X; internal string? «Name; protected List<Part> «_parts = new(); private int[]? "
            + "«Scores { get; set; } public IReadOnlyList<Part> Parts => _parts; } public class Part { public int Y; }")]
        [InlineData("public class World { public int X; private readonly int «_seed; private readonly string _fixed = \"a\"; public "
            + "World() { } public World(int seed) { _seed = seed; } public override string ToString() => _seed + _fixed; }")]
        [InlineData("public class World { public int Width { get; } private readonly byte[] «_data; public World(int width) { Width = "
            + "width; _data = new byte[width]; } private World(int width, byte[] data) { Width = width; _data = data; } }")]
        [InlineData("public class World : Base { public int X; } public class Base { private int «_a; public int A() => _a++; }")]
        [InlineData("public unsafe struct World { public int X; private fixed byte «_data[4]; public byte this[int i] { get => _data[i]; "
            + "set => _data[i] = value; } }")]
        [InlineData("public struct World { public string? Name; private int «_a; public int A() => _a++; }")]
        [InlineData("public struct World { private readonly int _value; private readonly bool «_has; public World(int value) { _value = "
            + "value; _has = true; } public int? Value => _has ? _value : null; }")]
        // The stored member is an override with a value of its own.
        [InlineData("public class Base { private int «_gold; public virtual int Gold { get => _gold; set => _gold = value; } public void "
            + "Earn(int n) => _gold += n; } public class World : Base { public override int Gold { get; set; } }")]
        // Stored properties restore only a part of a field.
        [InlineData("public struct Stats { public int Power, Luck; } public class World { private Stats «_stats; public int Power { get => "
            + "_stats.Power; set => _stats.Power = value; } public int Luck => _stats.Luck; public void Roll(int n) => _stats.Luck = n; }")]
        [InlineData("public class World { private (int Id, string? Title) «_t; public int Id { get => _t.Id; set => _t.Id = value; } "
            + "public string? Title => _t.Title; public void Name(string title) { this._t.Title = title; } }")]
        [InlineData("public class World { private sealed class Part { public int A, B; } private Part «_part = new(); public int A { get { "
            + "return _part.A; } set { _part.A = value; } } public void Turn() => _part.B++; }", DiagnosticSeverity.Info)]
        [InlineData("public class World { private int[] «_all = new int[3]; public int First { get => _all[0]; set => _all[0] = value; } "
            + "public void Put(int i, int n) => _all[i] = n; }")]
        [InlineData("public struct Stats { public int Power, Luck; } public class World { private Stats «_stats; public int Power { get => "
            + "_stats.Power; set => _stats.Power = value; } public void Load(Stats stats) => _stats = stats; }")]
        // Setters compute them from what the object had before.
        [InlineData("public class World { private int «_best, _score; public int Score { get => _score; set { _score = value; if (value > "
            + "_best) _best = value; } } public int Best => _best; }")]
        [InlineData("public class World { private int «_best; private int _score; public int Score { get => _score; set { _score = value; "
            + "_best = System.Math.Max(_best, value); } } public int Best => _best; }")]
        [InlineData("public class World { private double «_sum; private double _x; public double X { get => _x; set { _sum += value - _x; "
            + "_x = value; } } public double Sum => _sum; }")]
        [InlineData("public class World { private int «_previous; private int _x; public int X { get => _x; set { _previous = _x; _x = "
            + "value; } } public int Previous => _previous; }")]
        [InlineData("public class World { private int «_last; private int _x; public int X { get => _x; set { int old = X; _x = value; "
            + "_last = old; } } public int Last => _last; }")]
        [InlineData("public class World { private readonly List<int> «_all = new(); private int _x; public int X { get => _x; set { _x = "
            + "value; _all.Add(value); } } public int Count => _all.Count; }")]
        [InlineData("public class World { private System.DateTime «_when; private int _x; public int X { get => _x; set { _x = value; "
            + "_when = System.DateTime.UtcNow; } } public System.DateTime When => _when; }")]
        // Also if reading calls the parameterless constructor, and if a constructor calls another one.
        [InlineData("public class World { private readonly bool «_old; public bool Old => _old; public int A { get; set; } public World() "
            + "{ } public World(int a) { A = a; _old = true; } }")]
        [InlineData("public class World { private readonly int «_size; public int Size => _size; public int A { get; set; } public World() "
            + "=> _size = -1; public World(int a) => A = a; }")]
        [InlineData("public class World { private readonly int «_size; public int Size => _size; public int A { get; set; } public World() "
            + ": this(3) { } World(int size) { _size = 5; } public World(string b, int c) : this(c) { _size = "
            + "7; } }")]
        [InlineData("public struct World { private readonly bool «_has; public bool Has => _has; public int A { get; init; } public World("
            + "int a = 4) { A = a; _has = true; } }")]
        [InlineData("public class World { public Box<int>? A; public Box<string>? B; } public class Box<T> { public int X; private T? "
            + "«_value; public T? Get() => _value; }")]
        [InlineData("public record World(string Name) { private int «_hits; private readonly int _length = Name.Length; public void "
            + "Hit() => _hits++; public int Hits => _hits + _length; }")]
        [InlineData("public class World { private int «_damage; private int _seen; public int Speed { get; set; } [KitbagIgnore] public "
            + "int Power => _damage * Speed; [KitbagIgnore] public bool IsSeen { get { return _seen != 0; } set { _seen = 1; } } "
            + "public void Upgrade() => _damage += _seen; }")]
        [InlineData("public class World { public int X; private readonly List<Unit> «_units = new(); public void Add(Unit u) => "
            + "_units.Add(u); } public abstract class Unit { public int Y; } public class Orc : Unit { }")]
        [InlineData("public class World { public int X; private readonly List<Orc> «_orcs = new(); public void "
            + "Add(Orc o) => _orcs.Add(o); } public abstract class Unit { public int Y; } public class Orc : Unit { }")]
        [InlineData("public interface IMarked { uint Index { get; set; } } public class World : IMarked { public int X; uint "
            + "IMarked.«Index { get; set; } }")]
        [InlineData("public class World { public string Name { get; } private readonly List<int> «_items; public World(string name) { "
            + "Name = name; _items = new List<int>(); } public void Add(int i) => _items.Add(i); }")]
        [InlineData("public class World { public string Name { get; } private readonly List<int> «_items; public List<int> Items => "
            + "_items; public World(string name) { Name = name; _items = new List<int>(4); } }")]
        [InlineData("public class World { public string Name { get; } private readonly int[] «_items, _zeros; private readonly Dictionary"
            + "<int, int> «_map; internal System.Span<int> Items() => _items; public System.Span<int> All => _items; public "
            + "IReadOnlyList<int> Zeros => _zeros; internal IDictionary<int, int> Map { get { return this._map; } } public World(string "
            + "name) { Name = name; _items = new int[4]; _zeros = new int[4]; this._map = new(); } }")]
        [InlineData("public class Part { public int Hp { get; set; } } public class World { public string Name { get; } private readonly "
            + "Part «_part; public Part Part => _part; public World(string name) { Name = name; _part = new Part(); } }",
            DiagnosticSeverity.Info)]
        [InlineData("public class World { public string Name { get; } private readonly int «_a, «_b; private int «_c; private readonly "
            + "bool «_d; public World(string name, int x = 0, World? other = null) { Name = name; _a = x; _b = x * 10; _c = Twice(x); _d "
            + "= other != null; } static int Twice(int x) => x * 2; public bool Is(int x) => _d && x > _a + _b + _c; }")]
        [InlineData("public class World { public int Most { get; } private int «_health; public World(int most) { Most = most; "
            + "_health = most; } public void Hit() => _health--; }")]
        [InlineData("public class World { public int Size { get; } private readonly byte[,] «_tiles; public World(int size) { Size = "
            + "size; _tiles = new byte[size, size]; } public byte this[int x, int y] { get => _tiles[x, y]; set => _tiles[x, y] = value; "
            + "} }")]
        [InlineData("public class World { public int X { get; set; } private readonly bool «_strict; public bool IsStrict => _strict; "
            + "public World() { } public World(Config config) { _strict = config.IsStrict; } } "
            + "public class Config { public bool IsStrict; }")]
        [InlineData("public class World { public int X { get; set; } private readonly int «_depth, _size; private readonly bool «_isChild; "
            + "public int Depth => _isChild ? _depth : _size; public World() { } public World(World parent) { X = parent.X; _size = "
            + "parent._size; _depth = parent._depth + 1; _isChild = true; } }")]
        [InlineData("public class World { private readonly System.Guid «_id = System.Guid.NewGuid(); public System.Guid Id => _id; public "
            + "string Text; }")]
        [InlineData("public class World { private static int s_next; private readonly int «_number; private readonly int _length; public "
            + "string Name { get; } public World(string name) { Name = name; _number = ++s_next; _length = name.Length; } }")]
        [InlineData("public class World { private readonly System.DateTime «_made; public World() { _made = System.DateTime.UtcNow; } "
            + "public int X; public bool IsOld(System.DateTime now) => _made < now; }")]
        [InlineData("public struct Money { private readonly long _cents; public Money(long cents) { _cents = cents; } public long Cents => "
            + "_cents; } public class World { public int X; private Money «_gold; private Dictionary<string, Money> «_owed = new(); public "
            + "void Earn(Money m) => _gold = m; }")]
        [InlineData("public class Old { private int _n; public int N { get { return _n; } set { _n = value; } } } public class World { "
            + "public int X; private readonly List<Old> «_all = new(); public void Add(Old o) => _all.Add(o); }")]
        [InlineData("public class Fixed { private readonly int _n; public Fixed(int n) { _n = n; } public int N { get { return _n; } } } "
            + "public class World { public int X; private readonly List<Fixed> «_all = new(); public void Add(Fixed f) => _all.Add(f); }")]
        [InlineData("public class Chunk { private readonly int[] _b = new int[16]; public int this[int i] { get => _b[i]; set => _b[i] = "
            + "value; } } public class World { public int X; private readonly Chunk[] «_chunks = new Chunk[4]; public Chunk this[int i] => "
            + "_chunks[i]; }")]
        [InlineData("public class Old { private int _n; public int N { get { return _n; } set { _n = value; } } } public class World { "
            + "public int X; private Old «_one = new(); public void Add(Old o) => _one = o; }", DiagnosticSeverity.Info)]
        [InlineData("public class World { private readonly List<Unit> «_units = new(); public IEnumerable<Unit> Units => _units; public "
            + "long T; public void Add(Unit u) => _units.Add(u); } public abstract class Unit { public abstract System.IntPtr Handle "
            + "{ get; } } public class Orc : Unit { public override System.IntPtr Handle => default; public int Y; }")]
        [InlineData("public abstract class Job { private int «_progress; public void Work() => _progress++; public abstract string Title { "
            + "get; } } public class World : Job { public override string Title => \"dig\"; }")]
        [InlineData("public record World(int Size) { private int «_left = Size; public void Take() => _left--; }")]
        [InlineData("public class World { public List<int> All { get; } public int Most { get; } private int «_left; public World("
            + "List<int> all, int most) { All = all; Most = most; _left = most; } public void Take() => _left--; }")]
        [InlineData("public class World { private int _hp; private int «_max = 100; public int Hp { get => _hp; set => _hp = "
            + "System.Math.Min(value, _max); } public void Grow() => _max += 50; }")]
        [InlineData("public class World { private readonly List<int> «_all = new(); public int Capacity { get => 8; set { while (_all."
            + "Count > value) _all.RemoveAt(0); } } public void Add(int i) => _all.Add(i); }")]
        [InlineData("public class World { private readonly bool «_locked; public int Gold { get; } public World(int gold) { Gold = gold; "
            + "_locked = false; } public World(int gold, string? owner) { Gold = gold; _locked = true; } public bool Is() => _locked; }")]
        [InlineData("public struct World { private readonly string _text; private readonly object[]? «_values; public World(string text) { "
            + "_text = text; _values = null; } public World(string format, params object[] values) { _text = format; _values = values; } "
            + "public string Text => _text; public override string ToString() => string.Format(_text, _values!); }")]
        [InlineData("public class World { private readonly Dictionary<string, object> «_all = new() { [\"a\"] = 1 }; public int X; "
            + "private readonly Dictionary<System.Type, object> _services = new(); private readonly object _lock = new(); "
            + "public void Set(string name, object value) { lock (_lock) _all[name] = value; } }")]
        [InlineData("public struct World { private int «_v; public World(int v) { _v = v; } public int Face => _v % 6; public int Turn { "
            + "get => _v / 6; set { _v = _v % 6 + value * 6; } } }")]
        [InlineData("public class World { private int «_v; public int Face => _v % 6; public void Set(int f) => _v = _v / 6 * 6 + f; "
            + "public int Turn { get { return _v / 6; } set => this._v = value * 6 + this._v % 6; } }")]
        [InlineData("public class World { private uint «_bits; public bool A { get => (_bits & 1) != 0; set => _bits = value ? _bits | 1 : "
            + "_bits & ~1u; } public bool B => (_bits & 2) != 0; public void Mark() => _bits |= 2; }")]
        [InlineData("public struct World { private int «_v; public World(int v) { _v = v; } public int Face => _v % 6; public int Turn "
            + "{ get => _v / 6; set => _v = value < 0 ? _v : _v % 6 + value * 6; } }")]
        [InlineData("public struct World { private int «_v; public World(int v) { _v = v; } public int Face => _v % 6; public int Turn "
            + "{ get => _v / 6; set => _v = value < 0 ? throw new System.ArgumentException() : _v % 6 + value * 6; } }")]
        [InlineData("public class World { public int X { get; set; } private readonly Dictionary<int, object> «_all = new(); private "
            + "readonly object[] «_slots = new object[4]; private object[] «_other = { new() }; public void Set(int i, object "
            + "value) { _all[i] = value; _slots[i] = value; _other[0] = value; } }")]
        [InlineData("public class World { private int _mode; public int Mode { get => _mode; set { _mode = value; Reset(); } } private "
            + "readonly Dictionary<int, object> «_all = new(); void Reset() => _all.Clear(); public void Set(int i, object value) => "
            + "_all[i] = value; }")]
        [InlineData("public class World { public int X; private Part? «_part; public Part? Get() => _part; } public class Part { "
            + "public int Y; }", DiagnosticSeverity.Info)]
        [InlineData("public class World { public string Name { get; set; } = \"\"; private string? «_key, «_first; public string Key => "
            + "_key ??= Name + System.Guid.NewGuid(); public string First => _first ??= Name; }")]
        [InlineData("public class World { public int X { get; set; } private int? «_roll, «_more, «_next, «_fixed; System.Random? "
            + "Source() => null; public int Roll => _roll ??= Dice.Roll(X); public int More => _more ??= X + 1; public void "
            + "Set() => _more++; public int Next => _next ??= X + Source()!.Next(); public int Fixed => _fixed ??= 3; } "
            + "static class Dice { public static int Roll(int x) => x; }")]
        [InlineData("public class World { public int X { get; set; } private int? «_a, «_b, «_c; public int A => _b ?? (_a = X + 1).Value; "
            + "public int B { get { if (_b != null) _b = X + 2; return _b ?? 0; } } public int C { get { if (_c == null) X++; else _c = X; "
            + "return _c ?? 0; } } }")]
        [InlineData("public class World { public int X { get; set; } private string? «_text; public string Text => _text ??= X + \"!\"; "
            + "public World Copy() => new World { _text = \"x\" }; }")]
        // Not values that are computed again: the first one, that of an argument, one that differs each time, and sums.
        [InlineData("public class World { private readonly List<int> «_l; public int X { get; set; } public World() { _l = new(); } "
            + "public World(int count) { _l = new(count); } public int Count => _l.Count; public void Add(int i) => _l.Add(i); }")]
        [InlineData("public class World { private readonly List<int> «_l; public World(int capacity) { _l = new List<int>(capacity); } "
            + "public int Capacity { get { return this._l.Capacity; } } public void Add(int i) => _l.Add(i); }")]
        [InlineData("public class World { private readonly Dictionary<string, int> «_d; public World(int count) => _d = new(count); "
            + "public int Count => _d?.Count ?? 0; public void Add(int i) => _d[\"\"] = i; }")]
        [InlineData("public class World { private readonly System.Text.StringBuilder «_b; public World(long length) { _b = "
            + "new((int)length); } public long Length => (long)_b.Length; public void Add(string s) => _b.Append(s); }")]
        [InlineData("public class World { private readonly int[] «_a; public World(int size) { _a = new int[size]; } public int Size => "
            + "_a.Length; public void Set(int i) => _a[i] = i; }")]
        [InlineData("public class World { private readonly List<int> «_l; public World(int first) { _l = new() { first }; } "
            + "public int First => _l[0]; public void Add(int i) => _l.Add(i); }")]
        [InlineData("public class World { private readonly List<int> «_l = new(); public int X; [KitbagIgnore] public int Count => "
            + "_l.Count; public void Add(int i) => _l.Add(i); }")]
        [InlineData("public class World { public int X { get; set; } private bool «_isFirst = true; private int «_score; public void Set() "
            + "{ if (!_isFirst) return; _score = X; _isFirst = false; } }")]
        [InlineData("public class World { public int X { get; set; } private bool «_dirty = true; private int «_score; public void Set("
            + "int s) { if (!_dirty) return; _score = s + X; _dirty = false; } public void Reset() => _dirty = true; }")]
        [InlineData("public class World { public int X { get; set; } private bool «_dirty = true; private int «_score; public void Set() "
            + "{ if (_dirty) { _score = X + System.Random.Shared.Next(); _dirty = false; } } public void Reset() => _dirty = true; }")]
        [InlineData("public class World { public int X { get; set; } private bool «_dirty = true; private int «_sum; public void Set() "
            + "{ if (_dirty) { _sum += X; _dirty = false; } } public void Reset() => _dirty = true; }")]
        [InlineData("public class World { public int X { get; set; } private bool «_dirty = true; private int «_sum; public void Set() "
            + "{ if (_dirty) { _sum = Next(); _dirty = false; } } public void Reset() => _dirty = true; int Next() => _sum + X; }")]
        [InlineData("public class World { public int X { get; set; } private bool «_dirty; private int «_twice; public int Twice { get "
            + "{ if (_dirty) { _twice = X * 2; _dirty = false; } return _twice; } } public void Reset() => _dirty = true; }")]
        // Collections of interfaces and abstract classes, whose objects are data.
        [InlineData("public class World { public int X; private readonly List<IItem> «_a = new(); private IItem[] «_b = new IItem[2]; "
            + "private IItem[,]? «_c; private Dictionary<string, IItem>? «_d; private Queue<IItem>? «_e; private KeyValuePair<string, "
            + "IItem> «_f; private System.Tuple<IItem, int>? «_g; private List<Unit>? «_h; } public interface IItem { } "
            + "public abstract class Unit { public abstract void Act(); }")]
        // Classes whose methods change private fields, or that say that their fields are stored.
        [InlineData("public class World { public int X; private readonly List<Wallet> «_a = new(); private Dictionary<Wallet, Wallet>? "
            + "«_b; private Tree[]? «_c; private List<Purse>? «_d; } public class Wallet { private int _coins; public void Earn(int c) => "
            + "_coins += c; } [System.Serializable] public class Tree { private Tree? left; private int key; public "
            + "Tree(int k) => key = k; } public class Purse : Wallet { private readonly Wallet _other = new(); }")]
        [InlineData("[System.Serializable] public class World { public string? Name { get; set; } private readonly List<IItem> «_items = "
            + "new(); private Wallet «_wallet = new(); private IItem? «_hand; private Unit? «_unit; private object? «_tag; private "
            + "System.Type? «_type; private Dictionary<System.Type, int>? «_counts; private Part? «_part; private IComparer<int>? "
            + "«_order; } public interface IItem { } public abstract class Unit { } public class Part { public int Y; } "
            + "public class Wallet { private int _coins; public void Earn(int c) => _coins += c; }")]
        [InlineData("[System.Serializable] public class World { public int X; private World? «_left, «_right; }")]
        // Collections and values of .NET that have no codec.
        [InlineData("public class World { public int X; private readonly System.Collections.ArrayList «_a = new(); private System."
            + "Collections.Hashtable? «_b; private System.Collections.Queue? «_c; private System.Collections.Stack? «_d; private System."
            + "Collections.SortedList? «_e; private System.Collections.Specialized.StringCollection? «_f; private System.Collections."
            + "Specialized.NameValueCollection? «_g; private System.Collections.IList? «_h; private System.Drawing.Color «_i; private "
            + "System.Drawing.Color? «_j; private System.Collections.Specialized.BitVector32 «_k; private List<System.Drawing.Color>? "
            + "«_l; }")]
        // Only a collection that the constructor takes may be what the values are an index of.
        [InlineData("public class World { private int[] «_stock; private int «_gold; public int Size { get; } public Owner Owner { get; } "
            + "public World(int size, Owner owner) { Size = size; Owner = owner; _stock = new int[size]; _gold = size * 10; } public void "
            + "Sell(int i) { _stock[i]--; _gold += 5; } } public class Owner { public int Id; }")]
        [InlineData("public class World { public int X; public int «A { private get; set; } public int «B { internal get; set; } public "
            + "List<int>? «C { protected get; set; } public int Sum() => A + B; }")]
        // Automatic properties that override abstract ones or ones with code. Automatic ones contain the value themselves.
        [InlineData("public abstract class Base { public int X; protected abstract int Hp { get; set; } internal abstract List<int> Items "
            + "{ get; } protected virtual string Kind { get => \"\"; set { } } public int Max { get => 9; set { if (value < Hp) X = value; "
            + "} } public void Hit() => Hp--; } public class World : Base { protected override int «Hp { get; set; } = 100; internal "
            + "override List<int> «Items { get; } = new(); protected override string «Kind { get; set; } = \"a\"; }")]
        [InlineData("public class Base { public int X; protected virtual int «Hp { get; set; } public void Hit() => Hp--; } "
            + "public class World : Base { protected override int Hp { get; set; } }")]
        // Elements whose state only their project or an interface shows, or only computed values and methods.
        [InlineData("public class World { public int X; private readonly List<Pos> «_a = new(); private Dictionary<string, Step>? «_b; "
            + "private Ex[]? «_c; private List<Money>? «_d; private List<Tok>? «_e; private List<Price>? «_f; private Slot[] «_g = { new() "
            + "}; class Slot { internal int N; protected internal string? S { get; set; } } } " + Hidden)]
        [InlineData("public class World { public int X; private Pos? «_a; private Step? «_b; private Ex? «_c; private Money? «_d; "
            + "private Tok? «_e; private Price? «_f; } " + Hidden, DiagnosticSeverity.Info)]
        // Collections of the program, as if they were those of .NET.
        [InlineData("public class World { public int X; private Deck «_a = new(); private List<Deck>? «_b; private Deck[]? «_c; private "
            + "Row? «_d; private Dictionary<int, Row>? «_e; private Table? «_f; private Names? «_g; private Tree? «_h; private Bag? «_i; "
            + "private Hand? «_j; private Chain? «_k; private Stock? «_l; } public class Deck : Queue<string> { } public class Row : "
            + "List<int> { } public class Table : Dictionary<int, Row> { } public class Names : HashSet<string> { public string First() "
            + "=> \"\"; } public class Tree : LinkedList<Tree> { } public class Bag : Every { readonly List<int> _l; public Bag("
            + "IEnumerable<int> l) { _l = new List<int>(l); } } public class Hand : Every { readonly int[] _c; public Hand(params int[] c) "
            + "{ _c = c; } } public class Chain : Every { Link? _first; public void Add(int i) => _first = new Link { I = i, Next = _first "
            + "}; class Link { public int I; public Link? Next; } } public class Stock : Every { readonly List<int> _l; public Stock("
            + "List<int> l) { _l = l; } public void Put(int i) => _l.Add(i); } public abstract class Every : IEnumerable<int> { public "
            + "IEnumerator<int> GetEnumerator() { yield break; } System.Collections.IEnumerator System.Collections.IEnumerable."
            + "GetEnumerator() => GetEnumerator(); }")]
        [InlineData("public class World { public int X; private IItem? «_item; private Unit? «_unit; private object? «_tag; private "
            + "Wallet «_wallet = new(); } public interface IItem : IThing { } public interface IThing { string Name { get; } } public "
            + "abstract class Unit { public int Y; } public class Wallet { private int _coins; public void Earn(int c) => _coins += c; }",
            DiagnosticSeverity.Info)]
        // A position in a list of the object, or that of the object in another one.
        [InlineData("public class World { public LinkedList<string> Steps { get; } = new(); private LinkedListNode<string>? «_current; "
            + "public void Next() => _current = _current?.Next ?? Steps.First; }", DiagnosticSeverity.Info)]
        [InlineData("public class World { private readonly LinkedList<string> _steps; private LinkedListNode<string>? «_current; public "
            + "World(IEnumerable<string> steps) { _steps = new LinkedList<string>(steps); _current = _steps.First; } public IEnumerable<"
            + "string> Steps => _steps; public void Next() => _current = _current?.Next; }", DiagnosticSeverity.Info)]
        // Constants by their names, which tell which constructor created the object.
        [InlineData("public enum Kind { None, On, Off } public class World { private readonly Kind «_kind; public World() { _kind = Kind.On"
            + "; } public World(int x) { X = x; _kind = Kind.Off; } public int X { get; set; } public bool IsOn => _kind == Kind.On; }")]
        [InlineData("public class World { private const int Low = 1; private readonly int «_n; public World() { _n = Low; } public World("
            + "int x) { X = x; _n = 2; } public int X { get; set; } public int N => _n; }")]
        public void Lost_fields_are_reported(string marked, DiagnosticSeverity severity = DiagnosticSeverity.Warning)
        {
            CSharpCompilation compilation = Of(marked.Replace("«", ""));
            Diagnostic[] diagnostics = Harness.Diagnose(compilation, out Compilation output).OrderBy(d => d.Location.SourceSpan.Start)
                .ToArray();
            IEnumerable<string> names = marked.Split('«').Skip(1)
                .Select(rest => new string(rest.TakeWhile(c => char.IsLetterOrDigit(c) || c == '_').ToArray()));
            Assert.Equal(names, diagnostics.Select(Harness.TextAt));
            Assert.All(diagnostics, d =>
            {
                Assert.Equal((severity == DiagnosticSeverity.Info ? "KIT0029" : "KIT0027", severity), (d.Id, d.Severity));
                Assert.Contains("." + Harness.TextAt(d) + "' is not stored: it is not public", d.GetMessage(null));
            });
            Harness.Emit(compilation, output);
        }

        [Theory]
        [InlineData("private int _x; public int X { get => _x; set => _x = value; }")]
        [InlineData("private int _x; public int X { get { return _x; } private set { _x = value; } }")]
        [InlineData("private int _x; [KitbagIgnore] public int X { get => _x; set => _x = value; }")]
        [InlineData("private List<int> _x = new(); [KitbagIgnore] public IReadOnlyList<int> X => this._x.AsReadOnly();")]
        [InlineData("private List<int>? _x; [KitbagIgnore] public List<int> X { get { _x ??= new(); return new List<int>(_x); } }")]
        [InlineData("[KitbagIgnore] private int _x; [System.NonSerialized] private int _y; [Own.XmlIgnore] private int _z; "
            + "[KitbagInclude] private int _w;")]
        [InlineData("private readonly object _lock = new object(); private System.IO.Stream? _log; private System.Lazy<int>? _lazy; "
            + "private System.WeakReference<string>? _weak; private System.Threading.Tasks.Task? _task; public event System.Action? "
            + "Changed; private System.Action? _do; private IService? _service; private Service? _other; private static int s_count; "
            + "private const int Most = 3;")]
        [InlineData("private readonly int _most = 3; private string Kind { get; } = \"k\"; private readonly System.DateTime _start = "
            + "new System.DateTime(2026, 1, 1);")]
        [InlineData("private readonly string _text; private int[] _digits; public decimal Amount { get; } public World(decimal amount) "
            + "{ Amount = amount; _text = amount.ToString(); _digits = new int[_text.Length]; }")]
        [InlineData("private int _seed; public int Seed => _seed; public World(int seed) { _seed = seed; }")]
        [InlineData("private readonly Dictionary<int, string> _byLength = new(); public List<string> All { get; } public World("
            + "List<string> all) { All = all; foreach (string s in all) _byLength[s.Length] = s; } public void Add(string s) { "
            + "All.Add(s); _byLength[s.Length] = s; }")]
        [InlineData("private object? _a, _b, _c; private readonly object _d, _e = new System.Object(); public World() { _d = new "
            + "object(); } public void Run() { System.Threading.Interlocked.CompareExchange(ref _a, new object(), null); _b ??= new(); "
            + "lock (_a) lock (_b) lock (_d) { } } public object Lock => _d; public object More() { lock (_c!) return _e; }")]
        [InlineData("private System.IServiceProvider? _provider; private IComparer<int>? _order; private System.Type? _type; private "
            + "System.Random? _random; private List<System.Type>? _types; private System.Linq.IQueryable<int>? _query; private List<int>."
            + "Enumerator _enumerator; private System.Runtime.CompilerServices.ConditionalWeakTable<object, string>? _weak; private "
            + "System.Threading.CancellationToken _token; private System.RuntimeTypeHandle _handle; private System.Runtime.InteropServices."
            + "GCHandle _pin; private List<System.Action>? _actions; private System.Collections.Concurrent.BlockingCollection<int>? "
            + "_work; private List<Client>? _clients; } public class Client { private readonly int _id = 3; private string? _title; public "
            + "string Title() => _title ??= _id + \"!\";")]
        // Objects that work with others, or that are resources, whatever else their constructors are given, and constants.
        [InlineData("private List<Worker> _a = new(); private Worker _b = new(1, null!); private List<Handler>? _c; private Source[]? _d; "
            + "private Order[]? _e; private List<View>? _f; private List<Gate>? _g; private Dictionary<int, Fixed>? _h; } class Worker { "
            + "readonly int _n; readonly IService _s; public Worker(int n, IService s) { _n = n; _s = s; } public int Run() => _n; } class "
            + "Handler { readonly int _n; readonly System.Action _a; public Handler(int n, System.Action a) { _n = n; _a = a; } } class "
            + "Source : System.IDisposable { readonly int _fd; public Source(int fd) => _fd = fd; public void Dispose() { } } class Order "
            + ": IComparer<int> { readonly bool _up; public Order(bool up) => _up = up; public int Compare(int a, int b) => 0; } class "
            + "View { readonly string _title; readonly World _world; public View(string title, World world) { _title = title; _world = "
            + "world; } } class Gate { readonly object _lock = new(); readonly int _n; public Gate(int n) => _n = n; public void Run() { "
            + "lock (_lock) { } } } class Fixed { readonly int _n = 3; internal IService Service { get; } = null!; internal readonly "
            + "object Lock = new();")]
        // Collections that show what others contain, or that contain no data.
        [InlineData("private Filter? _a; private Filter[]? _b; private Lines? _c; private Query? _d; private Some? _e; private "
            + "List<Reader>? _f; } class Filter : IReadOnlyCollection<int> { readonly List<int> _source; public Filter(List<int> source) { "
            + "_source = source; } public int Count => _source.Count; public IEnumerator<int> GetEnumerator() => _source.GetEnumerator(); "
            + "System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator(); } class Lines : "
            + "System.Collections.ObjectModel.ReadOnlyObservableCollection<int> { public "
            + "Lines(System.Collections.ObjectModel.ObservableCollection<int> all) : base(all) { } } class Query : Every { readonly "
            + "IEnumerable<int> _source; public Query(IEnumerable<int> source) { _source = System.Linq.Enumerable.Where(source, i => i > "
            + "0); } } class Some : Every { readonly IService _service; public Some(IService service) { _service = service; } } class "
            + "Reader : Every, System.IDisposable { readonly int[] _buffer; public Reader(int[] buffer) { _buffer = buffer; } public void "
            + "Dispose() { } } abstract class Every : IEnumerable<int> { public IEnumerator<int> GetEnumerator() { yield break; } "
            + "System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();")]
        [InlineData("private readonly int _n; private readonly List<int> _all; private readonly int[] _made; public string Name { get; } "
            + "public IReadOnlyList<int> All => _all; public int[] Made => _made; public World(string name, bool strict = false) { if "
            + "(strict && name.Length == 0) throw new System.ArgumentException(); Name = name; _n = name.Length; _all = new() { _n }; "
            + "_made = Make(_n); } static int[] Make(int n) => new[] { n, n };")]
        [InlineData("private readonly List<int> _all; public List<int> All => _all; public List<int> Given { get; } public World("
            + "List<int> given) { Given = given; _all = new List<int>(); Index(); } void Index() => _all.AddRange(Given);")]
        [InlineData("private int[] _x = new int[0]; public int[] X { get { int[] x = _x; return x; } set { System.Array.Resize(ref _x, "
            + "value.Length); value.CopyTo(_x, 0); } }")]
        [InlineData("private Dictionary<string, int> _all = new(); public int X { get => _all.TryGetValue(\"x\", out int x) ? x : 0; set "
            + "=> _all[\"x\"] = value; }")]
        [InlineData("private List<int> _x = new(); public IEnumerable<int> X { get => _x.AsReadOnly(); set { _x.Clear(); foreach (int i in "
            + "value) _x.Add(i); } }")]
        [InlineData("private readonly int[] _zeros; public int Size => _zeros.Length; public World(int size) { _zeros = new int[size]; } "
            + "public int At(int i) => _zeros[i];")]
        [InlineData("private readonly System.Text.StringBuilder _b; public string Text => _b.ToString(); public World(string text) { _b = "
            + "new(text); } public void Add(string s) => _b.Append(s);")]
        [InlineData("private readonly List<int> _l; public int Sum => Total(_l); static int Total(List<int> l) => l[0]; "
            + "public World(int sum) { _l = new() { sum }; } public void Add(int i) => _l[0] += i;")]
        [InlineData("private readonly List<int> _l; public List<int> All => _l; public int Count => _l.Count; public World(List<int> all, "
            + "int count) { _l = all; } public void Add(int i) => _l.Add(i);")]
        [InlineData("private byte[]? _buffer; public int Size { get; } public World(int size) { Size = size; _buffer = new byte[size]; } "
            + "public void Dispose() => _buffer = null;")]
        [InlineData("private readonly Dictionary<string, object> _bag = new(); public int X { get => Get<int>(\"x\"); set => Set(\"x\", "
            + "value); } protected T Get<T>(string name) => _bag.TryGetValue(name, out object? o) ? (T)o : default!; "
            + "protected void Set(string name, object value) => _bag[name] = value;")]
        [InlineData("private int _v; public int Low { get => _v & 15; set => _v = _v & ~15 | value; } public int High { get => _v >> 4; "
            + "set => _v = _v & 15 | value << 4; } public bool IsAny => _v != 0; public void Mix() => _v ^= 255;")]
        [InlineData("private int _v; public bool A { get => (_v & 1) != 0; set => _v = value ? _v | 1 : _v & ~1; } public bool IsAny "
            + "=> _v != 0; public void Clear() => _v = 0;")]
        [InlineData("private int _v; public int V { get => _v; set => _v = System.Math.Max(_v, value); } public bool IsAny => _v != 0; "
            + "public void Add(int x) => _v += x;")]
        [InlineData("private double _v; public double V { get => _v * 2; set => _v = value / 2; } public bool IsAny => _v != 0; "
            + "public void Add(int x) => _v += x;")]
        [InlineData("private int _v; public int V { get => _v / 6; set => _v = _v % 6 + value * 6; } public void Add(int x) "
            + "=> _v += x * 6;")]
        [InlineData("private int _v; public int V { get => _v / 6; set => _v = _v % 6 + value * 6; } [KitbagIgnore] public int Rest "
            + "=> _v % 6; public void Add(int x) => _v += x;")]
        [InlineData("private int _n; public string Text { get => _n.ToString(); set => _n = int.TryParse(value, out int n) ? n : _n; } "
            + "public bool IsZero => _n == 0; public void Add(int x) => _n += x;")]
        [InlineData("private float _v; public float Degrees { get => _v * 57; set => _v = float.IsNaN(value) ? (this._v) : value / 57; "
            + "} public float Radians => _v; public void Turn(float x) => _v += x;")]
        [InlineData("private int _n; public long N { get => (long)_n; set => _n = value == _n ? _n : checked((int)value); } public "
            + "bool IsAny => _n > 0; public void Add(int x) => _n += x;")]
        [InlineData("private string _name = \"\"; public string Name { get => _name.Trim(); set => _name = value ?? _name; } public "
            + "int Length => _name.Length; public void Rename(string name) => _name = name;")]
        [InlineData("private int _n; public int N { get => _n + 1; set => _n = value switch { < 0 => _n, > 99 => 98, _ => value - 1 }; "
            + "} public bool IsAny => _n > 0; public void Add(int x) => _n += x;")]
        [InlineData("private readonly Dictionary<System.DayOfWeek, object> _bag = new(); public int X { get => "
            + "Get<int>(System.DayOfWeek.Friday); set => Set(System.DayOfWeek.Friday, value); } T Get<T>(System.DayOfWeek key) => "
            + "_bag.TryGetValue(key, out object? o) ? (T)o : default!; void Set<T>(System.DayOfWeek key, T value) => _bag[key] = "
            + "value!;")]
        [InlineData("private readonly object[] _bag = new object[4]; public int X { get => Get(0); set => Set(0, value); } int Get(int "
            + "i) => (int)(_bag[i] ?? 0); void Set(int i, object value) => _bag[i] = value;")]
        [InlineData("private Dictionary<int, object>? _bag; public int X { get => _bag is { } bag && bag.TryGetValue(1, out object? o) "
            + "? (int)o : 0; set => Set(1, value); } void Set(int key, object value) => (_bag ??= new())[key] = value;")]
        [InlineData("private readonly System.Collections.Concurrent.ConcurrentDictionary<string, object?> _bag = new(); public int X { "
            + "get => Get<int>(); set => Set(value); } T? Get<T>([System.Runtime.CompilerServices.CallerMemberName] string name = "
            + "\"\") => _bag.TryGetValue(name, out object? o) ? (T?)o : default; void Set<T>(T value, "
            + "[System.Runtime.CompilerServices.CallerMemberName] string name = \"\") => _bag.AddOrUpdate(name, value, (_, _) => "
            + "value);")]
        [InlineData("private readonly System.Collections.Concurrent.ConcurrentDictionary<int, object> _bag = new(); public int X { get "
            + "=> _bag.TryGetValue(1, out object? o) ? (int)o : 0; set => Set(1, value); } void Set(int key, object value) => "
            + "_bag.AddOrUpdate(key, value, (_, _) => value);")]
        [InlineData("public string Name { get; set; } = \"\"; private string? _title; public string Title => _title ??= Name + \"!\"; "
            + "public void Rename(string name) { Name = name; _title = null; }")]
        [InlineData("private int? _hash, _sum; public override int GetHashCode() => _hash ??= System.HashCode.Combine(Stored, 3); "
            + "public int Sum { get { _sum ??= Compute(); return _sum.Value; } } private int Compute() => System.Math.Max(this.Stored, "
            + "Twice(2)); static int Twice(int x) => x * 2;")]
        [InlineData("private int? _a, _b, _c; private string? _d, _e; public int A => _a ?? (_a = Stored + 1).Value; public int B { get { "
            + "if (!_b.HasValue) _b = Stored + 2; return _b.Value; } } public int C { get { if (_c == null) { _c = Stored + 3; } return "
            + "_c.Value; } } public string D { get { if (string.IsNullOrEmpty(_d)) _d = Stored + \"!\"; return _d; } } public string E { "
            + "get { if (_e is null) { _e = Stored + \"?\"; } return _e; } }")]
        [InlineData("private bool _isDirty = true; private float _area = 1; private long _edge; public float Size { get => _size; set { "
            + "_size = value; _isDirty = true; } } private float _size; public float Area { get { if (_isDirty) { _area = Size * Stored; "
            + "Measure(out _edge); _isDirty = false; } return _area; } } private void Measure(out long edge) => edge = Stored * 4;")]
        [InlineData("[System.Flags] enum Parts { None, Local, Both } private Parts _dirty = Parts.Both; private double _local, _world; "
            + "public void Move() { Stored++; _dirty |= Parts.Both; } private void Update() { if ((_dirty & Parts.Both) == 0) return; "
            + "_local = Stored; Turn(ref _local, out _world); _dirty &= ~Parts.Both; } static void Turn(ref double a, out double b) "
            + "{ b = a; } public double Total { get { Update(); return _world; } }")]
        [InlineData("private readonly object[] _locks = { new(), new() }; private object[] _more = new[] { new object() }; public void "
            + "Run() { lock (_locks[0]) Stored++; lock (_more[0]) Stored++; }")]
        [InlineData("private readonly object[] _a = Make(); static object[] Make() => new object[3]; private List<object> _b = new "
            + "List<object>(Make()); private object[] _c, _d, _e = new object[2]; public World() { _c = new object[4]; for (int i = 0; i < "
            + "4; i++) _c[i] = new(); _d = Make(); } public void Run() { lock (_a[0]) Stored++; lock (_b[_b.Count - 1]) Stored++; "
            + "object c = this._c[Stored % _c.Length]; lock (c) Stored++; System.Threading.Monitor.Enter(_d[0]); "
            + "System.Threading.Monitor.Exit(_d[0]); lock (_e[0] ??= new object()) Stored++; _e = Make(); }")]
        [InlineData("public struct Stats { public int Power, Luck; } private Stats _stats; public int Power { get => _stats.Power; set => "
            + "_stats.Power = value; } public int Luck { get => _stats.Luck; set => _stats.Luck = value; } public void Roll(Stats stats) "
            + "=> _stats = stats; public void Clear() => _stats = new Stats();")]
        [InlineData("public class Model { public string? Name; public int Id; } private Model _model = new(); public string? Name { get => "
            + "_model.Name; set => _model.Name = value; } public void Clear() => _model = new(); public int Id() => _model.Id;")]
        [InlineData("private int _a; public int A { get => Get(); set => Set(value); } int Get() => _a; void Set(int a) { _a = a; "
            + "Stored++; } public void Run() => _a++;")]
        [InlineData("private const int Low = 1; private readonly int _n; public World() { _n = Low; } public World(int x) { Stored = x; _n "
            + "= 1; } public int N => _n;")]
        // What setters compute of the new value, flags, and what is restored by another property.
        [InlineData("private bool _changed; private int _x, _twice, _n, _best, _flags; private int[] _all = { }; private readonly "
            + "Dictionary<int, int> _index = new(); public int X { get => _x; set { _changed = _changed || _x != value; _x = value; _twice "
            + "= _x * 2; _flags |= 1; _best = System.Math.Max(_best, value); } } public int N { get => _n; set { if (value > _n) _n = "
            + "value; } } public int[] All { get => _all; set { _all = value; _index.Clear(); foreach (int i in value) _index.Add(i, 1); } "
            + "} public int Best { get => _best; set => _best = value; } public int Twice => _twice + _index.Count + _flags;")]
        public void Restored_fields_cause_no_report(string members) => Harness.Build(Of("public class World { public int Stored; " + members
            + " } public interface IService { } public class Service { public int Run(IService service) => 3; } namespace Own { public "
                + "class XmlIgnoreAttribute : System.Attribute { } }"));

        [Theory]
        [InlineData("protected abstract int Hp { get; set; } public int Health { get => Hp; set => Hp = value; }")]
        [InlineData("protected abstract int Hp { get; set; } [KitbagIgnore] public int Health => Hp;")]
        [InlineData("[KitbagIgnore] protected abstract int Hp { get; set; }")]
        [InlineData("[KitbagInclude] protected abstract int Hp { get; set; }")]
        public void Overrides_of_properties_that_the_base_class_restores_are_not_reported(string members) => Harness.Build(Of(
            "public abstract class Base { public int X; " + members + " public void Hit() => Hp--; } public class World : Base { "
                + "protected override int Hp { get; set; } = 100; }"));

        // All fields of such a type are data, but not locks, resources and objects without content.
        [Theory]
        [InlineData("private readonly object _lock = new(); private System.IO.MemoryStream? _log; private System.Threading.Timer? _timer; "
            + "private System.Threading.Thread? _thread; private System.Threading.SemaphoreSlim? _gate; private System.Threading.Tasks."
            + "Task<int>? _task; private System.Lazy<int>? _lazy; private System.WeakReference? _weak; private System.Net.Http.HttpClient? "
            + "_client; private System.Action? _do; private List<System.Action>? _all; private IEnumerator<int>? _next; private "
            + "System.IServiceProvider? _provider; private Service? _other;")]
        [InlineData("[System.NonSerialized] private IService? _service; [System.NonSerialized] private Service? _other;")]
        public void Active_objects_in_serializable_types_are_not_reported(string members) => Harness.Build(Of(
            "[System.Serializable] public class World { public int Stored; " + members + " } public interface IService { } "
                + "public class Service { public int Run(IService service) => 3; }"));

        // Unity stores no private fields of [Serializable] types, so these may be services.
        [Fact]
        public void Private_references_in_serializable_types_of_Unity_are_no_warnings()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Of("[System.Serializable] public class World { public int X; private "
                + "IService? _service; private Part? _part; } public interface IService { } public class Part { public int Y; } "
                + "namespace UnityEngine { public class Object { } }"), out _));
            Assert.Equal(("KIT0029", "_part"), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }

        // As private members are, if the attribute includes them.
        [Fact]
        public void Marked_properties_with_a_private_getter_are_stored() => Harness.RoundTrip(@"
using System.Runtime.Serialization;
public class World { [DataMember] public int A { private get; set; } [Newtonsoft.Json.JsonProperty] public string B { internal get; set; }
    public override string ToString() => A + B; }
namespace Newtonsoft.Json { public class JsonPropertyAttribute : System.Attribute { } }
public static class Program
{
    public static object?[] Run() => new object?[] { ""7b"", Tool.Again(new World { A = 7, B = ""b"" }).ToString() };
}");

        [Theory]
        [InlineData("", "[F(0)] private uint _all; [F(0)] public ushort Low; [F(2)] public bool High; [F(3)] public Half Last;")]
        [InlineData("", "[F(0)] private float _all; [F(0)] private int _bits; public int Bits { get => _bits; set => _bits = value; }")]
        [InlineData("_all", "[F(0)] private uint _all; [F(0)] public ushort Low; [F(2)] public byte High;")]
        [InlineData("_all", "[F(2)] private int _all; [F(0)] public int Low;")]
        [InlineData("_all, _other", "[F(4)] private int _all; [F(4)] private float _other; [F(0)] public int Low;")]
        [InlineData("_name", "[F(8)] private string _name; [F(0)] public long Low;")]
        public void Fields_of_which_other_fields_restore_all_bytes_are_not_reported(string reported, string fields)
        {
            Diagnostic[] found = Harness.Diagnose(Of("using F = System.Runtime.InteropServices.FieldOffsetAttribute; public enum Half : "
                + "byte { One } [System.Runtime.InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Explicit)] "
                + "public sealed class World { " + fields + " }"), out _).ToArray();
            Assert.Equal(reported, string.Join(", ", found.Select(Harness.TextAt)));
            Assert.All(found, d => Assert.Equal("KIT0027", d.Id));
        }

        // Reading calls the setter also if the property was never set.
        [Theory]
        [InlineData("_has", "public int X { get => _x; set { _x = value; _has = true; } }")]
        [InlineData("_has", "public int X { get => _x; set { _has = true; _x = value; } } public void Put(int x) { _x = x; _has = true; }")]
        [InlineData("_has", "public World() { } public World(int x) { X = x; } public int X { get => _x; set { _x = value; _has = true; "
            + "} }")]
        [InlineData("_has", "public int X { get => _x; set { _x = value; _has = true; } } public World Copy() => new World { X = X, _has "
            + "= _has };")]
        [InlineData("", "public int X { get => _x; set { if (_x == value) return; _x = value; _has = true; } }")]
        [InlineData("", "public int X { get => _x; set { if (value > 0) _has = true; _x = value; } }")]
        [InlineData("", "public int X { get => _x; set { _x = value; _has = true; } } public void Work() { if (_has) _has = false; }")]
        [InlineData("", "public World(int x) { X = x; } public World() : this(1) { } public int X { get => _x; set { _x = value; _has = "
            + "true; } }")]
        [InlineData("", "public World() { _has = true; } public int X { get => _x; set { _x = value; _has = true; } }")]
        public void Flags_that_setters_raise_are_reported(string reported, string members) => Assert.Equal(
            reported,
            string.Join(", ", Harness.Diagnose(Of("public sealed class World { private int _x; private bool _has; " + members + " public "
                + "bool Has() => _has; }"), out _).Select(d => d.Id == "KIT0027" ? Harness.TextAt(d) : d.ToString())));

        // The constructor sets all bytes.
        [Theory]
        [InlineData("", "[field: F(0)] public ushort Low { get; } [field: F(0)] public uint Key { get; } public World(uint key) { Key = "
            + "key; }")]
        [InlineData("", "[F(0)] public readonly uint Key; [F(3)] public readonly byte R; private World(uint key) { R = 0; Key = key; }")]
        [InlineData("High", "[F(2)] public readonly uint High; [F(0)] public readonly uint Key; public World(uint key) { High = Key = "
            + "key; }")]
        public void Readonly_members_of_which_arguments_restore_all_bytes_are_not_reported(string reported, string members)
        {
            Diagnostic[] found = Harness.Diagnose(Of("using F = System.Runtime.InteropServices.FieldOffsetAttribute; [System.Runtime."
                + "InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Explicit)] public sealed class World { " + members
                + " }"), out _).ToArray();
            Assert.Equal(reported, string.Join(", ", found.Select(Harness.TextAt)));
            Assert.All(found, d => Assert.Equal("KIT0017", d.Id));
        }

        // What is reported of a type does not depend on where it is met first: Shop cannot be stored, but Item can.
        [Fact]
        public void Fields_of_types_that_were_met_in_a_type_that_cannot_be_stored_are_reported()
        {
            Diagnostic[] found = Harness.Diagnose(Of(@"
public class Item { public int Id; private int _gold; public void Earn(int n) => _gold += n; }
public class Crate { public Item? One; }
public class Shop { public Item? Best; public Crate? Next; public System.IO.Stream? Log; }
public class World { public int X; public Shop Shop { get; } = new(); public Crate? Crate; }
"), out _).OrderBy(d => d.Id).ToArray();
            Assert.Equal("KIT0017 Shop, KIT0027 _gold", string.Join(", ", found.Select(d => d.Id + " " + Harness.TextAt(d))));
        }

        // A base class may contain the values of the properties that derived classes declare.
        [Fact]
        public void Values_of_properties_in_a_base_class_are_not_reported() => Harness.Build(Of(
            "public abstract class Model { private readonly Dictionary<string, object?> _bag = new(); protected T? Get<T>(string name) => "
                + "_bag.TryGetValue(name, out object? o) ? (T?)o : default; protected void Set(string name, object? value) { "
                + "_bag[name] = value; } } public class World : Model { public int X { "
                + "get => Get<int>(\"x\"); set => Set(\"x\", value); } }"));

        // The constructor gives the list to a method as a delegate.
        [Fact]
        public void What_a_constructor_restores_by_a_delegate_is_not_reported() => Harness.Build(Of("public class World { private readonly "
            + "List<int> _items = new(); public IReadOnlyList<int> Items => _items; public World(IEnumerable<int> items) { new List<int>("
            + "items).ForEach(Add); } public void Add(int item) => _items.Add(item); }"));

        // The properties and callbacks of a derived class restore what it inherits.
        [Theory]
        [InlineData("private int _a; protected int _hp; protected string? Name { get; set; } public int A { get => _a; set => _a = "
            + "value; }", "public int Hp { get => _hp; set => _hp = value; } public string? Title { get => Name; set => Name "
            + "= value; }")]
        [InlineData("private int _a; protected int _twice; public int A { get => _a; set => _a = value; }",
            "public void OnDeserialized() => Compute(); void Compute() => _twice = A * 2; public int Twice() => _twice++;")]
        [InlineData("private int _hp; public virtual int Hp { get => _hp; set => _hp = value; } public void Hit() => _hp--;",
            "public override int Hp { get => base.Hp; set => base.Hp = value; }")]
        public void What_a_derived_class_restores_is_not_reported(string members, string derived) => Harness.Build(Of("public class Base { "
            + members + " } public class World : Base" + (derived.Contains("OnDes") ? ", IKitbagDeserialized" : "") + " { " + derived
            + " }"));

        // A derived class need not have such properties.
        [Fact]
        public void Values_of_properties_of_other_derived_classes_are_not_reported() => Harness.Build(Of(
            "public abstract class Model { private readonly Dictionary<string, object?> _bag = new(); protected void Set(object? value, "
                + "[System.Runtime.CompilerServices.CallerMemberName] string name = \"\") { _bag[name] = value; } } "
                + "public class World : Model { public int X { get; set; } }"));

        [Fact]
        public void Fields_that_a_callback_restores_are_not_reported() => Harness.Build(Of(
            "public class World : IKitbagDeserialized { public int X; private int _twice; public void OnDeserialized() { _twice = 2 * "
                + "X; } }"));

        private static CSharpCompilation Of(string source) =>
            Harness.Compile("#pragma warning disable\nusing System.Collections.Generic; using Kitbag; " + source
            + "\npublic static class Program { public static void Run(World world) { KitbagSerializer.Serialize(world); } }",
            version: LanguageVersion.Preview);
    }
}
