using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests which types are found for type parameters in calls and in attributes.</summary>
    public class GenericTests
    {
        private const string Payloads = @"
using System.Collections.Generic;
public interface IPayload { }
public class Login : IPayload { public string? User { get; set; } }
public class Logout : IPayload { public int Reason; }
public struct Ping : IPayload { public string? Text; public int Count; }
public class Hello { public int A; }
public class Response<T> where T : IPayload { public T? Payload { get; set; } public string? Error { get; set; } }
";

        private const string Open = @"
public static class Open { public static T Again<T>(T value) =>
    Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value)); }
";

        [Fact]
        public void By_the_types_with_which_the_method_is_called() => Harness.RoundTrip(Payloads + Open + @"
public static class Program { public static object?[] Run() => new object?[] {
    new Hello { A = 3 }, Open.Again(new Hello { A = 3 }),
    new List<int> { 1 }, Open.Again<List<int>>(new List<int> { 1 }) }; }");

        [Fact]
        public void Through_other_generic_methods() => Harness.RoundTrip(Payloads + Open + @"
public static class Program {
    static List<TItem> Twice<TItem>(TItem value) => Open.Again(new List<TItem> { value, value });
    public static object?[] Run() => new object?[] { new List<Hello> { new Hello { A = 1 }, new Hello { A = 1 } },
        Twice(new Hello { A = 1 }) }; }");

        [Fact]
        public void By_the_types_with_which_the_class_is_used() => Harness.RoundTrip(Payloads + @"
public class Store<T> { public T Value; public Store(T value) { Value = value; } public Store<T> Again() =>
    new Store<T>(Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(Value))); }
public static class Program { public static object?[] Run() =>
    new object?[] { new Hello { A = 5 }, new Store<Hello>(new Hello { A = 5 }).Again().Value }; }");

        [Fact]
        public void By_the_uses_of_private_members_in_all_parts_of_their_class()
        {
            CSharpCompilation compilation = Harness.Compile(Payloads + @"
public static partial class Tool {
    private static byte[] Save<T>(T value) => Kitbag.KitbagSerializer.Serialize(value);
    private static class Inner { public static byte[] Store<T>(T value) => Kitbag.KitbagSerializer.Serialize(value); } }");
            var options = (CSharpParseOptions)compilation.SyntaxTrees[0].Options;
            compilation = compilation.AddSyntaxTrees(
                CSharpSyntaxTree.ParseText("partial class Tool { public static byte[] A() => Save(new Hello()); }", options, "A.cs"),
                CSharpSyntaxTree.ParseText("partial class Tool { public static byte[] B() => Inner.Store(new Login()); }", options, "B.cs"),
                CSharpSyntaxTree.ParseText("class Other { static int Save<T>(T value) => 0; int C() => Save(new Logout()); }", options,
                    "C.cs"));
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
            string registration = output.SyntaxTrees.Single(t => t.FilePath.EndsWith("Registration.g.cs", System.StringComparison.Ordinal))
                .ToString();
            Assert.Contains("typeof(global::Hello)", registration);
            Assert.Contains("typeof(global::Login)", registration);
            Assert.DoesNotContain("Logout", registration);
        }

        [Fact]
        public void By_constraints_if_no_uses_are_known()
        {
            var compilation = Harness.Compile(Payloads + @"
public static class Net { public static byte[] Send<T>(Response<T> response) where T : class,
    IPayload => Kitbag.KitbagSerializer.Serialize(response); }");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output).Where(d => d.Id != "KIT0002"));
            Harness.Emit(compilation, output);
            string registration = output.SyntaxTrees.Single(t => t.FilePath.EndsWith("Registration.g.cs", System.StringComparison.Ordinal))
                .ToString();
            Assert.Contains("typeof(global::Response<global::Login>)", registration);
            Assert.Contains("typeof(global::Response<global::Logout>)", registration);
            Assert.DoesNotContain("Ping", registration);
            Assert.DoesNotContain("Hello", registration);
        }

        [Fact]
        public void An_attribute_names_all_forms_of_a_type_nested_in_a_generic_type() => Harness.RoundTrip(@"
[assembly: Kitbag.KitbagSerializable(typeof(Shelf<>.Box))]
public interface IThing { }
public class Sword : IThing { public int Edge; }
public class Shelf<T> where T : IThing {
    public class Box { public T? Thing; [Kitbag.KitbagSerializable] public class Lid { public T? On; } } }
public static class Program {
    static object? Again(object value) => Kitbag.KitbagSerializer.Deserialize(value.GetType(),
        Kitbag.KitbagSerializer.Serialize(value.GetType(), value));
    public static object?[] Run() { object a = new Shelf<Sword>.Box { Thing = new Sword { Edge = 7 } },
        b = new Shelf<Sword>.Box.Lid { On = new Sword { Edge = 8 } }; return new object?[] { a, Again(a), b, Again(b) }; } }");

        [Fact]
        public void An_attribute_names_all_forms() =>
            Harness.RoundTrip(Payloads.Replace("public interface IPayload",
            "[assembly: Kitbag.KitbagSerializable(typeof(Response<>))]\npublic interface IPayload") + @"
public static class Program {
    static object? Again(object value) => Kitbag.KitbagSerializer.Deserialize(value.GetType(),
        Kitbag.KitbagSerializer.Serialize(value.GetType(), value));
    public static object?[] Run() { object a = new Response<Login> { Payload = new Login { User = ""u"" } },
        b = new Response<Ping> { Payload = new Ping { Text = ""t"", Count = 2 } }; return new object?[] { a, Again(a), b, Again(b) }; } }");

        [Fact]
        public void All_combinations_up_to_256()
        {
            string many = string.Concat(Enumerable.Range(0, 17).Select(i => "public class P" + i + " : IPart { public int A; }\n"));
            Diagnostic diagnostic =
                Assert.Single(Harness.Diagnose("[assembly: Kitbag.KitbagSerializable(typeof(Pair<,>))]\npublic interface IPart { "
                + "}\npublic class Pair<TA, TB> where TA : IPart where TB : IPart { public TA? A; public TB? B; }\n" + many));
            Assert.Equal("KIT0011", diagnostic.Id);
            Assert.Contains("289 constructed types", diagnostic.GetMessage(null));
            Assert.Empty(Harness.Diagnose("[assembly: Kitbag.KitbagSerializable(typeof(Pair<,>))]\npublic interface IPart { }\npublic "
                + "class Pair<TA, TB> where TA : IPart where TB : IPart { public TA? A; public TB? B; }\n"
                + many.Replace("P16 : IPart", "P16")));
        }

        [Fact]
        public void A_recursive_method_does_not_cause_an_endless_search() => Assert.Equal("KIT0002", Assert.Single(Harness.Diagnose(
            "public static class Program { static void Save<T>(T value) { Kitbag.KitbagSerializer.Serialize(value); if (value != null) "
                + "Save<T>(value); } }")).Id);

        [Fact]
        public void Generic_bases_and_nested_generics() => Harness.RoundTrip(Payloads + @"
public class Page<TItem> : Frame<List<TItem>> { public int Number { get; set; } }
public class Frame<T> { public T? Content { get; set; } public Dictionary<string, T>? More; }
public static class Program { static Page<Hello?> Make() =>
    new Page<Hello?> { Number = 2, Content = new List<Hello?> { new Hello { A = 1 }, null },
    More = new Dictionary<string, List<Hello?>> { [""k""] = new List<Hello?> { new Hello() } } };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) }; }");

        [Fact]
        public void Collections_that_are_newer_than_the_catalogue() => Harness.RoundTrip(@"
using System.Collections.Generic;
public class World { public OrderedDictionary<string, int>? Scores; }
public static class Program { static World Make() =>
    new World { Scores = new OrderedDictionary<string, int> { [""z""] = 1, [""a""] = 2, [""m""] = 3 } };
    static string Show(World w) => string.Join("","", w.Scores!.Keys);
    public static object?[] Run() => new object?[] { ""z,a,m"", Show(Tool.Again(Make())) }; }");
    }
}
