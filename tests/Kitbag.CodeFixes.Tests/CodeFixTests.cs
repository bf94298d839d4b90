using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Generator.Tests;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Xunit;

namespace Kitbag.CodeFixes.Tests
{
    /// <summary>Tests each fix: its title, the changed code, and that the result compiles without the diagnostic.</summary>
    public class CodeFixTests
    {
        private const string Program = @"
public static class Program
{
    public static void Run() => Kitbag.KitbagSerializer.Serialize(new World());
}
";

        [Fact]
        public async Task Type_parameter_is_marked()
        {
            string before = @"using Kitbag;

public static class Store
{
    public static byte[] Save<TKey, TValue>(TKey key, TValue value) => KitbagSerializer.Serialize(value);
}
";
            await Check(new MarkTypeParameterFix(), "KIT0002", "Let callers name the types: mark 'TValue' with [KitbagRoot]", before,
                before.Replace("TKey, TValue>(", "TKey, [KitbagRoot] TValue>(", StringComparison.Ordinal));
        }

        [Fact]
        public async Task Type_parameter_of_a_partial_class()
        {
            using var editor = new Editor(
                "public static partial class Store<T>\n{\n    public static byte[] Save(T value) => "
                    + "Kitbag.KitbagSerializer.Serialize(value);\n}\n",
                "public static partial class Store<T>\n{\n}\n");
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics());
            await editor.Apply(Assert.Single(await editor.Fixes(new MarkTypeParameterFix(), diagnostic)));
            Assert.StartsWith("public static partial class Store<[Kitbag.KitbagRoot] T>", await editor.Text());
            Harness.Build(await editor.Compilation());
        }

        [Fact]
        public async Task Type_parameter_inside_another_type_is_not_changed()
        {
            using var editor =
                new Editor("public static class Store { public static byte[] Save<T>(T value) => "
                + "Kitbag.KitbagSerializer.Serialize(new[] { value }); }");
            Assert.Empty(await editor.Fixes(new MarkTypeParameterFix(), Assert.Single(await editor.Diagnostics())));
        }

        [Fact]
        public async Task All_type_parameters_are_marked_once()
        {
            using var editor = new Editor(
                "using Kitbag;\npublic static class Store { public static T Copy<T>(T value) => "
                    + "KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value)); public static string Print<TItem>(TItem "
                    + "value) => KitbagJson.Serialize(value); }",
                "using Kitbag;\npublic static class Files { public static byte[] Save<T>(T value) => KitbagSerializer.Serialize(value); }");
            foreach (string key in (await AllFixes(editor, new MarkTypeParameterFix())).Select(fix => fix.EquivalenceKey!).Distinct())
                await editor.ApplyAll(new MarkTypeParameterFix(), key);
            Assert.Contains("Copy<[KitbagRoot] T>(T value)", await editor.Text());
            Assert.Contains("Print<[KitbagRoot] TItem>(TItem value)", await editor.Text());
            Assert.Contains("Save<[KitbagRoot] T>(T value)", await editor.Text(1));
            Harness.Build(await editor.Compilation());
        }

