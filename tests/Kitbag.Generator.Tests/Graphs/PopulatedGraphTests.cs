using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>JSON that populates objects of a graph is read once, and invalid JSON changes nothing.</summary>
    public class PopulatedGraphTests
    {
        private const string Types = @"using System; using System.Collections.Generic; using System.Linq; using Kitbag;
using System.Text.Json.Serialization;
public class Node
{
    public static int Made, Calls, Sets;
    private string? _name;
    public Node() { Made++; }
    public string? Name { get => _name; set { _name = value; Sets++; if (value == ""refused"") throw new InvalidOperationException(""no"");
        } }
    public Node? Next { get; set; }
    public List<Node> Kids { get; } = new();
    public Settings Settings { get; } = new();
    public Dictionary<string, Node> ByName { get; } = new();
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> Numbers { get; set; } = new() { 1 };
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public SortedDictionary<string, int> Map { get; set; } = new();
    public HashSet<Node> Set { get; } = new();
    public string Show() => Name + ""|"" + Next?.Name + ""|"" + string.Join("","", Kids.Select(k => k.Name)) + ""|"" + Settings.X + ""/""
        + Settings.Y + ""|""
        + string.Join("","", ByName.Select(p => p.Key + p.Value.Name)) + ""|"" + string.Join("","", Numbers) + ""|""
            + string.Join("","", Map) + ""|"" + Set.Count;
}
public class Settings { public int X { get; set; } = 5; public int Y { get; set; } = 6; }
public class World : IKitbagDeserialized
{
    public Node? Root { get; set; } public Node Fixed { get; } = new();
    public int Number { get; set; } [JsonRequired] public int Needed { get; set; }
    public void OnDeserialized() => Node.Calls++;
}
public static class Help
{
    public static Node Target() { var node = new Node { Name = ""t"", Next = new Node { Name = ""n"" } }; node.Kids.Add(node.Next);
        node.Settings.X = 7;
        node.ByName[""a""] = node.Next; node.Map[""m""] = 1; node.Set.Add(node); return node; }
    public static string Told(Action action) {
        try { action(); return ""nothing""; } catch (KitbagException e) { return e.Reason + "" "" + e.Path; } }
}
";

        [Fact]
        public void Read_once() => Harness.RoundTrip(Types + @"
public static class Program {
    public static object?[] Run() {
        Node target = Help.Target(), next = target.Next!;
        List<Node> kids = target.Kids;
        Node.Made = Node.Sets = 0;
        KitbagJson.Populate((""{'$id':'1','Name':'x','Kids':[{'Name':'k','Next':{'$ref':'1'}},{'$ref':'1'}],'Settings':{'Y':9},""
            + ""'ByName':{'b':{'$ref':'1'}},'Numbers':[2,3],'Map':{'o':2},'Set':[{'$ref':'1'},{'Name':'s'}]}"")
            .Replace('\'', '""'), target);
        return new object?[] { ""x|n|k,x|7/9|bx|1,2,3|[m, 1],[o, 2]|2"", target.Show(), 2, Node.Made, 3, Node.Sets, true,
            target.Next == next
            && target.Kids == kids && kids[0].Next == target && kids[1] == target && target.ByName[""b""] == target
                && target.Set.Contains(target) };
    } }");

        [Theory]
        [InlineData(@"{'Name':'x','Settings':{'X':1,'Y':2},'Kids':[],'Numbers':[4],'Map':{'q':1},'ByName':{},'Set':[],'Next':{'Name':5}}",
            "SchemaMismatch Node.Next.Name")]
        [InlineData(@"{'Name':'x','Kids':[],'Settings':{'X':1},'Numbers':[4],'Next':{'Name':'refused'}}", "Refused Node.Next.Name")]
        [InlineData(@"{'Name':'x','Kids':[],'Numbers':[4],'Next':{'$ref':'7'}}", "Malformed Node.Next")]
        [InlineData(@"{'Name':'x','Kids':[],'Numbers':[4]} 5", "TrailingBytes Node")]
        [InlineData(@"{'Name':'x','Kids':[{'$id':'1'},{'$ref':'1'}],'Set':[{'$ref':'1'},{'$ref':'1'}]", "Truncated Node.Set")]
        [InlineData(@"{'Name':'x','Kids':[{'$id':'1'},{'$ref':'1'}],'Set':[{'$ref':'2'}]}", "Malformed Node.Set[0]")]
        public void Nothing_changes_if_the_text_is_invalid(string text, string says) => Harness.RoundTrip(Types + @"
public static class Program {
    public static object?[] Run() {
        Node target = Help.Target(), next = target.Next!;
        string before = target.Show(), told = Help.Told(() => KitbagJson.Populate(@""" + text + @""".Replace('\'', '""'), target));
        return new object?[] { """ + says + @""", told, before, target.Show(), true, target.Next == next };
    } }");

        [Fact]
        public void Roots_that_are_not_tracked() => Harness.RoundTrip(Types + @"
public static class Program {
    public static object?[] Run() {
        var world = new World { Number = 3 };
        Node kept = world.Fixed;
        string[] told = { Help.Told(() => KitbagJson.Populate(""{\""Number\"":5,\""Root\"":{}}"", world)),
            Help.Told(() => KitbagJson.Populate(""{\""Needed\"":1,\""Number\"":5,\""Fixed\"":{\""Name\"":\""f\""},\""Root\"":4}"",
                world)) };
        int number = world.Number; string? name = world.Fixed.Name;
        Node.Made = Node.Calls = 0;
        KitbagJson.Populate((""{'Needed':2,'Number':6,'Fixed':{'$id':'1','Name':'f'},""
            + ""'Root':{'Next':{'$ref':'1'}}}"").Replace('\'', '""'), world);
        var list = new List<Node> { kept };
        told[1] += "" "" + Help.Told(() => KitbagJson.Populate(""[{\""$id\"":\""1\""},{\""$ref\"":\""2\""}]"", list)) + list.Count;
        KitbagJson.Populate(""[{\""$id\"":\""1\""},{\""$ref\"":\""1\""}]"", list);
        return new object?[] { ""SchemaMismatch World"", told[0], ""SchemaMismatch World.Root Malformed $[1]1"", told[1], 3, number, null,
            name,
            6, world.Number, 1, Node.Calls, true, world.Root!.Next == world.Fixed && world.Fixed.Name == ""f"" && list.Count == 2
                && list[0] == list[1] };
    } }");
    }
}
