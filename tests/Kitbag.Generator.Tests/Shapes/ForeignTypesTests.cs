using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests the statements of docs/surrogates.md about types that cannot be changed.</summary>
    public class ForeignTypesTests
    {
        private const string Library = @"
using System; using System.Collections; using System.Collections.Generic; using System.Linq; using Kitbag; using Kitbag.Codecs;
public readonly struct Color : IEquatable<Color> { readonly uint _p; public Color(uint p) { _p = p; } public uint Get() => _p;
    public bool Equals(Color o) => o._p == _p; public override bool Equals(object? o) => o is Color c && Equals(c);
    public override int GetHashCode() => (int)_p; }
public sealed class Span<T> { readonly T _a, _b; public Span(T a, T b) { _a = a; _b = b; } public T[] Ends() => new[] { _a, _b }; }
public sealed class Ring : IEnumerable<int> { int[] _a = new int[0]; public static Ring Of(params int[] a) => new Ring { _a = a };
    public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)_a).GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() =>
    GetEnumerator(); }
public sealed class Once<T> { readonly T _v; public Once(T v) { _v = v; } public T Get() => _v; }
";

        [Fact]
        public void Surrogates() => Harness.RoundTrip(Library + @"
[KitbagSurrogate(typeof(Color))] public struct ColorForm { public byte R, G;
    public static explicit operator ColorForm(Color c) => unchecked(new ColorForm { R = (byte)c.Get(), G = (byte)(c.Get() >> 8) });
    public static explicit operator Color(ColorForm f) => new Color((uint)(f.R | f.G << 8)); }
[KitbagSurrogate(typeof(Span<int>))] public struct SpanForm { public int[]? Ends;
    public static implicit operator SpanForm(Span<int> s) => new SpanForm { Ends = s.Ends() };
    public static implicit operator Span<int>(SpanForm f) => new Span<int>(f.Ends![0], f.Ends[1]); }
public class World { public Color A; public Color? B; public Color?[]? C; public Dictionary<Color, int>? D; public Span<int>? E;
    public List<Span<int>?>? F; }
public static class Program
{
    static World Make() => new World { A = new Color(513), B = new Color(2), C = new Color?[] { null, new Color(3) },
        D = new Dictionary<Color, int> { [new Color(9)] = 1 }, E = new Span<int>(1, 2),
        F = new List<Span<int>?> { null, new Span<int>(3, 4) } };
    static string Show(World w) => w.A.Get() + "" "" + w.B!.Value.Get() + "" "" + w.C![1]!.Value.Get() + "" "" + w.D!.Single().Key.Get()
        + "" "" + w.E!.Ends()[1] + "" "" + w.F![1]!.Ends()[0] + (w.F[0] == null);
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())), Show(Make()),
        Show(Tool.Again(Enumerable.Range(0, 9).Select(i => Make()).ToArray())[8]) };
}");

        [Fact]
        public void Surrogates_of_all_forms() => Harness.RoundTrip(Library + @"
[KitbagSurrogate(typeof(Span<>))] public struct SpanForm<T> { public T[]? Ends;
    public static implicit operator SpanForm<T>(Span<T> s) => new SpanForm<T> { Ends = s.Ends() };
    public static implicit operator Span<T>(SpanForm<T> f) => new Span<T>(f.Ends![0], f.Ends[1]); }
[KitbagSurrogate(typeof(Span<long>))] public struct LongForm { public long Sum;
    public static implicit operator LongForm(Span<long> s) => new LongForm { Sum = s.Ends().Sum() };
    public static implicit operator Span<long>(LongForm f) => new Span<long>(f.Sum, 0); }
public class World { public Span<int>? A; public Span<string?>? B; public Span<Span<byte>?>? C; public Span<long>? D;
    public List<Span<int>?>? E; }
public static class Program
{
    static World Make() => new World { A = new Span<int>(1, 2), B = new Span<string?>(""x"", null),
        C = new Span<Span<byte>?>(new Span<byte>(3, 4), null), D = new Span<long>(5, 6),
        E = new List<Span<int>?> { null, new Span<int>(7, 8) } };
    static string Show(World w) => w.A!.Ends()[1] + "" "" + w.B!.Ends()[0] + "" "" + w.C!.Ends()[0]!.Ends()[1] + "" "" + w.D!.Ends().Sum()
        + "" "" + w.E![1]!.Ends()[0] + (w.E[0] == null);
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())), 11L, Tool.Again(Make()).D!.Ends()[0],
        Show(Make()), Show(Tool.Again(Enumerable.Range(0, 9).Select(i => Make()).ToArray())[8]) };
}");

        [Fact]
        public void Codecs() => Harness.RoundTrip(Library + @"
[CodecFor(typeof(Color), CodecShape.Surrogate)] public sealed class ColorCodec
    : SurrogateCodec<Color, uint> { public static readonly ColorCodec Instance = new ColorCodec();
    ColorCodec() : base(UInt32Codec.Instance) { } protected override uint ToSurrogate(Color c) => c.Get();
    protected override Color FromSurrogate(uint p) => new Color(p); }
[CodecFor(typeof(Ring), CodecShape.LengthPrefix)] public sealed class RingCodec
    : CollectionCodec<Ring, int> { public static readonly RingCodec Instance = new RingCodec();
    RingCodec() : base(Int32Codec.Instance) { } protected override int Count(Ring r) => r.Count();
    protected override void CopyTo(Ring r, System.Span<int> e) { int i = 0; foreach (int v in r) e[i++] = v;
    } protected override Ring Create(ReadOnlySpan<int> e) => Ring.Of(e.ToArray()); }
[CodecFor(typeof(Once<>), CodecShape.Surrogate)] public sealed class OnceCodec<T>
    : SurrogateCodec<Once<T>?, T[]?> { public OnceCodec(Codec<T> value)
    : base(new ArrayCodec<T>(value)) { } protected override T[]? ToSurrogate(Once<T>? o) => new[] { o!.Get() };
    protected override Once<T>? FromSurrogate(T[]? a) => new Once<T>(a!.Single()); }
public class World { public Color A; public Color? B; public Ring? C; public Ring?[]? D; public Once<string>? E; public Once<Color>? F; }
public static class Program
{
    static World Make() => new World { A = new Color(513), B = new Color(2), C = Ring.Of(1, 2), D = new Ring?[] { null, Ring.Of(3) },
        E = new Once<string>(""x""), F = new Once<Color>(new Color(5)) };
    static string Show(World w) => w.A.Get() + "" "" + w.B!.Value.Get() + "" "" + w.C!.Last() + "" "" + w.D![1]!.Single() + "" ""
        + w.E!.Get() + "" "" + w.F!.Get().Get() + (w.D[0] == null);
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())), Show(Make()),
        Show(Tool.Again(Enumerable.Range(0, 9).Select(i => Make()).ToArray())[8]) };
}");

        // Generated code does not declare extern aliases.
        [Theory]
        [InlineData("Other", false)]
        [InlineData("Other,global", true)]
        public void Types_that_only_an_extern_alias_names_are_reported(string aliases, bool isStored)
        {
            MetadataReference library = MetadataReference.CreateFromImage(
                Harness.Build(Harness.Compile("public class Part { public int A; }", "Library")),
                new MetadataReferenceProperties(aliases: aliases.Split(',').ToImmutableArray()));
            CSharpCompilation compilation = Harness.Compile("extern alias Other; public class World { public Other::Part? A; } public "
                + "static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }",
                references: library);
            if (isStored)
            {
                Harness.Build(compilation);
                return;
            }
            Diagnostic found = Assert.Single(Harness.Diagnose(compilation, out _));
            Assert.Equal("KIT0001", found.Id);
            Assert.Contains("the reference to 'Library' has only an extern alias", found.GetMessage(null), System.StringComparison.Ordinal);
        }
    }
}
