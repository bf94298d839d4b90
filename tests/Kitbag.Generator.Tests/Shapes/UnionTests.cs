using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests base classes, interfaces and object: which concrete types are known, and the errors for others.</summary>
    public class UnionTests
    {
        private const string Animals = @"
using System; using System.Collections.Generic;
public abstract class Animal { public string? Name { get; set; } }
public class Dog : Animal { public int Tricks; }
public sealed class Cat : Animal { public bool Indoor { get; set; } }
public class Zoo { public List<Animal?>? All { get; set; } public Dictionary<int, Animal>? ById; public Animal? Star; }
public static class Text { public static string Of(object? o) => o == null
    ? ""null"" : o.GetType().Name + System.Text.Json.JsonSerializer.Serialize(o, o.GetType(),
    new System.Text.Json.JsonSerializerOptions { IncludeFields = true }); }
";

        [Fact]
        public void Concrete_types_are_preserved() => Harness.RoundTrip(Animals + @"
public static class Program {
    static Zoo Make() => new Zoo { All = new List<Animal?> { new Dog { Name = ""d"", Tricks = 3 }, null, new Cat { Indoor = true } },
        ById = new Dictionary<int, Animal> { [4] = new Cat() }, Star = new Dog() };
    static string Show(Zoo z) => Text.Of(z.All![0]) + Text.Of(z.All[1]) + Text.Of(z.All[2]) + Text.Of(z.ById![4]) + Text.Of(z.Star);
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())), Text.Of(new Dog()),
        Text.Of(Tool.Again<Animal>(new Dog())), ""null"", Text.Of(Tool.Again<Animal?>(null)) }; }");

        [Fact]
        public void Of_a_referenced_assembly()
        {
            byte[] library =
                Harness.Build(Harness.Compile("public abstract class Animal { public string? Name { get; set; } }\npublic class Dog : "
                + "Animal { public int Tricks; }", "AnimalLibrary", kitbag: false));
            var loaded = System.Reflection.Assembly.Load(library);
            System.AppDomain.CurrentDomain.AssemblyResolve += (_, e) => e.Name == loaded.FullName ? loaded : null;
            Harness.Run(Harness.Build(Harness.Compile(@"
public sealed class Cat : Animal { public bool Indoor; }
public static class Program {
    static string Again(Animal a) { var b = Kitbag.KitbagSerializer.Deserialize<Animal>(Kitbag.KitbagSerializer.Serialize<Animal>(a));
        return b.GetType().Name + b.Name; }
    public static object?[] Run() => new object?[] { ""Dogd"", Again(new Dog { Name = ""d"" }), ""Catc"", Again(new Cat { Name = ""c"" }) };
    }", references: MetadataReference.CreateFromImage(library))));
        }

        [Fact]
        public void An_unknown_type_is_an_error_that_names_it() => Harness.RoundTrip(Animals + @"
public class Open { public int A; }
public static class Program {
    [Kitbag.KitbagIgnore] private sealed class Unicorn : Animal { }
    [Kitbag.KitbagIgnore] private sealed class Hidden : Open { public int B; }
    static string Fail(Action action) { try { action(); return ""nothing"";
        } catch (Kitbag.KitbagException e) { return e.Reason + "" "" + e.Message; } }
    static bool Says(string text, params string[] words) { foreach (string w in words) if (!text.Contains(w)) throw new Exception(text);
        return true; }
    public static object?[] Run() => new object?[] {
        true, Says(Fail(() => Tool.Again<Animal>(new Unicorn())), ""NotSupported"", ""Unicorn"", ""Animal"",
            ""KitbagSerializable(typeof(Program.Unicorn))""),
        true, Says(Fail(() => Tool.Again<Open>(new Hidden())), ""NotSupported"", ""Hidden"", ""Open""),
        true, Says(Fail(() => Kitbag.KitbagSerializer.Serialize(new List<Open> { new Open(), new Open(), new Open(), new Open(), new Open(),
            new Open(), new Open(), new Hidden() })), ""Hidden""),
        true, Says(Fail(() => Kitbag.KitbagJson.Deserialize<Animal>(""{\""Name\"":\""x\""}"")), ""SchemaMismatch"", ""$type""),
        true, Says(Fail(() => Kitbag.KitbagJson.Deserialize<Animal>(""{\""$type\"":\""Unicorn\""}"")), ""SchemaMismatch"", ""Unicorn"") };
        }");

        [Fact]
        public void Type_discriminator_may_be_anywhere_in_JSON() => Harness.RoundTrip(Animals + @"
public static class Program {
    public static object?[] Run() => new object?[] {
        ""Dog{\""Tricks\"":2,\""Name\"":\""x\""}"",
            Text.Of(Kitbag.KitbagJson.Deserialize<Animal>(
                ""{\""Name\"":\""x\"",\""Other\"":[{\""$type\"":1}],\""Tricks\"":2,\""$type\"":\""Dog\""}"")),
        ""{\""$type\"":\""Cat\"",\""Name\"":null,\""Indoor\"":true}"", Kitbag.KitbagJson.Serialize<Animal>(new Cat { Indoor = true }) };
        }");

        [Fact]
        public void Object_members_store_registered_types() => Harness.RoundTrip(@"
using System.Collections.Generic;
[assembly: Kitbag.KitbagSerializable(typeof(int))]
[assembly: Kitbag.KitbagSerializable(typeof(string))]
[assembly: Kitbag.KitbagSerializable(typeof(Dog))]
[assembly: Kitbag.KitbagSerializable(typeof(List<int>))]
public class Dog { public int Tricks; }
public class Bag { public object? One; public List<object?>? Many { get; set; } }
public static class Program {
    static string Show(Bag b) { string s = Of(b.One); foreach (object? o in b.Many!) s += Of(o); return s; }
    static string Of(object? o) => o == null ? ""null "" : o is List<int> l ? ""list"" + l[0] + "" "" : o is Dog d
        ? ""dog"" + d.Tricks + "" "" : o.GetType().Name + o + "" "";
    public static object?[] Run() => new object?[] { ""String7 Int325 null Stringx dog4 list9 "",
        Show(Tool.Again(new Bag { One = ""7"",
        Many = new List<object?> { 5, null, ""x"", new Dog { Tricks = 4 }, new List<int> { 9 } } })) }; }");

        [Fact]
        public void Object_members_store_types_that_need_no_registration() => Harness.RoundTrip(@"
using System; using System.Collections.Generic; using System.Linq;
[assembly: Kitbag.KitbagSerializable(typeof(Dog))]
[assembly: Kitbag.KitbagSerializable(typeof(DateTime))]
namespace Other { public class Guid { public int A; } }
public class Dog { public int Tricks; }
[Kitbag.KitbagSerializable] public enum Mode { Slow, Fast }
public class Bag { public object? One; public List<object?>? Many { get; set; } public Dictionary<string, object?>? Named; }
public class Old { public int One; }
public class Holder { public List<object?>? A; }
public static class Program {
    static string Show(Bag b) => Of(b.One) + string.Concat(b.Many!.Select(Of)) + string.Concat(b.Named!.Select(p => p.Key + Of(p.Value)));
    static string Of(object? o) => o == null ? ""null "" : o is Dog d ? ""dog"" + d.Tricks + "" "" : o is List<object?> l
        ? ""list"" + string.Concat(l.Select(Of)) : o.GetType().Name + (o is DateTime t ? t.Ticks : o) + "" "";
    static Bag Make() => new Bag { One = Mode.Fast, Many = new List<object?> { 5, null, ""x"", new Dog { Tricks = 4 }, 6L, 1.5,
            Guid.Empty, new List<object?> { true }, new DateTime(7) }, Named = new Dictionary<string, object?> { [""a""] = 1 } };
    public static object?[] Run() => new object?[] { Show(Make()), Show(Tool.Again(Make())),
        ""Int325 "", Of(Kitbag.KitbagSerializer.Deserialize<Bag>(Kitbag.KitbagSerializer.Serialize(new Old { One = 5 }))!.One),
        ""Int320 "", Of(Kitbag.KitbagSerializer.Deserialize<Bag>(Kitbag.KitbagSerializer.Serialize(new Old()))!.One),
        ""{\""A\"":[{\""$type\"":\""Dog\"",\""Tricks\"":1},2,\""x\"","" +
            ""{\""a\"":{\""$type\"":\""System.TimeSpan\"",\""$value\"":\""00:00:00\""}}]}"",
        Kitbag.KitbagJson.Serialize(new Holder { A = new List<object?> { new Dog { Tricks = 1 }, 2, ""x"",
            new Dictionary<string, object?> { [""a""] = TimeSpan.Zero } } }) }; }");

        [Fact]
        public void Derived_forms_of_generic_bases() => Harness.RoundTrip(@"
public abstract class Box<T> { public T? Content; }
public sealed class Crate<T> : Box<T> { public int Nails; }
public sealed class IntBox : Box<int> { public int Extra; }
public static class Program {
    static string Show(Box<int>? b) => b!.GetType().Name + b.Content;
    public static object?[] Run() => new object?[] { ""Crate`15"", Show(Tool.Again<Box<int>>(new Crate<int> { Content = 5 })), ""IntBox6"",
        Show(Tool.Again<Box<int>>(new IntBox { Content = 6 })) }; }");
    }
}
