using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests the work of an edit: if it changes no serialized type, no step after the model runs.</summary>
    public class IncrementalityTests
    {
        private const string Source =
            "public class World { public int A; public System.Collections.Generic.List<string>? B; } public static class Program { "
            + "public static byte[] Run() => Kitbag.KitbagSerializer.Serialize(new World()); }";

        [Theory]
        [InlineData("public class Other { public int X; }")]
        [InlineData("public class Other { public void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }")]
        [InlineData("public class Other { public void Run() { System.Console.WriteLine(1")]
        public void Unrelated_edit(string edited)
        {
            GeneratorRunResult result = Edit(Source, compilation => compilation.AddSyntaxTrees(Parse(compilation, edited)));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep).Concat(Reasons(result, KitbagGenerator.UnitStep)), Same);
            Assert.All(Outputs(result), r => Assert.Equal(IncrementalStepRunReason.Cached, r));
        }

        [Fact]
        public void An_input_is_read_any_number_of_times_and_keeps_no_compilation()
        {
            CompilationInput input = Input(out WeakReference compilation);
            EquatableArray<RootModel> first = input.Roots(default);
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();
            Assert.False(compilation.IsAlive);
            Assert.Single(first);
            Assert.Equal(first, input.Roots(default));
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static CompilationInput Input(out WeakReference compilation)
        {
            CSharpCompilation created = Harness.Compile(Source);
            compilation = new WeakReference(created);
            return CompilationInput.ForRoots(created);
        }

        [Fact]
        public void Edit_of_another_file_does_not_affect_calls()
        {
            GeneratorRunResult result = Edit(Source,
                compilation => compilation.AddSyntaxTrees(Parse(compilation, "public class Other { }")));
            Assert.All(Reasons(result, KitbagGenerator.RootStep), Same);
        }

        [Theory]
        [InlineData("public void Run() { }", "public void Run() { System.Console.WriteLine(1); }")]
        [InlineData("public int Run() => 1;", "public int Run() => Run(2) + 1; ")]
        // A method of KitbagSlots is called List.
        [InlineData("public List<int>? Run(List<int> given) { return new List<int>(1); }",
            "public List<int>? Run(List<int> given) { List<int> more = new List<int>(2); return more; }")]
        [InlineData("public int A { get { return 1; } }", "public int A { get { /* more */ return 2; } }")]
        [InlineData("public void Run() { }", "/// <summary>Runs.</summary>\npublic void Run() { }")]
        // Constructors that do more than assign their parameters determine how objects are created, but only those of serialized types.
        [InlineData("public int X { get; } public Other(int x) { X = x + 1; }", "public int X { get; } public Other(int x) { X = x + 2; }")]
        [InlineData("public int X { get; } public Other(int x) => X = x + 1; public void Run() { }",
            "public int X { get; } public Other(int x) => X = x + 1; public void Run() { System.Console.WriteLine(1); }")]
        public void An_edit_in_a_body_runs_no_step(string before, string after)
        {
            static string Serialized(bool isThere) =>
                isThere ? "public class Part { public int A; } public class More { public Part? P; }" : "";
            // The same file contains serialized types, unless it has a constructor.
            bool together = !before.Contains("Other(", StringComparison.Ordinal);
            string File(string member) =>
                "using System.Collections.Generic; " + Serialized(together) + " public class Other { " + member + " }";
            GeneratorRunResult result = Edit(Source.Replace("int A", "More? M", StringComparison.Ordinal) + Serialized(!together),
                File(before), File(after));
            Assert.All(result.TrackedSteps.Where(s => s.Key.StartsWith("Kitbag.", StringComparison.Ordinal)).SelectMany(s =>
                s.Value).SelectMany(s => s.Outputs), o => Assert.Equal(IncrementalStepRunReason.Cached, o.Reason));
            Assert.All(Outputs(result), r => Assert.Equal(IncrementalStepRunReason.Cached, r));
            Assert.NotEmpty(Outputs(result));
        }

        [Theory]
        [InlineData("public class More { public int B; }", "public class More { public int B, C; }")]
        [InlineData("public class More { public int B; }",
            "public class More { public int B; [System.NonSerialized] public int C; public long D; }")]
        [InlineData("public class More { public int B; } public enum E { A }",
            "public class More { public int B; public E F; } public enum E { A, B }")]
        [InlineData("public class More { public Kind B; public class Kind { public int A; } }",
            "public class More { public Kind B; public class Kinds { public int A; } }")]
        [InlineData("using Sort = System.Int32; public class More { public Sort B; }",
            "using Sort = System.Int64; public class More { public Sort B; }")]
        // Whether the constructor creates a collection that can be populated.
        [InlineData("using System.Collections.Generic; public class More { private More() { } public More(int them) { L = new List<int>(); "
            + "} public List<int> L { get; } }",
            "using System.Collections.Generic; public class More { private More() { L = new List<int>(); } public More(int them) { L = new "
            + "List<int>(); } public List<int> L { get; } }")]
        // The constructor of a base class, which computes the member differently.
        [InlineData("public class More : Base { public More(int x) : base(x) { } } public class Base { public int X { get; private set; } "
            + "public Base(int x) { X = x; } }",
            "public class More : Base { public More(int x) : base(x) { } } public class Base { public int X { get; private set; } "
            + "public Base(int x) { X = x + 1; } }")]
        public void Edit_of_a_declaration_is_seen(string before, string after)
        {
            const string Rest = "public class Kind { public int A; }";
            CSharpCompilation compilation = Harness.Compile(Source.Replace("int A", "More? M", StringComparison.Ordinal) + Rest);
            CSharpCompilation edited = compilation.AddSyntaxTrees(Parse(compilation, after));
            compilation = compilation.AddSyntaxTrees(Parse(compilation, before));
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation).RunGenerators(edited);
            Assert.Equal(Texts(Harness.Driver(edited).RunGenerators(edited)), Texts(driver));
            Assert.NotEqual(Texts(Harness.Driver(compilation).RunGenerators(compilation)), Texts(driver));
        }

        // The type parameter of ToDocument is not marked, and no method of Kitbag has this name.
        private const string OpenRoot = "public class World { public int A; } public class Level { public int B; } "
            + "public static class Tool { public static byte[] ToDocument<T>(T value) => Kitbag.KitbagSerializer.Serialize(value); "
            + "public static void Run() => ToDocument(new World()); }";

        [Fact]
        public void Open_roots_are_not_closed_again_after_an_edit_of_a_body_without_them()
        {
            static string File(string body) => "public static class Edited { public static void Write() { " + body + " } }";
            GeneratorRunResult result = Edit(OpenRoot, File(""), File("System.Console.WriteLine(1);"));
            Assert.Equal(IncrementalStepRunReason.Cached, Assert.Single(Reasons(result, KitbagGenerator.ClosedStep)));
            Assert.All(Outputs(result), r => Assert.Equal(IncrementalStepRunReason.Cached, r));
        }

        [Theory]
        [InlineData("Tool.ToDocument(new World());", "Tool.ToDocument(new Level());")]
        [InlineData("", "System.Func<Level, byte[]> save = Tool.ToDocument;")]
        [InlineData("World value = new World(); Tool.ToDocument(value);", "Level value = new Level(); Tool.ToDocument(value);")]
        public void Open_roots_are_closed_again_after_an_edit_of_a_use(string before, string after)
        {
            static string File(string body) => "public static class Edited { public static void Write() { " + body + " } }";
            GeneratorRunResult result = Edit(OpenRoot, File(before), File(after));
            Assert.Equal(IncrementalStepRunReason.Modified, Assert.Single(Reasons(result, KitbagGenerator.ClosedStep)));
            Assert.Contains(result.GeneratedSources, source => source.HintName.Contains("Level", StringComparison.Ordinal));
        }

        [Fact]
        public void An_edit_of_a_body_that_may_declare_a_field_is_analyzed()
        {
            // Since C# 14, the layout of a struct may depend on the body of an accessor. The compiler of these tests is older: the type is
            // analyzed again, with the same result.
            string source = Source.Replace("int A", "Spot A", StringComparison.Ordinal);
            static string File(string accessor) =>
                "public struct Spot { public int X; public int Y { get => X; set { X = value; " + accessor + " } } }";
            Assert.Equal(IncrementalStepRunReason.Cached,
                Assert.Single(Reasons(Edit(source, File(""), File("X = 1;")), KitbagGenerator.ParseStep)));
            Assert.Equal(IncrementalStepRunReason.Unchanged,
                Assert.Single(Reasons(Edit(source, File(""), File("field = 1;")), KitbagGenerator.ParseStep)));
        }

        [Fact]
        public void An_edit_of_a_type_regenerates_only_its_file()
        {
            const string Types = "public class Part { public int X; } public class Side { public int Y; }";
            GeneratorRunResult result = Edit(Source.Replace("int A", "Part? P; public Side? Q; public Part[]? R", StringComparison.Ordinal),
                Types, Types.Replace("int X", "int X, Z", StringComparison.Ordinal));
            Assert.Equal(3, Reasons(result, KitbagGenerator.UnitStep).Count());
            Assert.Single(Reasons(result, KitbagGenerator.UnitStep), IncrementalStepRunReason.Modified);
            // The other file contains the bytes of schemas, which editors do not request.
            Assert.Equal(2, Outputs(result).Count(r => r != IncrementalStepRunReason.Cached));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep), Same);
        }

        // Part and Owner refer to each other, Side to neither; Part is in a separate file.
        private const string Graph = "public class Side { public int Y; } public class Owner { public Part? Part; public Side[]? Sides; } ";

        [Fact]
        public void An_edit_of_a_tracked_type_regenerates_only_its_file()
        {
            const string Part = "public class Part { public int X; public Owner? Owner; }";
            GeneratorRunResult result = Edit(Source.Replace("int A", "Owner? O", StringComparison.Ordinal) + Graph,
                Part, Part.Replace("int X", "int X, Z", StringComparison.Ordinal));
            Assert.Equal(4, Reasons(result, KitbagGenerator.UnitStep).Count());
            Assert.Single(Reasons(result, KitbagGenerator.UnitStep), IncrementalStepRunReason.Modified);
            // The other file contains the bytes of schemas, which editors do not request.
            Assert.Equal(2, Outputs(result).Count(r => r != IncrementalStepRunReason.Cached));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep), Same);
        }

        [Fact]
        public void A_type_that_becomes_tracked_changes_the_files_of_types_that_contain_it()
        {
            const string Part = "public class Part { public int X; }";
            GeneratorRunResult result = Edit(Source.Replace("int A", "Owner? O", StringComparison.Ordinal) + Graph,
                Part, Part.Replace("int X", "int X; public Owner? Owner", StringComparison.Ordinal));
            // Part and Owner, which now reach themselves, and World, which contains them, are regenerated; Side is not.
            Assert.Equal(3, Reasons(result, KitbagGenerator.UnitStep).Count(r => r == IncrementalStepRunReason.Modified));
            Assert.Equal(4, Reasons(result, KitbagGenerator.UnitStep).Count());
        }

        [Fact]
        public void Places_of_diagnostics_move_with_the_source()
        {
            string source = Source.Replace("int A", "Part? P", StringComparison.Ordinal);
            static string File(string body) =>
                "public class Other { public void Run() { " + body
                + " } } public class Part { public System.Random? X; } public static class Open { public static byte[] Save<T>(T value) => "
                + "Kitbag.KitbagSerializer.Serialize(value); }";
            GeneratorRunResult result = Edit(source, File(""), File("Run(); Run();"));
            Assert.Equal(new[] { "Kitbag.KitbagSerializer.Serialize(value)", "X" }, result.Diagnostics.Select(Harness.TextAt).Order());
        }

        [Fact]
        public void Edit_above_the_call_does_not_change_the_model()
        {
            GeneratorRunResult result = Edit(Source,
                compilation => compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0], Parse(compilation, "// a comment\n" + Source)));
            Assert.All(Reasons(result, KitbagGenerator.ModelStep), Same);
        }

        [Fact]
        public void Edit_of_a_serialized_type()
        {
            GeneratorRunResult result = Edit(Source,
                compilation => compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[0],
                Parse(compilation, Source.Replace("int A", "long A", StringComparison.Ordinal))));
            Assert.Contains(IncrementalStepRunReason.Modified, Reasons(result, KitbagGenerator.UnitStep));
        }

        [Fact]
        public void New_marked_method_in_another_file()
        {
            // The call did not change, but the called method did.
            string source =
                "public class World { public int A; } public static class Program { public static void Run() => Lib.Save(new World()); }";
            CSharpCompilation compilation = Harness.Compile(source);
            compilation = compilation.AddSyntaxTrees(Parse(compilation,
                "public static class Lib { public static void Save<T>(T value) { } }"));
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            Assert.Empty(driver.GetRunResult().GeneratedTrees);
            compilation = compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[1],
                Parse(compilation, "public static class Lib { public static void Save<[Kitbag.KitbagRoot] T>(T value) { } }"));
            Assert.NotEmpty(driver.RunGenerators(compilation).GetRunResult().GeneratedTrees);
        }

        private static SyntaxTree Parse(CSharpCompilation like, string text) =>
            CSharpSyntaxTree.ParseText(text, (CSharpParseOptions)like.SyntaxTrees[0].Options, "Edited.cs");

        private static GeneratorRunResult Edit(string source, Func<CSharpCompilation, CSharpCompilation> edit)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            return driver.RunGenerators(edit(compilation)).GetRunResult().Results.Single();
        }

        /// <summary>An edit of a second file.</summary>
        private static GeneratorRunResult Edit(string source, string before, string after)
        {
            CSharpCompilation compilation = Harness.Compile(source);
            compilation = compilation.AddSyntaxTrees(Parse(compilation, before));
            GeneratorDriver driver = Harness.Driver(compilation).RunGenerators(compilation);
            return driver.RunGenerators(compilation.ReplaceSyntaxTree(compilation.SyntaxTrees[1], Parse(compilation, after)))
                .GetRunResult().Results.Single();
        }

        private static IEnumerable<string> Texts(GeneratorDriver driver) =>
            driver.GetRunResult().GeneratedTrees.Select(t => t.ToString()).Order();

        private static IEnumerable<IncrementalStepRunReason> Outputs(GeneratorRunResult result) =>
            result.TrackedOutputSteps.SelectMany(s => s.Value).SelectMany(s => s.Outputs).Select(o => o.Reason);

        private static IEnumerable<IncrementalStepRunReason> Reasons(GeneratorRunResult result, string step) =>
            result.TrackedSteps[step].SelectMany(s => s.Outputs).Select(o => o.Reason);

        private static void Same(IncrementalStepRunReason reason) =>
            Assert.True(reason is IncrementalStepRunReason.Unchanged or IncrementalStepRunReason.Cached, reason.ToString());
    }

    /// <summary>
    /// The model contains no objects of the compiler: a symbol would keep compilations alive, and would never be equal to that of another
    /// compilation.
    /// </summary>
    public class ModelShapeTests
    {
        public static IEnumerable<object[]> Models() =>
            typeof(AssemblyModel).Assembly.GetTypes().Where(t => t.Namespace == typeof(AssemblyModel).Namespace && !t.IsNested)
            .Select(t => new object[] { t.Name, t });

        [Theory]
        [MemberData(nameof(Models))]
        public void No_Roslyn_type(string name, Type model)
        {
            Assert.NotEmpty(name);
            const BindingFlags All = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic
                | BindingFlags.DeclaredOnly;
            Assert.All(model.GetFields(All).Select(f =>
                f.FieldType).Concat(model.GetProperties(All).Select(p => p.PropertyType)).SelectMany(Mentioned), type =>
                Assert.False(type.FullName!.StartsWith("Microsoft.CodeAnalysis", StringComparison.Ordinal) || type == typeof(object),
                    type.FullName));
        }

        [Theory]
        [MemberData(nameof(Models))]
        public void Value_equal(string name, Type model)
        {
            Assert.NotEmpty(name);
            if (!model.IsEnum && !(model.IsAbstract && model.IsSealed))
                Assert.Contains(model.GetInterfaces(), i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEquatable<>));
        }

        private static IEnumerable<Type> Mentioned(Type type)
        {
            if (type.HasElementType)
                return Mentioned(type.GetElementType()!);
            return type.IsGenericParameter ? Array.Empty<Type>() : type.IsGenericType
                ? type.GetGenericArguments().SelectMany(Mentioned).Append(type) : new[] { type };
        }
    }
}
