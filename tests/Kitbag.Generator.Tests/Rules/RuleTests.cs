using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests the location and the message of each rule.</summary>
    public class RuleTests
    {
        [Theory]
        [InlineData(128, false)]
        [InlineData(129, true)]
        public void Types_that_are_nested_too_deeply(int depth, bool isReported)
        {
            string types = string.Concat(Enumerable.Range(0,
                depth).Select(i => "public class C" + i + " { public " + (i == depth - 1 ? "int X" : "C" + (i + 1) + "? Next") + "; } "));
            CSharpCompilation compilation = Harness.Compile(types
                + "public static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new C0()); } }");
            var diagnostics = Harness.Diagnose(compilation, out _);
            if (!isReported)
            {
                Assert.Empty(diagnostics);
                return;
            }
            Diagnostic diagnostic = Assert.Single(diagnostics);
            Assert.Equal(("KIT0016", DiagnosticSeverity.Warning, "C0"), (diagnostic.Id, diagnostic.Severity, Harness.TextAt(diagnostic)));
            Assert.StartsWith("C0.Next.Next.Next.Next.Next.Next...: types are nested 129 levels deep", diagnostic.GetMessage(null));
            Assert.Contains("MaxSchemaDepth", diagnostic.GetMessage(null));
        }

        // The type with the suggested constructor compiles, and is serialized.
        [Theory]
        [InlineData("public class World { public World(string nick) { } public int X { get; set; } }", "private World() { }")]
        [InlineData("public class World : Base { public World(string nick) : base(nick) { } public int X { get; set; } } public class Base "
            + "{ private Base() { } public Base(string it) { } }", "private World() : base(default!) { }")]
        [InlineData("public class World : Base { public World(string nick) : base(nick) { } public int X { get; set; } } public class Base "
            + "{ protected Base(string it) { } protected Base(List<int?> it) { } internal Base(ref int it) { } }",
            "private World() : base(default(string)!) { }")]
        [InlineData("public class World : Base { public World(string nick) : base(ref s_x) { } static int s_x; public int X { get; set; } "
            + "} public class Base { protected Base(ref int it) { } }", null)]
        [InlineData("public class World : Base { public World(string nick) : base(nick) { } public int X { get; set; } } public class Base "
            + "{ protected Base(string it, int n = 3) { } protected Base(int n = 3) { } }", "private World() { }")]
        [InlineData("public record World(System.Func<int> Count) { public int X { get; set; } }",
            "private World() : this(default(Func<int>)!) { }")]
        [InlineData("public record World(System.Func<int> Count, int? Y) { public int X { get; set; } }",
            "private World() : this(default!, default!) { }")]
        [InlineData("public class World { [Kitbag.KitbagConstructor] public World(string nick) { } public int X { get; set; } }",
            "private World() { }', and mark that one")]
        [InlineData("public class World { [Kitbag.KitbagConstructor] public World(string nick) { } public World() { } public int X; }",
            null, "or mark another one;")]
        public void Suggested_constructors(string source, string? suggested, string says = "")
        {
            const string Using = "using System; using System.Collections.Generic;\n#nullable disable warnings\n",
                Call = "\npublic static class Program { public static void Run(World it) { Kitbag.KitbagSerializer.Serialize(it); } }";
            string message = Assert.Single(Harness.Diagnose(Using + source + Call)).GetMessage(null);
            Assert.Contains(says, message);
            if (suggested == null)
            {
                Assert.DoesNotContain("'private World()", message);
                return;
            }
            Assert.Contains(", which may be private: '" + suggested, message);
            string constructor = suggested.Split("', and mark")[0];
            source = source.Contains("World {", System.StringComparison.Ordinal)
                ? source.Replace("[Kitbag.KitbagConstructor]", "").Replace("World {", "World { [Kitbag.KitbagConstructor] " + constructor)
                : source.Replace("public int X", constructor + " public int X");
            Harness.Build(Harness.Compile(Using + source + Call));
        }

        // « and » enclose the source that the diagnostic must mark.
        [Theory]
        [InlineData("KIT0001", "World.A", "public class World { public System.IO.Stream? «A»; }")]
        [InlineData("KIT0001", "World.A", "public class World { public dynamic? «A» { get; set; } }")]
        [InlineData("KIT0001", "World.A", "public class World { public System.Type? «A»; }")]
        [InlineData("KIT0001", "World.A", "public class World { public int[,,,,]? «A»; }")]
        [InlineData("KIT0001", "World.A", "public class World { public IFoo? «A»; } public interface IFoo { }")]
        [InlineData("KIT0001", "World.A", "public class World { public Foo? «A»; } public abstract class Foo { }")]
        [InlineData("KIT0001", "World.A", "public class World { public System.Random? «A»; }")]
        [InlineData("KIT0001", "World.A", "public class World { public System.Collections.Specialized.StringDictionary? «A»; }")]
        [InlineData("KIT0001", "World.A[]", "public class World { public System.Lazy<System.IO.Stream>? «A»; }")]
        [InlineData("KIT0001", "World.A", "public class World { [System.Obsolete(\"gone\", true)] public int «A»; }")]
        [InlineData("KIT0001", "World.A[]", "public class World { public System.Collections.Generic.List<System.Action>? «A»; }")]
        [InlineData("KIT0001", "World.Map.Keys[].At.Handle",
            "using System.Collections.Generic; public class World { public Dictionary<Key, int>? Map; } public class Key { public "
            + "Part? At; } public struct Part { public string L; public System.IO.Stream? «Handle»; }")]
        [InlineData("KIT0001", "World.Map.Values[][].Handle",
            "using System.Collections.Generic; public class World { public Dictionary<int, List<Part>>? Map; } public struct Part { "
            + "public System.Random? «Handle»; }")]
        [InlineData("KIT0001", "World.A",
            "public class World { public Secret? A; } public class «Secret» { private int _x; public int X() => _x; }")]
        [InlineData("KIT0001", "World.A",
            "public class World { public Frozen A; } public readonly struct «Frozen» { private readonly int _x; public int X() => _x; }")]
        [InlineData("KIT0004", "World.A",
            "public class World { public int B; private class Hidden { } public Holder<Hidden>? «A»; } public class Holder<T> { }")]
        [InlineData("KIT0001", "World._a",
            "public class Base { private int _a; public int A() => _a; } [Kitbag.KitbagSerializable(Fields = true)] public class World "
            + ": Base { private int «_a»; public int B() => _a; }")]
        [InlineData("KIT0001", "World.A",
            "public class Base { public virtual int A { get; set; } } [Kitbag.KitbagSerializable(Fields = true)] public class World : "
            + "Base { public override int «A» { get; set; } }")]
        [InlineData("KIT0001", "World.A", "public unsafe struct World { public fixed int «A»[4]; }")]
        [InlineData("KIT0001", "World._a",
            "[Kitbag.KitbagSerializable(Fields = true)] public unsafe struct World { public int B; private fixed int «_a»[4]; }")]
        [InlineData("KIT0001", "World.A",
            "public class World { public IFoo? «A»; } public interface IFoo { } public abstract class Foo : IFoo { }")]
        [InlineData("KIT0005", "World.A[]",
            "public class World { public Person[]? A; } public class «Person» { public Person(string nick) { Name = nick.Trim(); } "
            + "public string Name { get; set; } }")]
        [InlineData("KIT0005", "World.A",
            "public class World { public Person? A; } public class «Person» { public Person(int name) { Name = \"\" + name; } public "
            + "string Name { get; } }")]
        [InlineData("KIT0005", "World.A",
            "public class World { public Person? A; } public class Person { public Person() { } [Kitbag.KitbagConstructor] public "
            + "«Person»(string nick) { } public string? Name; }")]
        [InlineData("KIT0006", "World.A",
            "public class World { public Person? A; } public class «Person» { public Person(string name) { Name = name; } public "
            + "Person(int age) { Name = \"\"; Age = age; } public string Name { get; } public int Age { get; } }")]
        [InlineData("KIT0009", "World.A.B",
            "public class World { public Outer<int>.Box<int>? A; } public class Outer<T> { public class Box<T> { "
            + "[Kitbag.KitbagInclude] private int «B»; public int C => B; } }")]
        [InlineData("KIT0010", "World.A",
            "public class World { public Outer A; } public struct Outer { public int X; } [Kitbag.KitbagSurrogate(typeof(Outer))] "
            + "public struct «Inner» { public int Y; public static implicit operator Inner(Outer value) => default; }")]
        [InlineData("KIT0010", "World.A",
            "public class World { public Outer<int> A; } public struct Outer<T> { public T X; } "
            + "[Kitbag.KitbagSurrogate(typeof(Outer<>))] public struct «Inner» { public int Y; public static implicit operator "
            + "Inner(Outer<long> value) => default; public static implicit operator Outer<long>(Inner value) => default; }")]
        [InlineData("KIT0015", "World.Size",
            "using Kitbag; public class World { [KitbagFormerName(\"Length\")] public int Height; [KitbagFormerName(\"Length\")] "
            + "public int «Size»; }")]
        [InlineData("KIT0015", "World.A.Size",
            "using Kitbag; public class World { public Part A; } public struct Part { [KitbagFormerName(\"Length\")] public int "
            + "Height; [KitbagFormerName(\"Length\")] public int «Size»; }")]
        [InlineData("KIT0015", "World.A", "using Kitbag; public class World { [KitbagFormerName(\"B\")] public int «A»; public int B; }")]
        [InlineData("KIT0015", "World.Size",
            "using Kitbag; public class Base { [KitbagFormerName(\"Length\")] public int Height; } public class World : Base { "
            + "[KitbagFormerName(\"Length\")] public int «Size»; }")]
        [InlineData("KIT0015", "World.A.Plum",
            "using Kitbag; public class World { public Fruit A; } public enum Fruit { [KitbagFormerName(\"Pear\")] Apple, "
            + "[KitbagFormerName(\"Pear\")] «Plum» }")]
        [InlineData("KIT0015", "World.A.Plum",
            "using Kitbag; public class World { public Fruit A; } public enum Fruit { Apple, [KitbagFormerName(\"Apple\")] «Plum» }")]
        public void Reported(string id, string path, string source)
        {
            string clean = source.Replace("«", "").Replace("»", "") + @"
public class Fine { public int X; }
public static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World());
    Kitbag.KitbagSerializer.Serialize(new Fine()); } }";
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(clean), out Compilation output));
            Assert.Equal(id, diagnostic.Id);
            Assert.StartsWith(path + ":", diagnostic.GetMessage(null));
            int start = source.IndexOf('«', StringComparison.Ordinal);
            Assert.Equal(start, diagnostic.Location.SourceSpan.Start);
            Assert.Equal(source.Substring(start + 1, source.IndexOf('»', StringComparison.Ordinal) - start - 1),
                Harness.TextAt(diagnostic));

            // Code is generated only for the root without the error.
            string registration = output.SyntaxTrees.Single(t => t.FilePath.EndsWith("Registration.g.cs", StringComparison.Ordinal))
                .ToString();
            Assert.DoesNotContain("World", registration);
            Assert.Contains("global::Fine", registration);
        }

        [Theory]
        [InlineData("System.Enum", "it does not specify which enum: declare that one, or object")]
        [InlineData("System.ValueType", "it does not specify which struct: declare that one, or object")]
        [InlineData("System.Array", "use T[]")]
        [InlineData("System.Threading.CancellationToken", "store a bool")]
        [InlineData("System.Threading.CancellationTokenSource", "store a bool")]
        [InlineData("System.Threading.Thread", "store the data that it processes")]
        [InlineData("System.Threading.Timer", "TimeSpan")]
        [InlineData("System.Timers.Timer", "TimeSpan")]
        [InlineData("System.Threading.PeriodicTimer", "TimeSpan")]
        [InlineData("System.Net.Http.HttpClient", "Uri")]
        [InlineData("System.Text.Encoding", "WebName")]
        [InlineData("System.Text.UTF8Encoding", "WebName")]
        [InlineData("System.Text.RegularExpressions.Regex", "store its text")]
        [InlineData("System.Numerics.Vector<float>", "use an array")]
        [InlineData("System.Runtime.Intrinsics.Vector128<int>", "use an array")]
        [InlineData("System.IO.MemoryStream", "store a byte[]")]
        [InlineData("System.Threading.Tasks.Task<int>", "store its result")]
        [InlineData("System.Threading.Tasks.ValueTask<int>", "store its result")]
        [InlineData("System.Threading.Tasks.ValueTask", "store its result")]
        [InlineData("System.Collections.Specialized.ListDictionary", "use Dictionary<TKey, TValue>")]
        [InlineData("System.Collections.Specialized.StringDictionary", "use Dictionary<string, string>")]
        [InlineData("System.Dynamic.ExpandoObject", "use a class with members, or Dictionary<string, object>")]
        [InlineData("System.Data.DataTable", "use a list of a class with members")]
        [InlineData("System.Type", "store a name that you choose")]
        [InlineData("System.Reflection.TypeDelegator", "store a name that you choose")]
        public void Of_dotnet_with_what_to_write_instead(string type, string advice)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose("public class World { public int X; public " + type
                + " A; } public static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }"));
            Assert.Equal("KIT0001", diagnostic.Id);
            Assert.Contains(advice, diagnostic.GetMessage(null));
        }

        [Theory]
        [InlineData("public class Base { public int A; } public class World : Base { public new int «A»; }")]
        [InlineData("public class Base { public int A { get; set; } } public class World : Base { public new long «A» { get; set; } }")]
        [InlineData("public class Base { public int A { get; set; } } public class World : Base { public new int «A» => 5; }")]
        [InlineData("public class Base { public int A; } public class World : Base { public new void «A»() { } }")]
        [InlineData("public class Base { public int A { get; set; } } public class World : Base { public new int A { get => base.A; "
            + "set => base.A = value; } }")]
        [InlineData("public class Base { [Kitbag.KitbagIgnore] public int A; } public class World : Base { public new int A; }")]
        [InlineData("public class Base { public int A; } public class World : Base { [Kitbag.KitbagIgnore] public new int A; }")]
        [InlineData("public class Base { public int A; } public class World : Base { [System.Text.Json.Serialization.JsonIgnore] public "
            + "new int «A»; }")]
        [InlineData("public class Base { public int A { get; set; } } public class World : Base { "
            + "[System.Runtime.Serialization.IgnoreDataMember] public new int «A» => base.A; }")]
        [InlineData("public class Base { int _a; public int A { get => _a; set => _a = value; } } public class World : Base { public new "
            + "int «A» { get; set; } }")]
        [InlineData("public class Base { public virtual int A { get; set; } } public class Sub : Base { public override int A { get => "
            + "base.A; set => base.A = value; } } public class World : Sub { int _b; public new int «A» { get => _b; set => _b = value; } "
            + "}")]
        public void Hidden_member_that_holds_a_value(string source)
        {
            string clean = source.Replace("«", "").Replace("»", "")
                + " public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }";
            CSharpCompilation compilation = Harness.Compile(clean);
            var diagnostics = Harness.Diagnose(compilation, out Compilation output);
            Harness.Emit(compilation, output);
            int start = source.IndexOf('«', StringComparison.Ordinal);
            Assert.Equal(start < 0 ? 0 : 1, diagnostics.Length);
            Assert.All(diagnostics, d => Assert.Equal("KIT0007", d.Id));
            Assert.All(diagnostics, d => Assert.Equal(DiagnosticSeverity.Warning, d.Severity));
            Assert.All(diagnostics, d => Assert.StartsWith("World.A: 'World' has two members named 'A'", d.GetMessage(null)));
            Assert.All(diagnostics, d => Assert.Equal(start, d.Location.SourceSpan.Start));
        }

        [Fact]
        public void At_the_call_if_the_member_is_in_another_assembly()
        {
            byte[] library = Harness.Build(Harness.Compile("public class World { public System.Random? A; }", "Library"));
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(
                Harness.Compile("public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new "
                    + "World()); }", references: MetadataReference.CreateFromImage(library)), out _));
            Assert.StartsWith("World.A: 'Random'", diagnostic.GetMessage(null));
            Assert.Equal("Kitbag.KitbagSerializer.Serialize(new World())", Harness.TextAt(diagnostic));
        }

        [Theory]
        [InlineData("Kitbag.KitbagSerializer.Serialize")]
        [InlineData("Kitbag.KitbagJson.Serialize")]
        public void A_null_that_the_compiler_binds_to_the_options(string method)
        {
            string call = method + "(typeof(World), null)", right = method + "(typeof(World), (object?)null)";
            Diagnostic diagnostic =
                Assert.Single(Harness.Diagnose("public class World { public int A; } public static class Program { public static void "
                + "Run() { " + right + "; " + call + "; } }"));
            Assert.Equal("KIT0001", diagnostic.Id);
            Assert.Equal(call, Harness.TextAt(diagnostic));
            Assert.Equal("Type: 'Type' cannot be serialized: a document never causes a reader to load a type: store a name that you "
                + "choose; if Serialize(Type, object?) is meant, write a null value as (object?)null", diagnostic.GetMessage(null));
        }

        [Fact]
        public void Each_mistake_of_a_root_is_reported() =>
            Assert.Equal(new[] { "World.A", "World.B[]", "World.C" },
                Harness.Diagnose("public class World { public System.Random? A; public System.Action[]? B { get; init; } public "
                + "System.IO.Stream? C; } public static class Program { public static void Run() { "
                + "Kitbag.KitbagSerializer.Serialize(new World()); Kitbag.KitbagSerializer.Deserialize<World>(new byte[0]); } }")
                .Select(d => d.GetMessage(null).Split(':')[0]).Order());

        [Theory]
        [InlineData("namespace Kitbag.CompilerServices { public static class GeneratorContract { public const int Version = 1000; } }",
            1000)]
        [InlineData("", 0)] // from before there was a number
        public void Runtime_of_another_version(string contract, int number)
        {
            MetadataReference runtime = MetadataReference.CreateFromImage(Harness.Build(Harness.Compile(@"
[assembly: System.Reflection.AssemblyVersion(""7.8.9"")]
namespace Kitbag
{
    public class KitbagRootAttribute : System.Attribute { }
    public static class KitbagSerializer { public static byte[] Serialize<[KitbagRoot] T>(T value) => new byte[0]; }
}
" + contract, "Kitbag", kitbag: false)));
            const string Source =
                "public class World { public object? A; } public static class Program { public static void Run<T>(T value) { "
                + "Kitbag.KitbagSerializer.Serialize(new World()); Kitbag.KitbagSerializer.Serialize(value); } }";
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(Source, kitbag: false, references: runtime),
                out Compilation output));
            Assert.Equal("KIT0012", diagnostic.Id);
            Assert.Equal(Location.None, diagnostic.Location);
            Assembly generator = typeof(Rules).Assembly;
            object? own = generator.GetType("Kitbag.CompilerServices.GeneratorContract")!.GetField("Version")!.GetRawConstantValue();
            Assert.StartsWith("The generator has version " + generator.GetName().Version!.ToString(3) + " of Kitbag (contract " + own
                + "), but the Kitbag assembly that this project references has version 7.8.9 (contract " + number
                + "), so no code is generated: use the same version of the package", diagnostic.GetMessage(null));
            Assert.Single(output.SyntaxTrees);
        }

        [Theory]
        [InlineData(LanguageVersion.CSharp7_3, "7.3")]
        [InlineData(LanguageVersion.CSharp8, "8.0")]
        public void Language_below_9(LanguageVersion version, string name)
        {
            const string Source =
                "public class World { public object A; } public static class Program { public static void Run<T>(T value) { "
                + "Kitbag.KitbagSerializer.Serialize(new World()); Kitbag.KitbagSerializer.Serialize(value); } }";
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Harness.Compile(Source, version: version,
                nullable: NullableContextOptions.Disable), out Compilation output));
            Assert.Equal("KIT0013", diagnostic.Id);
            Assert.Equal(Location.None, diagnostic.Location);
            Assert.Equal("Kitbag generates C# 9 code, but the language version of this project is C# " + name
                + ", so no code is generated: set <LangVersion>9</LangVersion> or later in the project file", diagnostic.GetMessage(null));
            Assert.Single(output.SyntaxTrees);
        }

        [Fact]
        public void Projects_without_roots_may_be_of_any_language() =>
            Assert.Empty(Harness.Diagnose(Harness.Compile("public class World { }", version: LanguageVersion.CSharp8,
                nullable: NullableContextOptions.Disable), out _));

        [Fact]
        public void Pragma_silences_the_warning()
        {
            CSharpCompilation compilation =
                Harness.Compile("#pragma warning disable KIT0002\npublic static class Program { public static byte[] Save<T>(T value) "
                + "=> Kitbag.KitbagSerializer.Serialize(value); }");
            Assert.All(Harness.Diagnose(compilation, out _), d => Assert.True(d.IsSuppressed));
        }

        [Fact]
        public void Members_that_are_not_data_are_not_stored() => Harness.RoundTrip(@"
public class World { public int A; public System.Action? B; public event System.Action? C;
    public System.Func<int>? D { get; set; } public const int E = 1; public static int F;
    public int this[int i] { get => 0; set { } } [System.NonSerialized] public object? G;
    [System.Runtime.Serialization.IgnoreDataMember] public object? H;
    [System.Text.Json.Serialization.JsonIgnore] public object? I { get; set; } public int J => 5; public void K() => C?.Invoke(); }
public static class Program { public static object?[] Run() =>
    new object?[] { new World { A = 1 }, Tool.Again(new World { A = 1, B = () => { } }) is var w && w.B == null ? w : null }; }");

        [Fact]
        public void Each_rule_has_a_page_and_each_page_a_rule()
        {
            string[] rules = typeof(Rules).GetFields(BindingFlags.Public | BindingFlags.Static).Select(f => f.GetValue(null))
                .OfType<DiagnosticDescriptor>().Select(d => d.Id).Order().ToArray();
            string[] pages = Directory.GetFiles(Path.Combine(AppContext.BaseDirectory, "rules"), "*.md")
                .Select(Path.GetFileNameWithoutExtension).Order().ToArray()!;
            Assert.Equal(rules, pages);
            foreach (string id in rules)
            {
                Assert.Equal(id, Rules.ById(id).Id);
                string text = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "rules", id + ".md"));
                Assert.StartsWith("# " + id + ": " + Rules.ById(id).Title, text);
                foreach (string part in new[] { "## Rule", "## Violation", "## Resolution" })
                    Assert.Contains("\n" + part + "\n", text);
            }
        }
    }
}
