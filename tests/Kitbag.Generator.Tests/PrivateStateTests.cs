using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Types that keep their state to themselves: what a constructor takes is stored; what is left is told.</summary>
    public class PrivateStateTests
    {
        [Fact]
        public void WhatAConstructorTakesIsStored() => Harness.RoundTrip(@"
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
public readonly struct Color { readonly uint argb; Color(uint argb) { this.argb = argb; } public byte R => (byte)(argb >> 16); public static Color Of(uint argb) => new Color(argb); public override string ToString() => argb.ToString(); }
public class Request { private readonly long channelId; private readonly string _name; protected int Page { get; } public Request(long channelId, string name, int page = 3) { this.channelId = channelId; _name = name; Page = page; } public override string ToString() => channelId + _name + Page; }
public sealed class Later : Request { private readonly List<int> m_all; public Later(long channelId, string name, int page, List<int> all) : base(channelId, name, page) { m_all = all; } public override string ToString() => base.ToString() + m_all.Count; }
public class Both { private readonly decimal amount; public string Text => amount.ToString(); public Both() { } public Both(decimal amount) { this.amount = amount; } }
public class Marked { private readonly int a; public int B => a; [KitbagConstructor] private Marked(int a, long unused = 0) { this.a = a; } public Marked(long other, int x, int y) { a = (int)other; } public static Marked Of(int a) => new Marked(a, 1L); }
public class World { public SessionId Id; public Color? Color; public Dictionary<SessionId, Color>? Map; public Request? Request; public Both? Both; public Marked? Marked; }
public static class Program
{
    static string Show(World? w) => (ushort)w!.Id + "" "" + w.Color + "" "" + w.Request + w.Both?.Text + "" "" + w.Marked?.B + string.Join("","", w.Map!);
    public static object?[] Run()
    {
        var world = new World { Id = 7, Color = Color.Of(0xFF00AA11), Map = new Dictionary<SessionId, Color> { [3] = Color.Of(5) }, Request = new Later(5, ""n"", 4, new List<int> { 1, 2 }), Both = new Both(1.25m), Marked = Marked.Of(9) };
        return new object?[]
        {
            Show(world), Show(Tool.Again(world)), new Request(1, ""x"").ToString(), Tool.Again(new Request(1, ""x"")).ToString(),
            new SessionId[] { 1, 2, 300 }.Length, Tool.Again(new SessionId[] { 1, 2, 300 }).Length, (ushort)300, (ushort)Tool.Again(new SessionId[] { 1, 2, 300 })[2],
        };
    }
}");

        // A parameter may be of the class that an interface is read as, or an array.
        [Fact]
        public void ParametersOfAnotherTypeThanTheMember() => Harness.RoundTrip(@"
using System.Collections.Generic;
public class Request { public readonly IReadOnlyList<int> Ids; public IReadOnlyDictionary<string, int>? Names { get; } public ICollection<string>? Tags { get; } public ISet<long> Set { get; } public Request(int[] ids, Dictionary<string, int>? names, List<string>? tags, HashSet<long> set) { Ids = ids; Names = names; Tags = tags; Set = set; } }
public static class Program
{
    public static object?[] Run() => new object?[]
    {
        new Request(new[] { 1, 2 }, new Dictionary<string, int> { [""a""] = 1 }, null, new HashSet<long> { 5 }), Tool.Again(new Request(new[] { 1, 2 }, new Dictionary<string, int> { [""a""] = 1 }, null, new HashSet<long> { 5 })),
        new Request(null!, null, new List<string> { ""t"" }, null!), Tool.Again(new Request(null!, null, new List<string> { ""t"" }, null!)),
    };
}");

        // What it stores must not change, whatever private fields it has.
        [Theory]
        [InlineData("public class World { private readonly int seed; public World() { } public World(int seed) { this.seed = seed; } public int X { get; set; } public int Seed() => seed; }", "X")]
        [InlineData("public class World { private readonly string _name; public World(string name) { _name = name; } public string Name => _name; }", "Name")]
        public void TypesThatCanBeStoredOtherwiseStayAsTheyAre(string source, string members)
        {
            CSharpCompilation compilation = Harness.Compile(source + "\npublic static class Program { public static void Run(World world) { Kitbag.KitbagSerializer.Serialize(world); } }");
            Harness.Diagnose(compilation, out Compilation output);
            Harness.Emit(compilation, output);
            SyntaxTree codec = output.SyntaxTrees.Single(tree => tree.FilePath.EndsWith("Kitbag.WorldCodec.g.cs", System.StringComparison.Ordinal));
            IEnumerable<string> described = codec.ToString().Split('\n').Where(line => line.Contains("description.Add(", System.StringComparison.Ordinal)).Select(line => line.Split('"')[1]);
            Assert.Equal(members.Split(','), described);
        }

        // What cannot be serialized is no state that a constructor could restore: the type is not data.
        [Theory]
        [InlineData("KIT0005", "no member has the name of the parameter 'stream'", "public class World { private readonly System.IO.Stream stream; public World(System.IO.Stream stream) { this.stream = stream; } public long Length() => stream.Length; }")]
        [InlineData("KIT0005", "no member has the name of the parameter 'next'", "public class World { private readonly World next; public World(World next, int x) { this.next = next; } public World Next() => next; }")]
        public void WhatIsNoDataIsTold(string id, string says, string source)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(source + "\npublic static class Program { public static void Run(World world) { Kitbag.KitbagSerializer.Serialize(world); } }"));
            Assert.Equal(id, diagnostic.Id);
            Assert.Contains(says, diagnostic.GetMessage(null));
        }
    }
}
