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
    /// <summary>Methods that attributes of MemoryPack and protobuf-net mark, which are declared here as in these packages.</summary>
    public class PackageCallbacksTests
    {
        private const string Usings = "using System; using System.Collections.Generic; using System.Linq; using Kitbag; using MemoryPack; "
            + "using ProtoBuf; using System.Runtime.Serialization; ";

        private const string Usage = "[System.AttributeUsage(System.AttributeTargets.Method, Inherited = false)] public sealed class ";

        private const string Declared = " namespace MemoryPack { " + Usage + "MemoryPackOnSerializingAttribute : System.Attribute { } "
            + Usage + "MemoryPackOnSerializedAttribute : System.Attribute { } "
            + Usage + "MemoryPackOnDeserializingAttribute : System.Attribute { } "
            + Usage + "MemoryPackOnDeserializedAttribute : System.Attribute { } } "
            + "namespace ProtoBuf { public sealed class SerializationContext { } "
            + Usage + "ProtoBeforeSerializationAttribute : System.Attribute { } "
            + Usage + "ProtoAfterSerializationAttribute : System.Attribute { } "
            + Usage + "ProtoBeforeDeserializationAttribute : System.Attribute { } "
            + Usage + "ProtoAfterDeserializationAttribute : System.Attribute { } }";

        private const string Log = " public static class Log { private static string s_all = \"\"; public static void Add(string text) => "
            + "s_all += text + \" \"; public static string Take() { string all = s_all.TrimEnd(); s_all = \"\"; return all; } }";

        private static string Running(string types, string value, string expected) => Usings + types + Log + " public static class "
            + "Program { static string Again() { var value = " + value + "; byte[] written = KitbagSerializer.Serialize(value); Log.Add("
            + "\"|\"); var read = value; read = KitbagSerializer.Deserialize<World>(written); return Log.Take(); } static string "
            + "AgainJson() { var value = " + value + "; string written = KitbagJson.Serialize(value); Log.Add(\"|\"); var read = "
            + "KitbagJson.Deserialize<World>(written); return Log.Take(); } public static object[] Run() => new object[] { \"" + expected
            + "\", Again(), \"" + expected + "\", AgainJson() }; }" + Declared;

        [Theory]
        [InlineData("public class World { public int A; [MemoryPackOnSerializing] void Do() => Log.Add(\"w\" + A); "
            + "[MemoryPackOnDeserialized] private void Done() => Log.Add(\"r\" + A); }", "w1 | r1")]
        [InlineData("public class World { public int A; [ProtoBeforeSerialization] internal void Do() => Log.Add(\"w\" + A); "
            + "[ProtoAfterDeserialization] public void Done() => Log.Add(\"r\" + A); }", "w1 | r1")]
        [InlineData("public class World { public int A; [ProtoBeforeSerialization] void Do(StreamingContext c) => Log.Add(\"w\" + A + "
            + "c.State); [ProtoAfterDeserialization] public void Done(StreamingContext c) => Log.Add(\"r\" + A + c.State); }",
            "w10 | r10")]
        // Several attributes of one method, also if only one of them allows its form.
        [InlineData("public class World { public int A; [MemoryPackOnSerializing, ProtoBeforeSerialization] void Do() => Log.Add(\"w\"); "
            + "[OnDeserialized, ProtoAfterDeserialization] void Done(StreamingContext c) => Log.Add(\"r\"); }", "w | r")]
        [InlineData("public class World { public int A; [OnSerializing, ProtoBeforeSerialization] void Do() => Log.Add(\"w\"); "
            + "[MemoryPackOnDeserialized, ProtoAfterDeserialization] void Done(StreamingContext c) => Log.Add(\"r\"); }", "w | r")]
        [InlineData("public class World { public int A; [MemoryPackOnSerializing, MemoryPackOnDeserialized, ProtoAfterDeserialization] "
            + "void Do() => Log.Add(\"a\"); }", "a | a")]
        // Methods of different serializers for the same moment: each serializer calls its own, and one of them may call the other.
        [InlineData("public class World { public int A; [MemoryPackOnDeserialized] void Done() => Log.Add(\"a\"); [OnDeserialized] "
            + "void Done(StreamingContext c) => Done(); }", "| a")]
        [InlineData("public class World { public int A; [ProtoAfterDeserialization] void B() => Log.Add(\"b\"); "
            + "[MemoryPackOnDeserialized] void C() => Log.Add(\"c\"); [OnDeserialized] static void D(StreamingContext c) { } }", "| c")]
        [InlineData("public class World { public int A; [ProtoAfterDeserialization] void B() => Log.Add(\"b\"); "
            + "[MemoryPackOnDeserialized] void C() => Log.Add(\"c\"); [MemoryPackOnDeserialized] void D() => Log.Add(\"d\"); }", "| c d")]
        // Base classes first; an override once.
        [InlineData("public class Base { public int X; [ProtoAfterDeserialization] void Done() => Log.Add(\"a\"); [OnSerializing] void "
            + "Do(StreamingContext c) => Log.Add(\"c\"); } public class World : Base { public int A; [MemoryPackOnDeserialized] void "
            + "Done() => Log.Add(\"b\"); [ProtoBeforeSerialization] void Do() => Log.Add(\"d\"); }", "c d | a b")]
        [InlineData("public abstract class Base { public int X; [ProtoAfterDeserialization] protected virtual void Done() => "
            + "Log.Add(\"a\"); [MemoryPackOnSerializing] protected abstract void Do(); } public class World : Base { public int A; "
            + "protected override void Done() { base.Done(); Log.Add(\"b\"); } [MemoryPackOnSerializing] protected override void Do() => "
            + "Log.Add(\"c\"); }", "c | a b")]
        [InlineData("public class World : IKitbagDeserialized { public int A; [MemoryPackOnSerializing] void Do() => Log.Add(\"w\"); "
            + "[ProtoAfterDeserialization] void Done() => Log.Add(\"a\"); public void OnDeserialized() => Log.Add(\"b\"); }", "w | b")]
        [InlineData("public class Base<T> { public T A; [MemoryPackOnDeserialized] private void Done() => Log.Add(\"a\" + A); "
            + "[ProtoBeforeSerialization] protected void @event() => Log.Add(\"w\"); } public class World : Base<int> { }", "w | a1")]
        // Overloads without an attribute.
        [InlineData("public class World { public int A; [MemoryPackOnDeserialized] private void Done() => Log.Add(\"a\"); public void "
            + "Done(int x) { } public void Done(StreamingContext c) { } }", "| a")]
        public void Are_called(string types, string expected) =>
            Harness.RoundTrip(Running(types, "new World { A = 1 }", expected), nullable: NullableContextOptions.Disable);

        // Changes of a struct are changes of the value that is written and read, not of copies.
        [Fact]
        public void Are_called_for_structs() => Harness.RoundTrip(Running("public class World { public Part A; public List<Other> B; } "
            + "public struct Part { public int X; public string Y; [MemoryPackOnSerializing] void Do() { X++; } [MemoryPackOnDeserialized] "
            + "void Done() { X *= 10; Log.Add(Y + X); } } public struct Other { public int X; public string Y; [ProtoBeforeSerialization] "
            + "internal void Do() { X++; } [ProtoAfterDeserialization] public void Done() => Log.Add(Y + X); }",
            "new World { A = new Part { X = 1, Y = \"a\" }, B = new List<Other> { new Other { X = 2, Y = \"b\" } } }", "| a20 b3"),
            nullable: NullableContextOptions.Disable);

        private const string Root = " public static class Program { public static void Run() => KitbagSerializer.Serialize(new World()); }"
            + Declared;

        private const string NotCalled = " is not supported: the method is not called: ",
            InitializersAdvice = "assign what it sets in the constructor or in initializers; collections are replaced, not extended",
            AfterAdvice = "nothing is called after an object was written: do it after the call that serializes";

        [Theory]
        [InlineData("[MemoryPackOnSerializing] static void Do() { }", "[MemoryPackOnSerializing]" + NotCalled + "declare it as 'void Do()'"
            + ", not static, or implement IKitbagSerializing")]
        [InlineData("[MemoryPackOnDeserialized] static void Do(ref int reader, ref World? value) { }", "[MemoryPackOnDeserialized]"
            + NotCalled + "declare it as 'void Do()', not static, or implement IKitbagDeserialized")]
        [InlineData("[MemoryPackOnDeserialized] void Do(ref int reader, ref World? value) { }", "[MemoryPackOnDeserialized]" + NotCalled
            + "declare it as 'void Do()', or implement IKitbagDeserialized")]
        [InlineData("[MemoryPackOnSerializing] static void Do<T>(ref T writer, ref World? value) where T : class { }",
            "[MemoryPackOnSerializing]" + NotCalled + "declare it as 'void Do()', not static, or implement IKitbagSerializing")]
        [InlineData("[MemoryPackOnDeserialized] void Do(StreamingContext c) { }", "[MemoryPackOnDeserialized]" + NotCalled
            + "declare it as 'void Do()'")]
        [InlineData("[ProtoAfterDeserialization] void Do(SerializationContext c) { }", "[ProtoAfterDeserialization]" + NotCalled
            + "declare it as 'void Do()', or implement IKitbagDeserialized")]
        [InlineData("[ProtoBeforeSerialization] void Do(StreamingContext c, Type type) { }", "[ProtoBeforeSerialization]" + NotCalled
            + "declare it as 'void Do()', or implement IKitbagSerializing")]
        [InlineData("[ProtoBeforeSerialization] static void Do() { }", "[ProtoBeforeSerialization]" + NotCalled + "declare it as 'void "
            + "Do()', not static, or implement IKitbagSerializing")]
        [InlineData("[OnDeserialized, MemoryPackOnDeserialized] static void Do() { }", "[OnDeserialized]" + NotCalled + "declare it as "
            + "'void Do(StreamingContext context)', not static, or implement IKitbagDeserialized")]
        [InlineData("[MemoryPackOnSerialized] void Do() { }", "[MemoryPackOnSerialized]" + NotCalled + AfterAdvice)]
        [InlineData("[MemoryPackOnDeserializing] void Do() { }", "[MemoryPackOnDeserializing]" + NotCalled + InitializersAdvice)]
        [InlineData("[ProtoAfterSerialization] void Do() { }", "[ProtoAfterSerialization]" + NotCalled + AfterAdvice)]
        [InlineData("[ProtoBeforeDeserialization] void Do() { }", "[ProtoBeforeDeserialization]" + NotCalled + InitializersAdvice)]
        // A static method besides one that is called.
        [InlineData("[MemoryPackOnDeserialized] static void Do() { } [MemoryPackOnDeserialized] void Done() { }",
            "[MemoryPackOnDeserialized]" + NotCalled + "declare it as 'void Do()', not static, or implement IKitbagDeserialized")]
        public void Other_methods_are_reported(string method, string expected) => AssertReported(
            Harness.Compile(Usings + "public class World { public int A; " + method + " }" + Root), "World: " + expected);

        private static void AssertReported(CSharpCompilation compilation, string expected)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(compilation, out Compilation output));
            Assert.Equal(("KIT0008", "Do"), (diagnostic.Id, Harness.TextAt(diagnostic)));
            Assert.StartsWith(expected, diagnostic.GetMessage(null), StringComparison.Ordinal);
            Harness.Emit(compilation, output);
        }

        // Before .NET 8, such as in Unity; types of MemoryPack are partial.
        [Theory]
        [InlineData("private void Do", "class", true)]
        [InlineData("internal void Do", "class", false)]
        [InlineData("private void Do", "partial class", false)]
        public void Methods_out_of_reach_are_reported(string method, string kind, bool isReported)
        {
            CSharpCompilation compilation = Harness.CompileForNetStandard(Usings + "public " + kind + " World { public int A; "
                + "[MemoryPackOnDeserialized] " + method + "() => A++; " + (kind == "class" ? "" : "[OnSerializing] private void Do("
                + "StreamingContext c) => A++; ") + "}" + Root, "Old");
            if (isReported)
                AssertReported(compilation, "World: [MemoryPackOnDeserialized] is not supported: the method is not called: accessors of "
                    + "members that are not visible need .NET 8, or a partial type; or make it internal, or implement IKitbagDeserialized");
            else
                Harness.Build(compilation);
        }

        [Theory]
        [InlineData("public struct Part { public int X, Y; [MemoryPackOnDeserialized] void Do() => X++; }", "MemoryPackOnDeserialized",
            "a struct of numbers is stored as raw memory")]
        [InlineData("public class Part : List<int> { [ProtoAfterDeserialization] void Do() => Clear(); }", "ProtoAfterDeserialization",
            "a collection is stored as its elements")]
        public void Methods_of_other_types_are_reported(string part, string attribute, string reason) => AssertReported(
            Harness.Compile(Usings + "public class World { public Part A { get; set; } = new(); } " + part + Root), "World.A: ["
                + attribute + "]" + NotCalled + reason + "; do it in the class that has it as a member, and implement IKitbagDeserialized "
                + "there");

        // Derived state that a marked method computes is restored.
        [Theory]
        [InlineData("MemoryPack.MemoryPackOnDeserialized")]
        [InlineData("ProtoBuf.ProtoAfterDeserialization")]
        public void Restore_private_state(string attribute) => Harness.Loss("", "public class World { public int X; private int _twice; ["
            + attribute + "] private void Done() => _twice = 2 * X; public void Put(int x) { X = x; _twice = 2 * x; } public string Show() "
            + "=> X + \"/\" + _twice; } " + Declared, "()", "Put(3)");

        private const string After = "if (_list == null) { All = new(); return; } All = _list.ToDictionary(x => x); _list = null;";

        // The form in which another serializer stores a member is not restored by the callback that reads it.
        [Theory]
        [InlineData("[ProtoBuf.ProtoMember(1)] private List<int>? _list; [ProtoBeforeSerialization] void Before() => _list = "
            + "All.Keys.ToList(); [ProtoAfterDeserialization] void Read() { " + After + " }", "_list")]
        [InlineData("private List<int>? _list; [MemoryPackOnSerializing] void Before() => _list = All.Keys.ToList(); "
            + "[MemoryPackOnDeserialized] void Read() { " + After + " }", "_list")]
        [InlineData("private List<int>? _list; [OnSerializing] void Before(StreamingContext c) => Put(); void Put() => _list = "
            + "All.Keys.ToList(); [OnDeserialized] void Read(StreamingContext c) => Get(); void Get() { " + After + " }", "_list")]
        [InlineData("private readonly List<int> _list = new(); [OnSerializing] void Before(StreamingContext c) { _list.Clear(); "
            + "_list.AddRange(All.Keys); } [OnDeserialized] void Read(StreamingContext c) { All = new(); foreach (int a in _list) "
            + "All[a] = a; }", "_list")]
        [InlineData("[ProtoBuf.ProtoMember(1)] private List<int> _list = new(); [ProtoAfterDeserialization] void Read() => _list ??= "
            + "new(); public void Add(int a) => _list.Add(a);", "_list")]
        // What a callback only assigns, or fills again.
        [InlineData("private bool _isDirty; [OnSerializing] void Before(StreamingContext c) => _isDirty = false; [OnDeserialized] void "
            + "Read(StreamingContext c) => _isDirty = false; public void Put(int a) { All[a] = a; _isDirty = true; } public bool Is() => "
            + "_isDirty;", "")]
        [InlineData("private int _sum; [OnSerializing] void Before(StreamingContext c) => _sum = All.Keys.Sum(); [OnDeserialized] void "
            + "Read(StreamingContext c) { this._sum = All.Keys.Sum(); if (_sum > 9) All.Clear(); } public int Show() => _sum;", "")]
        [InlineData("private readonly Dictionary<int, string> _names = new(); [OnSerializing] void Before(StreamingContext c) => "
            + "_names.Clear(); [OnDeserialized] void Read(StreamingContext c) { _names.Clear(); foreach (int a in All.Keys) _names[a] = "
            + "a.ToString(); } public string Show(int a) => _names[a];", "")]
        public void Members_that_callbacks_exchange_have_to_be_stored(string members, string expected)
        {
            string Of(string attribute) => Usings + "public class World { public Dictionary<int, int> All { get; set; } = new(); "
                + members.Replace("private List", attribute + "private List", StringComparison.Ordinal)
                .Replace("private readonly List", attribute + "private readonly List", StringComparison.Ordinal) + " }" + Root
                + " namespace ProtoBuf { public class ProtoMemberAttribute : System.Attribute { public ProtoMemberAttribute(int tag) "
                + "{ } } }";
            Assert.Equal(expected.Length == 0 ? "" : "KIT0027 " + expected, string.Join(", ", Harness.Diagnose(Of("")).Select(d => d.Id
                + " " + Harness.TextAt(d))));
            Assert.Empty(Harness.Diagnose(Of("[KitbagInclude] ")));
        }

        private const string Library = "using System; using System.Runtime.Serialization; public class Base<T> { public T A; "
            + "[ProtoBuf.ProtoAfterDeserialization] private void Done(StreamingContext c) => Log.Add(\"a\" + A); } public partial class "
            + "World : Base<int> { [MemoryPack.MemoryPackOnSerializing] internal void Do() => Log.Add(\"w\"); "
            + "[MemoryPack.MemoryPackOnDeserialized] private void Done() => Log.Add(\"b\" + A); }" + Log;

        private const string Use = "using Kitbag; public static class Program { static string Again() { byte[] written = KitbagSerializer."
            + "Serialize(new World { A = 1 }); KitbagSerializer.Deserialize<World>(written); return Log.Take(); } public static object[] "
            + "Run() => new object[] { \"w a1 b1\", Again() }; }";

        // Types of another project, with and without Kitbag. The using project need not reference the packages.
        [Theory]
        [InlineData(true, true)]
        [InlineData(true, false)]
        [InlineData(false, false)]
        public void Are_called_in_other_projects(bool usesKitbag, bool isReference)
        {
            var package = new MemoryStream();
            Assert.True(Harness.Compile(Declared, "Packages", kitbag: false).Emit(package).Success);
            CSharpCompilation library = Harness.Compile(Library, "Callbacks" + usesKitbag + isReference, kitbag: usesKitbag,
                nullable: NullableContextOptions.Disable, references: MetadataReference.CreateFromImage(package.ToArray()));
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
