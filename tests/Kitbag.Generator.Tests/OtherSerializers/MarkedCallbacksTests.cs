using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Methods that [OnSerializing] and [OnDeserialized] of System.Runtime.Serialization mark, and IDeserializationCallback, are called.
    /// </summary>
    public class MarkedCallbacksTests
    {
        private const string Usings = "using System; using System.Collections.Generic; using System.Linq; using Kitbag; using "
            + "System.Runtime.Serialization; ";

        private const string Log = " public static class Log { private static string s_all = \"\"; public static void Add(string text) => "
            + "s_all += text + \" \"; public static string Take() { string all = s_all.TrimEnd(); s_all = \"\"; return all; } }";

        // What is called while a value is written and read, as a document and as JSON.
        private static string Running(string types, string value, string expected) => Usings + types + Log + " public static class "
            + "Program { static string Again() { var value = " + value + "; byte[] written = KitbagSerializer.Serialize(value); Log.Add("
            + "\"|\"); var read = value; read = KitbagSerializer.Deserialize<" + "World>(written); return Log.Take(); } static string "
            + "AgainJson() { var value = " + value + "; string written = KitbagJson.Serialize(value); Log.Add(\"|\"); var read = "
            + "KitbagJson.Deserialize<World>(written); return Log.Take(); } public static object[] Run() => new object[] { \"" + expected
            + "\", Again(), \"" + expected + "\", AgainJson() }; }";

        [Theory]
        // Newtonsoft's documentation has such methods.
        [InlineData("public class World { public int A; [KitbagIgnore] public int B; [OnSerializing] internal void OnSerializingMethod("
            + "StreamingContext context) => Log.Add(\"w\" + A); [OnDeserialized] internal void OnDeserializedMethod(StreamingContext "
            + "context) { B = A; Log.Add(\"r\" + B + context.State); } }", "new World { A = 1 }", "w1 | r10")]
        // Each class of a hierarchy has a private method with the same name.
        [InlineData("[DataContract] public class Base { [DataMember] public int A; [OnSerializing] void Do(StreamingContext c) => "
            + "Log.Add(\"a\"); [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"A\" + A); } [DataContract] public "
            + "abstract class Middle : Base { [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"B\"); } "
            + "[DataContract] public class World : Middle { [DataMember] public int X; [OnSerializing] private void Do(StreamingContext "
            + "c) => Log.Add(\"c\"); [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"C\" + X); }",
            "new World { A = 1, X = 2 }", "a c | A1 B C2")]
        [InlineData("public class Base<T> { public T A; [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"T\" + A); } "
            + "public class World : Base<int> { [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"w\" + A); }",
            "new World { A = 1 }", "| T1 w1")]
        [InlineData("public class World { public Outer<string>.Inner<int> A; } public class Outer<T> { public class Inner<V> { public T "
            + "X; public V Y; [OnSerializing] void Do(StreamingContext c) => Log.Add(\"w\" + X); [OnDeserialized] protected void Done("
            + "StreamingContext c) => Log.Add(\"r\" + Y); } }",
            "new World { A = new Outer<string>.Inner<int> { X = \"x\", Y = 2 } }", "wx | r2")]
        // Changes of a struct are changes of the value that is written and read, not of copies.
        [InlineData("public class World { public Part A; public List<Part> B; } public struct Part { public int X; public string Y; "
            + "[OnSerializing] private void Do(StreamingContext c) { X++; } [OnDeserialized] private void Done(StreamingContext c) { "
            + "X *= 10; Log.Add(Y + X); } }",
            "new World { A = new Part { X = 1, Y = \"a\" }, B = new List<Part> { new Part { X = 2, Y = \"b\" } } }", "| a20 b30")]
        [InlineData("public class World { public Part A; } public struct Part { public int X; public string Y; [OnSerializing] internal "
            + "void Do(StreamingContext c) { X++; } [OnDeserialized] public void Done(StreamingContext c) => Log.Add(Y + X); }",
            "new World { A = new Part { X = 1, Y = \"a\" } }", "| a2")]
        [InlineData("public record World(int A, string B) { [OnSerializing] void Do(StreamingContext c) => Log.Add(\"w\"); "
            + "[OnDeserialized] void Done(StreamingContext c) => Log.Add(B + A); }", "new World(1, \"b\")", "w | b1")]
        // Tracked objects, once the whole graph is complete, those that an object refers to before itself.
        [InlineData("public class World { public string A; public World B; public List<World> C = new(); [OnSerializing] void Do("
            + "StreamingContext c) => Log.Add(A); [OnDeserialized] void Done(StreamingContext c) => Log.Add(A + B?.A + C.Count); }",
            "new World { A = \"x\", B = new World { A = \"y\", C = { new World { A = \"z\" } } } }", "x y z | z0 y1 xy0")]
        [InlineData("public class World { public List<Pet> A; } public abstract class Pet { public string X; [OnDeserialized] void Done("
            + "StreamingContext c) => Log.Add(\"pet\" + X); } public class Dog : Pet { [OnDeserialized] void Done(StreamingContext c) => "
            + "Log.Add(\"dog\" + X); }", "new World { A = new List<Pet> { new Dog { X = \"x\" } } }", "| petx dogx")]
        // A virtual method is called once, also if the overrides are marked; and so is one without a body in the base class.
        [InlineData("public abstract class Base { public int A; [OnSerializing] protected virtual void Do(StreamingContext c) => "
            + "Log.Add(\"a\"); [OnDeserialized] protected abstract void Done(StreamingContext c); } public class World : Base { "
            + "[OnSerializing] protected override void Do(StreamingContext c) { base.Do(c); Log.Add(\"b\"); } [OnDeserialized] protected "
            + "override void Done(StreamingContext c) => Log.Add(\"B\"); }", "new World { A = 1 }", "a b | B")]
        [InlineData("public class Base { public int A; [OnDeserialized] public void Done(StreamingContext c) => Log.Add(\"a\"); } public "
            + "class World : Base { public new void Done(StreamingContext c) => Log.Add(\"b\"); }", "new World { A = 1 }", "| a")]
        // Names that are keywords, overloads without an attribute, two attributes, and methods that are errors to use.
        [InlineData("public class World { public int A; [OnDeserialized] private void @event(StreamingContext c) => Log.Add(\"a\"); "
            + "[OnDeserialized] internal void @class(StreamingContext c) => Log.Add(\"b\"); public void @class() { } [OnSerializing, "
            + "OnDeserialized] void Do(StreamingContext c) => Log.Add(\"c\"); [Obsolete(\"no\", true), OnDeserialized] public void Old("
            + "StreamingContext c) => Log.Add(\"d\"); [Obsolete(\"no\", DiagnosticId = \"GAME1\"), OnDeserialized] public void Older("
            + "StreamingContext c) => Log.Add(\"e\"); }", "new World { A = 1 }", "c | a b c d e")]
        [InlineData("public interface IThing { void Done(StreamingContext c); } public class World : IThing { public int A; "
            + "[OnDeserialized] void IThing.Done(StreamingContext c) => Log.Add(\"a\"); }", "new World { A = 1 }", "| a")]
        [InlineData("public partial class World { public int A; [OnDeserialized] partial void Done(StreamingContext c); [OnSerializing] "
            + "partial void Do(StreamingContext c); } partial class World { partial void Do(StreamingContext c) => Log.Add(\"a\"); }",
            "new World { A = 1 }", "a |")]
        // The interface of BinaryFormatter, last.
        [InlineData("public class World : IDeserializationCallback { public int A; void IDeserializationCallback.OnDeserialization(object "
            + "sender) => Log.Add(\"b\" + A + (sender == null)); [OnDeserialized] void Done(StreamingContext c) => Log.Add(\"a\"); }",
            "new World { A = 1 }", "| a b1True")]
        [InlineData("public class World { public Part A; } public struct Part : IDeserializationCallback { public int X; public string Y; "
            + "public void OnDeserialization(object sender) => X *= 10; [OnDeserialized] void Done(StreamingContext c) { Log.Add(Y + X); "
            + "X++; } }", "new World { A = new Part { X = 1, Y = \"a\" } }", "| a1")]
        // A class with an interface for the same moment calls the method itself, if it wants that; base and derived classes do not.
        [InlineData("public class World : IKitbagDeserialized, IDeserializationCallback { public int A; [OnSerializing] void Do("
            + "StreamingContext c) => Log.Add(\"a\"); [OnDeserialized] void Done(StreamingContext c) => OnDeserialized(); public void "
            + "OnDeserialized() => Log.Add(\"b\"); public void OnDeserialization(object sender) => Log.Add(\"c\"); }",
            "new World { A = 1 }", "a | b")]
        [InlineData("public class World : System.Text.Json.Serialization.IJsonOnSerializing { public int A; [OnSerializing] void Do("
            + "StreamingContext c) => OnSerializing(); public void OnSerializing() => Log.Add(\"a\"); [OnDeserialized] void Done("
            + "StreamingContext c) => Log.Add(\"b\"); }", "new World { A = 1 }", "a | b")]
        [InlineData("public class Base { public int A; [OnDeserialized] void Done(StreamingContext c) => Log.Add(\"a\"); } public class "
            + "Middle : Base, IKitbagDeserialized { void IKitbagDeserialized.OnDeserialized() => Log.Add(\"b\"); } public class World : "
            + "Middle { [OnDeserialized] void Done(StreamingContext c) => Log.Add(\"c\"); }", "new World { A = 1 }", "| a b c")]
        public void Are_called(string types, string value, string expected) =>
            Harness.RoundTrip(Running(types, value, expected), nullable: NullableContextOptions.Disable);

        [Fact]
        public void Are_called_for_record_structs() => Harness.RoundTrip(
            Running("public readonly record struct World(int A, string B) { [OnDeserialized] private void Done(StreamingContext c) => "
                + "Log.Add(B + A); }", "new World(1, \"b\")", "| b1"), version: LanguageVersion.CSharp10,
            nullable: NullableContextOptions.Disable);

        // As often as the method of Kitbag's interface.
        [Theory]
        [InlineData("KitbagJson.Populate(\"{\\\"A\\\":2}\", {0})")]
        [InlineData("KitbagSerializer.Populate(KitbagSerializer.Serialize(new {1} { A = 2 }), {0})")]
        public void Are_called_when_an_object_is_populated(string call)
        {
            string Populate(string type) => "{ var value = new " + type + "(); " + call.Replace("{0}", "value", StringComparison.Ordinal)
                .Replace("{1}", type, StringComparison.Ordinal) + "; return Log.Take(); }";
            Harness.RoundTrip(Usings + "public class World { public int A; [OnDeserialized] private void Done(StreamingContext c) => "
                + "Log.Add(\"a\" + A); } public class Same : IKitbagDeserialized { public int A; public void OnDeserialized() => Log.Add("
                + "\"a\" + A); }" + Log + " public static class Program { static string Again() " + Populate("World") + " static string "
                + "AgainSame() " + Populate("Same") + " public static object[] Run() => new object[] { AgainSame(), Again(), true, "
                + "AgainSame().Length > 1 }; }", nullable: NullableContextOptions.Disable);
        }

        // Values in older documents are read by plans.
        [Fact]
        public void Are_called_for_older_documents() => Harness.RoundTrip(Usings + "namespace Old { public class World { public short A; "
            + "public int B; } } public class World { public int A; public int C = 3; [OnDeserialized] private void Done(StreamingContext "
            + "c) => Log.Add(\"a\" + A + C); }" + Log + " public static class Program { static string Again() { KitbagSerializer."
            + "Deserialize<World>(KitbagSerializer.Serialize(new Old.World { A = 2 })); return Log.Take(); } public static object[] Run() "
            + "=> new object[] { \"a23\", Again() }; }", nullable: NullableContextOptions.Disable);

        // Derived state that a marked method computes is restored.
        [Fact]
        public void Restore_private_state() => Harness.Loss("", "public class World { public int X; private int _twice; "
            + "[System.Runtime.Serialization.OnDeserialized] private void Done(System.Runtime.Serialization.StreamingContext context) => "
            + "_twice = 2 * X; public void Put(int x) { X = x; _twice = 2 * x; } public string Show() => X + \"/\" + _twice; }", "()",
            "Put(3)");

        private const string Root = " public static class Program { public static void Run() => KitbagSerializer.Serialize(new World()); }";

        private static void AssertReported(Compilation compilation, string place, string expected)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose((CSharpCompilation)compilation, out Compilation output));
            Assert.Equal("KIT0008", diagnostic.Id);
            Assert.Equal(place, Harness.TextAt(diagnostic));
            Assert.StartsWith(expected, diagnostic.GetMessage(null), StringComparison.Ordinal);
            Harness.Emit((CSharpCompilation)compilation, output);
        }

        [Theory]
        [InlineData("[OnDeserialized] static void Done(StreamingContext c) { }", "[OnDeserialized] is not supported: the method is not "
            + "called: declare it as 'void Done(StreamingContext context)', not static")]
        [InlineData("[OnDeserialized] void Done() { }", "[OnDeserialized] is not supported: the method is not called: declare it as 'void "
            + "Done(StreamingContext context)'")]
        [InlineData("[OnSerializing] int Done(StreamingContext c) => 1;", "[OnSerializing] is not supported: the method is not called: "
            + "declare it as 'void Done(StreamingContext context)'")]
        [InlineData("[OnSerialized] void Done(StreamingContext c) { }", "[OnSerialized] is not supported: the method is not called: "
            + "nothing is called after an object was written: do it after the call that serializes")]
        [InlineData("[OnDeserializing] void Done(StreamingContext c) { }", "[OnDeserializing] is not supported: the method is not called: "
            + "assign what it sets in the constructor or in initializers")]
        public void Other_methods_are_reported(string method, string expected) => AssertReported(
            Harness.Compile(Usings + "public class World { public int A; " + method + " }" + Root), "Done", "World: " + expected);

        [Theory]
        [InlineData("private void Done", true)]
        [InlineData("internal void Done", false)]
        public void Methods_out_of_reach_are_reported(string method, bool isReported)
        {
            CSharpCompilation compilation = Harness.CompileForNetStandard(Usings + "public class World { public int A; [OnDeserialized] "
                + method + "(StreamingContext c) => A++; }" + Root, "Old");
            if (isReported)
                AssertReported(compilation, "Done", "World: [OnDeserialized] is not supported: the method is not called: accessors of "
                    + "members that are not visible need .NET 8, or a partial type; or make it internal, or implement IKitbagDeserialized");
            else
                Harness.Build(compilation);
        }

        [Theory]
        [InlineData(8, "class", true)]
        [InlineData(8, "partial class", false)]
        [InlineData(9, "class", false)]
        public void Methods_of_generic_types_are_reported_where_they_are_out_of_reach(int version, string kind, bool isReported)
        {
            CSharpCompilation compilation = Harness.CompileFor(version, Usings + "public " + kind + " Base<T> { public T? A; "
                + "[OnSerializing] private void Done(StreamingContext c) { } } public class World : Base<int> { }" + Root);
            if (isReported)
                AssertReported(compilation, "Done", "World: [OnSerializing] is not supported: the method is not called: accessors reach "
                    + "into generic types from .NET 9 on, or where these are partial; or make it internal, or implement "
                    + "IKitbagSerializing");
            else
                Harness.Build(compilation);
        }

        // At the call that needs the type, because its declaration is out of sight.
        [Fact]
        public void Methods_of_packages_out_of_reach_are_reported()
        {
            var package = new MemoryStream();
            Assert.True(Harness.CompileForNetStandard(Usings.Replace("using Kitbag; ", "", StringComparison.Ordinal) + "public class Base "
                + "{ public int A; [OnDeserialized] private void Done(StreamingContext c) => A++; }", "Package").Emit(package).Success);
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.CompileForNetStandard(Usings + "public class World : Base { }" + Root,
                "Old").AddReferences(MetadataReference.CreateFromImage(package.ToArray())), out _));
            Assert.Equal("KIT0008", found.Id);
            Assert.Equal("KitbagSerializer.Serialize(new World())", Harness.TextAt(found));
            Assert.StartsWith("World: [OnDeserialized] is not supported: the method is not called: accessors of members that are not "
                + "visible need .NET 8, or a partial type; or make it public if you can change the type, or write a [KitbagSurrogate] for "
                + "it", found.GetMessage(null), StringComparison.Ordinal);
        }

        private const string Raw = "a struct of numbers is stored as raw memory; do it in the class that has it as a member, and "
            + "implement IKitbagDeserialized there", Elements = "a collection is stored as its elements; do it in the class that has it "
            + "as a member, and implement IKitbagDeserialized there";

        // No code runs when raw memory is read, or when a collection is created of its elements.
        [Theory]
        [InlineData("public struct Part { public int X, Y; [OnDeserialized] void Done(StreamingContext c) => X++; }",
            "World.A: [OnDeserialized] is not supported: the method is not called: " + Raw, "Done")]
        [InlineData("public struct Part : IDeserializationCallback { public int X, Y; public void OnDeserialization(object? o) => X++; }",
            "World.A: IDeserializationCallback is not supported: OnDeserialization is not called: " + Raw, "Part")]
        [InlineData("public class Part : List<int> { [OnDeserialized] void Done(StreamingContext c) => Clear(); }",
            "World.A: [OnDeserialized] is not supported: the method is not called: " + Elements, "Done")]
        public void Methods_of_other_types_are_reported(string part, string expected, string place) => AssertReported(
            Harness.Compile(Usings + "public class World { public Part A { get; set; } = new(); } " + part + Root), place, expected);

        // Nor are the methods of Kitbag's interfaces called for them. A collection may have those of others for its other forms.
        [Theory]
        [InlineData("public struct Part : IKitbagDeserialized { public int X, Y; public void OnDeserialized() => X++; }",
            "World.A: 'OnDeserialized' of 'Part' is not called, because a struct of numbers is stored as raw memory. Do it in a callback "
            + "of the class that has it as a member", "OnDeserialized")]
        [InlineData("public struct Part : System.Text.Json.Serialization.IJsonOnSerializing { public int X, Y; void System.Text.Json."
            + "Serialization.IJsonOnSerializing.OnSerializing() => X++; }", "World.A: 'OnSerializing' of 'Part' is not called",
            "OnSerializing")]
        [InlineData("public class Part : List<int>, IKitbagSerializing { public void OnSerializing() => Clear(); }", "World.A: "
            + "'OnSerializing' of 'Part' is not called, because a collection is stored as its elements. Do it in a callback of the class "
            + "that has it as a member", "OnSerializing")]
        [InlineData("public class Part : List<int>, System.Text.Json.Serialization.IJsonOnSerializing { public void OnSerializing() => "
            + "Clear(); }", "", "")]
        [InlineData("public class Part : IEnumerable<int>, IKitbagDeserialized { readonly List<int> _all = new(); public void Add(int a) "
            + "=> _all.Add(a); public IEnumerator<int> GetEnumerator() => _all.GetEnumerator(); System.Collections.IEnumerator System."
            + "Collections.IEnumerable.GetEnumerator() => GetEnumerator(); public void OnDeserialized() => Add(3); }", "World.A: "
            + "'OnDeserialized' of 'Part' is not called, because a collection is stored as its elements. Do it in a callback of the class "
            + "that has it as a member, or store its fields with [KitbagSerializable(Fields = true)]", "OnDeserialized")]
        public void Methods_of_interfaces_that_are_not_called_are_reported(string part, string expected, string place)
        {
            Diagnostic[] found = Harness.Diagnose(Usings + "public class World { public Part A { get; set; } = new(); } " + part + Root)
                .ToArray();
            Assert.Equal(expected.Length == 0 ? "" : "KIT0061 " + place, string.Join(", ", found.Select(d => d.Id + " "
                + Harness.TextAt(d))));
            Assert.All(found, d => Assert.StartsWith(expected, d.GetMessage(null), StringComparison.Ordinal));
        }

        private const string Library = Usings + "public class Base<T> { public T A; [OnDeserialized] private void Done(StreamingContext "
            + "c) => Log.Add(\"a\" + A); } public class World : Base<int> { public void Done() { } [OnSerializing] internal void Do("
            + "StreamingContext c) => Log.Add(\"w\"); [OnDeserialized] private void Done(StreamingContext c) => Log.Add(\"b\" + A); }"
            + Log;

        private const string Use = Usings + "public static class Program { static string Again() { byte[] written = KitbagSerializer."
            + "Serialize(new World { A = 1 }); KitbagSerializer.Deserialize<World>(written); return Log.Take(); } public static object[] "
            + "Run() => new object[] { \"w a1 b1\", Again() }; }";

        /// <summary>
        /// Types of another project, which the compiler sees as a reference assembly without private methods; of one that does not use
        /// Kitbag, whose private methods are only in the assembly itself; and of one that shows its internal ones.
        /// </summary>
        [Theory]
        [InlineData(true, true, "")]
        [InlineData(true, false, "")]
        [InlineData(false, false, "")]
        [InlineData(true, true, "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Use\")] ")]
        [InlineData(false, false, "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Use\")] ")]
        public void Are_called_in_other_projects(bool usesKitbag, bool isReference, string shown)
        {
            string name = "Library" + usesKitbag + isReference + (shown.Length != 0);
            CSharpCompilation library = Harness.Compile(Library.Replace("public class Base", shown + "public class Base",
                StringComparison.Ordinal).Replace("using Kitbag; ", "", StringComparison.Ordinal), name, kitbag: usesKitbag,
                nullable: NullableContextOptions.Disable);
            Assert.Empty(Harness.Diagnose(library, out Compilation whole));
            byte[] image = Harness.Emit(library, whole);
            var seen = new MemoryStream();
            Assert.True(whole.Emit(seen, options: new EmitOptions(metadataOnly: isReference, includePrivateMembers: !isReference)).Success);
            Assembly loaded = Assembly.Load(image);
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Harness.Compile(Use, "Use", nullable: NullableContextOptions.Disable,
                references: MetadataReference.CreateFromImage(seen.ToArray()))));
        }
    }
}
