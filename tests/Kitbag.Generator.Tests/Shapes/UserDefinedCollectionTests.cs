using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests collections that a program declares: how they are created, and the diagnostics if they cannot be.</summary>
    public class UserDefinedCollectionTests
    {
        private const string Usings =
            "using System; using System.Collections; using System.Collections.Generic; using System.Collections.ObjectModel; using "
            + "System.Linq;\n";

        private const string Body =
            "readonly List<int> _l = new List<int>(); public IEnumerator<int> GetEnumerator() => _l.GetEnumerator(); IEnumerator "
            + "IEnumerable.GetEnumerator() => _l.GetEnumerator(); ";

        [Theory]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public void Add(int i) => _l.Add(i); }", "new Own { 1, 2 }")]
        [InlineData("class Own : IEnumerable<int> { " + Body
            + "public Own(int capacity = 4) { } public bool Add(in int i) { _l.Add(i); return true; } }", "new Own { 1, 2 }")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Own Add(int i) { _l.Add(i); return this; } }", "new Own { 1, 2 }")]
        [InlineData("class Own : IEnumerable<int> { " + Body
            + "internal Own() { } internal void Add(int i) => _l.Add(i); public void Add(string s) { } }", "new Own { 1, 2 }")]
        // A private constructor is called if there is no other.
        [InlineData("class Own : IEnumerable<int> { " + Body + "private Own() { } public void Add(int i) => _l.Add(i); public static Own "
            + "Of(int i) => new Own { i }; }", "Own.Of(1)")]
        [InlineData("class Box<T> : Collection<T> { protected Box() { } public static Box<T> Of(T i) => new Box<T> { i }; } class Own { "
            + "public Box<string>? X { get; set; } }", "new Own { X = Box<string>.Of(\"a\") }")]
        [InlineData("class Own : Dictionary<string, int> { private Own() { } private Own(int i) { } public static Own Of(int i) => new "
            + "Own { [\"a\"] = i }; }", "Own.Of(1)")]
        [InlineData("class Own : ICollection<int> { " + Body + "private Own() { } void ICollection<int>.Add(int i) => _l.Add(i); public "
            + "void Clear() { } public bool Contains(int i) => true; public void CopyTo(int[] a, int i) { } public int Count => "
            + "_l.Count; public "
            + "bool IsReadOnly => false; public bool Remove(int i) => true; public static Own Of(int i) { ICollection<int> o = new Own(); "
            + "o.Add(i); return (Own)o; } }", "Own.Of(3)")]
        [InlineData("class Own : List<int> { private Own() { throw new Exception(); } public Own(IEnumerable<int> l) : base(l) { } }",
            "new Own(new[] { 1, 2 })")]
        [InlineData("class Own : IEnumerable<int> { " + Body
            + "public Own(IEnumerable<int> l, int capacity = 1) { _l.AddRange(l); } public Own(IEqualityComparer<int> c) { } }",
            "new Own(new[] { 1, 2 })")]
        [InlineData("class Own : IEnumerable<int> { " + Body
            + "public Own(List<int> l) { _l.AddRange(l); } public Own(IReadOnlyList<int> l) { _l.AddRange(l); } public "
            + "Own(ICollection<int> l) { _l.AddRange(l); } }", "new Own(new List<int> { 1, 2 })")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Own(params int[] l) { _l.AddRange(l); } public Own(object o) { } }",
            "new Own(1, 2)")]
        [InlineData("class Own : IEnumerable<int> { " + Body
            + "[Obsolete(\"\", true)] public Own() { } public Own(int[] l) { _l.AddRange(l); } }", "new Own(new[] { 1, 2 })")]
        [InlineData("struct Own : IEnumerable<int> { readonly int[]? _a; public Own(int[] a) { _a = a; } public IEnumerator<int> "
            + "GetEnumerator() => ((IEnumerable<int>)(_a ?? new int[0])).GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => "
            + "GetEnumerator(); }", "new Own(new[] { 1, 2 })")]
        [InlineData("struct Own : ICollection<int> { List<int> L => _l ??= new List<int>(); List<int>? _l; void "
            + "ICollection<int>.Add(int i) => L.Add(i); public void Clear() { } public bool Contains(int i) => true; public void "
            + "CopyTo(int[] a, int i) { } public int Count => L.Count; public bool IsReadOnly => false; public bool Remove(int i) => "
            + "true; public IEnumerator<int> GetEnumerator() => L.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => "
            + "GetEnumerator(); public static Own Of(int i) { ICollection<int> o = new Own(); o.Add(i); return (Own)o; } }", "Own.Of(3)")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Own(ReadOnlySpan<int> l) { _l.AddRange(l.ToArray()); } }",
            "new Own(new[] { 1, 2 })")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Own(ISet<int> l) { _l.AddRange(l); } }",
            "new Own(new HashSet<int> { 1, 2 })")]
        [InlineData("[System.Runtime.CompilerServices.CollectionBuilder(typeof(Building), \"Make\")] class Own : IEnumerable<int> { " + Body
            + "public Own(string name) { } internal List<int> L => _l; } static class Building { public static Own "
            + "Make(ReadOnlySpan<int> l) { var own = new Own(\"\"); own.L.AddRange(l.ToArray()); return own; } }",
            "Building.Make(new[] { 1, 2 })")]
        [InlineData("[System.Runtime.CompilerServices.CollectionBuilder(typeof(Building), \"Make\")] class Box<T> : IEnumerable<T> { "
            + "internal List<T> L = new List<T>(); internal Box(string name) { } public IEnumerator<T> GetEnumerator() => "
            + "L.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); } static class Building { public static "
            + "Box<T> Make<T>(ReadOnlySpan<T> l) { var own = new Box<T>(\"\"); own.L.AddRange(l.ToArray()); return own; } } class Own "
            + "{ public Box<string>? X { get; set; } }", "new Own { X = Building.Make<string>(new[] { \"a\" }) }")]
        [InlineData("class Own { public ReadOnlySet<int>? X { get; set; } }",
            "new Own { X = new ReadOnlySet<int>(new HashSet<int> { 1, 2 }) }")]
        [InlineData("class Base { public Dog Pet { get; set; } = new Dog(); public class Dog { public int X { get; set; } } } class "
            + "Own : Base { public new Dog Pet { get => base.Pet; set => base.Pet = value; } }",
            "new Own { Pet = new Base.Dog { X = 3 } }")]
        [InlineData("class Own : List<int> { public string Extra => \"\"; }", "new Own { 1, 2 }")]
        [InlineData("class Base<T> : Collection<T?> where T : class { } class Own : Base<string> { }", "new Own { \"a\", null }")]
        [InlineData("class Own : ReadOnlyCollection<int> { public Own(IList<int> l) : base(l) { } }", "new Own(new[] { 1, 2 })")]
        [InlineData("class Own : HashSet<string> { }", "new Own { \"a\" }")]
        // Non-generic collections have elements of the type of their indexer, or of the parameter of Add.
        [InlineData("class Own : CollectionBase { public void Add(string s) => List.Add(s); public void Add(int i) => List.Add(\"\" + i); "
            + "public string this[int i] => (string)List[i]!; public int this[string s] => List.IndexOf(s); }", "new Own { \"a\", 1 }")]
        [InlineData("class Base : CollectionBase { public int this[int i] => (int)List[i]!; } class Own : Base { public static Own Of(int "
            + "i) { IList o = new Own(); o.Add(i); return (Own)o; } }", "Own.Of(1)")]
        [InlineData("class Own : CollectionBase { public void Add(int i) => List.Add(i); }", "new Own { 1, 2 }")]
        [InlineData("class Own : ReadOnlyCollectionBase { public Own(params long[] l) => InnerList.AddRange(l); public long this[int i] => "
            + "(long)InnerList[i]!; }", "new Own(1, 2)")]
        [InlineData("class Own : ArrayList { }", "new Own { 1, \"a\", null }")]
        [InlineData("class Own : LinkedList<int> { public static Own Of(int i) { var o = new Own(); o.AddLast(i); return o; } }",
            "Own.Of(3)")]
        [InlineData("class Own : Dictionary<string, List<int>> { }", "new Own { [\"k\"] = new List<int> { 1 } }")]
        [InlineData("class Own : SortedDictionary<int, string?> { }", "new Own { [4] = null }")]
        [InlineData("class Own : ReadOnlyDictionary<string, int> { public Own(IDictionary<string, int> d) : base(d) { } }",
            "new Own(new Dictionary<string, int> { [\"k\"] = 1 })")]
        [InlineData("class Own : List<KeyValuePair<int, string>> { }", "new Own { KeyValuePair.Create(1, \"a\") }")]
        [InlineData("class Box<T> : List<T> { } class Own : Box<Own.Part> { public class Part { public int X; } }",
            "new Own { new Own.Part { X = 3 } }")]
        public void Made(string declared, string value) => Harness.RoundTrip(Usings + declared + @"
class Holder { public Own? A; public Own B { get; set; } = default!; public Dictionary<int, Own>? C; }
public static class Program
{
    static Own Sample => " + value + @";
    static Holder Make() => new Holder { A = Sample, B = Sample, C = new Dictionary<int, Own> { [2] = Sample } };
    public static object?[] Run() => new object?[] { Sample, Tool.Again(Sample), Make(), Tool.Again(Make()),
        new[] { Make(), new Holder { B = Sample } }, Tool.Again(new[] { Make(), new Holder { B = Sample } }) };
}");

        [Fact]
        public void Behind_an_interface() => Harness.RoundTrip(Usings + @"
public interface ITeam : IEnumerable<string> { }
public class Red : List<string>, ITeam { }
public class Deep : Red { }
public sealed class Blue : ITeam { readonly string[] _names;
    public Blue(IEnumerable<string> names) { _names = names.ToArray(); } public IEnumerator<string> GetEnumerator() =>
    ((IEnumerable<string>)_names).GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }
public class Match { public ITeam? A; public ITeam? B; public Red? C; }
public static class Program
{
    static Match Make() => new Match { A = new Red { ""a"" }, B = new Blue(new[] { ""b"", ""c"" }), C = new Deep { ""d"" } };
    static string Show(Match m) => m.A!.GetType().Name + m.A.Count() + m.B!.GetType().Name + m.B.Count() + m.C!.Count;
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())) };
}");

        [Fact]
        public void Fields_go_first() => Harness.RoundTrip(Usings + @"
[Kitbag.KitbagSerializable(Fields = true)] public class Own
    : IEnumerable<int> { public int X; public IEnumerator<int> GetEnumerator() { yield return X;
    } IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }
public static class Program { public static object?[] Run() => new object?[] { 5, Tool.Again(new Own { X = 5 }).X }; }");

        // No code can add elements, and its only state is its members.
        [Fact]
        public void Members_that_are_its_whole_state() => Harness.RoundTrip(Usings + @"
public class Match { public int Id { get; set; } public int Points { get; set; } }
public class Matches : IEnumerable<Match> { public IDictionary<int, Match> ById { get; set; } = new Dictionary<int, Match>();
    public int Round; public Match Get(int id) => ById.TryGetValue(id, out Match? one) ? one : ById[id] = new Match { Id = id };
    public IEnumerator<Match> GetEnumerator() => ById.Values.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }
public class Both : IEnumerable<int>, IEnumerable<string> { public List<int> Numbers { get; } = new();
    IEnumerator<int> IEnumerable<int>.GetEnumerator() => Numbers.GetEnumerator();
    IEnumerator<string> IEnumerable<string>.GetEnumerator() => null!; IEnumerator IEnumerable.GetEnumerator() => null!; }
public class World { public Matches? A { get; set; } public List<Matches>? All { get; set; } public Both? Both { get; set; } }
public static class Program
{
    static World Make() { var a = new Matches { Round = 3 }; a.Get(4).Points = 5; a.Get(7); var both = new Both(); both.Numbers.Add(6);
        return new World { A = a, All = new List<Matches> { a, new Matches() }, Both = both }; }
    static string Show(World w) => w.A!.Round + "" "" + w.A.Count() + w.A.Get(4).Points + w.All![1].Count() + w.All[0].Count()
        + w.Both!.Numbers[0];
    public static object?[] Run() => new object?[] { ""3 25026"", Show(Tool.Again(Make())) };
}");

        [Fact]
        public void A_private_constructor_of_a_generic_collection_is_refused_before_net9()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.CompileFor(8, Usings + "public class Own<T> : Collection<T> { "
                + "protected Own() { } } public static class Program { public static void Run(Own<int> own) => "
                + "Kitbag.KitbagSerializer.Serialize(own); }"), out _));
            Assert.Equal("KIT0001", diagnostic.Id);
            Assert.Contains("generated code cannot call its constructor without parameters: make that public or internal",
                diagnostic.GetMessage(null), StringComparison.Ordinal);
        }

        // Their members were stored before private constructors were called for collections.
        [Fact]
        public void A_private_constructor_does_not_make_members_that_are_its_whole_state_a_collection() => Harness.RoundTrip(Usings + @"
public class Own : IEnumerable<int> { private Own() { } public static Own Of(int round) => new Own { Round = round };
    public List<int> All { get; set; } = new(); public int Round; public void Add(int i) => All.Add(i);
    public IEnumerator<int> GetEnumerator() => All.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }
public static class Program { public static object?[] Run() => new object?[] { 3, Tool.Again(Own.Of(3)).Round }; }");

        [Theory]
        [InlineData("class Own : IEnumerable<int> { " + Body + "}", "'Add(int item)', or a constructor that takes an 'IEnumerable<int>'")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Own(int size) { } public void Add(int i) { } }",
            "a constructor without parameters")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "private void Add(int i) { } }", "'Add(int item)'")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public Dictionary<int, int> Map { get; set; } = new(); private int _x; }",
            "; or make all of its state public members, which are then stored; or store its fields, by [KitbagSerializable(Fields = "
            + "true)]")]
        [InlineData("class Own : Dictionary<string, int> { public Own(int size) { } }",
            "'Add(string key, int value)', or a constructor that takes an 'IDictionary<string, int>'")]
        [InlineData("class Own : IEnumerable { public IEnumerator GetEnumerator() => null!; }", "implement IEnumerable<T>")]
        [InlineData("class Own : List<int>, IEnumerable<string> { IEnumerator<string> IEnumerable<string>.GetEnumerator() => null!; }",
            "more than one type")]
        [InlineData("class Own : Stack<int> { }", "keep the stack in a member")]
        [InlineData("struct Own : IEnumerable<KeyValuePair<int, int>> { public void Add(int k, int v) { } public "
            + "IEnumerator<KeyValuePair<int, int>> GetEnumerator() => null!; IEnumerator IEnumerable.GetEnumerator() => null!; }",
            "a dictionary that is a struct is not supported")]
        // Each would be read in reverse order.
        [InlineData("class Own : IEnumerable<int> { readonly Stack<int> _s = new(); public void Push(int i) => _s.Push(i); "
            + "public int Pop() "
            + "=> _s.Pop(); public void Add(int i) => Push(i); public IEnumerator<int> GetEnumerator() => _s.GetEnumerator(); IEnumerator "
            + "IEnumerable.GetEnumerator() => GetEnumerator(); }", "it has Push and Pop")]
        [InlineData("class Own : IEnumerable<int> { Own? _next; int _x; public Own(IEnumerable<int> all) { } public void "
            + "Push(int i) { } public "
            + "int Pop() => 0; public IEnumerator<int> GetEnumerator() { for (var o = this; o != null; o = o._next) yield return o._x; } "
            + "IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }", "keep the elements in a list")]
        [InlineData("class Own : IEnumerable<int> { int[] _a = new int[9]; int _n; public void Add(int i) => Push(i); public void "
            + "Push(int i) => _a[_n++] = i; public int Pop() => _a[--_n]; public IEnumerator<int> GetEnumerator() { for (int i = _n; i "
            + "> 0;) yield return _a[--i]; } IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }", "it has Push and Pop")]
        [InlineData("class Own : IEnumerable<int> { readonly List<int> _l = new(); public void Add(int i) => _l.Insert(0, i); public "
            + "IEnumerator<int> GetEnumerator() => _l.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }",
            "it seems to enumerate its elements in reverse order")]
        [InlineData("class Own : IEnumerable<int> { readonly List<int> _l = new(); public void Add(int i) => _l.Add(i); public "
            + "IEnumerator<int> GetEnumerator() { for (int i = _l.Count - 1; i >= 0; i--) yield return _l[i]; } IEnumerator "
            + "IEnumerable.GetEnumerator() => GetEnumerator(); }", "it seems to enumerate its elements in reverse order")]
        public void Refused(string declared, string advice)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(
                Usings + "public class World { public Own? A; public int X; } public " + declared
                    + " public static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }"),
                    out _));
            Assert.Equal("KIT0001", diagnostic.Id);
            Assert.StartsWith("World.A: 'Own'", diagnostic.GetMessage(null), StringComparison.Ordinal);
            Assert.Contains(advice, diagnostic.GetMessage(null), StringComparison.Ordinal);
            Assert.Equal("Own", Harness.TextAt(diagnostic));
        }

        [Fact]
        public void Of_which_elements_are_added_first_and_enumerated_last_first_keep_their_order() => Harness.RoundTrip(Usings
            + "public class Own : IEnumerable<int> { readonly LinkedList<int> _l = new(); public void Add(int i) => _l.AddFirst(i); public "
            + "IEnumerator<int> GetEnumerator() => _l.Reverse().GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => "
            + "GetEnumerator(); } public static class Program { public static object?[] Run() => new object?[] { new Own { 1, 2, 3 }, "
            + "Tool.Again(new Own { 1, 2, 3 }) }; }");

        /// <summary>Only the elements are stored, so state beside them would be lost without a report.</summary>
        [Theory]
        [InlineData("class Own : List<int> { public string? Team { get; set; } }", "Team")]
        [InlineData("class Own : Dictionary<string, int> { public string? Team; public int Rank { get; private set; } }", "Team Rank")]
        [InlineData("class Own : Base { public void Load() => Clear(); } public class Base : List<int> { public DateTime Made { get; } = "
            + "DateTime.Now; }", "Made")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public void Add(int i) => _l.Add(i + Offset); string _name "
            + "= \"\"; public int "
            + "Offset { get; set; } public string Name { get => _name; set { if (value.Length < 9) _name = value; } } }", "Offset Name")]
        [InlineData("class Own : List<int> { [System.Runtime.Serialization.DataMember] private int Team { get; set; } }", "Team")]
        // Private values that the program gives to the collection, but not what the collection computes.
        [InlineData("class Own : List<int> { private readonly string _owner; private string _name = \"\", _upper = \"\"; public Own() { "
            + "_owner = \"\"; } public Own(string owner) { _owner = owner; } public void Rename(string name) { _name = name; _upper = "
            + "name.ToUpper(); } }", "_owner _name")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "private int _last, _limit = 9; private string _name = \"\"; public void "
            + "Add(int i) { _last = i; if (_l.Count < _limit) _l.Add(i); } public void Limit(int limit) => _limit = limit; [Kitbag."
            + "KitbagIgnore] public string Name { get => _name; set => _name = value; } }", "_limit")]
        [InlineData("class Own : List<int> { [Kitbag.KitbagIgnore] public string? Team { get; set; } public static int All; "
            + "public int Sum => "
            + "this.Sum(); public int First { get => this[0]; set => this[0] = value; } public Action? Changed; public new int Capacity { "
            + "get; set; } }", "")]
        [InlineData("class Own : IEnumerable<int> { public List<int> All { get; } = new(); public int Last { get; private set; } public "
            + "Dictionary<int, int> Places { get; } = new(); public void Add(int i) { All.Add(i); Last = i; Places[i] = "
            + "All.Count; } public "
            + "IEnumerator<int> GetEnumerator() => All.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }", "")]
        [InlineData("class Own : Collection<int> { public HashSet<int> Seen { get; } = new(); protected override void "
            + "InsertItem(int at, int "
            + "i) { Seen.Add(i); base.InsertItem(at, i); } }", "")]
        // These round-trip: the elements are enumerated in the order in which they were pushed.
        [InlineData("class Own : List<int> { public void Push(int i) => Add(i); public int Pop() => 0; }", "")]
        [InlineData("class Own : IEnumerable<int> { " + Body + "public void Push(int i) => _l.Add(i); public int Pop() => 0; public void "
            + "Add(int i) => Push(i); }", "")]
        public void Members_beside_the_elements_are_reported(string declared, string members)
        {
            Diagnostic[] found = Harness.Diagnose(Harness.Compile(Usings + "public class World { public Own? A; public Own? B; } public "
                + declared + " public static class Program { public static void Run() => "
            + "Kitbag.KitbagSerializer.Serialize(new World()); }"),
                out _).ToArray();
            Assert.All(found, d => Assert.Equal("KIT0017", d.Id));
            Assert.All(found, d => Assert.Contains("is a collection, of which only the elements are stored. Make the collection a member",
                d.GetMessage(null), StringComparison.Ordinal));
            Assert.Equal(members, string.Join(" ", found.Select(Harness.TextAt)));
        }
    }
}
