using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Objects of tracked classes exist before their members are read, however their classes create objects.</summary>
    public class GraphConstructionTests
    {
        private const string Tools = @"using System; using System.Collections.Generic; using System.Linq;
public static class Bin
{
    public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(
            Kitbag.KitbagJson.Deserialize<T>(Kitbag.KitbagJson.Serialize(value))));
}
";

        // A node that refers to itself by Other, once alone and once among many nodes, with name and number.
        [Theory]
        [InlineData("public class Node { public Node(string name, int number, Node? other) { Name = name.Trim(); Number = number; "
            + "Other = other; } "
            + "public string Name { get; } public int Number { get; } public Node? Other { get; } }")]
        [InlineData("public class Node { public Node(string name, int number, Node? other) { Name = name.Trim(); Number = number; "
            + "Other = other; } "
            + "public readonly string Name; public readonly int Number; public readonly Node? Other; }")]
        [InlineData("public record Node(string Name, int Number, Node? Other);")]
        [InlineData("public record Base(string Name) { public List<int> Numbers { get; init; } = new(); } "
            + "public record Node(string Name, int Number, Node? Other) : Base(Name);")]
        [InlineData("public record Node(string Name, int Number, Node? Other) { public string Text { get; init; } = Name; public int X "
            + "= 4; }")]
        [InlineData("public class Node { public Node(string name, int number, Node? other) { Name = name.Trim(); Number = number; "
            + "Other = other; } "
            + "public string Name { get; private set; } public int Number { get; init; } public Node? Other { get; set; } }")]
        [InlineData("public class Node { private Node() { } "
            + "public Node(string name, int number, Node? other) { Name = name; Number = number; Other = other; } "
            + "public string Name { get; private set; } = \"\"; public int Number { get; init; } public Node? Other { get; set; } }")]
        [InlineData("public class Node { public Node(string name = \"\", int number = 4, Node? other = null) { Name = name.Trim(); "
            + "Number = number; "
            + "Other = other; } public string Name { get; } public int Number { get; } public Node? Other { get; } }")]
        [InlineData("[Kitbag.KitbagSerializable(Fields = true)] public class Node { "
            + "public Node(string name, int number, Node? other) { _name = name.Trim(); _number = number; _other = other; } "
            + "private readonly string _name; private int _number; private readonly Node? _other; "
            + "public string Name => _name; public int Number => _number; public Node? Other => _other; }")]
        [InlineData("public class Node { public Node(string name, int number, Node? other) { _name = name.Trim(); _number = number; "
            + "_other = other; } "
            + "private readonly string _name; private readonly int _number; private readonly Node? _other; "
            + "public string Name() => _name; public int Number() => _number; public Node? Other() => _other; }")]
        [InlineData("public class Node { public Node(string name, int number, Node? other) { _name = name.Trim(); _number = number; "
            + "_other = other; } "
            + "private readonly string _name; private readonly int _number; private Node? _other; "
            + "public string Name => _name; public int Number { get { return _number; } } public Node? Other { get => this._other; } }")]
        [InlineData("public class Node<T> where T : class { public Node(string name, T? other) { Name = name; Other = other; } "
            + "public string Name { get; } public T? Other { get; } } "
            + "public class Node : Node<Node> { public Node(string name, int number, Node? other) : base(name, other) { Number = number; } "
            + "public int Number { get; } }")]
        public void Made(string types)
        {
            bool byMethods = types.Contains("Name()");
            string call = byMethods ? "()" : "", fields = string.Concat(new[] { "Other", "Name", "Number" }.Select(name =>
                "static readonly System.Reflection.FieldInfo F" + name + " = Find(typeof(Node), \"" + name + "\"); "));
            Harness.RoundTrip(Tools + types + @"
public static class Program
{
    " + fields + @"
    static System.Reflection.FieldInfo Find(Type? type, string name)
    {
        for (; type != null; type = type.BaseType)
            foreach (var field in type.GetFields((System.Reflection.BindingFlags)54))
                if (field.Name.Trim('_').StartsWith(name, StringComparison.OrdinalIgnoreCase)
                    || field.Name.StartsWith(""<"" + name + "">""))
                    return field;
        throw new Exception(name);
    }
    static Node Make(int i) { var node = new Node(""n"" + i, i, null); FOther.SetValue(node, node); return node; }
    static bool Is(Node node, int i) => (string)FName.GetValue(node)! == ""n"" + i && (int)FNumber.GetValue(node)! == i
        && FOther.GetValue(node) == node;
    public static object?[] Run()
    {
        var many = Bin.Again(Enumerable.Range(0, 21).Select(i => i == 9 ? null : Make(i)).ToList());
        var chain = new Node(""c"", 1, new Node(""d"", 2, null));
        var read = Bin.Again(new[] { chain, (Node)FOther.GetValue(chain)! });
        return new object?[] { true, Is(Bin.Again(Make(5)), 5), true,
            many.Where((node, i) => i == 9 ? node != null : !Is(node!, i)).Count() == 0,
            true, FOther.GetValue(read[0]) == read[1] && (string)FName.GetValue(read[1])! == ""d"" };
    }
}", version: LanguageVersion.CSharp10);
        }

        [Fact]
        public void Init_and_required_members_of_classes_with_plain_constructors() => Harness.RoundTrip(Tools + @"
public class Node { public string Name { get; init; } = ""?"";
    public Node? Other { get; init; } public List<Node> Children { get; } = new();
    public Node Twin { get; } = null!; public Node() { } public Node(int i) { Twin = this; Name = ""t"" + i; Other = this;
        Children.Add(this); } }
public static class Program {
    static bool Is(Node n, int i) => n.Name == ""t"" + i && n.Other == n && n.Twin == n && n.Children.Count == 1 && n.Children[0] == n;
    public static object?[] Run() => new object?[] { true, Is(Bin.Again(new Node(3)), 3),
        true, Bin.Again(Enumerable.Range(0, 20).Select(i => new Node(i)).ToArray()).Where((n, i) => !Is(n, i)).Count() == 0 }; }");

        [Fact]
        public void Members_that_a_document_lacks_have_the_values_of_their_initializers() => Harness.RoundTrip(Tools + @"
namespace Old { public class Node { public Node(string name) { Name = name.Trim(); } public string Name { get; } public Node? Other { get;
    set; } } }
namespace New { public class Node { public Node(string name) { Name = name.Trim(); } public string Name { get; } public Node? Other { get;
    set; }
    public int Rank { get; set; } = 7; public string Text = ""x"" ; public List<Node> Children { get; } = new();
    public long? Nothing { get; set; } = null; public double D = -1.5; } }
public static class Program
{
    static string Show(New.Node n) => n.Name + n.Rank + n.Text + n.Children.Count + n.Nothing
        + n.D.ToString(System.Globalization.CultureInfo.InvariantCulture) + (n.Other == n);
    public static object?[] Run()
    {
        var options = new Kitbag.KitbagOptions();
        var one = new Old.Node(""a""); one.Other = one;
        var many = Enumerable.Range(0, 12).Select(i => { var n = new Old.Node(""m""); n.Other = n; return n; }).ToList();
        return new object?[] { ""a7x0-1.5True"",
            Show(Kitbag.KitbagSerializer.Deserialize<New.Node>(Kitbag.KitbagSerializer.Serialize(one))),
            12, Kitbag.KitbagSerializer.Deserialize<List<New.Node>>(Kitbag.KitbagSerializer.Serialize(many))
                .Count(n => Show(n) == ""m7x0-1.5True"") };
    }
}");

        [Fact]
        public void Callbacks_are_called_once_the_whole_graph_exists() => Harness.RoundTrip(Tools + @"
public class Node : Kitbag.IKitbagSerializing,
    Kitbag.IKitbagDeserialized { public string? Name; public Node? Other; public int Before; [NonSerialized] public string? Seen;
    [NonSerialized] public int Calls;
    public void OnSerializing() { Before++; } public void OnDeserialized() { Seen += Other!.Name + Other.Other!.Name; Calls++; } }
public static class Program {
    static Node Make() { var a = new Node { Name = ""a"" }; a.Other = new Node { Name = ""b"", Other = a }; return a; }
    static string Show(Node n) => n.Seen + n.Calls + n.Other!.Seen + n.Other.Calls;
    public static object?[] Run() => new object?[] { ""ba1ab1"", Show(Bin.Again(Make())), 10,
        Bin.Again(Enumerable.Range(0, 10).Select(_ => Make()).ToList()).Count(n => Show(n) == ""ba1ab1"") }; }");

        [Fact]
        public void Callbacks_of_objects_that_contain_nodes() => Harness.RoundTrip(Tools + @"
public class Node { public string? Name; public Node? Other; public Holder? Holder; }
public class Holder : Kitbag.IKitbagDeserialized { public Node? First; [NonSerialized] public string? Seen;
    public void OnDeserialized() => Seen += First!.Name + First.Other!.Name; }
public class World : Kitbag.IKitbagDeserialized { public Holder? Holder; public List<Holder>? Many; [NonSerialized] public string? Seen;
    public void OnDeserialized() => Seen += Holder!.First!.Other!.Name; }
public static class Program {
    static World Make() { var a = new Node { Name = ""a"" }; a.Other = new Node { Name = ""b"", Other = a };
        a.Holder = new Holder { First = a };
        return new World { Holder = new Holder { First = a.Other },
            Many = Enumerable.Range(0, 12).Select(_ => new Holder { First = a }).ToList() }; }
    static string Show(World w) => w.Seen + w.Holder!.Seen + w.Many!.Count(h => h.Seen == ""ab"") + w.Many[0].First!.Holder!.Seen;
    public static object?[] Run() => new object?[] { ""aba12ab"", Show(Bin.Again(Make())) }; }");

        [Fact]
        public void Initializers_of_members_that_are_not_stored() => Harness.RoundTrip(Tools + @"
public class Base<T> { [NonSerialized] private readonly List<T> _seen = new();
    protected int Seen(T item) { _seen.Add(item); return _seen.Count; } }
public class Node : Base<string>
{
    [NonSerialized] private readonly object _lock = new object();
    [NonSerialized] public int Rank = -3;
    [Kitbag.KitbagIgnore] public Dictionary<string, int> Cache { get; } = new();
    [NonSerialized] private Node? _last = null; [NonSerialized] private int _zero = 0;
    public Node(string name) { Name = name.Trim(); }
    public string Name { get; }
    public Node? Other { get; set; }
    public string Show() { lock (_lock) { _last ??= this; return Name + Rank + Cache.Count + Seen(Name) + _zero + (_last == Other); } }
}
public static class Program {
    static Node Make() { var n = new Node(""n""); n.Other = n; return n; }
    public static object?[] Run() => new object?[] { ""n-3010True"", Make().Show(), ""n-3010True"", Bin.Again(Make()).Show() }; }");

        // Members that the document lacks have these values, too.
        [Fact]
        public void Initializers_that_are_constants_or_static_members() => Harness.RoundTrip(Tools + @"
public enum State { None, Idle, Busy = 7 }
public class Stats { public static readonly Stats Empty = new(); public int Hits = 3;
    public static Stats Create() => new Stats { Hits = 9 }; }
public class Old { public Old(string name) { Name = name.Trim(); } public string Name { get; } public Old? Next; }
public class Node
{
    private const float Third = 1f / 3;
    internal const ulong Big = ulong.MaxValue;
    public Node(string name) { Name = name.Trim(); }
    public string Name { get; }
    public Node? Next { get; set; }
    public State State { get; set; } = State.Busy;
    public float Part = Third;
    public double Wide = Third * 2, Least = double.MinValue;
    public byte Small { get; set; } = 3 + 4;
    public ulong Large { get; init; } = Big;
    public decimal Price { get; init; } = 1.50m * 2;
    public char Letter = (char)('a' + 1);
    public string Text { get; set; } = string.Empty;
    public string Called = nameof(Node);
    public TimeSpan Time { get; set; } = TimeSpan.MaxValue;
    public int[] Numbers { get; set; } = Array.Empty<int>();
    public Stats Stats { get; set; } = Stats.Create();
    [NonSerialized] public readonly Stats Other = Stats.Empty;
    [NonSerialized] private readonly State _state = State.Idle;
    public DateTime? Never { get; set; } = new();
    public string Show() => Name + State + Part + Wide + Least + Small + Large + Price + Letter + Text + Called + Time + Numbers.Length
        + Stats.Hits + (Other == Stats.Empty) + _state + Never;
}
public static class Program {
    static Node Make() { var n = new Node(""n""); n.Next = n; return n; }
    static string WriteJson() { var o = new Old(""n""); o.Next = o; return Kitbag.KitbagJson.Serialize(o); }
    public static object?[] Run() => new object?[] { Make().Show(), Bin.Again(Make()).Show(),
        Make().Show(), Kitbag.KitbagJson.Deserialize<Node>(WriteJson()).Show() }; }");

        // Although another one takes the member that has no setter, whose field is set afterwards.
        [Theory]
        [InlineData("private Node() { _z = 7; } public Node(string name) : this() { Name = name; }", "")]
        [InlineData("public Node() { _z = 7; } public Node(string name) { Name = name; _z = 7; _w = name.Length; }", "_w")]
        [InlineData("public Node() : this(\"x\") { } public Node(string name) { Name = name; _z = 7; _w = 3; }", "")]
        public void Parameterless_constructor_is_run(string constructors, string unset)
        {
            string source = "using System.Collections.Generic; public class Node { private readonly int _z, _w; " + constructors
                + " public string Name { get; } public List<Node> All { get; } = new(); public string Show() => Name + _z + All.Count; "
                + "public int W => _w; } public static class Program { static Node Make() { var node = new Node(\"n\"); node.All.Add(node);"
                + " return node; } public static object?[] Run() => new object?[] { \"n71\", Tool.Again(Make()).Show(), \"n71\", "
                + "Tool.Again(new[] { Make(), Make() })[1].All[0].Show() }; }";
            if (unset.Length == 0)
            {
                Harness.RoundTrip(source);
                return;
            }
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(source.Substring(0, source.IndexOf("public static class"))
                + "public static class Program { public static void Run(Node node) => Kitbag.KitbagSerializer.Serialize(node); }"));
            Assert.Equal(("KIT0032", unset), (diagnostic.Id, Harness.TextAt(diagnostic)));
            Assert.Contains("created with the parameterless constructor, which leaves '" + unset + "' unset", diagnostic.GetMessage(null));
        }

        [Theory]
        [InlineData("public class Node { public Node(string name) { Name = name; } public string Name { get; } private class Cache { } "
            + "private readonly Cache «_cache» = new(); public Node? Next; public string Show() => _cache.ToString()!; }", "'_cache'")]
        [InlineData("public class Node { [System.NonSerialized] public readonly System.Random «Dice» = new System.Random(5); "
            + "public Node(string name) { Name = name; } public string Name { get; } public Node? Next; }", "'Dice'")]
        [InlineData("public record Node(string Name, Node? Other) { public string «Loud» { get; init; } = Name.ToUpper(); }", "'Loud'")]
        [InlineData("public class Node { public Node(string name) { Name = name; _length = name.Length; } public string Name { get; } "
            + "private readonly int «_length»; public Node? Next; public int Length => _length; }", "'_length'")]
        [InlineData("public class Node { public Node(string name) { Name = name; } public string Name { get; } public int[] «All» = "
            + "new[] { 1 }; "
            + "public Node? Next; }", "'All'")]
        public void Constructor_is_not_run(string types, string says)
        {
            string clean = types.Replace("«", "").Replace("»", "")
                + "public static class P { public static void R(Node n) => Kitbag.KitbagSerializer.Serialize(n); }";
            CSharpCompilation compilation = Harness.Compile(clean);
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(compilation, out Compilation output));
            Assert.Equal("KIT0032", diagnostic.Id);
            Assert.StartsWith("Node: objects of 'Node' can reference each other", diagnostic.GetMessage(null));
            Assert.Contains("leaves " + says + " unset unless the document contains it", diagnostic.GetMessage(null));
            Assert.Equal(types.Split('«')[1].Split('»')[0], Harness.TextAt(diagnostic));
            Harness.Emit(compilation, output);
        }

        [Fact]
        public void A_generic_class_whose_constructor_is_not_run_is_reported_once()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose("public class Node<T> { public Node(T[] all) { All = all; _length = "
                + "all.Length; } public T[] All { get; } private readonly int _length; public Node<T>? Next; public int Length => _length; "
                + "} public static class P { public static void R(Node<int> a, Node<long> b) { Kitbag.KitbagSerializer.Serialize(a); "
                + "Kitbag.KitbagSerializer.Serialize(b); } }"));
            Assert.Equal(("KIT0032", "_length"), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }

        // Accessors do not support generic types before .NET 9, and do not exist before .NET 8.
        [Theory]
        [InlineData(8, "public partial class Node<T> { public T? Value { get; set; } public Node<T>? Next { get; private set; } "
            + "[Kitbag.KitbagInclude] private int _x; }", "")]
        [InlineData(8, "public class Node<T> { public T? Value { get; set; } public Node<T>? Next { get; init; } }", "Next")]
        [InlineData(8, "public class Node<T> { public Node(T? value) { Value = value; } public T? Value { get; } public Node<T>? Next; }",
            "Value")]
        [InlineData(8, "public partial class Node<T> { public Node(T? value) { Value = value; } public T? Value { get; private set; } "
            + "public Node<T>? Next; }", "")]
        [InlineData(9, "public class Node<T> { public Node(T? value) { Value = value; } public T? Value { get; } public Node<T>? Next; }",
            "")]
        public void Generic_types_of_older_runtimes(int version, string types, string member)
        {
            string source = types + "public static class P { public static void R(Node<int> n) => Kitbag.KitbagSerializer.Serialize(n); }";
            CSharpCompilation compilation = version == 9 ? Harness.Compile(source) : Harness.CompileFor(version, source);
            Diagnostic[] diagnostics = Harness.Diagnose(compilation, out Compilation output).ToArray();
            if (member.Length == 0)
            {
                Assert.Empty(diagnostics);
                Harness.Emit(compilation, output);
                return;
            }
            Assert.Equal(("KIT0031", member), (Assert.Single(diagnostics).Id, Harness.TextAt(diagnostics[0])));
        }

        [Theory]
        [InlineData("public class Node { public Node(Node? other) { _o = other; } private Node? _o; public int X; public Node? «Other» "
            + "=> Get(_o); private static Node? Get(Node? node) => node; }",
            "no backing field")]
        [InlineData("public class Node { public «Kids»? Kids; } public class Kids : System.Collections.Generic.IEnumerable<Kids> { "
            + "public void Add(Kids kids) { } public System.Collections.Generic.IEnumerator<Kids> GetEnumerator() => throw null!; "
            + "System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => throw null!; }",
            "let it implement 'ICollection<Kids>'")]
        [InlineData("public class Node { public «Kids»? Kids; } public class Kids : System.Collections.Generic.IReadOnlyDictionary<int, "
            + "Kids> { public Kids this[int key] { get => throw null!; set { } } public void Add(int key, Kids value) { } public int Count "
            + "=> 0; public bool ContainsKey(int key) => false; public bool TryGetValue(int key, out Kids value) => throw null!; "
            + "public System.Collections.Generic.IEnumerable<int> Keys => throw null!; public System.Collections.Generic.IEnumerable<Kids> "
            + "Values => throw null!; public System.Collections.Generic.IEnumerator<System.Collections.Generic.KeyValuePair<int, Kids>> "
            + "GetEnumerator() => throw null!; System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => throw "
            + "null!; }", "let it implement 'ICollection<KeyValuePair<int, Kids>>'")]
        public void Cannot_be_filled(string types, string says)
        {
            string clean = types.Replace("«", "").Replace("»", "")
                + "public static class P { public static void R(Node n) => Kitbag.KitbagSerializer.Serialize(new[] { n }); }";
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(clean), out Compilation output));
            Assert.Equal("KIT0031", diagnostic.Id);
            Assert.Contains(says, diagnostic.GetMessage(null));
            Assert.StartsWith("Node[][]", diagnostic.GetMessage(null));
            Assert.Equal(types.Split('«')[1].Split('»')[0], Harness.TextAt(diagnostic));
            Assert.DoesNotContain("NodeCodec", string.Concat(output.SyntaxTrees.Select(tree => tree.ToString())));
        }

        [Fact]
        public void Fields_of_another_type_than_their_property_can_be_included()
        {
            const string Node = "public class Node { private readonly List<Node> _all; "
                + "public Node(IEnumerable<Node> all) { _all = all.ToList(); } public IReadOnlyList<Node> All => _all; } "
                + "public static class Program { public static object?[] Run() => new object?[] { 1, "
                + "Bin.Again(new Node(new[] { new Node(new List<Node>()) })).All.Count }; }";
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.Compile(Tools + Node), out _));
            Assert.Equal("KIT0031", found.Id);
            Assert.EndsWith("give it a setter, which may be private, or mark it with [KitbagIgnore] and '_all' with [KitbagInclude]",
                found.GetMessage(null));
            Harness.RoundTrip(Tools + Node.Replace("private", "[Kitbag.KitbagInclude] private")
                .Replace("public IReadOnlyList", "[Kitbag.KitbagIgnore] public IReadOnlyList"));
        }

        [Fact]
        public void Compiled_classes_can_be_stored_by_their_fields()
        {
            const string Root = "public static class P { public static void R(Node n) => Kitbag.KitbagSerializer.Serialize(n); }",
                ByFields = "[assembly: Kitbag.KitbagSerializable(typeof(Node), Fields = true)] ";
            MetadataReference library = MetadataReference.CreateFromImage(Harness.Build(Harness.Compile("public class Node { "
                + "private readonly Node? _other; public Node(Node? other) { _other = other; } public Node? Other => _other; }", "Nodes",
                kitbag: false)));
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.Compile(Root, references: library), out _));
            Assert.Equal("KIT0031", found.Id);
            Assert.EndsWith("store the fields of its class with " + ByFields.TrimEnd() + ", or write a [KitbagSurrogate] for it",
                found.GetMessage(null).Replace("KitbagSerializable(", "Kitbag.KitbagSerializable("));
            Harness.Build(Harness.Compile(ByFields + Root, references: library));
        }
    }
}
