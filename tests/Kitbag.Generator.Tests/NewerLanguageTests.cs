using System.Linq;
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

        // If generated code had errors as well, the compiler would report only those.
        [Theory]
        [InlineData("class, new()", "User", "CS9040")]
        [InlineData("new()", "Pair", "CS9040")]
        [InlineData("class", "int", "CS0452")]
        [InlineData("IComparable<T>", "User", "CS0311")]
        [InlineData("class, new()", "Ready", "")]
        public void Type_arguments_that_violate_constraints_are_reported(string constraint, string argument, string error)
        {
            using var compiler = new SdkCompiler("Constraints", 13);
            compiler.Add("Game.cs", Usings
                + "public class Page<T> where T : " + constraint + " { public List<T> Items { get; set; } = []; }"
                + "public class User { public required string Name { get; set; } } "
                + "public struct Pair { public required int X; public string? Y; } "
                + "public class Ready { public required string Name { get; set; } "
                + "[System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public Ready() { Name = \"\"; } } "
                + "public static class Program { public static void Run() => KitbagJson.Serialize(new Page<" + argument + ">()); }");
            string[] lines = compiler.Run().Where(line => Regex.IsMatch(line, "error|KIT")).ToArray();
            Assert.DoesNotContain(lines, line => line.Contains(".g.cs"));
            if (error.Length == 0)
            {
                Assert.Empty(lines);
                return;
            }
            Assert.Contains(lines, line => line.StartsWith("Game.cs") && line.Contains("error " + error));
            Assert.Contains("its type argument '" + argument + "' does not satisfy the constraints of 'T'",
                Assert.Single(lines, line => line.StartsWith("Game.cs") && line.Contains("KIT0001")));
        }

        [Fact]
        public void A_derived_class_of_one_file_is_reported()
        {
            using var compiler = new SdkCompiler("OneFile", 13);
            compiler.Add("Game.cs", Usings
                + "public abstract class State { public int Frames { get; set; } } public class Idle : State { } "
                + "file class Jump : State { } [KitbagIgnore] file class Fall : State { } "
                + "public static class Program { public static void Run() => KitbagJson.Serialize<State>(new Idle()); }");
            string line = Assert.Single(compiler.Run(), line => Regex.IsMatch(line, "error|KIT"));
            Assert.StartsWith("Game.cs(2,106): warning KIT0028: 'Jump", line);
            Assert.Contains("generated code cannot name it; declare it without 'file'", line);
        }

        private static void RoundTrip(string source)
        {
            using var compiler = new SdkCompiler("Newer" + source.Length, 13);
            compiler.Add("Game.cs", Usings + source);
            Assert.DoesNotContain(compiler.Run(), line => Regex.IsMatch(line, "error|warning KIT"));
            Harness.Run(compiler.Image());
        }
    }
}
