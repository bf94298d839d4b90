using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests private members that constructors make of their arguments. Each program is run: a warning is given exactly if reading makes
    /// something else of the stored members.
    /// </summary>
    public class DifferingStateTests
    {
        private const string Titled = "public class World { readonly string «_title; public string Name { get; } public World(string "
            + "name) { Name = name; _title = name; } public string Show() => _title; ";

        [Theory]
        // Methods change the copy of a collection, and not the collection.
        [InlineData("KIT0027", "_copy = items.ToList();", "List<int>", "_copy.Add(2);")]
        [InlineData("KIT0027", "_copy = new List<int>(items);", "List<int>", "_copy[0] = 3;")]
        [InlineData("KIT0027", "_copy = items.ToArray();", "int[]", "_copy[0]++;")]
        [InlineData("KIT0027", "_copy = new(items);", "Queue<int>", "_copy.Dequeue();")]
        [InlineData("", "_copy = items.ToList();", "List<int>", "_copy.Add(2); Items.Add(2);")]
        [InlineData("", "_copy = items.ToList();", "List<int>", "_copy.Sort();")]
        [InlineData("", "_copy = items.ToHashSet();", "HashSet<int>", "_copy.Contains(2);")]
        public void Copies_of_collections(string id, string make, string type, string change) => Harness.Loss(id,
            "public class World { private readonly " + type + " «_copy; public List<int> Items { get; } public World(List<int> items) { "
                + "Items = items; " + make + " } public void Change() { " + change + " } public string Show() => string.Join(\",\", "
                + "_copy); }",
            "(new List<int> { 1 })", "Change()");

        [Theory]
        // A property returns only some of the elements of the copy.
        [InlineData("KIT0027", "_all.Where(i => i > 1)")]
        [InlineData("KIT0027", "_all.OfType<object>().Take(1).Cast<int>()")]
        [InlineData("", "_all.AsReadOnly()")]
        [InlineData("", "_all")]
        public void Copies_that_are_shown_in_part(string id, string returned) => Harness.Loss(id,
            "public class World { private readonly List<int> «_all; public IEnumerable<int> Items => " + returned + "; public World("
                + "IEnumerable<int> items) { _all = items.ToList(); } public int Show() => _all.Count; }",
            "(new[] { 1, 2 })", "ToString()");

        [Theory]
        // Another constructor sets the member to something else than the stored one.
        [InlineData("KIT0027", Titled + "public World(string name, string? title) { Name = name; _title = title ?? name; } }",
            "(\"a\", \"b\")")]
        [InlineData("KIT0027", Titled + "public World(string name, int n) { Name = name; _title = \"b\"; } }", "(\"a\", 1)")]
        [InlineData("KIT0027", "public struct World { readonly int «_a; public int B { get; } public World(int b) { B = b; _a = b; } "
            + "public World(int b, int c) { B = b; _a = c; } public int Show() => _a; }", "(1, 2)")]
        [InlineData("", Titled + "public World(int n) : this(\"a\" + n) { } }", "(1)")]
        [InlineData("", Titled + "public World(World other) { Name = other.Name; _title = other._title; } }", "(new World(\"a\"))")]
        [InlineData("", Titled + "public World(string name, int n) { Name = name + n; _title = Name; } }", "(\"a\", 1)")]
        public void Other_constructors(string id, string source, string create) => Harness.Loss(id, source, create, "ToString()");
    }
}
