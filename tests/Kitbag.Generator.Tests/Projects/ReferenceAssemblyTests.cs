using System.IO;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests reference assemblies, which builds pass from project to project: classes lack their private fields there, so storing the
    /// fields would store nothing.
    /// </summary>
    public class ReferenceAssemblyTests
    {
        private const string Library = @"
public class Camera { private int _zoom = 2; public int Zoom() => _zoom; public void Set(int zoom) => _zoom = zoom; }
public struct Shade { private int _packed; public Shade(int packed) { _packed = packed; } public int Packed() => _packed; }";

        [Theory]
        [InlineData("Camera", false, true)]
        [InlineData("Camera", true, false)]
        [InlineData("Shade", true, true)]
        public void Fields_missing_in_reference_assemblies_are_reported(string type, bool isReference, bool isFine)
        {
            var image = new MemoryStream();
            Assert.True(Harness.Compile(Library, "Library", kitbag: false).Emit(image,
                options: new EmitOptions(metadataOnly: isReference, includePrivateMembers: !isReference)).Success);
            CSharpCompilation use = Harness.Compile(
                "[assembly: Kitbag.KitbagSerializable(typeof(" + type + "), Fields = true)] public class World { public " + type
                    + " A = new " + type + "(); }\n[Kitbag.KitbagSerializable] public class Eye : World { }",
                references: MetadataReference.CreateFromImage(image.ToArray()));
            var diagnostics = Harness.Diagnose(use, out _);
            Assert.Equal(isFine, diagnostics.IsEmpty);
            Assert.All(diagnostics, d => Assert.Equal("KIT0001", d.Id));
            Assert.All(diagnostics, d => Assert.Contains("ProduceReferenceAssembly", d.GetMessage(null), System.StringComparison.Ordinal));
        }

        [Fact]
        public void Fields_of_base_classes_of_NET_are_unknown()
        {
            Diagnostic found = Assert.Single(Harness.Diagnose(Harness.CompileFor(8, @"
[Kitbag.KitbagSerializable(Fields = true)] public class Roster : System.Collections.ObjectModel.ReadOnlyCollection<string> {
    public Roster(string[] names) : base(names) { } public int Rank; }"), out _));
            Assert.Equal("KIT0001", found.Id);
            Assert.Contains("those of its base class 'ReadOnlyCollection<string>', a class of .NET, are not visible: write a "
                + "[KitbagSurrogate]", found.GetMessage(null));
        }

        [Fact]
        public void Fields_of_compiled_types_are_stored()
        {
            byte[] library = Harness.Build(Harness.Compile(@"
public struct Spot { public float X, Y; }
public class Lens { private readonly string _maker; public Lens(string maker) { _maker = maker; } public string Maker() => _maker; }
public class Base { protected int _id; internal int _code; public string? Name;
    public int Age { get; private set; } public void Set(int i) { _id = _code = Age = i; } public override string ToString() =>
    _id + "" "" + _code + "" "" + Name + "" "" + Age; }
public class Camera : Base { private Spot _center; private Lens[]? _lenses;
    private System.Collections.Generic.Dictionary<string, Spot?>? _marks;
    public void Fill() { Set(7); _center.X = 3; _lenses = new[] { new Lens(""k"") };
        _marks = new System.Collections.Generic.Dictionary<string, Spot?> { [""m""] = new Spot { Y = 2 } }; }
    public override string ToString() => base.ToString() + _center.X + _lenses![0].Maker() + _marks![""m""]!.Value.Y;
    }", "FieldsLibrary", kitbag: false));
            var loaded = System.Reflection.Assembly.Load(library);
            System.AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Harness.Compile(@"
[assembly: Kitbag.KitbagSerializable(typeof(Camera), Fields = true)]
[assembly: Kitbag.KitbagSerializable(typeof(Lens), Fields = true)]
public class World { public Camera? Eye; public Lens? Glass; public Spot At; }
public static class Program
{
    static Camera Make() { var c = new Camera { Name = ""n"" }; c.Fill(); return c; }
    static World Again(World w) => Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(w));
    public static object?[] Run() => new object?[] { Make().ToString(), Again(new World { Eye = Make() }).Eye!.ToString(), ""z"",
        Again(new World { Glass = new Lens(""z"") }).Glass!.Maker() };
}", references: MetadataReference.CreateFromImage(library))));
        }
    }
}
