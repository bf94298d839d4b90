using System;
using System.Collections.Immutable;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Types, members and calls that another source generator adds, which Kitbag's generator cannot see.</summary>
    public class OtherGeneratorsTests
    {
        private const string Id = "partial struct Id { private readonly bool _isSet; private readonly int _value; private Id(int value) "
            + "{ _isSet = true; _value = value; } public int Value => _value; public static Id From(int value) => new Id(value); }";

        private const string Run = " public static class Program { public static object?[] Run() { var order = new Order { "
            + "Id = Id.From(5), N = 1 }; return new object?[] { 5, "
            + "Kitbag.KitbagSerializer.Deserialize<Order>(Kitbag.KitbagSerializer.Serialize(order))!.Id.Value }; } }";

        [Theory]
        [InlineData("public readonly partial struct Id { } public class Order { public Id Id { get; set; } public int N { get; set; } }",
            Id,
            "Id: '_isSet', '_value'")]
        [InlineData("public partial struct Id { } public class Order { public System.Collections.Generic.List<Id>? Ids; }",
            "partial struct Id { public System.Guid Value { get; } public Id(System.Guid value) { Value = value; } }", "Id: 'Value'")]
        [InlineData("[Kitbag.KitbagSerializable(Fields = true)] public partial class Order { public int N; }",
            "partial class Order { private string? _text; private int[]? _numbers; }", "Order: '_text', '_numbers'")]
        [InlineData("public abstract partial class Base { public int N; } public class Order : Base { }",
            "partial class Base { public object? Tag { get; set; } public event System.Action? Changed; }", "Base: 'Tag'")]
        [InlineData("public partial class Box<T> { public int N; } public class Order { public Box<int>? A; public Box<byte>? B; }",
            "partial class Box<T> { internal T? Content { get; set; } }", "Box<T>: 'Content'")]
        public async Task State_that_another_generator_adds_is_reported(string source, string added, string expected)
        {
            Diagnostic found = Assert.Single(await Diagnose(source + Save, added));
            Assert.Equal("KIT0057", found.Id);
            string[] message = found.GetMessage().Split(". ")[0].Split(": ");
            Assert.Equal(expected, message[0].Split("'")[1] + ": " + message[1]);
            Assert.Equal("Game.cs", found.Location.SourceTree!.FilePath);
        }

        [Theory]
        // Members without state, commands, and a property that contains the added field.
        [InlineData("public partial class Order { [KitbagIgnore] private int _n; private int _text; "
            + "public int Text { get => _text; set => _text = value + _hidden - _hidden; } }",
            "partial class Order { private int _hidden; private System.Action? _save; private Command? _command; "
            + "public int N { get => _n; set => _n = value; } [Kitbag.KitbagIgnore] public int Ignored { get; set; } "
            + "[field: System.NonSerialized] public int Unstored { get; set; } const int C = 1; static int s_count; } "
            + "public class Command { }")]
        [InlineData("public partial class Order { public int N; } public partial class Other { }",
            "partial class Other { private int _x; }")]
        public async Task Other_additions_are_not_reported(string source, string added) =>
            Assert.Empty(await Diagnose("using Kitbag; " + source + Save, added));

        // Files that XAML or protocol buffers generate are in the project before the compiler runs.
        [Theory]
        [InlineData("/repo/obj/Release/Page.g.cs")]
        [InlineData("/repo/Kitbag.Generator/Other/Page.g.cs")]
        public async Task Generated_files_on_disk_are_not_reported(string path)
        {
            CSharpCompilation compilation = Harness.Compile("public partial class Order { public int N; }" + Save);
            compilation = compilation.AddSyntaxTrees(CSharpSyntaxTree.ParseText(
                "public partial class Order { [System.NonSerialized] private int _cache; public object? Tag { get; set; } }",
                (CSharpParseOptions)compilation.SyntaxTrees[0].Options, path));
            Assert.Empty(await Diagnose(compilation, ""));
        }

        [Fact]
        public async Task A_surrogate_stores_them()
        {
            const string Source = "public readonly partial struct Id { } public class Order { public Id Id { get; set; } public int N "
                + "{ get; set; } } [Kitbag.KitbagSurrogate(typeof(Id))] public struct IdForm { public int Value; "
                + "public static implicit operator IdForm(Id id) => new IdForm { Value = id.Value }; "
                + "public static implicit operator Id(IdForm form) => Id.From(form.Value); }" + Run;
            Assert.Empty(await Diagnose(Harness.Compile(Source), Id, Harness.Run));
        }

        [Theory]
        // Calls, with roots in other files and without.
        [InlineData(State, "class Page { byte[] Save() => Kitbag.KitbagSerializer.Serialize(new State()); }", "Added.g.cs", "State",
            "the code that names it here")]
        [InlineData(State + Order, "class Page { byte[] Save() => Kitbag.KitbagSerializer.Serialize(new State()); }", "Added.g.cs", "State",
            "the code that names it here")]
        [InlineData(State + Order, "class Page { string Save(System.Collections.Generic.List<State[]> all) => "
            + "Kitbag.KitbagJson.Serialize(all); }", "Added.g.cs", "List<State[]>", "the code that names it here")]
        // The codec has no JSON.
        [InlineData(Order, "class Page { string Save(Order order) => Kitbag.KitbagJson.Serialize(order); }", "Added.g.cs", "Order",
            "the code that names it here")]
        [InlineData(Order, "[Kitbag.KitbagSerializable] public class State { }", "Added.g.cs", "State", "'State'")]
        // Types.
        [InlineData("public class Order { public int N; public State? State; }" + Save, "public class State { }", "Game.cs", "Order",
            "'State'")]
        [InlineData("public class Base { public State[]? All { get; set; } } public class Part : Base { } "
            + "public class Order { public Part? Part; }" + Save, "public class State { }", "Game.cs", "Order", "'State'")]
        [InlineData("public static class Program { public static byte[] Save() => Kitbag.KitbagSerializer.Serialize(new State()); }",
            "public class State { }", "Game.cs", "State", "'State'")]
        // Members whose types the call needs.
        [InlineData(State + " public partial class Model { } public static class Program { public static byte[] Save(Model model) "
            + "{ var state = model.State; return Kitbag.KitbagSerializer.Serialize(state); } }",
            "partial class Model { public State State { get; set; } = new State(); }", "Game.cs", "State", "'State'")]
        public async Task Missing_codecs_are_reported(string source, string added, string file, string type, string what)
        {
            Diagnostic found = Assert.Single(await Diagnose(source, added));
            Assert.Equal("KIT0060", found.Id);
            Assert.Equal(file, System.IO.Path.GetFileName(found.Location.SourceTree!.FilePath));
            Assert.StartsWith("No codec was generated for '" + type + "': another source generator added " + what + ", ",
                found.GetMessage());
        }

        [Theory]
        [InlineData(State + Order, "class Page { byte[] Save(Order order) => Kitbag.KitbagSerializer.Serialize(order); }")]
        [InlineData("[assembly: Kitbag.KitbagSerializable(typeof(State))]" + State,
            "class Page { string Save() => Kitbag.KitbagJson.Serialize(new State()); }")]
        [InlineData("public static class Program { public static string Save(Order order) => Kitbag.KitbagJson.Serialize(order); } "
            + "public class Order { [Kitbag.KitbagIgnore] public State? State; [Kitbag.KitbagIgnore] public int N; }",
            "public class State { } class Page { byte[] Save(Order order) => Kitbag.KitbagSerializer.Serialize(order); }")]
        [InlineData(State + Order, "class Page { byte[] Save<T>(T value) => Kitbag.KitbagSerializer.Serialize(value); }")]
        public async Task Codecs_that_exist_are_not_reported(string source, string added) => Assert.Empty(await Diagnose(source, added));

        private const string State = "public class State { public int A; }", Order = " public class Order { public int N; }" + Save;

        private const string Save = " public static class Program { public static byte[] Save(Order order) => "
            + "Kitbag.KitbagSerializer.Serialize(order); }";

        private static Task<ImmutableArray<Diagnostic>> Diagnose(string source, string added) =>
            Diagnose(Harness.Compile(source, version: LanguageVersion.CSharp10), added);

        private static async Task<ImmutableArray<Diagnostic>> Diagnose(CSharpCompilation compilation, string added,
            Action<byte[]>? run = null)
        {
            CSharpGeneratorDriver.Create(
                    new[] { new KitbagGenerator().AsSourceGenerator(), new Adding(added).AsSourceGenerator() },
                    parseOptions: (CSharpParseOptions)compilation.SyntaxTrees[0].Options)
                .RunGeneratorsAndUpdateCompilation(compilation, out Compilation output, out ImmutableArray<Diagnostic> diagnostics);
            Assert.Empty(diagnostics);
            byte[] image = Harness.Emit(compilation, output);
            run?.Invoke(image);
            var analyzers = ImmutableArray.Create<DiagnosticAnalyzer>(new UnseenStateAnalyzer(), new UnseenRootAnalyzer());
            return await output.WithAnalyzers(analyzers).GetAnalyzerDiagnosticsAsync();
        }

        private sealed class Adding : IIncrementalGenerator
        {
            private readonly string _text;

            public Adding(string text) => _text = "#nullable enable\n#pragma warning disable CS0067, CS0169, CS0414, CS0649\n" + text;

            public void Initialize(IncrementalGeneratorInitializationContext context) =>
                context.RegisterSourceOutput(context.CompilationProvider, (output, _) => output.AddSource("Added.g.cs", _text));
        }
    }
}
