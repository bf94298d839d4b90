using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Initializers of classes that are stored by their fields and have no parameterless constructor.</summary>
    public class FieldInitializersTests
    {
        [Theory]
        [InlineData("")]
        [InlineData("sealed ")]
        public void Members_that_are_not_stored_have_the_values_of_their_initializers(string modifier) => Harness.RoundTrip(@"
using System.Collections.Generic;
using Kitbag;
public class Being
{
    private readonly string _name;
    private List<int> _bag = new List<int>();
    public Being(string name) => _name = name;
    [KitbagIgnore] private readonly Dictionary<int, int> _cache = new Dictionary<int, int>();
    [System.Text.Json.Serialization.JsonIgnore] public List<string> Skills { get; set; } = new List<string>();
    [System.NonSerialized] public int Five = 5;
    public List<int> Bag => _bag;
    public string All() => _name + string.Join("","", _bag) + _cache.Count + Skills.Count + Five;
}
[KitbagSerializable(Fields = true)] public " + modifier + @"class Hero : Being
{
    public Hero(string name) : base(name) { }
    [KitbagIgnore] internal System.DayOfWeek Day = System.DayOfWeek.Friday;
    public string More() => All() + Day;
}
public class Root { public List<Hero?>? All { get; set; } }
public static class Program
{
    static Hero Make(int i) { var made = new Hero(""h"" + i); made.Bag.Add(i); return made; }
    static string Text(Root root) => string.Join("";"", root.All!.ConvertAll(one => one?.More()));
    public static object?[] Run()
    {
        var few = new Root { All = new List<Hero?> { Make(1), null } };
        var many = new Root { All = new List<Hero?>() };
        for (int i = 0; i < 20; i++)
            many.All.Add(Make(i));
        return new object?[] { ""h33005Friday"", Make(3).More(), Make(3).More(), Tool.Again(Make(3)).More(),
            Text(few), Text(Tool.Again(few)), Text(many), Text(Tool.Again(many)) };
    }
}");

        [Fact]
        public void Fields_that_a_document_lacks_have_the_values_of_their_initializers() => Harness.RoundTrip(@"
using System.Collections.Generic;
using Kitbag;
public class Old { public string? Name; }
[KitbagSerializable(Fields = true)] public class Hero
{
    public Hero(string name) => Name = name;
    public string Name;
    private int _level = 3;
    private readonly List<int> _bag = new List<int>();
    private string _title = ""Sir"";
    private int _hits;
    public string All() => Name + _level + _bag.Count + _title + _hits;
}
public static class Program
{
    public static object?[] Run()
    {
        Old old = new Old { Name = ""x"" };
        var list = new List<Old>();
        for (int i = 0; i < 9; i++)
            list.Add(old);
        var heroes = KitbagSerializer.Deserialize<List<Hero>>(KitbagSerializer.Serialize(list));
        return new object?[]
        {
            ""x30Sir0"", KitbagSerializer.Deserialize<Hero>(KitbagSerializer.Serialize(old)).All(),
            ""x30Sir0"", KitbagJson.Deserialize<Hero>(KitbagJson.Serialize(old)).All(),
            9, heroes.FindAll(hero => hero.All() == ""x30Sir0"").Count,
            new Hero(""y"").All(), Tool.Again(new Hero(""y"")).All(),
        };
    }
}");

        [Fact]
        public void State_that_nothing_sets_is_reported()
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(@"
using System;
using System.Collections.Generic;
public static class Calls { public static string Of(Hero hero) => Kitbag.KitbagJson.Serialize(hero); }
[Kitbag.KitbagSerializable(Fields = true)] public class Hero
{
    private readonly string _name;
    private List<int> _stored = new List<int> { 1 };
    [Kitbag.KitbagIgnore] private readonly List<int> _cache = new List<int>();
    [Kitbag.KitbagIgnore] private readonly Random _random;
    private Func<int> _next = () => 4;
    public Hero(string name) { _name = name; _random = new Random(); }
    public string Name() => _name + _cache.Count + _stored.Count + _random.Next() + _next();
}"));
            Assert.Equal("KIT0032", diagnostic.Id);
            Assert.Contains("Hero: objects of 'Hero' are stored by their fields, so they are created without calling a constructor, which "
                + "leaves '_random', '_next' unset", diagnostic.GetMessage());
        }

        [Theory]
        [InlineData("public Hero() { }")]
        [InlineData("private Hero() { }")]
        [InlineData("public Hero(string name) => _name = name; [Kitbag.KitbagIgnore] private int _a = 5;")]
        public void Nothing_else_is_reported(string members) => Assert.Empty(Harness.Diagnose(
            "public static class Calls { public static byte[] Of(Hero hero) => Kitbag.KitbagSerializer.Serialize(hero); }"
            + "[Kitbag.KitbagSerializable(Fields = true)] public class Hero { private string _name = \"x\" + 1; " + members + " }")
            .Where(d => d.Id == "KIT0032"));
    }
}
