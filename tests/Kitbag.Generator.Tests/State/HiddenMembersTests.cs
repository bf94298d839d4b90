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
    /// Members that other projects cannot access are stored by them as well if they are serialized members in their own project.
    /// </summary>
    public class HiddenMembersTests
    {
        [Theory]
        [InlineData("public class World { public int Level { get; private set; } public static World Make() => new World { Level = 3 "
            + "}; public override string ToString() => Level.ToString(); }")]
        [InlineData("public class World { public int Level { get; internal set; } public static World Make() => new World { Level = 3 "
            + "}; public override string ToString() => Level.ToString(); }")]
        [InlineData("public class World { [KitbagInclude] public int Level { get; private set; } public static World Make() => new "
            + "World { Level = 3 }; public override string ToString() => Level.ToString(); }")]
        [InlineData("public class World { private int _level; public int Level { get => _level; private set => _level = value; } "
            + "public static World Make() => new World { Level = 3 }; public override string ToString() => Level.ToString(); }")]
        [InlineData("public class World { public List<int> All { get; } = new List<int>(); public static World Make() { var w = new "
            + "World(); w.All.Add(3); return w; } public override string ToString() => string.Join(\",\", All); }")]
        [InlineData("public class World : Base { public override int A => base.A; public static World Make() => new World { A2 = 3 }; "
            + "public override string ToString() => A.ToString(); } public class Base { public virtual int A { get; private set; } "
            + "[KitbagIgnore] public int A2 { get => A; set => A = value; } }")]
        [InlineData("public class World { [KitbagInclude] private int _gold; public int A { get; set; } public static World Make() => "
            + "new World { _gold = 450, A = 1 }; public override string ToString() => _gold + \" \" + A; }")]
        [InlineData("public class World { [KitbagInclude] private List<int>? Gold { get; set; } public static World Make() => new "
            + "World { Gold = new List<int> { 1, 2 } }; public override string ToString() => Gold?.Count.ToString() ?? \"none\"; }")]
        [InlineData("public class World { [KitbagInclude] internal readonly (int A, string? B) Pair; private World((int A, string? B) "
            + "pair) { Pair = pair; } public static World Make() => new World((3, \"b\")); public override string ToString() => "
            + "Pair.ToString(); }")]
        [InlineData("public class World { [KitbagInclude] private Secret? _secret; public static World Make() => new World { _secret = "
            + "new Secret { X = 4 } }; public override string ToString() => _secret?.X.ToString() ?? \"none\"; } public class Secret { "
            + "internal Secret() { } public int X { get; internal set; } }")]
        [InlineData("public class World { [KitbagInclude, JsonPropertyName(\"g\"), JsonPropertyOrder(-1), KitbagFormerName(\"money\")] "
            + "private int _gold; public int A { get; set; } public static World Make() => new World { _gold = 7, A = 1 }; public "
            + "override string ToString() => KitbagJson.Serialize(this); }")]
        [InlineData("public class World : Base { public int C { get; private set; } public static World Make() { var w = new World { C "
            + "= 5 }; w.Set(6); return w; } public override string ToString() => C + \" \" + Sum(); } public abstract class Base { "
            + "[KitbagInclude] private int _a; public int B { get; private set; } protected void Set(int x) { _a = x; B = x + 1; } "
            + "protected string Sum() => _a + \" \" + B; }")]
        [InlineData("[KitbagSerializable(Fields = true)] public class World : Base { private int _a; public int B { get; private set; "
            + "} public static World Make() { var w = new World { _a = 5, B = 2 }; w.Set(6); return w; } public override string "
            + "ToString() => _a + \" \" + B + \" \" + Sum(); } public class Base { private readonly List<int> _all = new List<int>(); "
            + "protected void Set(int x) => _all.Add(x); protected string Sum() => string.Join(\",\", _all); }")]
        [InlineData("[KitbagSerializable(Fields = true)] public class World : Base { public override int A { get; set; } public static "
            + "World Make() => new World { A = 5 }; public override string ToString() => A + \" \" + Of(this); } public class Base { "
            + "[KitbagIgnore] public virtual int A { get; set; } protected static int Of(Base one) => one.A; }")]
        [InlineData("[KitbagSerializable(Fields = true)] public class World : Base { public override int A { get => base.A; set => base.A "
            + "= value; } public static World Make() => new World { A = 5 }; public override string ToString() => A + \" \" + Of(this); } "
            + "public class Base { public virtual int A { get; set; } protected static int Of(Base one) => one.A; }")]
        [InlineData("public class World : Base<int> { public World(int level) : base(level) { } public static World Make() => new World(3);"
            + " public override string ToString() => Value.ToString(); } public class Base<T> { public Base(T arg) { Value = arg; } "
            + "public T Value { get; } }")]
        [InlineData("public class World : Part { public int C { get; set; } public World(int n) : base(n) { } public static World Make() "
            + "=> new World(3) { C = 4 }; public override string ToString() => C + Show(); } public class Part : Base { protected Part(int "
            + "x) : base(x) { } } public class Base { [KitbagInclude] private readonly int _a; public Base(int y) { _a = y; } protected "
            + "string Show() => _a.ToString(); }")]
        [InlineData("namespace N { public interface IHas_A<T> { T B_C { get; set; } } } [KitbagSerializable(Fields = true)] public class "
            + "World : N.IHas_A<int>, N.IHas_A<string> { int N.IHas_A<int>.B_C { get; set; } string N.IHas_A<string>.B_C { get; set; } = "
            + "\"x\"; public int B_C { get; set; } public static World Make() { var w = new World { B_C = 3 }; ((N.IHas_A<int>)w).B_C = 4; "
            + "((N.IHas_A<string>)w).B_C = \"y\"; return w; } public override string ToString() => B_C + ((N.IHas_A<string>)this).B_C + "
            + "((N.IHas_A<int>)this).B_C; }")]
        [InlineData("public struct World { [KitbagInclude] private int _gold; public string? Name { get; private set; } public static "
            + "World Make() => new World { _gold = 450, Name = \"n\" }; public override string ToString() => _gold + Name; }")]
        [InlineData("public class World { private World(int seed, string name = \"x\\n\") { Seed = seed; Name = name; } public int "
            + "Seed { get; } public string Name { get; } public static World Make() => new World(3, \"b\"); public override string "
            + "ToString() => Seed + Name; }")]
        [InlineData("public class World { public World() { } [KitbagConstructor] private World(int seed) { Seed = seed; } public int "
            + "Seed { get; } public static World Make() => new World(3); public override string ToString() => Seed.ToString(); }")]
        [InlineData("public class World { public static World Make() => new World { Inner = new Outer.In { A = 1 } }; public Outer.In? "
            + "Inner { get; private set; } public override string ToString() => Inner?.ToString() ?? \"none\"; } public static class "
            + "Outer { public class In { public int A { get; internal set; } public override string ToString() => A.ToString(); } }")]
        [InlineData("public class World : Named<string> { [KitbagInclude] private int _gold; public static World Make() { var w = new "
            + "World { _gold = 3 }; w.Set(\"k\"); return w; } public override string ToString() => _gold + Key + Count(); } public "
            + "abstract class Named<TKey> where TKey : class { public TKey? Key { get; private set; } [KitbagInclude] private "
            + "List<TKey>? _keys; protected void Set(TKey key) { Key = key; _keys = new List<TKey> { key }; } protected string Count() "
            + "=> _keys?.Count.ToString() ?? \"none\"; }")]
        [InlineData("public class World { public Only<int>? A { get; private set; } public static World Make() => new World { A = "
            + "Only<int>.Of(3) }; public override string ToString() => A?.All.Count.ToString() ?? \"none\"; } public class Only<T> { "
            + "private Only(List<T> all) { All = all; } public List<T> All { get; } public static Only<T> Of(params T[] all) => new "
            + "Only<T>(new List<T>(all)); }")]
        [InlineData("public readonly struct World { private readonly ushort id; private World(ushort id) { this.id = id; } public "
            + "static World Make() => new World(7); public override string ToString() => id.ToString(); }")]
        [InlineData("public class World { public World(int startIndex, string n, int size = 3) { if (n == null) throw new "
            + "System.ArgumentNullException(); this.Index = startIndex; Name = n ?? throw new System.Exception(); Size = size; } "
            + "public int Index; public string Name { get; } public int Size { get; } public static World Make() => new World(7, "
            + "\"x\", 4); public override string ToString() => Index + Name + Size; }")]
        [InlineData("public class World { public World() { Name = \"none\"; } [System.Text.Json.Serialization.JsonConstructor] public "
            + "World(string n) { Name = n; } public string Name { get; } public static World Make() => new World(\"x\"); public "
            + "override string ToString() => Name; }")]
        public void Is_stored_by_another_project(string types)
        {
            string library = "using System.Collections.Generic; using System.Text.Json.Serialization; using Kitbag; " + types;
            const string Use = @"
public static class Program {
    static T Again<[Kitbag.KitbagRoot] T>(T value) =>
        Kitbag.KitbagJson.Deserialize<T>(Kitbag.KitbagJson.Serialize(
            Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value))));
    public static object?[] Run() => new object?[] { World.Make().ToString(), Again(World.Make()).ToString() }; }";
            string name = "Hidden" + Guid.NewGuid().ToString("N");
            Assembly loaded = Load(library + (types.Contains("KitbagJson", StringComparison.Ordinal)
                ? "[assembly: KitbagSerializable(typeof(World))]" : ""), name, out MetadataReference reference);
            Harness.Run(Harness.Build(Harness.Compile(Use, references: reference)));
            Assert.NotNull(loaded);
            // The documents are the same as those of the project itself.
            Assert.Equal(Documents(library + Use), Documents(Use, reference));
        }

        // The attribute says how objects are stored, although this project constructs no type.
        [Theory]
        [InlineData("Fields = true")]
        [InlineData("Fields = true, Tracked = true")]
        [InlineData("Tracked = true")]
        public void Generic_types_are_stored_by_another_project_as_their_attribute_specifies(string arguments)
        {
            Assert.NotNull(Load("using Kitbag; [KitbagSerializable(" + arguments + ")] public class Box<T> { [KitbagInclude] private T "
                + "_it; public Box(T it) { _it = it; } public override string ToString() => \"\" + _it; }",
                "Hidden" + Guid.NewGuid().ToString("N"), out MetadataReference reference));
            Harness.Run(Harness.Build(Harness.Compile(@"
public static class Program {
    public static object?[] Run()
    {
        var box = new Box<int>(3);
        var read = Kitbag.KitbagSerializer.Deserialize<Box<int>[]>(Kitbag.KitbagSerializer.Serialize(new[] { box, box }))!;
        return new object?[] { ""3"", read[0].ToString(), read[0] == read[1], " + (arguments.Contains("Tracked", StringComparison.Ordinal)
                ? "true" : "false") + @" };
    }
}", references: reference)));
        }

        [Fact]
        public void Migrations_are_called_by_another_project()
        {
            const string Library = @"
using Kitbag;
public class World
{
    public int Level;
    public int Gold;
    [KitbagMigration(nameof(Level))] private static int FromText(string? old) => old == null ? -1 : old.Length;
    [KitbagMigration(nameof(Gold), From = ""Coins"")] internal static int FromCoins(long old) => (int)old * 2;
}
public class WorldV1 { public string? Level; public long Coins = 4; }";
            const string Use = @"
public static class Program {
    static World Read(WorldV1 old) => Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(old));
    public static object?[] Run() => new object?[] { ""3 8 -1"",
        Read(new WorldV1 { Level = ""abc"" }).Level + "" "" + Read(new WorldV1()).Gold + "" "" + Read(new WorldV1()).Level }; }";
            Assert.NotNull(Load(Library, "Hidden" + Guid.NewGuid().ToString("N"), out MetadataReference reference));
            Harness.Run(Harness.Build(Harness.Compile(Use, references: reference)));
        }

        private static Assembly Load(string source, string name, out MetadataReference reference)
        {
            CSharpCompilation compilation = Harness.Compile(source.Contains("[assembly:", StringComparison.Ordinal)
                ? Moved(source) : source, name);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Assembly loaded = Assembly.Load(Harness.Emit(compilation, output));
            AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            var image = new MemoryStream();
            Assert.True(output.Emit(image, options: new EmitOptions(metadataOnly: true, includePrivateMembers: false)).Success);
            reference = MetadataReference.CreateFromImage(image.ToArray());
            return loaded;
        }

        // Attributes of an assembly precede its types.
        private static string Moved(string source)
        {
            int at = source.IndexOf("[assembly:", StringComparison.Ordinal), types = source.IndexOf("public ", StringComparison.Ordinal);
            return source.Substring(0, types) + source.Substring(at) + source.Substring(types, at - types);
        }

        private static string Documents(string use, params MetadataReference[] references)
        {
            string source = use
                + " public static class Documents { public static string Both() => "
                + "System.Convert.ToHexString(Kitbag.KitbagSerializer.Serialize(World.Make())) + "
                + "Kitbag.KitbagJson.Serialize(World.Make()); }";
            Assembly assembly = Assembly.Load(Harness.Build(Harness.Compile(source, references: references)));
            return (string)assembly.GetTypes().Single(t => t.Name == "Documents").GetMethod("Both")!.Invoke(null, null)!;
        }

        [Fact]
        public void A_project_without_hidden_members_declares_nothing()
        {
            CSharpCompilation compilation =
                Harness.Compile("public class World { public int A { get; set; } private int _b; public World() { _b = A; } public int "
                + "B() => _b; }");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Assert.Single(output.SyntaxTrees);
        }

        [Fact]
        public void Is_declared_in_any_language_version_without_roots()
        {
            CSharpCompilation compilation =
                Harness.Compile("public class World<T> where T : class, new() { public T A { get; private set; } public class Part { "
                + "[Kitbag.KitbagInclude] private T[] _all; public T[] All() { return _all; } } }", version: LanguageVersion.CSharp7_3,
                nullable: NullableContextOptions.Disable);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
            Assert.Equal(2, output.SyntaxTrees.Count());
        }

        // No class can have both type parameters of the same name, so no accessors are declared.
        [Fact]
        public void Type_parameters_with_the_same_name()
        {
            CSharpCompilation compilation =
                Harness.Compile("#pragma warning disable CS0693\npublic class World<T> { public class Part<T> { public T A { get; "
                + "private set; } = default!; public int B; } }");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
        }

        /// <summary>Reference assemblies contain neither private fields nor the code of getters.</summary>
        [Theory]
        [InlineData("private List<int>? _all; public IReadOnlyList<int>? All => _all;", true)]
        [InlineData("private List<int>? _all; public IReadOnlyList<int>? All { get { return _all; } }", true)]
        [InlineData("private string? _name; public string? Name => _name; public void Rename(string name) => _name = name;", true)]
        [InlineData("private int _hp = 3; public int Hp { get => this._hp; } public void Damage() => _hp--;", true)]
        [InlineData("private readonly int _hp = 3; public int Hp => _hp;", false)]
        [InlineData("private int _hp = 3; public int Hp => _hp; public int Stored { get => _hp; set => _hp = value; }", false)]
        [InlineData("private int _hp, _half; public int Half => _half; public int Hp { get => _hp; set { _hp = value; _half = value / 2; "
            + "} }", false)]
        [InlineData("private int _hp = 3; public int Hp => _hp; [KitbagInclude] private int Stored { get => _hp; set => _hp = value; }",
            false)]
        [InlineData("private int _hp = 3; public int Hp => _hp + 1; public void Damage() => _hp--;", false)]
        [InlineData("private List<int>? _all; [KitbagIgnore] public IReadOnlyList<int>? All => _all;", false)]
        [InlineData("[KitbagIgnore] private List<int>? _all; public IReadOnlyList<int>? All => _all;", false)]
        [InlineData("[KitbagInclude] private List<int>? _all; public IReadOnlyList<int>? All => _all;", false)]
        [InlineData("private List<int>? _all; internal IReadOnlyList<int>? All => _all;", false)]
        [InlineData("private readonly int _hp; public int Hp => _hp; public World(int hp) { _hp = hp; }", false)]
        public void State_behind_a_getter_is_reported_in_another_project(string members, bool isReported)
        {
            const string Usings = "using System.Collections.Generic; using Kitbag; ";
            Load(Usings + "public class World { public int A { get; set; } " + members + " }", "Hidden" + Guid.NewGuid().ToString("N"),
                out MetadataReference reference);
            var diagnostics = Harness.Diagnose(Harness.Compile("public static class Program { public static byte[] Run(World world) => "
                + "Kitbag.KitbagSerializer.Serialize(world); }", references: reference), out _);
            Assert.Equal(isReported ? ["KIT0017"] : [], diagnostics.Select(d => d.Id));
            Assert.All(diagnostics, d => Assert.Contains("mark the field that it returns with [KitbagInclude]", d.GetMessage(null),
                StringComparison.Ordinal));
        }

        // In one assembly these are reported as well, but the project of the base class does not know the derived class.
        [Theory]
        [InlineData("protected internal T? Prot { get; set; } public void Put(T p) => Prot = p;", "", true)]
        [InlineData("protected int Prot { get; set; } public void Put(int p) => Prot = p;", "", true)]
        [InlineData("protected int Prot { get; set; }", "public int Own { get => Prot; set => Prot = value; }", false)]
        [InlineData("protected int Prot { get; set; }", "public World() { Prot = 3; }", false)]
        [InlineData("protected int Prot { get; set; } public int Twice { get => Prot; set => Prot = value; }", "", false)]
        [InlineData("protected string Prot { get; set; } protected Page(string prot) { Prot = prot; }",
            "public World(string prot) : base(prot) { Name = prot; } public string Prot2 => Prot; public string Name { get; set; }", false)]
        [InlineData("[KitbagIgnore] protected int Prot { get; set; } protected static int S { get; set; } protected int Get { get; }", "",
            false)]
        [InlineData("protected System.Action? Prot { get; set; } protected int Half { get => 1; set { } }", "", false)]
        public void Properties_for_derived_classes_are_reported_in_another_project(string members, string own, bool isReported)
        {
            const string Usings = "#nullable disable warnings\nusing System.Collections.Generic; using Kitbag; ";
            Load(Usings + "public abstract class Page<T> { public int A { get; set; } [KitbagIgnore] public int "
                + "User; " + members + " }", "Hidden" + Guid.NewGuid().ToString("N"), out MetadataReference reference);
            var diagnostics = Harness.Diagnose(Harness.Compile(Usings + "[KitbagSerializable] public class World : Page<string> { public "
                + "int B; " + own + " }", references: reference), out _);
            Assert.Equal(isReported ? ["KIT0027 'Page<T>.Prot' is not stored"] : [], diagnostics.Select(d => d.Id + " "
                + d.GetMessage(null).Split(':')[0]));
            Assert.All(diagnostics, d => Assert.Equal("World", Harness.TextAt(d)));
        }

        /// <summary>Types whose redeclaration would not compile: they have none, and the project compiles as without Kitbag.</summary>
        [Theory]
        [InlineData("public class O<T> { public class I<U> { private List<int> _t = new(); public IReadOnlyList<int> T => _t; } }")]
        [InlineData("[System.Obsolete(\"gone\", true)] public class Old { } [System.Obsolete(\"also\")] public class User { "
            + "private List<Old> _o = new(); public IReadOnlyList<Old> O => _o; }")]
        [InlineData("[System.Obsolete(\"gone\", true)] public class Old { private List<int> _o = new(); public IReadOnlyList<int> O => _o; "
            + "public int A { get; private set; } }")]
        [InlineData("public unsafe class P { private int*[] _p = new int*[1]; public int*[] All => _p; private delegate*<void>[] _d = "
            + "null!; public delegate*<void>[] D => _d; }")]
        [InlineData("public class C<@event> { private List<@event> _e = new(); public IReadOnlyList<@event> E => _e; }")]
        public void Redeclarations_compile(string types)
        {
            CSharpCompilation compilation = Harness.Compile("using System.Collections.Generic; " + types);
            compilation = compilation.WithOptions(compilation.Options.WithAllowUnsafe(true));
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Harness.Emit(compilation, output);
        }

        [Fact]
        public void A_collection_behind_a_getter_is_populated_in_another_project()
        {
            Assert.NotNull(Load("using System.Collections.Generic; public class World { private readonly List<int> _all = new List<int>(); "
                + "public List<int> Items => _all; }", "Hidden" + Guid.NewGuid().ToString("N"), out MetadataReference reference));
            Harness.Run(Harness.Build(Harness.Compile(@"
public static class Program {
    static World Make() { var w = new World(); w.Items.Add(7); return w; }
    public static object?[] Run() => new object?[] { 7,
        Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(Make())).Items[0] }; }", references: reference)));
        }

        [Theory]
        [InlineData(false, "public class World { public int Level { get; private set; } public int A { get; set; } }", true)]
        [InlineData(false,
            "public class World { public World(int level) { Level = level; } public int Level { get; } public int A { get; set; } }",
            false)]
        [InlineData(false, "public class World { public int Level => 3; public int A { get; set; } }", false)]
        [InlineData(false,
            "public class World { [System.Text.Json.Serialization.JsonIgnore] public int Level { get; private set; } public int A { "
            + "get; set; } }", false)]
        [InlineData(true, "public class World { public int Level { get; private set; } public int A { get; set; } }", false)]
        public void A_property_of_a_project_without_Kitbag_is_a_warning(bool hasKitbag, string types, bool isWarned)
        {
            CSharpCompilation library = Harness.Compile(types, "Hidden" + Guid.NewGuid().ToString("N"), kitbag: hasKitbag);
            Harness.Diagnose(library, out Compilation output);
            var image = new MemoryStream();
            Assert.True((hasKitbag ? output : library).Emit(image,
                options: new EmitOptions(metadataOnly: true, includePrivateMembers: false)).Success);
            var diagnostics =
                Harness.Diagnose(Harness.Compile("public static class Program { public static byte[] Run() => "
                + "Kitbag.KitbagSerializer.Serialize(new World[0]); }", references: MetadataReference.CreateFromImage(image.ToArray())),
                out _);
            Assert.Equal(isWarned ? new[] { "KIT0019" } : Array.Empty<string>(), diagnostics.Select(d => d.Id));
            Assert.All(diagnostics, d => Assert.StartsWith("World[][].Level: the property is not stored", d.GetMessage(null),
                StringComparison.Ordinal));
            Assert.All(diagnostics, d => Assert.Contains("reference the Kitbag package in the project '"
                + library.AssemblyName + "', which declares 'World'", d.GetMessage(null), StringComparison.Ordinal));
            Assert.All(diagnostics, d => Assert.Equal("Kitbag.KitbagSerializer.Serialize(new World[0])", Harness.TextAt(d)));
        }
    }
}
