using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Setters that change the content of a collection, or of another object, that the constructor has taken: when they run, it has been
    /// read already.
    /// </summary>
    public class ChangedContentTests
    {
        [Theory]
        [InlineData("public World(List<int> items) { Items = items; } public List<int> Items { get; }")]
        [InlineData("public World(List<int> items) { Items = items; } public List<int> Items { get; private set; }")]
        [InlineData("private readonly List<int> m_items; public World(IEnumerable<int> items) { m_items = new List<int>(items); } "
            + "public List<int> Items => m_items;")]
        [InlineData("public World() { } public World(List<int> items) { Items = items; } public List<int> Items { get; init; } = new();")]
        [InlineData("public World(List<int>? items = null) { Items = items ?? new(); } public List<int> Items { get; } ")]
        [InlineData("public World(List<int> items) { Items = items; } public List<int> Items { get; } public World? Self { get; set; }")]
        public void Of_a_list(string members) => Check(members + " public int First { get => Items.Count == 0 ? -1 : Items[0]; "
            + "set => Items.Insert(0, value); } public int Total { get => Items.Sum(); set { while (Items.Sum() < value && "
            + "Items.Count < 9) Items.Add(1); } } public override string ToString() => string.Join(\",\", Items);",
            "new(new List<int> { 3, 4 })", "new(new List<int> { -4 })");

        [Theory]
        [InlineData("public World(Dictionary<string, int?> bag) { Bag = bag; } public Dictionary<string, int?> Bag { get; } "
            + "public int? Db { get => Bag.GetValueOrDefault(\"db\"); set => Bag[\"db\"] = value; } public override string ToString() => "
            + "string.Join(\",\", Bag);", "new(new() { [\"x\"] = 1 })")]
        [InlineData("private readonly IDictionary<string, int?> _bag; public World(IDictionary<string, int?> bag) { _bag = bag; } "
            + "public IDictionary<string, int?> Bag => _bag; public int? Db { get => _bag.TryGetValue(\"db\", out int? x) ? x : null; "
            + "set { _bag.Remove(\"y\"); _bag.Add(\"z\", value); } } public override string ToString() => string.Join(\",\", Bag);",
            "new(new Dictionary<string, int?>() { [\"y\"] = 1 })")]
        [InlineData("public World(Mass mass) { Mass = mass; } public Mass Mass { get; } public int Half { get => Mass.Area / 2; "
            + "set => Mass.Area = value * 2; } public override string ToString() => \"\" + Mass.Area;", "new(new() { Area = 7 })")]
        [InlineData("public World(int[] all) { All = all; } public int[] All { get; } public int First { get => All[0] & ~1; set => "
            + "All[0] = value; } public override string ToString() => \"\" + All[0];", "new(new[] { 5, 6 })")]
        // The property has a value of its own as well.
        [InlineData("private string? _name; public World(List<string?> names) { Names = names; } public List<string?> Names { get; } "
            + "public string? Name { get => _name; set { Names.Add(value); _name = value; Level = 0; } } public int Level { get; set; } "
            + "public override string ToString() => string.Join(\",\", Names) + Name + Level;", "new(new()) { Name = \"a\", Level = 3 }")]
        public void Of_others(string members, string created) => Check(members, created, created);

        // An older document may lack the collection that contains the value now.
        [Fact]
        public void Of_documents_without_it() => Harness.RoundTrip(@"
using System.Collections.Generic; using System.Linq; using Kitbag;
namespace Old { public class World { public int First { get; set; } } }
public class World { public World(List<int>? items = null) { Items = items ?? new(); } public List<int> Items { get; }
    public int First { get => Items.Count == 0 ? -1 : Items[0]; set => Items.Insert(0, value); } }
public static class Program { public static object?[] Run() { var old = new[] { new Old.World { First = 3 } }; return new object?[] {
    new[] { 3 }, KitbagSerializer.Deserialize<World[]>(KitbagSerializer.Serialize(old))[0].Items,
    new[] { 3 }, KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(old[0])).Items,
    new[] { 3 }, KitbagJson.Deserialize<World>(""{\""First\"":3}"")!.Items,
    new[] { 4 }, KitbagJson.Deserialize<World>(""{\""Items\"":[4],\""First\"":3}"")!.Items,
    new[] { 4 }, KitbagJson.Deserialize<World>(""{\""First\"":3,\""Items\"":[4]}"")!.Items }; } }", "OldContent", LanguageVersion.Preview);

        [Theory]
        [InlineData("public int First { get => Items[0]; set { Items.Insert(0, value); _sum += value; } } private int _sum; "
            + "public int Sum => _sum;")]
        [InlineData("public int Count { get => _count; set { Items.Add(value); _rest[0] = value; _count = value; } } private int _count; "
            + "private readonly int[] _rest = new int[3]; public int Rest => _rest[0];")]
        [InlineData("public int First { get => Items[0]; init => Items.Insert(0, value); }")]
        [InlineData("public int Last { get => Hidden.Last; set { Hidden.Set(value); Items.Clear(); } } private Part Hidden = new(); "
            + "public class Part { public int Last; public void Set(int last) => Last = last; }")]
        public void Is_reported_if_the_setter_has_other_effects(string members)
        {
            Diagnostic found = Assert.Single(Harness.Diagnose(Of("public World(List<int> items) { Items = items; } public List<int> Items "
                + "{ get; } " + members), out _), d => d.Id == "KIT0056");
            Assert.Equal(DiagnosticSeverity.Warning, found.Severity);
            Assert.Contains("' changes the content of 'Items': its setter runs when", found.GetMessage(null));
            Assert.StartsWith("Reading 'World." + Harness.TextAt(found) + "'", found.GetMessage(null));
        }

        [Theory]
        [InlineData("public World() { } public List<int> Items { get; set; } = new(); public int First { get => Items[0]; set { "
            + "Items.Insert(0, value); Other = value; } } public int Other { get; set; }")]
        [InlineData("public World(List<int> items, int first) { Items = items; } public List<int> Items { get; } public int First { get "
            + "=> Items[0]; set { Items.Insert(0, value); _last = value; } } private int _last;")]
        public void Is_not_reported_if_it_is_set_again_or_not_called(string members) =>
            Assert.DoesNotContain(Harness.Diagnose(Of(members), out _), d => d.Id == "KIT0056");

        private static CSharpCompilation Of(string members) => Harness.Compile("using System.Collections.Generic; using Kitbag; "
            + "[KitbagSerializable] public class World { " + members + " }", version: LanguageVersion.Preview);

        // Rows, groups and JSON.
        private static void Check(string members, string created, string other) => Harness.RoundTrip(@"
using System; using System.Collections.Generic; using System.Linq; using Kitbag;
public class World { " + members + @" } public class Mass { public int Area; }
public static class Program
{
    static World Make() => " + created + @";
    static World Make(int i) { if (i % 2 == 0) return Make(); return " + other + @"; }
    static string All(IEnumerable<World> all) => string.Join("";"", all);
    public static object?[] Run() { World[] many = Enumerable.Range(0, 100).Select(Make).ToArray(); return new object?[] {
        Make().ToString(), Tool.Again(Make()).ToString(), Make().ToString(),
        KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(Make())).ToString(), All(many), All(Tool.Again(many)) }; }
}", "ChangedContent", LanguageVersion.Preview);
    }
}
