using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests nullables of structs that are stored in another form: as collections, strings or pairs.</summary>
    public class NullableTests
    {
        [Theory]
        [InlineData("Memory<int>", "new Memory<int>(new[] { 1, 2 })")]
        [InlineData("ReadOnlyMemory<string?>", "new ReadOnlyMemory<string?>(new[] { \"a\", null })")]
        [InlineData("ArraySegment<Part>", "new ArraySegment<Part>(new[] { new Part { Name = \"n\" } })")]
        [InlineData("ReadOnlySequence<byte>", "new ReadOnlySequence<byte>(new byte[] { 1, 2 })")]
        [InlineData("ImmutableArray<int>", "ImmutableArray.Create(1, 2)")]
        [InlineData("ImmutableArray<ImmutableArray<int>?>", "ImmutableArray.Create<ImmutableArray<int>?>(null, ImmutableArray.Create(1))")]
        [InlineData("KeyValuePair<string, Memory<int>?>", "KeyValuePair.Create(\"k\", (Memory<int>?)new[] { 1 })")]
        [InlineData("BigInteger", "new BigInteger(12345)")]
        [InlineData("Index", "^3")]
        [InlineData("Range", "1..^2")]
        [InlineData("Rune", "new Rune('x')")]
        [InlineData("Bag", "new Bag(new[] { 1, 2 })")]
        [InlineData("Box<Bag?>", "new Box<Bag?> { Value = new Bag(new[] { 1 }) }")]
        [InlineData("(Memory<int>?, Bag?)", "(new[] { 1 }, null)")]
        public void Of_structs(string type, string value) => Harness.RoundTrip(@"
using System; using System.Buffers; using System.Collections; using System.Collections.Generic; using System.Collections.Immutable;
using System.Linq; using System.Numerics; using System.Text;
public class Part { public string? Name { get; set; } }
public struct Box<T> { public T Value; public string? Label; }
public readonly struct Bag : IEnumerable<int> { readonly int[]? _a;
    public Bag(int[] a) { _a = a; } public IEnumerator<int> GetEnumerator() => ((IEnumerable<int>)(_a ?? new int[0])).GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }
public class Holder { public bool First;
    public " + type + @"? A; public " + type + @"? B { get; set; } public " + type + @"?[]? Many;
    public Dictionary<int, " + type + @"?>? Map; public int Last; }
public static class Program
{
    static " + type + @"? Sample => " + value + @";
    static Holder Make() => new Holder { First = true, A = Sample, Many = new[] { Sample, null, Sample }, Map = new Dictionary<int,
        " + type + @"?> { [1] = Sample, [2] = null }, Last = 9 };
    static string Show(Holder h) => Kitbag.KitbagJson.Serialize(h);
    static string ShowAll(Holder[] h) => Kitbag.KitbagJson.Serialize(h);
    static Holder[] All() => Enumerable.Range(0, 10).Select(i => i % 3 == 0 ? new Holder() : Make()).ToArray();
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())), Show(new Holder()),
        Show(Tool.Again(new Holder())), ShowAll(All()), ShowAll(Tool.Again(All())), true, Tool.Again(Sample).HasValue, false,
        Tool.Again<" + type + @"?>(null).HasValue };
}");

        [Fact]
        public void A_default_one_is_not_null() => Harness.RoundTrip(@"
using System.Collections.Immutable;
public class Holder { public ImmutableArray<int>? A; }
public static class Program
{
    static Holder Again(Holder value) => Kitbag.KitbagSerializer.Deserialize<Holder>(Kitbag.KitbagSerializer.Serialize(value));
    public static object?[] Run() => new object?[] { true, Again(new Holder { A = default(ImmutableArray<int>) }).A!.Value.IsDefault, false,
        Again(new Holder()).A.HasValue };
}");
    }
}
