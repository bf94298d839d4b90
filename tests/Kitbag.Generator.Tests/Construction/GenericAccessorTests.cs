using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests private members and constructors of generic types, which accessors can access since .NET 9.</summary>
    public class GenericAccessorTests
    {
        private const string Optional = @"
public struct Optional<T> where T : class { private Optional(T value) => Value = value;
    public T Value { get; private set; } public bool HasValue => Value != null; public static Optional<T> Of(T value) =>
    new Optional<T>(value); }
public class World { public Optional<string> A; public Optional<int[]> B; }
";

        [Fact]
        public void Private_setters_fields_and_constructors() => Harness.RoundTrip(@"
using Kitbag; using System.Collections.Generic;
" + Optional + @"
public class Outer<T> where T : struct
{
    public class Inner<TItem> where TItem : IEnumerable<T>, new()
    {
        [KitbagInclude] private T _first;
        [KitbagInclude] private readonly int _count;
        public TItem? Items { get; private protected set; }
        public (T, TItem?)[]? Pairs { get; private init; }
        private Inner(T first, int count) { _first = first; _count = count; }
        public static Inner<TItem> Of(T first, TItem items) =>
            new Inner<TItem>(first, 7) { Items = items, Pairs = new (T, TItem?)[] { (first, items) } };
        public string Show() => _first + "" "" + _count + "" "" + Items + Pairs!.Length;
    }
}
public abstract class Named<TKey> { public TKey? Key { get; private set; } [KitbagInclude] private TKey[]? Keys { get; set;
    } public void Set(TKey key) { Key = key; Keys = new[] { key, key }; } public string All() => string.Join("","", Keys!); }
public class Person : Named<long> { public string? Name { get; private set;
    } public static Person Of(string name, long key) { var made = new Person { Name = name }; made.Set(key); return made; } }
public class Only<T> { private Only(List<T> all) => All = all;
    public List<T> All { get; } public static Only<T> Of(params T[] all) => new Only<T>(new List<T>(all)); }
public static class Program
{
    public static object?[] Run()
    {
        var inner = Outer<int>.Inner<List<int>>.Of(3, new List<int> { 1, 2 });
        var person = Person.Of(""Ada"", 5);
        return new object?[]
        {
            new World { A = Optional<string>.Of(""a"") }, Tool.Again(new World { A = Optional<string>.Of(""a"") }),
            inner.Show(), Tool.Again(inner).Show(),
            person, Tool.Again(person), person.All(), Tool.Again(person).All(),
            new[] { Only<string>.Of(""x""), Only<string>.Of() }, Tool.Again(new[] { Only<string>.Of(""x""), Only<string>.Of() }),
            Optional<string>.Of(""b"").Value, Tool.Again(new List<Optional<string>> { Optional<string>.Of(""b"") })[0].Value,
        };
    }
}");

        [Theory]
        [InlineData(8, false)]
        [InlineData(9, true)]
        public void The_runtime_decides(int version, bool canReach)
        {
            CSharpCompilation compilation = Harness.CompileFor(version,
                Optional + "public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }");
            ImmutableArray<Diagnostic> diagnostics = Harness.Diagnose(compilation, out Compilation output);
            Harness.Emit(compilation, output);
            if (canReach)
            {
                Assert.Empty(diagnostics);
                return;
            }
            Diagnostic diagnostic = Assert.Single(diagnostics);
            Assert.Equal("KIT0017", diagnostic.Id);
            Assert.StartsWith("'Optional<T>.Value' is not stored", diagnostic.GetMessage(null));
            Assert.Contains(".NET 9", diagnostic.GetMessage(null));
            Assert.Contains("declare the type and its containing types partial", diagnostic.GetMessage(null));
        }

        // For partial types, the generator adds methods to the types instead.
        [Fact]
        public void Partial_types_need_none_before() => Harness.Build(Harness.CompileFor(8,
            Optional.Replace("public struct", "public partial struct")
                + "public static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize(new World()); }"));
    }
}
