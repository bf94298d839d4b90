using System.Linq;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Overrides that inherit a setter which is not public: the accessor calls that of the base class, which may have another type, because
    /// an override may return a derived class, or because the base class is generic.
    /// </summary>
    public class InheritedSetterTests
    {
        private const string Bases = @"
using System.Collections.Generic; using Kitbag;
public class Food { public int Calories; } public class Fruit : Food { public string? Cut; }
public PARTIAL class Shelf { public virtual Food? Get { get; protected set; } public virtual Food? Put { get; private protected set; }
    public virtual Food? Open { get; set; } [KitbagInclude] protected virtual Food? Own { get; set; } public virtual int Size { get;
    protected set; } }
public PARTIAL class Shelf<T> { public virtual IEnumerable<T>? All { get; protected set; } public virtual T? First { get; protected set; } }
";

        private const string Derived = @"
public PARTIAL class Fruits : Shelf { public override Fruit? Get => (Fruit?)base.Get; public override int Size => base.Size;
    public override Fruit? Open => (Fruit?)base.Open; PUT
    [KitbagInclude] protected override Fruit? Own => (Fruit?)base.Own; public Fruit? OfOwn() => Own;
    public Fruits Fill() { base.Get = new Fruit { Calories = 3, Cut = ""c"" }; base.Open = new Fruit { Calories = 4, Cut = ""d"" };
        base.Own = new Fruit { Calories = 5, Cut = ""e"" }; SET Size = 6; return this; } }
public PARTIAL class Numbers : Shelf<int> { public override List<int>? All => (List<int>?)base.All; public override int First => base.First;
    public Numbers Fill() { base.All = new List<int> { 7 }; First = 8; return this; } }
public static class Program { static object?[] Show(Fruits f) => new object?[] { f.Get, f.Put, f.Open, f.OfOwn(), f.Size };
    static object?[] Show(Numbers n) => new object?[] { n.All, n.First };
    public static object?[] Run() { Fruits f = new Fruits().Fill(); Numbers n = new Numbers().Fill(); return new object?[] {
    Show(f), Show(KitbagSerializer.Deserialize<Fruits>(KitbagSerializer.Serialize(f))),
    Show(f), Show(KitbagJson.Deserialize<Fruits>(KitbagJson.Serialize(f))!),
    Show(n), Show(KitbagSerializer.Deserialize<Numbers>(KitbagSerializer.Serialize(n))),
    Show(n), Show(KitbagJson.Deserialize<Numbers>(KitbagJson.Serialize(n))!) }; } }";

        private static string Source(string text, bool isPartial, bool isOne) => text
            .Replace("PARTIAL", isPartial ? "partial" : "", System.StringComparison.Ordinal)
            .Replace("PUT", isOne ? "public override Fruit? Put => (Fruit?)base.Put;" : "", System.StringComparison.Ordinal)
            .Replace("SET", isOne ? "base.Put = new Fruit { Calories = 9 };" : "", System.StringComparison.Ordinal);

        [Fact]
        public void Is_called_with_the_type_of_the_base() => Harness.RoundTrip(Source(Bases + Derived, false, true), "Inherited");

        [Theory]
        [InlineData(8)]
        [InlineData(10)]
        public void Is_called_by_methods_of_partial_types(int version)
        {
            byte[] image = Harness.Build(Harness.CompileFor(version, Source(Bases + Derived, true, true)));
            if (version == 10)
                Harness.Run(image);
        }

        [Fact]
        public void Is_called_in_partial_types_of_partial_interfaces() => Harness.Build(Harness.CompileForNetStandard(
            "public partial interface IGame<T> { public partial struct World { public T A { get; private set; } public void Set(T a) => A "
                + "= a; } } public static class Program { public static byte[] Run(IGame<int>.World world) => "
                + "Kitbag.KitbagSerializer.Serialize(world); }", "Game"));

        [Fact]
        public void Is_called_in_partial_types_of_NET_Standard() =>
            Assert.Empty(Harness.Diagnose(Harness.CompileForNetStandard(Source(Bases + Derived, true, true)
                .Replace("override Fruit?", "override Food?", System.StringComparison.Ordinal)
                .Replace("override List<int>?", "override IEnumerable<int>?", System.StringComparison.Ordinal), "Standard"), out _));

        [Fact]
        public void Is_called_in_other_assemblies()
        {
            byte[] library = Harness.Build(Harness.Compile(Source(Bases, false, false), "Shelves"));
            System.Reflection.Assembly loaded = System.Reflection.Assembly.Load(library);
            System.AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            CSharpCompilation use = Harness.Compile("using System.Collections.Generic; using Kitbag; " + Source(Derived, false, false),
                "ShelfUse", references: Microsoft.CodeAnalysis.MetadataReference.CreateFromImage(library));
            Harness.Run(Harness.Build(use));
        }
    }
}
