using System;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>A library saves its own types, which contain objects of classes that only the program declares.</summary>
    public class EngineAndGameTests
    {
        private const string Core = @"
using System.Collections.Generic; using Kitbag; namespace Core;
public interface IItem { }
public class Rock : IItem { public int Weight { get; set; } }
public abstract class Node<T> { public T? Value { get; set; } }
public class Leaf : Node<int> { }
public class World {
    public List<IItem> Items { get; set; } = new List<IItem>(); public Node<int>? Root { get; set; }
    public byte[] Save() => KitbagSerializer.Serialize(this);
    public static World Load(byte[] bytes) => KitbagSerializer.Deserialize<World>(bytes);
    public string Print() => KitbagJson.Serialize(this);
    public static World Parse(string json) => KitbagJson.Deserialize<World>(json); }
public class Slot { public object? Value; public static byte[] Save(Slot s) => KitbagSerializer.Serialize(s);
    public static Slot Load(byte[] bytes) => KitbagSerializer.Deserialize<Slot>(bytes); }
public class Plain { public int X; public static byte[] Save(Plain s) => KitbagSerializer.Serialize(s); }
public sealed class Closed { public Own? X; public static byte[] Save(Closed s) => KitbagSerializer.Serialize(s); }
public class Own { public int X; internal Own() { } }
public class Unused { public int X; }
internal class Secret { public IItem? Item; public static byte[] Save(Secret s) => KitbagSerializer.Serialize(s); }
";

        private const string Program = @"
public static class Program {
    static string Fail(System.Action write) {
        try { write(); return """"; } catch (Kitbag.KitbagException e) { return e.Reason + e.Message; } }
    public static object?[] Run() { var world = new Core.World { Items = { new Core.Rock { Weight = 2 }, new Sword { Power = 3 } } };
        return new object?[] {
            2, ((Core.Rock)Core.World.Load(world.Save()).Items[0]).Weight,
            3, ((Sword)Core.World.Load(world.Save()).Items[1]).Power,
            3, ((Sword)Core.World.Parse(world.Print()).Items[1]).Power }; } }";

        private static readonly Lazy<byte[]> s_core = new(() => BuildCore("EngineCore"));

        private static byte[] BuildCore(string name) => Harness.Build(Harness.Compile(Core, name, LanguageVersion.CSharp10));

        private static CSharpCompilation Game(string source, params byte[][] more) => Game(source, "EngineGame", s_core.Value, more);

        private static CSharpCompilation Game(string source, string name, byte[] core, params byte[][] more) => Harness.Compile(
            source, name, LanguageVersion.CSharp10,
            references: more.Prepend(core).Select(image => (MetadataReference)MetadataReference.CreateFromImage(image)).ToArray());

        [Theory]
        [InlineData("public class Other : Core.Plain { }", "'Other' may occur where 'Plain' is declared")]
        [InlineData("public class Other : Core.Rock { }", "'Other' may occur where 'IItem', 'Rock' is declared")]
        public void A_class_below_one_that_has_no_derived_classes_in_the_library_is_reported(string source, string text) =>
            Assert.Contains(Harness.Diagnose(Game(source), out _), d => d.Id == "KIT0053" && d.GetMessage(null).StartsWith(text));

        [Theory]
        [InlineData("public class Sword : Core.IItem { public int Power { get; set; } }")]
        [InlineData("public class Sword : Core.IItem { public int Power { get; set; } } "
            + "public static class Other { public static void Run() => Kitbag.KitbagSerializer.Serialize(new Core.Rock()); }")]
        public void A_class_that_the_library_cannot_store_is_reported(string source)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Game(source), out _));
            Assert.Equal(("KIT0053", "Sword", DiagnosticSeverity.Warning),
                (diagnostic.Id, Harness.TextAt(diagnostic), diagnostic.Severity));
            Assert.Equal("'Sword' may occur where 'IItem' is declared, but 'EngineCore', which reads and writes 'World', does not know "
                + "this class, so writing an object of it there fails. Mark it with [KitbagSerializable], so that this project provides "
                + "the code for 'World', or with [KitbagIgnore] if none is ever written there", diagnostic.GetMessage(null));
        }

        [Fact]
        public void Several_classes_are_reported_once_for_the_same_roots() => Assert.StartsWith(
            "'Axe', 'Pick', 'Sword' and others may occur where 'IItem', 'Node<int>', 'Rock' is declared, but 'EngineCore', which reads and "
                + "writes 'World', does",
            Assert.Single(Harness.Diagnose(Game("public class Sword : Core.IItem { } public struct Axe : Core.IItem { } "
                + "public class Branch : Core.Node<int> { } public class Twig : Core.Node<string> { } public class Pick : Core.Rock { }"),
                out _)).GetMessage(null));

        [Theory]
        [InlineData("[Kitbag.KitbagIgnore] public class Sword : Core.IItem { }")]
        [InlineData("public abstract class Sword : Core.IItem { }")]
        [InlineData("public class Other : Core.Unused { }")]
        [InlineData("public class Sword : Core.IItem { } "
            + "public static class Other { public static void Run() => Kitbag.KitbagSerializer.Serialize(new Core.World()); }")]
        public void Classes_that_are_not_reported(string source) => Assert.Empty(Harness.Diagnose(Game(source), out _));

        // Each case has a library of its own, because of two programs with codecs for the same types the first takes precedence.
        [Theory]
        [InlineData(1, "[Kitbag.KitbagSerializable] public class Sword : Core.IItem { public int Power { get; set; } }")]
        [InlineData(2, "[assembly: Kitbag.KitbagSerializable(typeof(Sword))] "
            + "public class Sword : Core.IItem { public int Power { get; set; } }")]
        [InlineData(3, "[assembly: Kitbag.KitbagSerializable(typeof(Core.World))] "
            + "public class Sword : Core.IItem { public int Power { get; set; } }")]
        public void The_attribute_lets_the_library_store_it(int number, string source)
        {
            byte[] core = BuildCore("EngineCore" + number);
            var loaded = Assembly.Load(core);
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Game(source + Program, "EngineGame" + number, core)));
        }

        [Fact]
        public void The_attribute_lets_the_library_store_it_where_object_is_declared()
        {
            byte[] core = BuildCore("EngineCore4");
            var loaded = Assembly.Load(core);
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Game(@"[assembly: Kitbag.KitbagSerializable(typeof(int[]))]
[Kitbag.KitbagSerializable] public struct Rune { public int Power; }
public static class Program { static object? Again(object value) => Core.Slot.Load(Core.Slot.Save(new Core.Slot { Value = value })).Value;
    public static object?[] Run() => new object?[] { 3, ((Rune)Again(new Rune { Power = 3 })!).Power, 2, ((int[])Again(new int[2])!).Length,
        5L, Again(5L) }; }", "EngineGame4", core)));
        }

        // The program cannot name the type, so the attribute alone would have no effect.
        [Fact]
        public void The_exception_for_an_internal_type_of_the_library_says_what_to_do()
        {
            byte[] core = Harness.Build(Harness.Compile(Core + "public static class Vault { public static string Fail(IItem item) { "
                + "try { return Secret.Save(new Secret { Item = item }).ToString()!; } catch (KitbagException e) { return e.Message; } } }",
                "EngineCore5", LanguageVersion.CSharp10));
            var loaded = Assembly.Load(core);
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Game(@"[Kitbag.KitbagSerializable] public class Sword : Core.IItem { }
public static class Program { public static object?[] Run() { string text = Core.Vault.Fail(new Sword()); return new object?[] {
    true, text.Contains(""[assembly: KitbagSerializable(typeof(Sword))]""),
    true, text.EndsWith(""in a plugin loaded at run time, or if the type that the call writes is internal: then make it public."") }; } }",
                "EngineGame5", core)));
        }

        [Fact]
        public void Problems_are_reported_where_the_class_is_registered()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Game("[Kitbag.KitbagSerializable] public class Sword : Core.IItem { } "
                + "public class Torch : Core.IItem { public System.IO.Stream? Light; }"), out _));
            Assert.Equal(("KIT0001", "Light"), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }

        // The second library has a codec for the same type, which is reported once.
        [Fact]
        public void Through_two_libraries()
        {
            byte[] items = Harness.Build(Game("[Kitbag.KitbagSerializable] public class Shield : Core.IItem { public int Size; }",
                "EngineItems", s_core.Value));
            CSharpCompilation game = Game("public class Sword : Core.IItem { public Shield? Shield; }", items);
            Assert.Equal("KIT0053", Assert.Single(Harness.Diagnose(game, out _)).Id);
        }

        [Fact]
        public void Without_derived_classes_no_code_is_generated() => Assert.Single(
            Run(Game("public class Plain { public int X; }")).SyntaxTrees);

        private static Compilation Run(CSharpCompilation compilation)
        {
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            return output;
        }

        // Programs are not referenced, so they contain no list.
        [Theory]
        [InlineData(OutputKind.DynamicallyLinkedLibrary, true)]
        [InlineData(OutputKind.ConsoleApplication, false)]
        public void Only_libraries_list_their_roots(OutputKind kind, bool lists)
        {
            CSharpCompilation compilation = Harness.Compile(Core, version: LanguageVersion.CSharp10);
            Harness.Diagnose(compilation.WithOptions(compilation.Options.WithOutputKind(kind)), out Compilation output);
            string text = string.Concat(output.SyntaxTrees.Select(tree => tree.ToString()));
            Assert.Equal(lists, text.Contains("PolymorphicRoot(typeof(global::Core.World), typeof(global::Core.IItem), typeof(global::Core."
                + "Leaf), typeof(global::Core.Node<int>), typeof(global::Core.Rock), typeof(global::Core.World), Json = true)",
                StringComparison.Ordinal));
            Assert.DoesNotContain("PolymorphicRoot(typeof(global::Core.Closed)", text);
        }
    }
}
