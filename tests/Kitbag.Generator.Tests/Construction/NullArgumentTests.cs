using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Members that are null although the constructor that takes them replaces or rejects null.</summary>
    public class NullArgumentTests
    {
        private const string Tools = @"
public class Lock { public bool IsOn { get; set; } public Lock(bool isOn) => IsOn = isOn; }
public static class Program
{
    static string Read(Repo repo) =>
        Text(KitbagSerializer.Deserialize<Repo>(KitbagSerializer.Serialize(repo))) + Text(KitbagJson.Deserialize<Repo>(KitbagJson.Serialize(
            repo))) + string.Concat(KitbagSerializer.Deserialize<List<Repo>>(KitbagSerializer.Serialize(Many(repo))).Select(Text))
        + Text(KitbagJson.Deserialize<Repo>(KitbagJson.Serialize(repo, new KitbagJsonOptions { OmitDefaults = true })));
    static List<Repo> Many(Repo repo) => Enumerable.Repeat(repo, 4).ToList();
    static string Text(Repo repo) => repo.Name + (repo.Lock == null ? ""-"" : repo.Lock.IsOn.ToString())
        + (repo.Items == null ? ""-"" : string.Join("","", repo.Items)) + "";"";
    static string Expected(string text) => string.Concat(Enumerable.Repeat(text + "";"", 7));
    public static object[] Run()
    {
        Repo empty = Empty();
        return new object[] { Expected(Text(empty).TrimEnd(';')), Read(empty), Expected(""nTrue1,2""), Read(Full()) };
    }
";

        private const string Members = @"public string Name { get; private set; } public Lock Lock { get; private set; }
public List<int> Items { get; private set; }";

        private const string Full =
            "static Repo Full() => new Repo(\"n\", new Lock(true), new List<int> { 1, 2 }); static Repo Empty() => ";

        [Theory]
        [InlineData("Lock = @lock ?? new Lock(false); Items = items ?? new List<int>();")]
        [InlineData("Lock = @lock == null ? new Lock(false) : @lock; Items = items is null ? new List<int>() : items;")]
        [InlineData("Lock = @lock != null ? @lock : new Lock(false); Items = items != null ? items : new List<int>();")]
        [InlineData("Lock = @lock is not null ? @lock : new Lock(false); Items = items is { } ? items : new List<int>();")]
        [InlineData("@lock ??= new Lock(false); if (items == null) items = new List<int>(); Lock = @lock; Items = items;")]
        [InlineData("if (null == items) { items = new List<int>(); } Lock = @lock ?? (new Lock(false)); Items = (items);")]
        [InlineData("Lock = new Lock(false); if (@lock != null) Lock = @lock; Items = items?.ToList() ?? new List<int>();")]
        [InlineData("if (@lock != null) Lock = @lock; else Lock = new Lock(false); Items = Copy(items); } static List<int> Copy("
            + "List<int> of) => of == null ? new List<int>() : of.ToList(); static void None() {")]
        [InlineData("Lock = @lock; Lock ??= new Lock(false); Items = new List<int>(items ?? new List<int>());")]
        [InlineData("switch (@lock) { case null: Lock = new Lock(false); break; default: Lock = @lock; break; } Items = Enumerable.Concat("
            + "items ?? Enumerable.Empty<int>(), new int[0]).ToList();")]
        public void Are_set_again_if_the_constructor_replaces_null(string body)
        {
            string type = "public class Repo { " + Members + " public Repo(string name, Lock @lock, List<int> items) { Name = name; " + body
                + " } public static Repo Empty() { var repo = new Repo(null, null, null); repo.Lock = null; repo.Items = null; return "
                + "repo; } }";
            RoundTrip(type, Full + "Repo.Empty(); }");
            RoundTrip(type.Replace("public Repo(", "public Repo() { } public Repo("), Full + "new Repo(); }");
        }

        [Theory]
        [InlineData("Name = name.Trim(); Lock = @lock; Items = items;")]
        [InlineData("Name = name; Lock = @lock; Items = items.ToList();")]
        [InlineData("Name = name; Lock = @lock; Items = new List<int>(items);")]
        [InlineData("Name = name; Lock = @lock; Items = new List<int>(); foreach (int item in items) Items.Add(item);")]
        [InlineData("Name = name ?? throw new ArgumentNullException(); Lock = @lock; Items = items;")]
        [InlineData("if (name == null) throw new ArgumentNullException(); Name = name; Lock = @lock; Items = items;")]
        [InlineData("if (string.IsNullOrEmpty(name)) { throw new ArgumentException(); } Name = name; Lock = @lock; Items = items;")]
        [InlineData("if (name is null) { throw new ArgumentNullException(); } Name = name; Lock = @lock; Items = items;")]
        [InlineData("ThrowIfNull(items); Name = name; Lock = @lock; Items = items; } static void ThrowIfNull(object o) { if (o == null) "
            + "throw new Exception();")]
        public void Are_set_if_the_constructor_rejects_null_and_another_one_leaves_it(string body)
        {
            string type = "public class Repo { " + Members + " public Repo() { } public Repo(string name, Lock @lock, List<int> items) { "
                + body + " } }";
            RoundTrip(type, Full + "new Repo(); }");
            RoundTrip(type + " public class Sub : Repo { }", Full + "new Repo(); }");
        }

        // An object whose setter rejects null, and that is new, has null.
        [Theory]
        [InlineData("set => _name = value ?? throw new ArgumentNullException();", "")]
        [InlineData("set { if (value == null) throw new ArgumentNullException(); _name = value; }", "")]
        [InlineData("set { ArgumentNullException.ThrowIfNull(value); _name = value; }", "")]
        [InlineData("set => _name = value.Trim();", "")]
        [InlineData("set => _name = Names.Checked(value, 4);", "")]
        [InlineData("set { Names.Check(value); _name = value; }", "")]
        [InlineData("set => _name = Names.Checked(value, 4);", " = \"none\"")]
        [InlineData("set => _name = value ?? throw new ArgumentNullException();", " = \"none\"")]
        public void Are_not_set_if_the_setter_rejects_null(string setter, string initial) => Harness.RoundTrip(Usings
            + "public class Hero { private string _name" + initial + "; public string Name { get => _name; " + setter + @" }
    public int Age { get; set; } public static string New = new Hero().Name;
    public static Hero Of(string name) => new Hero { _name = name }; }
public static class Names
{
    public static void Check(string name) { if (name.Length == 0) throw new ArgumentException(); }
    public static string Checked(string name, int length) => name.Length > length ? name.Substring(0, length) : name;
}
public static class Program
{
    static string Name(Func<Hero> read) { try { return read().Name ?? ""null""; } catch (KitbagException) { return ""none""; } }
    public static object[] Run()
    {
        Hero[] heroes = { new Hero(), new Hero { Name = ""a"" } };
        string expected = (Hero.New ?? ""null"") + ""a"";
        return new object[] { expected, string.Concat(heroes.Select(h => Tool.Again(h).Name ?? ""null"")),
            expected, string.Concat(Tool.Again(heroes).Select(h => h.Name ?? ""null"")),
            Hero.New ?? ""null"", Name(() => Tool.Again(Hero.Of(null))),
            Hero.New ?? ""null"", Name(() => Tool.Again(new[] { Hero.Of(null) })[0]),
            ""none"", Name(() => { var hero = Hero.Of(""old""); KitbagSerializer.Populate(KitbagSerializer.Serialize(Hero.Of(null)), hero);
                return hero; }) };
    }
}", nullable: NullableContextOptions.Disable);

        // The values that a new object has, which no setter would accept.
        [Theory]
        [InlineData("private int _a; public int A { get => _a; set { if (value <= 0) throw new ArgumentException(); _a = value; } }", "3")]
        [InlineData("private double _a; public double A { get => _a; set => _a = value > 0 ? value : throw new ArgumentException(); }",
            "0.5")]
        [InlineData("private string _a = \"\"; public string A { get => _a; set { if (string.IsNullOrEmpty(value)) { throw new "
            + "ArgumentException(); } _a = value; } }", "\"x\"")]
        [InlineData("private DayOfWeek? _a; public DayOfWeek? A { get { return _a; } set { if (value == null || value == DayOfWeek.Friday) "
            + "throw new ArgumentException(); _a = value; } }", "DayOfWeek.Monday")]
        public void Of_a_new_object_are_not_set_if_the_setter_rejects_them(string members, string value) => Harness.RoundTrip(Usings
            + "public class Hero { " + members + @" public int Age { get; set; } }
public static class Program
{
    static string Show(Hero hero) => hero.A + "" "" + hero.Age;
    public static object[] Run()
    {
        Hero[] heroes = { new Hero { Age = 4 }, new Hero { A = " + value + @" } };
        return new object[] { Show(heroes[0]), Show(Tool.Again(heroes[0])), Show(heroes[1]), Show(Tool.Again(heroes[1])),
            Show(heroes[0]) + Show(heroes[1]), string.Concat(Tool.Again(heroes).Select(Show)) };
    }
}", nullable: NullableContextOptions.Disable);

        [Fact]
        public void Are_set_if_the_base_class_rejects_null() => RoundTrip(
            "public class Named { public string Name { get; private set; } public Named() { } public Named(string name) { if (name == "
                + "null) throw new Exception(); Name = name; } } public class Repo : Named { public Lock Lock { get; private set; } public "
                + "List<int> Items { get; private set; } public Repo() { } public Repo(string name, Lock @lock, List<int> items) : "
                + "base(name) { Lock = @lock; Items = items; } }", Full + "new Repo(); }");

        [Theory]
        [InlineData("if (name != null) Name = name.Trim(); Lock = @lock; Items = items;", "")]
        [InlineData("Name = name?.Trim(); Lock = @lock; Items = items;", "")]
        [InlineData("Name = name; Lock = @lock; Items = items.ToList();", " = new List<int>();")]
        public void Keep_the_constructor_that_takes_them_if_it_can_be_called(string body, string initializer)
        {
            string type = "public class Repo { " + Members + initializer + " public static int Made; public Repo() { } public Repo("
                + "string name, Lock @lock, List<int> items) { Made++; " + body + " } }";
            Harness.RoundTrip(Usings + type + Tools.Replace("Run()", "All()") + Full + @"new Repo();
public static object[] Run()
{
    byte[] body = KitbagSerializer.Serialize(Full());
    Repo.Made = 0;
    KitbagSerializer.Deserialize<Repo>(body);
    return new object[] { Repo.Made, 1 };
} }", nullable: NullableContextOptions.Disable);
        }

        private const string Usings = "using System; using System.Collections.Generic; using System.Linq; using Kitbag;\n";

        private static void RoundTrip(string type, string program) =>
            Harness.RoundTrip(Usings + type + Tools + program, nullable: NullableContextOptions.Disable);
    }
}