        /// <summary>Generic types on .NET 8, whose private members no accessor can access.</summary>
        [Theory]
        [InlineData("public class Box<T>\n{\n    [Kitbag.KitbagInclude]\n    private T value;\n}\n", "value", "'Box' partial")]
        [InlineData("public static class Outer\n{\n    // Kept.\n    public class Box<T>\n    {\n        [Kitbag.KitbagInclude]\n"
            + "        private T Value { get; set; }\n    }\n}\n", "Value", "'Box' partial, and its containing types")]
        [InlineData("using System.Runtime.Serialization;\n\npublic class Box<T>\n{\n    public T? Value;\n\n    [OnDeserialized]\n    "
            + "private void Fix(StreamingContext context) { }\n}\n", "Fix", "'Box' partial", "KIT0008")]
        public async Task Types_become_partial(string source, string at, string title, string id = "KIT0009")
        {
            string root = source.StartsWith("public static", StringComparison.Ordinal) ? "Outer.Box<int>" : "Box<int>";
            using var editor = new Editor(Harness.CompileFor(8, ""), source,
                "public static class Program { public static byte[] Run(" + root + " b) => Kitbag.KitbagSerializer.Serialize(b); }");
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics(), d => d.Id == id);
            Assert.Equal(at, Harness.TextAt(diagnostic));
            CodeAction fix = Assert.Single(await editor.Fixes(new MakePartialFix(), diagnostic));
            Assert.Equal("Let the generator add accessors: declare " + title, fix.Title);
            await editor.Apply(fix);
            Assert.Equal(source.Replace(" class", " partial class", StringComparison.Ordinal), await editor.Text());
            Harness.Build(await editor.Compilation());
        }

        [Fact]
        public async Task No_fix_makes_types_partial_because_of_readonly_fields()
        {
            using var editor = new Editor(Harness.CompileFor(8, ""),
                "public class Box<T> { [Kitbag.KitbagInclude] private readonly T value; }",
                "public static class Program { public static byte[] Run(Box<int> b) => Kitbag.KitbagSerializer.Serialize(b); }");
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics(), d => d.Id == "KIT0009");
            Assert.Empty(await editor.Fixes(new MakePartialFix(), diagnostic));
        }

        [Theory]
        [InlineData(0)]
        [InlineData(1)]
        public async Task Constructor_is_marked(int choice)
        {
            string[] constructors = { "    public Person(string name) => Name = name;\n",
                "    /// <summary>Of an age.</summary>\n    public Person(int age) => Age = age;\n" };
            string[] marked = { "    [KitbagConstructor]\n    public Person(string name) => Name = name;\n",
                "    /// <summary>Of an age.</summary>\n    [KitbagConstructor]\n    public Person(int age) => Age = age;\n" };
            string[] titles = { "Create objects with Person(string name): mark it with [KitbagConstructor]",
                "Create objects with Person(int age): mark it with [KitbagConstructor]" };
            string before = "using Kitbag;\n\npublic class World { public Person? A; }\n\npublic class Person\n{\n"
                + string.Concat(constructors)
                + "    internal Person(object nothing) { }\n    public string? Name { get; set; }\n    public int Age { get; set; }\n}\n"
                + Program;
            await Check(new MarkConstructorFix(), "KIT0006", titles[choice], before,
                before.Replace(constructors[choice], marked[choice], StringComparison.Ordinal), fixes: 2);
        }

        [Fact]
        public async Task Constructors_that_are_already_marked_are_not_changed()
        {
            using var editor =
                new Editor("using Kitbag; public class World { [KitbagConstructor] public World(int a) { } [KitbagConstructor] public "
                + "World(int a, int b) { } public int A; public int B; }"
                + Program.Replace("new World()", "new World(1)", StringComparison.Ordinal));
            Assert.Empty(await editor.Fixes(new MarkConstructorFix(), Assert.Single(await editor.Diagnostics())));
        }

        [Theory]
        [InlineData("public class World\n{\n    public int A { get; }\n    public int B;\n}\n", "{ get; }", "{ get; private set; }")]
        [InlineData("public class World\n{\n    public Box<int>? A;\n}\npublic class Box<T>\n{\n    public T? A;\n    public int B { "
            + "get; }\n}\n", "{ get; }", "{ get; internal set; }")]
        [InlineData("public class World\n{\n    public Part A;\n}\npublic readonly struct Part\n{\n    public int B { get; }\n}\n",
            "{ get; }", "{ get; private init; }")]
        public async Task Member_gets_a_setter(string source, string getter, string setter)
        {
            string before = source + Program;
            await Check(new AddSetterFix(), "KIT0017", "Store the member: give it a setter that generated code reaches", before,
                before.Replace(getter, setter, StringComparison.Ordinal));
        }

        [Theory]
        [InlineData("public class World { public readonly int A; public int B; }")] // a field
        // accessors are the base's
        [InlineData("public abstract class Base { public virtual int A => 3; } public class World : Base { public override int A { "
            + "get; } public int B; }")]
        public async Task No_setter_can_be_added(string source)
        {
            using var editor = new Editor(source + Program);
            Assert.Empty(await AllFixes(editor, new AddSetterFix()));
        }

        [Theory]
        [InlineData("KIT0001", "public System.Threading.Thread? A;")]
        [InlineData("KIT0017", "public int A { get; }")]
        [InlineData("KIT0017", "public readonly int[]? A;")]
        [InlineData("KIT0001", "public System.IO.Stream? A { get; set; }")]
        [InlineData("KIT0009", "[KitbagInclude]\n    private T? A;")] // no accessor can name two type parameters T
        public async Task Member_is_excluded(string id, string member)
        {
            bool isNested = id == "KIT0009";
            string before = "using Kitbag;\n\npublic class World : " + (isNested ? "Outer<string>." : "") + "Box<int> { }\n\n"
                + (isNested ? "public class Outer<T>\n{\n" : "") + "public class Box<T>\n{\n    public int Id;\n\n"
                + "    /// <summary>Gone.</summary>\n    " + member + " // soon\n}\n" + (isNested ? "}\n" : "") + Program;
            string after = member.StartsWith('[')
                ? before.Replace("[KitbagInclude]", "[KitbagIgnore]", StringComparison.Ordinal)
                : before.Replace("    " + member, "    [KitbagIgnore]\n    " + member, StringComparison.Ordinal);
            await Check(new IgnoreMemberFix(), id, "Do not serialize the member: mark it with [KitbagIgnore]", before, after);
        }

        [Fact]
        public async Task Without_a_using_directive_the_name_is_qualified()
        {
            string before = "using System.IO;\n\npublic class World\n{\n    public int Id;\n    public Stream? A;\n}\n" + Program;
            await Check(new IgnoreMemberFix(), "KIT0001", null, before,
                before.Replace("    public Stream", "    [Kitbag.KitbagIgnore]\n    public Stream", StringComparison.Ordinal));
        }

        [Theory]
        [InlineData("public class World { public int Id; public System.IO.Stream? A, B; }")] // one attribute would take out both
        [InlineData("public class World { public Part? A; } public class Part { }")] // it is the class that is wrong
        // It is the form that is wrong.
        [InlineData("public class World { [System.Text.Json.Serialization.JsonConverter(typeof(int))] public int A; }")]
        public async Task No_member_to_exclude(string source)
        {
            using var editor = new Editor(source + Program);
            Assert.Empty(await AllFixes(editor, new IgnoreMemberFix()));
        }

        [Fact]
        public async Task Member_that_another_serializer_ignores_is_excluded()
        {
            string before = "using Kitbag;\n\npublic class World\n{\n    public int Id;\n\n    [ProtoBuf.ProtoIgnore]\n"
                + "    public int A;\n}\n" + Program + "namespace ProtoBuf { public class ProtoIgnoreAttribute : System.Attribute { } }\n";
            await Check(new IgnoreMemberFix(), "KIT0008", "Do not serialize the member: mark it with [KitbagIgnore]", before,
                before.Replace("    public int A", "    [KitbagIgnore]\n    public int A", StringComparison.Ordinal));
        }

        [Fact]
        public async Task All_members_are_excluded()
        {
            using var editor = new Editor(
                "public class World\n{\n    public int Id;\n    public System.IO.Stream? A { get; set; }\n"
                    + "    public System.Type? B { get; set; }\n    public Part? C { get; set; }\n}\n" + Program,
                "public class Part\n{\n    public int Id;\n    public System.IO.Stream? A;\n    public System.Type? B;\n}\n");
            await editor.ApplyAll(new IgnoreMemberFix(), (await AllFixes(editor, new IgnoreMemberFix()))[0].EquivalenceKey!);
            Harness.Build(await editor.Compilation());
            Assert.Equal(2, Count(await editor.Text(0), "[Kitbag.KitbagIgnore]"));
            Assert.Equal(2, Count(await editor.Text(1), "[Kitbag.KitbagIgnore]"));
        }

        [Fact]
        public async Task Conversions_are_added()
        {
            string before = @"using System;
using Kitbag;

public class World { public Outer A; }

public struct Outer { public int X; }

[KitbagSurrogate(typeof(Outer))]
public struct Inner
{
    public int Y;
}
" + Program;
            await Check(new AddConversionsFix(), "KIT0010", "Add the missing conversions between 'Inner' and 'Outer'", before,
                before.Replace("Y;\n", @"Y;
    public static implicit operator Inner(Outer value) => throw new NotImplementedException();
    public static implicit operator Outer(Inner value) => throw new NotImplementedException();
", StringComparison.Ordinal));
        }

        [Fact]
        public async Task Only_the_missing_conversion_is_added()
        {
            string before = @"namespace Game
{
    public class Outer { }

    [Kitbag.KitbagSurrogate(typeof(Outer))]
    public class Inner
    {
        public int Y;
        public static explicit operator Outer(Inner value) => new Outer();
    }
}

public class World { public Game.Outer? A; }
" + Program;
            await Check(new AddConversionsFix(), "KIT0010", null, before,
                before.Replace("new Outer();\n",
                "new Outer();\n        public static implicit operator Inner(Outer value) => throw new System.NotImplementedException();\n",
                StringComparison.Ordinal));
        }

        [Fact]
        public async Task No_conversion_from_an_interface()
        {
            using var editor =
                new Editor("public class World { public IOuter? A; } public interface IOuter { } "
                + "[Kitbag.KitbagSurrogate(typeof(IOuter))] public class Inner { public int Y; }" + Program);
            Assert.Empty(await AllFixes(editor, new AddConversionsFix()));
        }

        private static async Task<List<CodeAction>> AllFixes(Editor editor, CodeFixProvider provider)
        {
            var fixes = new List<CodeAction>();
            foreach (Diagnostic diagnostic in await editor.Diagnostics())
                fixes.AddRange(await editor.Fixes(provider, diagnostic));
            return fixes;
        }

        private static async Task Check(CodeFixProvider provider, string id, string? title, string before, string after, int fixes = 1)
        {
            using var editor = new Editor(before);
            Diagnostic diagnostic = Assert.Single(await editor.Diagnostics());
            Assert.Equal(id, diagnostic.Id);
            List<CodeAction> offered = await editor.Fixes(provider, diagnostic);
            Assert.Equal(fixes, offered.Count);
            await editor.Apply(title == null ? offered[0] : Assert.Single(offered, fix => fix.Title == title));
            Assert.Equal(after, await editor.Text(), ignoreLineEndingDifferences: true);
            Harness.Build(await editor.Compilation());
        }

        private static int Count(string text, string part) => text.Split(part).Length - 1;
    }
}
