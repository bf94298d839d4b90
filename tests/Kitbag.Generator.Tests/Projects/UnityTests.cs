using System;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests the generator in projects that reference UnityEngine. tests/Kitbag.Unity.Tests compiles the assemblies of the Unity package.
    /// </summary>
    public class UnityTests
    {
        private const string Engine = @"
namespace UnityEngine
{
    public enum RuntimeInitializeLoadType { AfterSceneLoad, BeforeSceneLoad, AfterAssembliesLoaded, BeforeSplashScreen,
        SubsystemRegistration }
    [System.AttributeUsage(System.AttributeTargets.Method)]
    public sealed class RuntimeInitializeOnLoadMethodAttribute
        : System.Attribute { public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType type) { } }
    [System.AttributeUsage(System.AttributeTargets.Field)] public sealed class SerializeField : System.Attribute { }
    [System.AttributeUsage(System.AttributeTargets.Field)] public sealed class SerializeReference : System.Attribute { }
    [System.AttributeUsage(System.AttributeTargets.Field)] public sealed class RangeAttribute
        : System.Attribute { public RangeAttribute(float min, float max) { } }
    public class Object { public string name { get; set; } = """"; }
    public class Component : Object { }
    public class MonoBehaviour : Component { }
    public class ScriptableObject : Object { }
}
namespace UnityEngine.Scripting
{
    [System.AttributeUsage(System.AttributeTargets.All)] public sealed class PreserveAttribute : System.Attribute { }
    [System.AttributeUsage(System.AttributeTargets.Assembly)] public sealed class AlwaysLinkAssemblyAttribute : System.Attribute { }
}";

        private static readonly Lazy<byte[]> s_image = new Lazy<byte[]>(() =>
            Harness.Build(ForUnity(Engine, "UnityEngine.CoreModule")));

        private static readonly Lazy<MetadataReference> s_engine = new Lazy<MetadataReference>(() =>
            MetadataReference.CreateFromImage(s_image.Value));

        private const string Call = @"
public static class Calls { public static byte[] Save(Root r) => Kitbag.KitbagSerializer.Serialize(r); }";

        [Fact]
        public void Codecs_survive_stripping()
        {
            CSharpCompilation compilation = ForUnity("public class Root { public int A; }" + Call);
            Assembly assembly = Load(Harness.Build(compilation));
            Assert.Single(assembly.GetCustomAttributesData(), a => a.AttributeType.Name == "AlwaysLinkAssemblyAttribute");
            string[] attributes = assembly.GetType("Kitbag.KitbagGenerated")!
                .GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!.GetCustomAttributesData()
                .Select(a => a.AttributeType.Name).Order(StringComparer.Ordinal).ToArray();
            // No module initializers, because Unity does not run them, and netstandard2.1 lacks their attribute.
            Assert.Equal(new[] { "PreserveAttribute", "RuntimeInitializeOnLoadMethodAttribute" }, attributes);
            Assert.Null(assembly.GetType("System.Runtime.CompilerServices.ModuleInitializerAttribute"));
        }

        [Fact]
        public void An_attribute_that_the_assembly_has_is_not_written_twice() => Harness.Build(ForUnity(
            "[assembly: UnityEngine.Scripting.AlwaysLinkAssembly] public class Root { public int A; }" + Call));

        [Fact]
        public void Private_fields_of_Unity_are_stored()
        {
            const string Source = @"
public partial class Root
{
    [UnityEngine.SerializeField, UnityEngine.Range(0.5f, 2f)] private float speed = 1;
    [field: UnityEngine.SerializeField] public int Level { get; private set; }
    [UnityEngine.SerializeField] private Part part = new Part();
    [UnityEngine.SerializeReference] private IEffect effect = new Burn();
    [System.NonSerialized] public int Cache;
    public partial class Part { [UnityEngine.SerializeField] internal int[] values = new int[0]; }
    public string Text => speed.ToString(System.Globalization.CultureInfo.InvariantCulture) + "" "" + Level + "" "" + part.values.Length
        + "" "" + effect.GetType().Name + "" "" + Cache;
    public static Root Make() => new Root { speed = 2.5f, Level = 3, Cache = 9,
        part = new Part { values = new[] { 1, 2 } }, effect = new Heal() };
}
public interface IEffect { }
public class Burn : IEffect { public int Ticks; }
public class Heal : IEffect { public int Points; }
public static class Program
{
    public static string Run() => Kitbag.KitbagSerializer.Deserialize<Root>(Kitbag.KitbagSerializer.Serialize(Root.Make())).Text
        + "" "" + Kitbag.KitbagJson.Deserialize<Root>(Kitbag.KitbagJson.Serialize(Root.Make())).Text;
}";
            CSharpCompilation compilation = ForUnity(Source);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Assembly assembly = Load(Harness.Emit(compilation, output));
            assembly.GetType("Kitbag.KitbagGenerated")!.GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!
                .Invoke(null, null);
            Assert.Equal("2.5 3 2 Heal 0 2.5 3 2 Heal 0", assembly.GetType("Program")!.GetMethod("Run")!.Invoke(null, null));
        }

        [Theory]
        [InlineData("public class Root { [UnityEngine.SerializeField] private int hp; }", "hp", "Root.hp", "declare 'Root' partial")]
        [InlineData("public class Root { [field: UnityEngine.SerializeField] private int Hp { get; set; } }", "Hp", "Root.Hp",
            "declare 'Root' partial")]
        [InlineData("public class Root { public Outer.Part P; } public class Outer { public partial class Part { "
            + "[UnityEngine.SerializeReference] private string s; } }", "s", "Root.P.s", "declare 'Outer' partial")]
        [InlineData("public partial class Root { [UnityEngine.SerializeField] private readonly int hp; }", "hp", "Root.hp",
            "Unity cannot restore a readonly field, or a field that only an initializer sets: remove the attribute")]
        public void Private_fields_of_other_types_are_reported(string source, string at, string path, string why)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(ForUnity(source + Call), out _), d => d.Id == "KIT0036");
            Assert.Equal(DiagnosticSeverity.Error, diagnostic.Severity);
            Assert.Equal(at, Harness.TextAt(diagnostic));
            Assert.Equal(path + ": Unity stores the member because of its attribute, but generated code cannot access it: " + why
                + ". Or exclude it with [KitbagIgnore]", diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture));
        }

        /// <summary>Types of one assembly as members of types of another one, which references it as a reference assembly.</summary>
        [Fact]
        public void Private_fields_of_another_assembly_are_stored()
        {
            const string Library = @"
public partial class Unit<T>
{
    [UnityEngine.SerializeField, UnityEngine.Range(0.5f, 1.5f)] private T hp;
    [field: UnityEngine.SerializeField] public string Name { get; private set; }
    public int Level { get; private set; }
    [UnityEngine.SerializeField] private Stats stats;
    public static Unit<T> Make(T hp) => new Unit<T> { hp = hp, Name = ""a"", Level = 2, stats = Stats.Make(4) };
    public string Text => hp + Name + Level + stats.Text;
}
public partial struct Stats
{
    [UnityEngine.SerializeField] private int power;
    public static Stats Make(int power) => new Stats { power = power };
    public string Text => power.ToString();
}
public partial class Hero : UnityEngine.MonoBehaviour { [UnityEngine.SerializeField] private UnityEngine.Object[] prefabs; }";
            const string Game = @"
public class Root { public Unit<int> Unit; public Unit<string>[] More; }
public static class Program
{
    public static string Run()
    {
        var root = new Root { Unit = Unit<int>.Make(7), More = new[] { Unit<string>.Make(""x"") } };
        Root again = Kitbag.KitbagSerializer.Deserialize<Root>(Kitbag.KitbagSerializer.Serialize(root));
        Root json = Kitbag.KitbagJson.Deserialize<Root>(Kitbag.KitbagJson.Serialize(root));
        return again.Unit.Text + again.More[0].Text + json.Unit.Text + json.More[0].Text;
    }
}";
            CSharpCompilation library = ForUnity(Library, "Units");
            Assert.Empty(Harness.Diagnose(library, out Compilation whole));
            // Nothing is generated for components, which are never stored.
            Assert.DoesNotContain(whole.SyntaxTrees, tree => tree.ToString().Contains("prefabs", StringComparison.Ordinal)
                && tree.FilePath.EndsWith(".g.cs", StringComparison.Ordinal));
            byte[] image = Harness.Emit(library, whole);
            var reference = new MemoryStream();
            Assert.True(whole.Emit(reference, options: new Microsoft.CodeAnalysis.Emit.EmitOptions(metadataOnly: true,
                includePrivateMembers: false)).Success);
            CSharpCompilation game = ForUnity(Game, "GameOfUnits", MetadataReference.CreateFromImage(reference.ToArray()));
            Assert.Empty(Harness.Diagnose(game, out Compilation output));
            Assembly assembly = Load(Harness.Emit(game, output), image);
            assembly.GetType("Kitbag.KitbagGenerated")!.GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!
                .Invoke(null, null);
            Assert.Equal("7a24xa247a24xa24", assembly.GetType("Program")!.GetMethod("Run")!.Invoke(null, null));
        }

        /// <summary>
        /// All kinds of members in partial types of a library: the generated code compiles there, and other assemblies store the members.
        /// </summary>
        [Fact]
        public void Members_of_all_kinds_are_accessible_to_other_assemblies()
        {
            const string Library = @"
namespace @event
{
    public interface INamed { string Tag { get; set; } }
    public abstract partial class Entity { [UnityEngine.SerializeField] protected int id; public int Version { get; protected set; } }
    public partial class @class<TKey> : Entity, INamed where TKey : struct
    {
        [UnityEngine.SerializeField] private TKey? @in;
        [UnityEngine.SerializeField] internal (int A, string B)[] pairs = new (int, string)[0];
        [UnityEngine.SerializeField] private Inner<string> inner = new Inner<string>();
        [UnityEngine.SerializeField] private Secret secret;
        [System.Obsolete(""gone"")] [UnityEngine.SerializeField] private int old;
        [System.Obsolete(""gone"", true)] public int Older { get; private set; }
        string INamed.Tag { get; set; } = """";
        private struct Secret { }
        public partial class Inner<TValue> { [field: UnityEngine.SerializeField] public TValue Value { get; private set; } }
        public static @class<TKey> Make(TKey key) => new @class<TKey> { @in = key, pairs = new[] { (1, ""b"") }, id = 3, Version = 4,
            inner = new Inner<string>() };
        [System.Runtime.Serialization.OnDeserialized]
        private void @out(System.Runtime.Serialization.StreamingContext context) { read += ""r"" + @in; }
        [System.NonSerialized] private string read;
        public string Text => @in + pairs[0].B + id + Version + (inner != null) + read;
    }
    public partial struct Size { [UnityEngine.SerializeField] private int w; public int H { get; private set; }
        [System.Runtime.Serialization.OnSerializing]
        private void Grow(System.Runtime.Serialization.StreamingContext context) { w++; }
        public static Size Make() => new Size { w = 8, H = 9 }; public string Text => """" + w + H; }
    public partial record Note { [UnityEngine.SerializeField] private int n; public static Note Make() => new Note { n = 5 };
        public string Text => """" + n; }
    public readonly partial struct Fixed
    {
        [Kitbag.KitbagInclude] private readonly int f; public Fixed(int f) { this.f = f; } public int F => f;
    }
    internal partial class Own { [UnityEngine.SerializeField] private int x; }
    public ref partial struct OfStack { [UnityEngine.SerializeField] private int x; }
}";
            const string Game = @"
public class Root { public @event.@class<int> A; public @event.Size S; public @event.Note N; }
public static class Program
{
    public static string Run()
    {
        var root = new Root { A = @event.@class<int>.Make(7), S = @event.Size.Make(), N = @event.Note.Make() };
        Root again = Kitbag.KitbagSerializer.Deserialize<Root>(Kitbag.KitbagSerializer.Serialize(root));
        return again.A.Text + "" "" + again.S.Text + "" "" + again.N.Text;
    }
}";
            CSharpCompilation library = ForUnity(Library, "Kinds");
            Harness.Diagnose(library, out Compilation whole);
            byte[] image = Harness.Emit(library, whole);
            CSharpCompilation game = ForUnity(Game, "GameOfKinds", MetadataReference.CreateFromImage(image));
            ImmutableArray<Diagnostic> diagnostics = Harness.Diagnose(game, out Compilation output);
            // Code cannot refer to members that are obsolete as errors.
            Assert.StartsWith("'class<TKey>.Older' is not stored", Assert.Single(diagnostics).GetMessage(), StringComparison.Ordinal);
            Assembly assembly = Load(Harness.Emit(game, output), image);
            assembly.GetType("Kitbag.KitbagGenerated")!.GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!
                .Invoke(null, null);
            Assert.Equal("7b34Truer7 99 5", assembly.GetType("Program")!.GetMethod("Run")!.Invoke(null, null));
        }

        [Fact]
        public void Private_fields_of_another_assembly_that_is_not_partial_are_reported()
        {
            const string Library = "public class Unit { [UnityEngine.SerializeField] private int hp; }";
            CSharpCompilation library = ForUnity(Library, "Units");
            Assert.Empty(Harness.Diagnose(library, out Compilation whole));
            var game = ForUnity("public class Root { public Unit Unit; }" + Call, "Game", whole.ToMetadataReference());
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(game, out _), d => d.Id == "KIT0036");
            Assert.Contains("let the assembly 'Units', which declares 'Unit', reference Kitbag with its generator, and declare the type "
                + "and its containing types public and partial", diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture),
                StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("public class Player : UnityEngine.MonoBehaviour { } public class Root { public Player P; }", "P", "Root.P", "Player",
            "declare the data to store as a class of its own")]
        [InlineData("public class Item : UnityEngine.ScriptableObject { } public class Root { public Item[] Items; }", "Items",
            "Root.Items[]", "Item", "store the name, address or number by which the program finds it again")]
        [InlineData("public class Root { public UnityEngine.Object O; }", "O", "Root.O", "Object", "store the name")]
        [InlineData("public class Root : UnityEngine.MonoBehaviour { public int A; }", "(r)", "Root", "Root", "declare the data to store")]
        public void Unity_objects_are_reported(string source, string at, string path, string type, string why)
        {
            ImmutableArray<Diagnostic> diagnostics = Harness.Diagnose(ForUnity(source + Call), out _);
            Diagnostic diagnostic = Assert.Single(diagnostics);
            Assert.Equal("KIT0038", diagnostic.Id);
            Assert.Equal(DiagnosticSeverity.Error, diagnostic.Severity);
            Assert.Contains(at, Harness.TextAt(diagnostic), StringComparison.Ordinal);
            Assert.StartsWith(path + ": '" + type + "' is a Unity object, which cannot be stored in a document: " + why,
                diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);
        }

        [Fact]
        public void Objects_of_Unity_may_have_surrogates() => Harness.Build(ForUnity(@"
public class Item : UnityEngine.ScriptableObject { }
[Kitbag.KitbagSurrogate(typeof(Item))]
public sealed class ItemName
{
    public string Name;
    public static implicit operator ItemName(Item item) => new ItemName { Name = item.name };
    public static implicit operator Item(ItemName name) => new Item { name = name.Name };
}
public class Root { public Item Item; [Kitbag.KitbagIgnore] public UnityEngine.Component View; }" + Call));

        /// <summary>Private fields with components and assets are not reported as lost state.</summary>
        [Fact]
        public void Private_objects_of_Unity_are_not_lost_state() => Harness.Build(ForUnity(@"
public class Root
{
    public int A;
    private Enemy view;
    private UnityEngine.ScriptableObject[] items = new UnityEngine.ScriptableObject[0];
    public void Show(Enemy e) { view = e; items = new UnityEngine.ScriptableObject[view.Hp]; }
    public int Count => items.Length;
}
public class Enemy : UnityEngine.MonoBehaviour { public int Hp; }" + Call));

        /// <summary>Components that implement an interface do not affect the classes that implement it.</summary>
        [Fact]
        public void Components_are_left_out_of_interfaces()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(ForUnity(@"
public interface IDamage { }
public class Fire : IDamage { public int A; }
public class Trap : UnityEngine.MonoBehaviour, IDamage { public int A; }
public class Root { public IDamage D; }" + Call), out _));
            Assert.Equal("KIT0028", diagnostic.Id);
        }

        private static Assembly Load(byte[] image, params byte[][] others)
        {
            var context = new AssemblyLoadContext("Unity");
            foreach (byte[] other in others.Append(s_image.Value))
                context.LoadFromStream(new MemoryStream(other));
            return context.LoadFromStream(new MemoryStream(image));
        }

        // Compiles like Unity: C# 9, no nullable annotations, and a runtime without [UnsafeAccessor] and [ModuleInitializer].
        private static CSharpCompilation ForUnity(string source, string name = "Game", params MetadataReference[] references)
        {
            CSharpCompilation compilation = Harness.CompileForNetStandard(source, name);
            return compilation.AddReferences(name == "UnityEngine.CoreModule" ? references : references.Append(s_engine.Value))
                .WithOptions(compilation.Options.WithNullableContextOptions(NullableContextOptions.Disable));
        }
    }
}
