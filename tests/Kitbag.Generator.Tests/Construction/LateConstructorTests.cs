using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Marked constructors of tracked classes run after all of their arguments are complete.</summary>
    public class LateConstructorTests
    {
        private const string Tools = @"using System; using System.Collections.Generic; using System.Linq; using Kitbag;
public static class Both
{
    public static T Again<[KitbagRoot] T>(T value) => KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(
        KitbagJson.Deserialize<T>(KitbagJson.Serialize(value))));
    public static string Refused<[KitbagRoot] T>(T value)
    {
        string text = """";
        try { KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value)); }
        catch (KitbagException e) { text += e.Reason + "" "" + e.Path + ""|"" + e.Message; }
        text += ""#"";
        try { KitbagJson.Deserialize<T>(KitbagJson.Serialize(value)); }
        catch (KitbagException e) { text += e.Reason + "" "" + e.Path + ""|"" + e.Message; }
        return text;
    }
}
";

        private const string Node = @"public class Node
{
    public static int Runs;
    [NonSerialized] public readonly string Way;
    [KitbagConstructor] public Node(string name, Node? parent, List<Node>? friends = null, int rank = 5)
    {
        Runs++;
        Name = name.Trim(); Parent = parent; Friends = friends; Rank = rank; Note = ""made""; All = new List<Node>();
        Way = parent == null ? Name : parent.Way + ""/"" + Name;
        foreach (Node friend in friends ?? new List<Node>()) Way += ""+"" + friend.Way;
    }
    public string Name { get; } public Node? Parent { get; } public List<Node>? Friends { get; } public int Rank { get; }
    public string? Note { get; set; } public List<Node> All { get; } public Other? Other;
}
public class Other { public Node? Node; public List<Other>? Others; }
";

        [Fact]
        public void A_constructor_runs_after_those_of_its_arguments() => Harness.RoundTrip(Tools + Node + @"
public static class Program {
    public static object?[] Run() {
        Node a = new Node(""a"", null), b = new Node(""b"", a) { Note = null },
            c = new Node(""c"", b, new List<Node> { a, b, a }, 7) { Note = ""n"" };
        c.All.Add(a); c.Other = new Other { Node = b };
        var all = new List<Node> { c, b, a };
        for (int i = 0; i < 20; i++) all.Insert(0, new Node(""n"" + i, all[0]));
        Node.Runs = 0;
        var read = Both.Again(all);
        Node c2 = read[20];
        return new object?[] { 46, Node.Runs, c.Way, c2.Way, true, c2.Parent == read[21] && c2.Friends!.Count == 3
            && c2.Friends[2] == read[22],
            ""n"", c2.Note, null, read[21].Note, 7, c2.Rank, true, c2.All.Count == 1 && c2.All[0] == read[22] && c2.Other!.Node == read[21],
            all[0].Way, read[0].Way };
    } }");

        [Fact]
        public void Deep_chains() => Harness.RoundTrip(Tools + @"
public class Link { [KitbagConstructor] public Link(int number, Link? next) { Number = number; Next = next; Below = (next?.Below ?? 0) + 1;
    }
    public int Number { get; } public Link? Next { get; } [NonSerialized] public readonly int Below; }
public static class Program {
    public static object?[] Run() {
        Link? link = null;
        for (int i = 0; i < 100_000; i++) link = new Link(i, link);
        return new object?[] { 100_000, Both.Again(link!).Below };
    } }");

        [Fact]
        public void What_the_document_lacks() => Harness.RoundTrip(Tools + @"
namespace Old { public class Node { public string? Name; public Node? Parent; } }
" + Node + @"
public static class Program {
    public static object?[] Run() {
        var old = new Old.Node { Name = "" x "", Parent = new Old.Node { Name = ""y"" } };
        var read = KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(old));
        var text = KitbagJson.Deserialize<Node>(KitbagJson.Serialize(old));
        return new object?[] { ""y/x 5 made 0"", read.Way + "" "" + read.Rank + "" "" + read.Note + "" "" + read.All.Count,
            ""y/x 5 made 0"", text.Way + "" "" + text.Rank + "" "" + text.Note + "" "" + text.All.Count };
    } }");

        [Theory]
        [InlineData("a.All.Add(a);", "Node.All")]
        [InlineData("b.All.Add(c);", "Node.All.Parent")]
        [InlineData("a.Other = new Other { Others = new List<Other> { new Other { Node = c } } };", "")]
        public void A_cycle_through_it_is_refused(string links, string way) => Harness.RoundTrip(Tools + Node + @"
public static class Program {
    public static object?[] Run() {
        Node a = new Node(""a"", null), b = new Node(""b"", a), c = new Node(""c"", b);
        " + links + @"
        string[] said = Both.Refused(new List<Node> { c }).Split('#');
        return new object?[] { """", said.Where(text => !text.StartsWith(""NotSupported"")
            || !text.Contains(""reaches itself, by " + way + @""")
            || !text.Contains(""marked with [KitbagConstructor]"")).FirstOrDefault() ?? """" };
    } }");

        [Fact]
        public void Other_cycles_are_fine() => Harness.RoundTrip(Tools + Node + @"
public static class Program {
    public static object?[] Run() {
        var one = new Other { Others = new List<Other>() }; one.Others.Add(one);
        one.Others.Add(new Other { Others = one.Others });
        var node = new Node(""a"", null) { Other = one };
        var read = Both.Again(node);
        return new object?[] { ""a"", read.Way, true, read.Other!.Others![0] == read.Other };
    } }");

        [Fact]
        public void Hidden_constructors_of_generic_types_and_bases() => Harness.RoundTrip(Tools + @"
public abstract class Part<T> { public Part<T>? Next { get; protected set; } public T? Value { get; set;
    } [NonSerialized] public string Seen = ""?""; }
public sealed class Leaf<T> : Part<T> { [KitbagConstructor] private Leaf(T? value, Part<T>? next) { Value = value; Next = next;
    Seen = value + ""l"" + next?.Seen; }
    public static Leaf<T> Of(T value, Part<T>? next) => new Leaf<T>(value, next); }
public sealed class Twig<T> : Part<T> { [KitbagConstructor] internal Twig(IReadOnlyList<Part<T>> parts) { Parts = parts.ToArray();
    Seen = string.Concat(parts.Select(p => p.Seen)); }
    public Part<T>[] Parts { get; } }
public static class Program {
    public static object?[] Run() {
        Part<int> leaf = Leaf<int>.Of(3, null), other = Leaf<int>.Of(4, leaf), twig = new Twig<int>(new[] { leaf, other, leaf });
        Part<int> read = Both.Again(twig);
        return new object?[] { ""3l4l3l3l"", read.Seen, true, ((Twig<int>)read).Parts[0] == ((Twig<int>)read).Parts[1].Next };
    } }");

        [Fact]
        public void One_that_throws() => Harness.RoundTrip(Tools + @"
public class Node { [KitbagConstructor] public Node(string name, Node? next) { Name = name; Next = next;
    if (name == Bad) throw new InvalidOperationException(""no""); }
    public static string? Bad; public string Name { get; } public Node? Next { get; } }
public static class Program {
    public static object?[] Run() {
        var node = new Node(""a"", new Node(""b"", null));
        Node.Bad = ""b"";
        string[] said = Both.Refused(node).Split('#');
        return new object?[] { true, said.All(text => text.StartsWith(""Refused "") && text.Contains(""InvalidOperationException, no"")) };
    } }");

        [Fact]
        public void Populated() => Harness.RoundTrip(Tools + Node + @"
public static class Program {
    public static object?[] Run() {
        Node source = new Node(""b"", new Node(""p"", null)) { Note = ""x"" }, target = new Node(""a"", null),
            other = new Node(""a"", null);
        Node.Runs = 0;
        KitbagSerializer.Populate(KitbagSerializer.Serialize(source), target);
        int runs = Node.Runs;
        KitbagJson.Populate(KitbagJson.Serialize(source), other);
        return new object?[] { ""b x p a"", target.Name + "" "" + target.Note + "" "" + target.Parent!.Way + "" "" + target.Way, 1, runs,
            ""b x p a"", other.Name + "" "" + other.Note + "" "" + other.Parent!.Way + "" "" + other.Way, 2, Node.Runs };
    } }");

        [Fact]
        public void Where_accessors_cannot_reach_it_is_an_error()
        {
            const string Source =
                "public partial class Node<T> { [Kitbag.KitbagConstructor] public Node(Node<T>? other) { Other = other; } "
                + "public Node<T>? Other { get; private set; } } "
                + "public static class P { public static void R(Node<int> n) => Kitbag.KitbagSerializer.Serialize(n); }";
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.CompileFor(8, Source), out _));
            Assert.Equal(("KIT0031", "Node"), (diagnostic.Id, Harness.TextAt(diagnostic)));
            Assert.Contains("from .NET 9 on", diagnostic.GetMessage(null));
        }
    }
}
