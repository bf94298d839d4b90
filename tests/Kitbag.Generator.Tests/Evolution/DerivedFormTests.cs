using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests generic types whose bases determine their type arguments not at all, partially or indirectly.</summary>
    public class DerivedFormTests
    {
        private const string Show = @"
public static class Text { public static string Of(object? o) => o == null
    ? ""null"" : o.GetType().Name + System.Text.Json.JsonSerializer.Serialize(o, o.GetType(),
    new System.Text.Json.JsonSerializerOptions { IncludeFields = true }); }
";

        [Fact]
        public void Nested_in_the_generic_base() => Harness.RoundTrip(Show + @"
public abstract class Result<T> { public sealed class Ok : Result<T> { public T? Value; } public sealed class Error
    : Result<T> { public string? Text; } }
public static class Program {
    public static object?[] Run() => new object?[] {
        Text.Of(new Result<int>.Ok { Value = 1 }), Text.Of(Tool.Again<Result<int>>(new Result<int>.Ok { Value = 1 })),
        Text.Of(new Result<string>.Error { Text = ""e"" }), Text.Of(Tool.Again<Result<string>>(new Result<string>.Error { Text = ""e"" })),
        ""{\""$type\"":\""Ok\"",\""Value\"":1}"", Kitbag.KitbagJson.Serialize<Result<int>>(new Result<int>.Ok { Value = 1 }) }; }");

        [Fact]
        public void Nested_in_another_generic_type() => Harness.RoundTrip(Show + @"
public abstract class Base<T> { public T? B; } public class Plain : Base<int> { }
public class Outer<T> { public class Mid<U> : Base<T> { public U? V; } public class Leaf : Base<T> { public T? L; } }
public static class Program {
    static Base<int> Make() => new Outer<int>.Mid<string> { V = ""x"", B = 1 };
    public static object?[] Run() => new object?[] {
        Text.Of(Make()), Text.Of(Tool.Again<Base<int>>(Make())),
        Text.Of(new Outer<int>.Leaf { L = 4 }), Text.Of(Tool.Again<Base<int>>(new Outer<int>.Leaf { L = 4 })) }; }");

        [Fact]
        public void Open_call_over_a_type_nested_in_a_generic() => Harness.RoundTrip(@"
public class Grid<T> { public struct Cell { public T? Value; public string? Name; } }
public static class Program {
    static Grid<T>.Cell Again<T>(Grid<T>.Cell cell) =>
        Kitbag.KitbagSerializer.Deserialize<Grid<T>.Cell>(Kitbag.KitbagSerializer.Serialize(cell));
    public static object?[] Run() => new object?[] { new Grid<int>.Cell { Value = 5, Name = ""n"" },
        Again(new Grid<int>.Cell { Value = 5, Name = ""n"" }) }; }");

        // The base does not determine T: tests each way in which a program can mention a closed form.
        [Theory]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(Stat<int>))]", "", "")]
        [InlineData("", "[System.Text.Json.Serialization.JsonDerivedType(typeof(Stat<int>), \"int\")]", "")]
        [InlineData("", "", "public static class More { public static Stat Of() => new Stat<int>(); }")]
        [InlineData("", "", "public class More { public Stat<int>? Hp { get; set; } }")]
        [InlineData("", "",
            "public static class More { static Stat Of<T>(T value) => new Stat<T> { Value = value }; public static Stat One() => Of(7); }")]
        [InlineData("", "",
            "public class Holder<T> { public Stat<T>? S; } public static class More { static readonly object O = new Holder<int>(); }")]
        public void Mentioned_anywhere(string assembly, string type, string more) => Harness.RoundTrip(assembly + Show + type + @"
public abstract class Stat { public string? Name { get; set; } }
public class Plain : Stat { public int X { get; set; } }
public class Stat<T> : Stat { public T? Value { get; set; } }
" + more + @"
public static class Program {
    static readonly System.Type s_int = System.Type.GetType(""Stat`1"")!.MakeGenericType(typeof(int));
    static Stat Make() { var s = (Stat)System.Activator.CreateInstance(s_int)!; s.Name = ""hp"";
        s_int.GetProperty(""Value"")!.SetValue(s, 2); return s; }
    public static object?[] Run() => new object?[] { Text.Of(Make()), Text.Of(Tool.Again<Stat>(Make())), Text.Of(new Plain { X = 3 }),
        Text.Of(Tool.Again<Stat>(new Plain { X = 3 })) }; }");

        [Fact]
        public void Mentioned_by_what_other_forms_reach() => Harness.RoundTrip("using System.Collections.Generic;" + Show + @"
public abstract class Stat { public string? Name { get; set; } }
public class Stat<T> : Stat { public T? Value { get; set; } }
public class Part<T> { public T? P; }
public class Deep<T> { public Part<Stat<T[]>>? Down; }
public class Sheet { public Stat<Deep<int>>? First { get; set; } public Stat? Any { get; set; } }
public static class Program {
    static readonly System.Type s_array = System.Type.GetType(""Stat`1"")!.MakeGenericType(typeof(int[]));
    static Sheet Make() { var s = (Stat)System.Activator.CreateInstance(s_array)!;
        s_array.GetProperty(""Value"")!.SetValue(s, new[] { 2, 3 }); return new Sheet { Any = s }; }
    public static object?[] Run() => new object?[] { Text.Of(Make().Any), Text.Of(Tool.Again(Make()).Any) }; }");

        [Fact]
        public void Arguments_of_the_base_that_are_composed() => Harness.RoundTrip("using System.Collections.Generic;" + Show + @"
public abstract class Base<T> { public T? B { get; set; } }
public class Lists<T> : Base<List<T>> { public T? One { get; set; } }
public class Arrays<T> : Base<T[]> { public T? One { get; set; } }
public class Pairs<T, U> : Base<(T, U)> { public T? One { get; set; } public U? Two { get; set; } }
public class Same<T> : Base<(T, T)> { public T? One { get; set; } }
public static class Program {
    static readonly Base<(int X, string Y)> s_pair = new Pairs<int, string> { One = 2, Two = ""t"" };
    public static object?[] Run() => new object?[] {
        Text.Of(new Lists<int> { One = 1, B = new List<int> { 4 } }),
            Text.Of(Tool.Again<Base<List<int>>>(new Lists<int> { One = 1, B = new List<int> { 4 } })),
        Text.Of(new Arrays<string> { One = ""a"", B = new[] { ""b"" } }),
            Text.Of(Tool.Again<Base<string[]>>(new Arrays<string> { One = ""a"", B = new[] { ""b"" } })),
        Text.Of(s_pair), Text.Of(Tool.Again<Base<(int X, string Y)>>(s_pair)),
        Text.Of(new Same<int> { One = 3 }), Text.Of(Tool.Again<Base<(int, int)>>(new Same<int> { One = 3 })) }; }");

        [Fact]
        public void Through_an_interface_in_two_forms() => Harness.RoundTrip("using System.Collections.Generic;" + Show + @"
public interface ISource<T> { }
public class Both<T> : ISource<T>, ISource<List<T>> { public T? One { get; set; } }
public static class Program {
    public static object?[] Run() => new object?[] {
        Text.Of(new Both<int> { One = 1 }), Text.Of(Tool.Again<ISource<int>>(new Both<int> { One = 1 })),
        Text.Of(new Both<int> { One = 1 }), Text.Of(Tool.Again<ISource<List<int>>>(new Both<int> { One = 1 })) }; }");

        // Code that violates a constraint would not compile.
        [Theory]
        [InlineData("where T : struct", "string")]
        [InlineData("where T : class", "int")]
        [InlineData("where T : struct", "int?")]
        [InlineData("where T : unmanaged", "(int, string)")]
        [InlineData("where T : new()", "string")]
        [InlineData("where T : System.IComparable<T>", "object")]
        [InlineData("where T : Limit", "string")]
        public void Constraints_are_respected(string constraint, string argument) => Harness.Build(Harness.Compile(
            "[assembly: Kitbag.KitbagSerializable(typeof(int))] public class Limit { } public class Base<T> { public T? B; } public "
                + "class Derived<T> : Base<T> " + constraint + " { public int D; }\n"
            + "public static class Program { public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new Base<" + argument
                + ">()); }"));

        [Fact]
        public void Without_any_closed_form()
        {
            Diagnostic diagnostic =
                Assert.Single(Harness.Diagnose("public class World { public Stat? A; } public abstract class Stat { } public class "
                + "Stat<T> : Stat { public T? V; } public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }"));
            Assert.Equal("World.A: 'Stat' cannot be serialized: the generic type 'Stat<T>' can stand for it, but the program mentions "
                + "no closed form that does: name each with [assembly: KitbagSerializable(typeof(Stat<...>))]",
                diagnostic.GetMessage(null));
        }

        [Fact]
        public void Too_many_forms()
        {
            string many = string.Concat(Enumerable.Range(0,
                257).Select(i => "public class P" + i + " { public int A; public Stat<P" + i + ">? S; }\n"));
            Diagnostic diagnostic =
                Assert.Single(Harness.Diagnose("public class World { public Stat? A; } public abstract class Stat { } public class "
                + "Stat<T> : Stat { public int V; } public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }\n" + many));
            Assert.Equal("KIT0026", diagnostic.Id);
            Assert.Equal("Stat", Harness.TextAt(diagnostic));
            Assert.Contains("The program uses more than 256 constructed types of 'Stat<T>'", diagnostic.GetMessage(null));
        }

        [Fact]
        public void Forms_that_have_no_end() => Assert.All(
            Harness.Diagnose("public class World { public Stat? A; public Stat<int>? B; } public abstract class Stat { } public class "
                + "Stat<T> : Stat { public Stat<T[]>? Next; } public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }"),
            d => Assert.Equal("KIT0001", d.Id));

        [Fact]
        public void With_a_base_that_is_not_abstract() => Assert.All(
            Harness.Diagnose("public class World { public Stat? A; public Stat<int>? B; } public class Stat { public int X; } public "
                + "class Stat<T> : Stat { public Stat<T[]>? Next; } public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }"),
            d => Assert.Equal("KIT0001", d.Id));

        [Fact]
        public void A_mention_in_a_body_is_seen_when_it_is_typed()
        {
            const string Types =
                "public class World { public Stat? A; } public abstract class Stat { public int X; } public class Plain : Stat { } "
                + "public class Stat<T> : Stat { public T? V; } public static class Program { public static void Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World()); }";
            CSharpCompilation compilation = Harness.Compile(Types);
            SyntaxTree Other(string body) => CSharpSyntaxTree.ParseText("public static class Other { public static object? Run() { " + body
                + " return null; } }", (CSharpParseOptions)compilation.SyntaxTrees[0].Options, "Other.cs");
            string Texts(GeneratorDriver driver) => string.Concat(driver.GetRunResult().GeneratedTrees.Select(t => t.ToString()));
            CSharpCompilation before = compilation.AddSyntaxTrees(Other("")),
                between = compilation.AddSyntaxTrees(Other("System.Console.WriteLine();")),
                after = compilation.AddSyntaxTrees(Other("new Stat<int>();"));
            GeneratorDriver driver = Harness.Driver(before).RunGenerators(before).RunGenerators(between);
            Assert.Equal(IncrementalStepRunReason.Cached,
                driver.GetRunResult().Results[0].TrackedSteps[KitbagGenerator.ParseStep].Single().Outputs.Single().Reason);
            driver = driver.RunGenerators(after);
            Assert.Contains("Stat<int>", Texts(driver));
            Assert.DoesNotContain("Stat<int>", Texts(driver.RunGenerators(between)));
        }
    }
}
