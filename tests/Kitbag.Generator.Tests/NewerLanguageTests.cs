using System.Text.RegularExpressions;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Declarations that need a later version of C# than the oldest compiler that loads the generator has.</summary>
    public class NewerLanguageTests
    {
        private const string Usings = "using System; using System.Collections.Generic; using System.Linq; using Kitbag;\n";

        // A primary constructor that only stores its parameters is called, also if initializers create empty collections.
        [Fact]
        public void Primary_constructor_with_empty_collection_expressions() => RoundTrip(@"
public class Node(string name) { public string Name { get; } = name; public Node? Next { get; set; }
    public List<Node> Kids { get; } = []; public int[] Numbers = []; [NonSerialized] public List<int> Own = []; }
public static class Program { public static object?[] Run() { var n = new Node(""n""); n.Next = n; n.Kids.Add(n);
    n = KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(n));
    return new object?[] { ""n100"", n.Name + n.Kids.Count + n.Own.Count + n.Numbers.Length }; } }");

        // No constructor is called, but a document without the name is not read either.
        [Fact]
        public void Required_members_are_not_left_unset() => RoundTrip(@"
public class Node(string name) { public string Name { get; } = name; public Node? Next { get; set; }
    public int[] Numbers { get; set; } = Array.Empty<int>(); }
namespace Old { public class Node { public Node? Next { get; set; } } }
public static class Program {
    static string Fail(Action read) { try { read(); return """"; } catch (KitbagException e) { return e.Message; } }
    public static object?[] Run() { var n = new Node(""n""); n.Next = n; var o = new Old.Node();
    return new object?[] { ""n0"", KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(n)) is var again
        ? again.Name + again.Numbers.Length : null,
        true, Fail(() => KitbagSerializer.Deserialize<Node>(KitbagSerializer.Serialize(o))).Contains(""Name""),
        true, Fail(() => KitbagJson.Deserialize<Node>(KitbagJson.Serialize(o))).Contains(""Name"") }; } }");

        private static void RoundTrip(string source)
        {
            using var compiler = new SdkCompiler("Newer" + source.Length, 13);
            compiler.Add("Game.cs", Usings + source);
            Assert.DoesNotContain(compiler.Run(), line => Regex.IsMatch(line, "error|warning KIT"));
            Harness.Run(compiler.Image());
        }
    }
}
