using System;
using System.Reflection;
using Kitbag.Dynamic;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Documents without types whose members of type object also have types that the program has registered.</summary>
    public class RegisteredTypesTests
    {
        private const string Game = @"
using System;
using System.Collections.Generic;
using Kitbag;
using Kitbag.Dynamic;
[assembly: KitbagSerializable(typeof(Item))]
[assembly: KitbagSerializable(typeof(Node))]
[assembly: KitbagSerializable(typeof(Kind))]
[assembly: KitbagSerializable(typeof(Spot))]
[assembly: KitbagSerializable(typeof(List<Spot>))]
public class Item { public int N { get; set; } public object? Inner { get; set; } }
public class Node { public Node? Next { get; set; } public string? Name { get; set; } }
public enum Kind { Low, High }
public struct Spot { public int X; public string? Name; }
public class Save
{
    public Dictionary<string, object?>? Data { get; set; }
    public object? One { get; set; }
    public object?[]? All { get; set; }
}
public static class Program
{
    public static Save New() => new Save
    {
        One = 5,
        All = new object?[] { null, new Item { N = 1, Inner = new Item { Inner = ""x"" } }, 2.5, new Node { Name = ""n"" }, Kind.High },
        Data = new Dictionary<string, object?>
        {
            [""a""] = 1, [""b""] = ""text"", [""c""] = new Item { N = 3 }, [""d""] = Guid.Empty, [""e""] = new List<object?> { 1, null },
            [""f""] = new Dictionary<string, object?> { [""a""] = 1.5 }, [""g""] = new Dictionary<string, object?> { [""$type""] = 1 },
            [""h""] = 5L, [""i""] = true, [""j""] = new Spot { X = 4 }, [""k""] = null, [""l""] = new List<Spot> { new Spot { X = 6 } },
        },
    };
    public static byte[] Document() => KitbagSerializer.Serialize(New());
";

        [Fact]
        public void Constructed_types_that_the_program_only_mentions_need_not_be_serializable() => Harness.RoundTrip(@"
using System;
using System.IO;
using Kitbag;
[KitbagSerializable(Fields = true)]
public struct Optional<T>
{
    private T _value;
    private bool _isThere;
    public Optional(T value) { _value = value; _isThere = true; }
    public bool Is(T value) => _isThere && Equals(_value, value);
}
[KitbagSerializable]
public class Handle<T> { public int Id; }
public class Save { public Optional<int> A; public object? B; public object? C; }
public static class Program
{
    public static void Load(Optional<Stream> from, Optional<Action> then) { }
    public static object?[] Run()
    {
        var save = new Save { A = new Optional<int>(1), B = new Optional<string>(""x""), C = new Handle<Stream> { Id = 2 } };
        Save read = Tool.Again(save);
        string problem = """";
        try { KitbagSerializer.Serialize(new Save { B = new Optional<Stream>() }); }
        catch (KitbagException e) { problem = e.Message.Substring(0, 43); }
        return new object?[]
        {
            true, read.A.Is(1) && ((Optional<string>)read.B!).Is(""x""), 2, ((Handle<Stream>)read.C!).Id,
            ""Found a 'Optional<System.IO.Stream>' where "", problem,
        };
    }
}", "OnlyMentioned");

        [Fact]
        public void A_type_of_which_no_constructed_type_is_serializable_is_reported()
        {
            Diagnostic error = Assert.Single(Harness.Diagnose(@"
using System.IO;
using Kitbag;
[KitbagSerializable]
public struct Optional<T> { public T Value; }
public static class Program { public static void Load(Optional<Stream> from) { } }"));
            Assert.Equal("KIT0001", error.Id);
            Assert.StartsWith("Optional<Stream>.Value: 'Stream' cannot be serialized", error.GetMessage(null), StringComparison.Ordinal);
        }

        [Fact]
        public void Types_with_surrogates_are_read_without_their_types() => Harness.RoundTrip(@"
using System.Collections.Generic;
using Kitbag;
using Kitbag.Dynamic;
[assembly: KitbagSerializable(typeof(Token))]
[assembly: KitbagSerializable(typeof(Route))]
public class Token { public Token(string text) { Text = ""."" + text; } public string Text { get; } }
public class Route { public Route(int length) { Length = length + 1; } public int Length { get; } }
[KitbagSurrogate(typeof(Token))]
public struct TokenForm
{
    public string? Value;
    public static implicit operator TokenForm(Token token) => new TokenForm { Value = token.Text.Substring(1) };
    public static implicit operator Token(TokenForm form) => new Token(form.Value!);
}
[KitbagSurrogate(typeof(Route))]
public abstract class RouteForm
{
    public static implicit operator RouteForm(Route route) =>
        route.Length > 9 ? new Long { Length = route.Length } : (RouteForm)new Short();
    public static implicit operator Route(RouteForm form) => new Route(form is Long one ? one.Length - 1 : 0);
}
public class Long : RouteForm { public int Length; }
public class Short : RouteForm { }
public class Save { public object? One; public List<object?>? All; }
public static class Program
{
    public static object?[] Run()
    {
        var save = new Save
        {
            One = new Token(""a""),
            All = new List<object?> { new Route(20), new Token(""b""), 5, new Route(0), null, new Token("""") },
        };
        byte[] bytes = KitbagSerializer.Serialize(save);
        string json = KitbagJson.Serialize(save);
        KitbagDocument document = KitbagDocument.Parse(bytes);
        return new object?[]
        {
            save, Tool.Again(save), save, KitbagSerializer.Deserialize<Save>(bytes),
            save, KitbagJson.Deserialize<Save>(document.ToJson()), bytes, KitbagDocument.FromJson(json, document.Schema).ToBytes(),
            document.Schema.ToText(), KitbagSchema.Parse(document.Schema.ToText()).ToText(),
        };
    }
}");

        [Fact]
        public void Json_without_types_is_that_of_the_typed_value() => Harness.RoundTrip(Game + @"
    static string OfDocument(Save save, KitbagJsonOptions? options = null) =>
        KitbagDocument.Parse(KitbagSerializer.Serialize(save)).ToJson(options);
    static string Again(string json, KitbagJsonOptions? options = null) =>
        KitbagJson.Serialize(KitbagJson.Deserialize<Save>(json, options), options);
    static string Converted(string json) => KitbagJson.Serialize(
        KitbagSerializer.Deserialize<Save>(KitbagDocument.FromJson(json, KitbagSchema.Of<Save>()).ToBytes()));
    public static object?[] Run()
    {
        string typed = KitbagJson.Serialize(New());
        var edited = KitbagDocument.Parse(Document());
        edited.SetJson(""Data.a"", ""7"");
        edited.SetJson(""One"", ""{\""$type\"":\""Item\"",\""N\"":8}"");
        Save read = KitbagSerializer.Deserialize<Save>(edited.ToBytes());
        return new object?[]
        {
            typed, Again(OfDocument(New())), typed, Converted(typed), typed, Converted(OfDocument(New())),
            KitbagJson.Serialize(New(), KitbagJsonOptions.Text), Again(OfDocument(New(), KitbagJsonOptions.Text), KitbagJsonOptions.Text),
            7, read.Data![""a""], 8, ((Item)read.One!).N,
        };
    }
}");

        [Fact]
        public void Declarations_of_a_document_read_it()
        {
            Assembly game = Assembly.Load(Harness.Build(Harness.Compile(Game + "}")));
            var document = (byte[])game.GetType("Program")!.GetMethod("Document")!.Invoke(null, null)!;
            string declared = KitbagDocument.Parse(document).ToCSharp("Read") + "\npublic static class Reader\n{\n"
                + "    public static byte[] Again(byte[] document) =>\n"
                + "        KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Save>(document));\n}";
            Assembly reader = Assembly.Load(Harness.Build(Harness.Compile(declared, "Read", LanguageVersion.CSharp10)));
            var again = (byte[])reader.GetType("Read.Reader")!.GetMethod("Again")!.Invoke(null, [document])!;
            Assert.Equal(KitbagDocument.Parse(document).ToJson(), KitbagDocument.Parse(again).ToJson());
        }
    }
}
