using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Setters that set or use other members: each member still receives the value that was stored.</summary>
    public class SetOrderTests
    {
        private const string Level = "private int _level; public int Level { get => _level; set { _level = value; ";

        private const string Populated = @"
    static object?[] More() => new object?[]
    {
        Make(), Change(hero => KitbagSerializer.Populate(KitbagSerializer.Serialize(Make()), hero)),
        Make(), Change(hero => KitbagJson.Populate(KitbagJson.Serialize(Make()), hero)),
        7, Change(hero => KitbagJson.Populate(""{\""Armor\"":7,\""Level\"":4}"", hero)).Armor,
        7, Change(hero => KitbagJson.Populate(""{\""Level\"":4,\""Armor\"":7}"", hero)).Armor,
    };
    static Hero Change(Action<Hero> populate)
    {
        Hero hero = Make();
        hero.Level = 1;
        hero.Armor = 2;
        populate(hero);
        return hero;
    }";

        // Each hero is created with a Level of 3 and an Armor of 33, a state that its setters alone would not produce.
        [Theory]
        [InlineData(Level + "Armor = value * 10; } } public int Armor { get; set; }")]
        [InlineData("public int Armor { get; set; } " + Level + "this.Armor = value * 10; } }")]
        [InlineData(Level + "_armor = value * 10; } } private int _armor; public int Armor { get => _armor; set => _armor = value; }")]
        [InlineData(Level + "_armor = value * 10; } } private int _armor; "
            + "public int Armor { get { return _armor; } set { _armor = value; } }")]
        [InlineData(Level + "Recompute(); } } private void Recompute() { Again(); } private void Again() => Armor = _level * 10; "
            + "public int Armor { get; set; }")]
        [InlineData(Level + "Armor++; } } public int Armor;")]
        [InlineData(Level + "Change(ref Armor); } } public int Armor; private static void Change(ref int value) => value = 5;")]
        [InlineData(Level + "(Armor, Zeal) = (1, 2); } } public int Armor { get; set; } public int Zeal { get; set; }")]
        [InlineData(Level + "Zeal = value; } } public int Armor { get; set; } "
            + "private int _zeal; public int Zeal { get => _zeal; set { _zeal = value; Armor = value; } }")]
        [InlineData("private int _armor; public int Armor { get => _armor; set => _armor = value > Limit ? Limit : value; } "
            + "public int Limit = 1; public int Level { get; set; }", "Limit = 40, ")]
        [InlineData("private int _armor; public int Armor { get => _armor; set { int.TryParse(value.ToString(), out var x); "
            + "_armor = Math.Min(x, Limit); } } public int Limit { get; set; } = 1; public int Level { get; set; }", "Limit = 40, ")]
        [InlineData("private int _armor; public int Armor { get => _armor; set => _armor = Clamp(value); } "
            + "private int Clamp(int value) => Math.Min(value, Total); private int Total => Limit + Zeal; "
            + "public int Level { get; set; } public int Limit { get; set; } public int Zeal { get; set; }", "Limit = 20, Zeal = 20, ")]
        public void Of_a_class(string members, string more = "")
        {
            string created = "new Hero { Level = 3, " + more + "Armor = 33 }";
            Check("public class Hero { " + members + " }", created, Populated);
            Check("[KitbagSerializable(Tracked = true)] public class Hero { " + members + " public Hero? Friend { get; set; } }", created,
                Populated);
            Check("public struct Hero { " + members.Replace("Limit = 1;", "Limit;").Replace("} = 1;", "}") + " public string? Name; }",
                created);
        }

        [Theory]
        [InlineData(Level + "Armor = value * 10; } } public required int Armor { get; set; }")]
        [InlineData("private int _level; public required int Level { get => _level; set { _level = value; Armor = value * 10; } } "
            + "public required int Armor { get; set; }")]
        [InlineData("private int _level; public int Level { get => _level; init { _level = value; Armor = value * 10; } } "
            + "public int Armor { get; init; }")]
        [InlineData(Level + "_armor = 1; } } private int _armor; public int Armor { get => _armor; init => _armor = value; }")]
        public void Of_members_of_an_initializer(string members)
        {
            Check("public class Hero { " + members + " }", "new Hero { Level = 3, Armor = 33 }");
            Check("[KitbagSerializable(Tracked = true)] public class Hero { " + members + " public Hero? Friend { get; set; } }",
                "new Hero { Level = 3, Armor = 33 }");
            Check("public struct Hero { " + members + " public string? Name; }", "new Hero { Level = 3, Armor = 33 }");
        }

        [Theory]
        [InlineData(Level + "Armor = 1; } } public int Armor { get; set; }")]
        [InlineData(Level + "Armor = 1; } } public int Armor { get; private set; }")]
        [InlineData(Level + "Armor = 1; } } public int Armor { get; protected internal set; } public string? Name { get; set; }")]
        public void Of_a_constructor(string members)
        {
            members += " public Hero(int armor) { Armor = armor; } public Hero Put(int armor) { Armor = armor; return this; }";
            Check("public class Hero { " + members + " }", "new Hero(1) { Level = 3 }.Put(33)");
            Check("[KitbagSerializable(Tracked = true)] public class Hero { " + members + " public Hero? Friend { get; set; } }",
                "new Hero(1) { Level = 3 }.Put(33)");
        }

        // A setter that is called only before another member has a value.
        [Theory]
        [InlineData("if (Item != null) throw new InvalidOperationException(); _id = value;", "Id = 5, Item = new Hero { Id = 7 }")]
        [InlineData("if (IsFrozen || Item is not null) { throw new InvalidOperationException(); } _id = value;", "Id = 5, IsFrozen = true")]
        [InlineData("ThrowIfFrozen(); _id = value; } } private void ThrowIfFrozen() { if (this.IsFrozen == true) throw new Exception(); {",
            "Id = 5, IsFrozen = true")]
        [InlineData("if (Count.HasValue) throw new Exception(); _id = value;", "Id = 5, Count = 3")]
        [InlineData("if (Item is { }) throw new Exception(); if (IsFrozen) throw new Exception(); _id = value;", "Id = 5, IsFrozen = true, "
            + "Item = new Hero()")]
        [InlineData("if (!IsOpen) throw new Exception(); _id = value;", "IsOpen = true, Id = 5")]
        // Or that ignores the value.
        [InlineData("if (IsFrozen) return; _id = value;", "Id = 5, IsFrozen = true")]
        [InlineData("if (Item == null) { _id = value; }", "Id = 5, Item = new Hero()")]
        [InlineData("if (IsFrozen) return; _id = Math.Max(0, value); Touch(); } } public int Touched; private void Touch() { Touched++; {",
            "Id = 5, IsFrozen = true")]
        // In a way that only setting the field can avoid.
        [InlineData("if (!IsOpen) return; _id = value;", "IsOpen = true, Id = 5, Ended = true")]
        [InlineData("if (Count != null && Count > 2) throw new Exception(); else _id = value;", "Id = 5, Count = 3")]
        [InlineData("Guard(nameof(Id)); _id = value; } } private void Guard(string name) { Test(name); } private void Test(string name) { "
            + "if (!string.IsNullOrEmpty(Name)) throw new Exception(name); {", "Id = 5, Name = \"n\"")]
        [InlineData("ObjectDisposedException.ThrowIf(IsFrozen, this); _id = value;", "Id = 5, IsFrozen = true")]
        [InlineData("if (!IsFixed) _id = value; else throw new Exception();", "Id = 5, IsFixed = true")]
        public void Of_a_setter_that_refuses_a_value_in_a_certain_state(string setter, string values) => Harness.RoundTrip(@"
using System; using Kitbag;
public class Hero
{
    public bool IsFrozen { get; set; }
    public Hero? Item { get; set; }
    private int _id;
    public int Id { get => _id; set { " + setter + @" } }
    public int? Count { get; set; }
    public bool IsOpen { get; set; }
    public bool IsFixed { get; init; }
    public string? Name { get; set; }
    public bool Ended { get; set; }
}
public static class Program
{
    static string Text(Hero hero) => hero.Id + "","" + hero.Item?.Id + hero.IsFrozen + hero.Count + hero.IsOpen + hero.Name + hero.IsFixed;
    public static object?[] Run()
    {
        var hero = new Hero { " + values + @" };
        if (hero.Ended) hero.IsOpen = false;
        return new object?[] { Text(hero), Text(Tool.Again(hero)) };
    }
}", version: LanguageVersion.CSharp9);

        [Fact]
        public void Of_a_constructor_and_an_init_accessor() => Harness.RoundTrip(@"
public record Hero(int Armor) { private readonly int _level; public int Level { get => _level; init { _level = value; Armor = value; } } }
public static class Program { static Hero Make() => new Hero(1) { Level = 5 } with { Armor = 9 };
    public static object?[] Run() => new object?[] { Make(), Tool.Again(Make()) }; }");

        [Fact]
        public void Of_a_base_class() => Check(@"
public class Unit { public int Armor { get; set; } public virtual int Level { get; set; } }
public class Hero : Unit { private int _level; public override int Level { get => _level; set { _level = value; base.Armor = value; } } }",
            "new Hero { Level = 3, Armor = 33 }");

        // If two setters set each other, neither order preserves both values, but the value that is set last is correct.
        [Fact]
        public void Of_setters_that_set_each_other() => Harness.RoundTrip(@"
public class Hero
{
    private int _a, _b;
    public int A { get => _a; set { _a = value; if (_b != value + 1) B = value + 1; } }
    public int B { get => _b; set { _b = value; if (_a != value - 1) A = value - 1; } }
}
public static class Program
{
    public static object?[] Run() => new object?[] { new Hero { A = 4 }, Tool.Again(new Hero { A = 4 }) };
}");

        // Those that set each other keep their order; a member that uses them is set after them.
        [Theory]
        [InlineData("_hp = Math.Max(_least, Math.Min(_most, value)); }")]
        [InlineData("_hp = value; if (_hp < _least) { _hp = _least; } if (_hp > _most) { _hp = _most; } }")]
        [InlineData("_hp = Math.Max(_least, Math.Min(_most, value)); Changed?.Invoke(); }")]
        [InlineData("_hp = Math.Max(_least, Math.Min(Limit, value)); Changed?.Invoke(); } } "
            + "private int Limit { get { return _most; }")]
        public void Of_a_setter_that_uses_members_which_set_each_other(string setter) => Harness.RoundTrip(@"
using System;
public class Hero
{
    private int _hp, _least, _most;
    public string? A { get; set; }
    public int Hp { get => _hp; set { " + setter + @" }
    public int Least { get => _least; set { _least = value; if (value > _most) { _most = _least; } } }
    public int Most { get => _most; set { _most = value; if (value < _least) { _least = _most; } } }
    public event Action? Changed;
}
public static class Program
{
    static string Text(Hero hero) => hero.Least + "" "" + hero.Hp + "" "" + hero.Most;
    public static object?[] Run()
    {
        var hero = new Hero { Most = 10, Hp = 2, Least = 1 };
        Hero[] many = { hero, hero, hero, hero, hero, hero, hero, hero, hero };
        return new object?[] { Text(hero), Text(Tool.Again(hero)), Text(hero), Text(Tool.Again(many)[8]) };
    }
}");

        // Only one of them contains something, and setting the others to null would remove that.
        [Theory]
        [InlineData("public Text? A { get => _content as Text; set => _content = value; } "
            + "public Size? B { get { return _content as Size; } set { _content = value; } }")]
        [InlineData("public Size? B { get => this._content is Size size ? size : null; set => this._content = value; } "
            + "public Text? A { get => _content is Text ? (Text)_content : null; set => _content = value; }")]
        public void Of_properties_that_show_one_field_as_different_types(string properties) => Harness.RoundTrip(@"
public class Text { public string? Value { get; set; } }
public class Size { public int Value { get; set; } }
public class Node
{
    private object? _content = new Size { Value = 3 };
    public string? Name { get; set; }
    " + properties + @"
}
public static class Program
{
    static string Show(Node node) => node.A?.Value + "" "" + node.B?.Value + node.Name;
    static string[] Both(Node node) => new[]
    {
        Show(Tool.Again(node)), Show(Tool.Again(new[] { node, node, node, node, node, node, node, node, node })[8])
    };
    public static object?[] Run() => new object?[]
    {
        ""t n"", Both(new Node { A = new Text { Value = ""t"" }, Name = ""n"" })[0],
        ""t n"", Both(new Node { A = new Text { Value = ""t"" }, Name = ""n"" })[1],
        "" 5n"", Both(new Node { B = new Size { Value = 5 }, Name = ""n"" })[0],
        "" 5n"", Both(new Node { B = new Size { Value = 5 }, Name = ""n"" })[1],
        "" n"", Both(new Node { B = null, Name = ""n"" })[0],
        "" n"", Both(new Node { B = null, Name = ""n"" })[1],
    };
}", version: LanguageVersion.CSharp9);

        // The setter of Kind would replace the content of another member: each hero has a content that no setter produces.
        [Theory]
        [InlineData("List<int> Items { get; set; } = new();", "Items.Clear(); Items.Add(value);", "Kind = 3, Items = { 9, 8 }")]
        [InlineData("List<int> Items { get; } = new();", "Items.Clear(); Items.Add(value);", "Kind = 3, Items = { 9, 8 }")]
        [InlineData("readonly List<int> Items = new();", "Resize(); } } private void Resize() { this.Items?.Clear(); {",
            "Kind = 3, Items = { 9, 8 }")]
        [InlineData("int[] Items { get; set; } = new int[2];", "for (int i = 0; i < 2; i++) Items[i] = value;",
            "Kind = 3, Items = new[] { 9, 8 }")]
        [InlineData("Dictionary<string, int> Items { get; } = new();", "Items[\"hp\"] = value;", "Kind = 3, Items = { [\"hp\"] = 9 }")]
        [InlineData("Stats Items { get; set; } = new();", "Items.Hp = value * 10;", "Kind = 3, Items = { Hp = 9 }")]
        [InlineData("Stats Items { get; } = new();", "this.Items.Hp = value * 10;", "Kind = 3, Items = { Hp = 9 }")]
        [InlineData("int Items;", "Change(value, this); } } private static void Change(int i, Hero hero) { hero.Items = i; {",
            "Kind = 3, Items = 9")]
        [InlineData("List<int>? Items { get; set; }", "if (value != 0) Items!.Reverse();", "Items = new() { 9 }, Kind = 3")]
        [InlineData("List<int> Items { get; set; } public Hero() { Items = new(); }", "Items.Clear(); Items.Add(value);",
            "Kind = 3, Items = { 9, 8 }")]
        [InlineData("Stats Items { get; set; } public Hero() : this(1) { } private Hero(int hp) { Items = new Stats { Hp = hp }; }",
            "Items.Hp = value * 10;", "Kind = 3, Items = { Hp = 9 }")]
        [InlineData("Mass Items;", "Items.Area = value * 10;", "Kind = 3, Items = new Mass { Area = 9 }")]
        [InlineData("Mass Items;", "ref var mass = ref Items; mass.Area = value * 10;", "Kind = 3, Items = new Mass { Area = 9 }")]
        [InlineData("(int A, int B) Items;", "Items.A = value;", "Kind = 3, Items = (8, 9)")]
        public void Of_content(string member, string setter, string content) => Harness.RoundTrip(@"
using System.Collections.Generic; using System.Linq; using Kitbag;
public class Stats { public int Hp { get; set; } }
public struct Mass { public float Area; }
public class Hero { private int _kind; public " + member + " public int Kind { get => _kind; set { _kind = value; " + setter + @" } } }
public static class Program
{
    static Hero Make() => new Hero { " + content + @" };
    public static object?[] Run()
    {
        Hero[] many = Enumerable.Range(0, 100).Select(i => Make()).ToArray();
        return new object?[] { Make(), Tool.Again(Make()), many, Tool.Again(many) };
    }
}", version: LanguageVersion.Preview);

        // A member that a setter replaces is never omitted from JSON.
        [Fact]
        public void Of_default_values_in_json() => Harness.RoundTrip(@"
using Kitbag;
public class Hero { private int _level; public int Health; public int Level { get => _level; set { _level = value; Health = value; } } }
public static class Program
{
    public static object?[] Run()
    {
        var options = new KitbagJsonOptions { OmitDefaults = true };
        return new object?[] { 0, KitbagJson.Deserialize<Hero>(KitbagJson.Serialize(new Hero { Level = 3, Health = 0 }, options))!.Health };
    }
}");

        private const string Nullable =
                "private int? _armor; public int Armor { get => _armor.GetValueOrDefault(); set => _armor = value; } ",
            Generated = "private int? _armor; public int Armor { get { return _armor ?? default(int); } set { _armor = value; } } ",
            IsThere = "public bool ArmorSpecified { get => _armor != null; set { ";

        // A property by which another one is set to null is set after that. The second is generated by tools like xsd.exe, the third
        // and fourth by protogen.
        [Theory]
        [InlineData(Nullable + "public bool ArmorSpecified { get => _armor.HasValue; set { if (!value) _armor = null; } }")]
        [InlineData("public bool ArmorSpecified { get { return this._armor.HasValue; } set { if (value == false) { this._armor = null; } "
            + "} } private int? _armor; public int Armor { get { if (this._armor.HasValue) { return this._armor.Value; } else { return "
            + "default(int); } } set { this._armor = value; } }")]
        [InlineData(Generated + IsThere + "if (value == (_armor == null)) _armor = value ? Armor : (int?)null; } }")]
        [InlineData(Generated + IsThere + "if (value == (_armor == null)) _armor = value ? this.Armor : default(int?); } } "
            + "public int? Zeal { get; set; } public int ZealXml { get => Zeal ?? 0; set => Zeal = value; } "
            + "public bool ZealXmlSpecified { get => Zeal.HasValue; set { if (!value) Zeal = null; } }")]
        [InlineData(Nullable + IsThere + "if (value) { if (_armor == null) _armor = 0; } else { _armor = null; } } }")]
        [InlineData(Nullable + IsThere + "_armor = value ? _armor ?? 0 : null; } }")]
        // This is what KIT0008 advises.
        [InlineData("[KitbagInclude] private int? _armor; [KitbagIgnore] public int Armor { get => _armor ?? 0; set => _armor = value; } "
            + "[KitbagIgnore] public bool ArmorSpecified { get => _armor != null; set { if (!value) _armor = null; } }", true, false)]
        // Setting this one after the other would lose its value.
        [InlineData(Nullable + IsThere + "_armor = value ? 0 : (int?)null; } }", false)]
        public void Of_a_property_that_tells_whether_another_has_a_value(string members, bool isUnsetRead = true, bool isStored = true)
        {
            string more = "static object?[] More() => new object?[] { " + (isUnsetRead ? "new Hero(), Tool.Again(new Hero()), "
                + "Alternate(3), Tool.Again(Alternate(3)), Alternate(200), Tool.Again(Alternate(200)), new Hero(), Omitted(new Hero()), "
                + "new Hero { Armor = 0 }, Omitted(new Hero { Armor = 0 })" : "") + (isUnsetRead && isStored ? ", new Hero(), KitbagJson."
                + "Deserialize<Hero>(\"{\\\"ArmorSpecified\\\":false,\\\"Armor\\\":0}\"), new Hero(), KitbagJson.Deserialize<Hero>("
                + "\"{\\\"Armor\\\":5,\\\"ArmorSpecified\\\":false}\"), new Hero { Armor = 5 }, KitbagJson.Deserialize<Hero>("
                + "\"{\\\"ArmorSpecified\\\":true,\\\"Armor\\\":5}\")" : "")
                + " }; static Hero[] Alternate(int count) => Enumerable.Range(0, count).Select(i => i % 3 == 0 ? Make() : i % 3 == 1 ? "
                + "new Hero() : new Hero { Armor = 0 }).ToArray(); static Hero Omitted(Hero hero) => KitbagJson.Deserialize<Hero>("
                + "KitbagJson.Serialize(hero, new KitbagJsonOptions { OmitDefaults = true }))!;";
            Check("public class Hero { " + members + " public string? Name; }", "new Hero { Armor = 33 }", more);
            Check("[KitbagSerializable(Tracked = true)] public class Hero { " + members + " public Hero? Friend; }",
                "new Hero { Armor = 33 }", more);
            Check("public struct Hero { " + members + " public string? Name; }", "new Hero { Armor = 33 }", more);
        }

        private const string Armor = "private int _armor; public int Armor { get => _armor; set => ",
            Block = "private int _armor; public int Armor { get => _armor; set { ";

        // Each hero has more armor than its limit allows, because that was lowered later.
        [Theory]
        [InlineData(Armor + "_armor = Math.Clamp(value, 0, Limit); }")]
        [InlineData(Armor + "this._armor = value > Limit ? Limit : value; }")]
        [InlineData("private int _armor; public int Armor { get { return _armor; } set { _armor = Limited(value); } } private int Limited("
            + "int value) => Math.Min(value, Total); private int Total => Limit + 1;")]
        [InlineData("private int _armor; public int Armor { get => _armor; private set => _armor = Math.Min(value, Limit); } "
            + "public void Put(int armor) => Armor = armor;", "hero.Put(33);")]
        [InlineData("private int _armor; public required int Armor { get => _armor; init => _armor = Math.Min(value, Limit); }", "",
            "Armor = 33")]
        [InlineData(Block + "if (value > Limit) value = Limit; _armor = value; } }")]
        [InlineData(Block + "_armor = value; if (_armor > Limit) { _armor = Limit; } if (value < 0) { _armor = 0; } } }")]
        [InlineData(Block + "if (value > Limit) _armor = Limit; else if (value < 0) { _armor = 0; } else { _armor = value; } } }")]
        [InlineData(Block + "if (value > Limit) return; _armor = value; } }")]
        public void Beyond_a_limit(string armor, string put = "hero.Armor = 33;", string init = "")
        {
            string more = " public int Limit { get; set; } = 50; public int Level { get; set; } ", made = "Make(new Hero { " + init + " })",
                methods = " static Hero Make(Hero hero) { " + put + " hero.Limit = 20; hero.Level = 3; return hero; }"
                    + " static object?[] More() => new object?[] { 33, Tool.Again(" + made + ").Armor };";
            Check("public class Hero { " + armor + more + " }", made, methods);
            Check("[KitbagSerializable(Tracked = true)] public class Hero { " + armor + more + " public Hero? Friend; }", made, methods);
            Check("public struct Hero { public Hero() { } " + armor + more + " public string? Name; }", made, methods);
        }

        // Such setters run: values that they refuse, and other members that they set, matter.
        [Theory]
        [InlineData("_armor = value <= Limit ? value : throw new ArgumentException(\"too much\"); }", true)]
        [InlineData("Put(value); } void Put(int value) { if (value > Limit) throw new ArgumentException(); _armor = value; }", true)]
        [InlineData("_armor = Log(Math.Min(value, Limit)); } int Log(int value) { Count++; return value; } [KitbagIgnore] "
            + "public int Count; public void Run() { if (Count != 1) throw new Exception(\"not set\"); }", false)]
        public void Setters_with_other_effects_run(string setter, bool isRefused) => Harness.RoundTrip(@"
using System; using Kitbag;
public class Hero { " + Armor + setter + @" public int Limit { get; set; } = 50; }
public static class Program
{
    public static object?[] Run()
    {
        Hero hero = new Hero { Armor = 33 };
        hero.Limit = 20;
        string message = """";
        try { var read = KitbagSerializer.Deserialize<Hero>(KitbagSerializer.Serialize(hero))!; "
            + (isRefused ? "" : "read.Run();") + @" }
        catch (KitbagException e) { message = e.Reason.ToString(); }
        return new object?[] { """ + (isRefused ? "Refused" : "") + @""", message };
    }
}");

        // The code of setters in other assemblies cannot be seen. Poll and MimeKit's ContentDisposition are examples.
        private const string Library = @"
using System;
public class Poll
{
    public int[]? Correct { get; set; }
    public int? First
    {
        get => Correct is { Length: 1 } ? Correct[0] : null;
        set => Correct = value == null ? null : new[] { value.Value };
    }
}
public class Vote
{
    public Vote(int[]? correct) => Correct = correct;
    public int[]? Correct { get; set; }
    public int? First
    {
        get => Correct is { Length: 1 } ? Correct[0] : null;
        set => Correct = value == null ? null : new[] { value.Value };
    }
}
public class Disposition
{
    private string _text = ""inline"";
    public string Text { get => _text; set => _text = value ?? throw new ArgumentNullException(nameof(value)); }
    public bool IsAttachment { get => _text == ""attachment""; set => _text = value ? ""attachment"" : ""inline""; }
}
public class Owner { public string? Name { get; set; } }
public class Owned
{
    private Owner? _owner;
    public string? Name { get => _owner?.Name; set => _owner!.Name = value; }
    public Owner? Owner { get => _owner; set { if (value == null) throw new ArgumentNullException(nameof(value)); _owner = value; } }
}
public class Clamped
{
    private int _v, _most = 1;
    public int Most { get => _most; set => _most = value; }
    public int Value { get => _v; set => _v = Math.Min(value, Most); }
}
[Flags] public enum Marks : ushort { None, Hidden, Locked, Both }
public class Call : Marked
{
    private int _kind;
    public Call(int kind, Marks allMarks) { _kind = kind; AllMarks = allMarks; }
    public int Kind { get => _kind; set => _kind = value; }
    public bool IsFirst { get => _kind == 1; set => _kind = value ? 1 : 0; }
}
public class Marked
{
    private ushort all_marks;
    private object _cache = new object();
    public Marks AllMarks { get => (Marks)all_marks; set => all_marks = (ushort)value; }
    public bool IsHidden { get => (all_marks & 1) != 0; set => all_marks = (ushort)(value ? all_marks & 2 | 1 : all_marks & 2); }
    public bool IsBoth { get => all_marks == 3; set => all_marks = (ushort)(value ? 3 : 0); }
}
public struct Box
{
    private float _least, _most;
    public float Least { get => _least; set => _least = value; }
    public float Most { get => _most; set => _most = value; }
    public float Size { get => _most - _least; set => _most = _least + value; }
}
public class Level
{
    private int _number;
    public int Number { get => _number; set { _number = value; Armor = value; } }
    public int Armor;
}";

        [Theory]
        [InlineData("new Poll { Correct = new[] { 1, 2 } }")]
        [InlineData("new Poll { First = 3 }")]
        [InlineData("new Vote(new[] { 1, 2 })")]
        [InlineData("new Disposition { Text = \"other\" }")]
        [InlineData("new Disposition { IsAttachment = true }")]
        [InlineData("new Owned { Owner = new Owner { Name = \"o\" } }")]
        [InlineData("new Clamped { Most = 9, Value = 7 }")]
        [InlineData("new Marked { AllMarks = Marks.Locked }")]
        [InlineData("new Call(5, Marks.Locked)")]
        [InlineData("new Box { Least = 0.1f, Most = 0.7f }")]
        [InlineData("new Level { Number = 3, Armor = 33 }")]
        [InlineData("new Derived { Number = 3, Armor = 33, More = 4 }")]
        public void Of_compiled_types(string created) => Harness.RoundTripWithLibrary(@"
using System.Collections.Generic; using System.Linq; using Kitbag;
public class Derived : Level { private int _more; public int More { get => _more; set { _more = value; Armor = 1; } } }
public static class Program
{
    public static object?[] Run()
    {
        var one = " + created + @";
        var many = Enumerable.Range(0, 100).Select(i => " + created + @").ToArray();
        return new object?[] { one, Tool.Again(one), many, Tool.Again(many) };
    }
}", Library, "SetOrder" + (uint)created.GetHashCode());

        // Members that must be set when the object is created occur only once in the initializer.
        [Theory]
        [InlineData("class", "init", "")]
        [InlineData("class", "set", "required ")]
        [InlineData("class", "init", "required ")]
        [InlineData("struct", "init", "")]
        [InlineData("struct", "set", "required ")]
        [InlineData("sealed record", "init", "required ")]
        public void Of_members_of_compiled_types_that_are_set_when_they_are_created(string kind, string setter, string required) =>
            Harness.RoundTripWithLibrary(@"
using System.Linq; using Kitbag;
public static class Program
{
    static Form Make(int i) => new Form { Message = ""m"" + i, Number = i, Mode = ""x"", Other = 7 };
    public static object?[] Run()
    {
        Form[] many = Enumerable.Range(0, 100).Select(Make).ToArray();
        return new object?[] { many[1], Tool.Again(many[1]), many, Tool.Again(many) };
    }
}", @"
public " + kind + @" Form
{
    private string? _mode;
    private int _number;
    public " + required + "string Message { get; " + setter + @"; }
    public " + required + "int Number { get => _number; " + setter + @" => _number = value; }
    public string Mode { get => _mode ?? ""form""; set => _mode = value.Trim(); }
    public int Other { get; set; }
}", "SetInitializer" + kind + setter + required.Trim(), LanguageVersion.Preview);

        // A round trip of one object and one of many.
        private static void Check(string type, string created, string more = "static object?[] More() => new object?[0];") =>
            Harness.RoundTrip(@"
using System; using System.Collections.Generic; using System.Linq; using Kitbag;
" + type + @"
public static class Program
{
    static Hero Make() => " + created + @";
    static List<Hero> Make(int count) => Enumerable.Range(0, count).Select(i => Make()).ToList();
    " + more + @"
    public static object?[] Run() => new object?[]
    {
        Make().Armor, 33, Make(), Tool.Again(Make()), Make(3), Tool.Again(Make(3)), Make(200), Tool.Again(Make(200)),
    }.Concat(More()).ToArray();
}", version: LanguageVersion.Preview);
    }
}
