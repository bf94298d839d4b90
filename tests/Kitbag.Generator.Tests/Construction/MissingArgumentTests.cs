using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Constructor parameters whose members a document lacks: null if the type is nullable, otherwise an error.</summary>
    public class MissingArgumentTests
    {
        private const string Usings = @"
using System; using System.Collections.Generic; using System.Linq; using Kitbag;
public record Old(string Name, int Count);
";

        private const string Tools = Usings + @"
public static class Read
{
    public static string As<[KitbagRoot] T>() where T : notnull => string.Join("" "", One<T>(), Many<T>(3), Many<T>(200), Again<T>());
    static string One<[KitbagRoot] T>() where T : notnull =>
        KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(new Old(""n"", 3))).ToString()
        + KitbagJson.Deserialize<T>(KitbagJson.Serialize(new Old(""n"", 3)));
    static string Many<[KitbagRoot] T>(int count) where T : notnull
    {
        List<Old> olds = Enumerable.Range(0, count).Select(i => new Old(""n"", 3)).ToList();
        return string.Join("" "", KitbagSerializer.Deserialize<List<T>>(KitbagSerializer.Serialize(olds)).Distinct())
            + string.Join("" "", KitbagJson.Deserialize<List<T>>(KitbagJson.Serialize(olds)).Distinct());
    }
    static string Again<[KitbagRoot] T>() where T : notnull
    {
        T value = KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(new Old(""n"", 3)));
        return KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(value)).ToString()
            + KitbagJson.Deserialize<T>(KitbagJson.Serialize(value, new KitbagJsonOptions { OmitDefaults = true }));
    }
    public static string Times(string text) => string.Join("" "", text + text, text + text, text + text, text + text);
}
";

        [Theory]
        [InlineData("public record New(string Name, int Count, string? Note);", "New { Name = n, Count = 3, Note =  }")]
        [InlineData("public record New(string? Note, string Name, int? Limit, int Count, List<int>? Numbers, DateTime? Time, Old? Inner);",
            "New { Note = , Name = n, Limit = , Count = 3, Numbers = , Time = , Inner =  }")]
        [InlineData("public readonly record struct New(string Name, int Count, int? Limit, string? Note);",
            "New { Name = n, Count = 3, Limit = , Note =  }")]
        [InlineData("public record New(string Name, int Count, string? Note) { public string Other { get; init; } = \"o\"; }",
            "New { Name = n, Count = 3, Note = , Other = o }")]
        [InlineData("[KitbagSerializable(Tracked = true)] public record New(string Name, int Count, string? Note, int? Limit);",
            "New { Name = n, Count = 3, Note = , Limit =  }")]
        [InlineData("public record New(string Name, int Count, New? Other, List<New>? All);",
            "New { Name = n, Count = 3, Other = , All =  }")]
        [InlineData("public class New { public New(string name, int count, string? note, int? limit) { Name = name; Count = count; "
            + "Note = note ?? \"none\"; Limit = limit ?? 7; } public string Name { get; } public int Count { get; } "
            + "public string Note { get; } public int Limit { get; } " + Equal, "n3none7")]
        [InlineData("public class New { public New(string name, int count, string? note = null, int? limit = null) { Name = name; "
            + "Count = count; Note = note ?? \"none\"; Limit = limit ?? 7; } public string Name { get; } public int Count { get; } "
            + "public string Note { get; } public int Limit { get; } " + Equal, "n3none7")]
        [InlineData("public class New { public New(string name, int count, IReadOnlyList<int>? numbers) { Name = name; "
            + "Count = count; Numbers = numbers?.ToArray() ?? Array.Empty<int>(); } public string Name { get; } public int Count { get; } "
            + "public IReadOnlyList<int> Numbers { get; } string Note => \"e\" + Numbers.Count; int Limit => 1; " + Equal, "n3e01")]
        [InlineData("public class New { public New(string name, int count, IList<int>? numbers) { Name = name; Count = count; Numbers = "
            + "numbers?.ToArray() ?? Array.Empty<int>(); } public IReadOnlyList<int> Numbers { get; } public string Name { get; } public "
            + "int Count { get; } string Note => \"e\" + Numbers.Count; int Limit => 1; " + Equal, "n3e01")]
        [InlineData("public class New { public New(string name, int count, IDictionary<int, int>? numbers = null) { Name = name; Count = "
            + "count; Numbers = numbers?.ToDictionary(p => p.Key, p => p.Value) ?? new Dictionary<int, int>(); } public IReadOnlyDictionary"
            + "<int, int> Numbers { get; } public string Name { get; } public int Count { get; } string Note => \"e\" + Numbers.Count; int "
            + "Limit => 1; " + Equal, "n3e01")]
        public void Are_null(string type, string text) => Harness.RoundTrip(Tools + type + @"
public static class Program
{
    public static object?[] Run() => new object?[] { Read.Times(""" + text + @"""), Read.As<New>() };
}", version: LanguageVersion.Latest);

        private const string Equal = "public override string ToString() => Name + Count + Note + Limit; "
            + "public override int GetHashCode() => 1; public override bool Equals(object? other) => $\"{other}\" == ToString(); }";

        [Theory]
        [InlineData("public record New(string Name, int Count, string Note);")]
        [InlineData("public record New(string Name, int Count, int Note);")]
        [InlineData("#nullable disable\npublic record New(string Name, int Count, string Note);\n#nullable enable")]
        public void Are_required(string type) => Harness.RoundTrip(Usings + type + @"
public static class Program
{
    static string Try(Action read)
    {
        try { read(); return ""read""; }
        catch (KitbagException e) { return e.Reason + "" "" + e.Message.Contains(""'Note'""); }
    }
    public static object?[] Run() => new object?[]
    {
        ""SchemaMismatch True"", Try(() => KitbagSerializer.Deserialize<New>(KitbagSerializer.Serialize(new Old(""n"", 3)))),
        ""SchemaMismatch True"", Try(() => KitbagJson.Deserialize<New>(KitbagJson.Serialize(new Old(""n"", 3)))),
    };
}");
    }
}
