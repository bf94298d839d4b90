using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Runs the rows of the tables in docs/from-system-text-json.md with System.Text.Json and with Kitbag.</summary>
    public class SystemTextJsonPageTests
    {
        private const string Head = @"
using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag;
namespace Zoo
{
    public enum Color { Red, Green, Blue }
    public static class Result
    {
        public static string Of(Func<string> json)
        {
            try
            {
                return json();
            }
            catch (Exception e) when (e is JsonException or KitbagException)
            {
                return ""error"";
            }
        }
    }
";

        private static readonly string[] s_lines = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "from-system-text-json.md"));

        [Fact]
        public void Differences_are_as_described()
        {
            List<string[]> rows = Table("| declaration | text | System.Text.Json | Kitbag |");
            var program = new Program();
            for (int i = 0; i < rows.Count; i++)
            {
                string row = program.Declare(rows[i][0]), text = Literal(rows[i][1]);
                program.Compare(rows[i][2], "JsonSerializer.Serialize(JsonSerializer.Deserialize<" + row + ">(" + text + "))");
                program.Compare(rows[i][3], "KitbagJson.Serialize(KitbagJson.Deserialize<" + row + ">(" + text + "))");
            }
            program.Run();
        }

        /// <summary>Options that have a counterpart have the same effect, and another one than the default options.</summary>
        [Theory]
        [InlineData("NumberHandling = JsonNumberHandling.AllowReadingFromString", "AllowNumbersInStrings = true",
            "public int A { get; set; }", "{\"A\":\"7\"}", "{\"A\":7}", "error")]
        [InlineData("PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower", "Naming = KitbagJsonNaming.SnakeCase",
            "public int OneName { get; set; }", "{\"one_name\":7}", "{\"one_name\":7}", "{\"OneName\":0}")]
        [InlineData("PropertyNameCaseInsensitive = true", "CaseInsensitive = true",
            "public int A { get; set; }", "{\"a\":7}", "{\"A\":7}", "{\"A\":0}")]
        [InlineData("UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow", "UnknownMembers = KitbagJsonUnknownMembers.Refuse",
            "public int A { get; set; }", "{\"B\":7}", "error", "{\"A\":0}")]
        [InlineData("AllowDuplicateProperties = false", "Duplicates = KitbagJsonDuplicates.Refuse",
            "public int A { get; set; }", "{\"A\":7,\"A\":8}", "error", "{\"A\":8}")]
        [InlineData("DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault", "OmitDefaults = true",
            "public int A { get; set; }", "{}", "{}", "{\"A\":0}")]
        [InlineData("AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip",
            "AllowTrailingCommas = true, AllowComments = true", "public int A { get; set; }", "{\"A\":7,/* */}", "{\"A\":7}", "error")]
        [InlineData("NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals", "NonFinite = KitbagJsonNonFinite.AsStrings",
            "public double A { get; set; }", "{\"A\":\"NaN\"}", "{\"A\":\"NaN\"}", "error")]
        [InlineData("NumberHandling = JsonNumberHandling.AllowReadingFromString", "AllowNumbersInStrings = true",
            "[JsonNumberHandling(JsonNumberHandling.Strict)] public List<int>? A { get; set; }", "{\"A\":[\"7\"]}", "error", "error")]
        [InlineData("Converters = { new JsonStringEnumConverter() }", "EnumsByName = true",
            "public Color A { get; set; }", "{\"A\":1}", "{\"A\":\"Green\"}", "{\"A\":1}")]
        public void Options_have_the_same_effect(string theirs, string ours, string declaration, string text, string with, string without)
        {
            string page = string.Join("\n",
                Table("| `JsonSerializerOptions` | `KitbagJsonOptions` |").Select(row => string.Join(" | ", row)));
            foreach (string option in ours.Split(", "))
                Assert.Contains(option.Split(' ')[0], page, StringComparison.Ordinal);
            var program = new Program();
            string row = program.Declare(declaration), json = Literal(text);
            string Theirs(string options) => "JsonSerializer.Serialize(JsonSerializer.Deserialize<" + row + ">(" + json + options + ")"
                + options + ")";
            string Ours(string options) => "KitbagJson.Serialize(KitbagJson.Deserialize<" + row + ">(" + json + options + ")"
                + options + ")";
            program.Compare(with, Theirs(", new JsonSerializerOptions { " + theirs + " }"));
            program.Compare(with, Ours(", new KitbagJsonOptions { " + ours + " }"));
            program.Compare(without, Theirs(""));
            program.Compare(without, Ours(""));
            program.Run();
        }

        private static List<string[]> Table(string header)
        {
            List<string[]> rows = s_lines.SkipWhile(line => line != header).Skip(2).TakeWhile(line => line.StartsWith('|'))
                .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim().Trim('`')).ToArray()).ToList();
            Assert.NotEmpty(rows);
            return rows;
        }

        private static string Literal(string text) => SymbolDisplay.FormatLiteral(text, quote: true);

        private sealed class Program
        {
            private readonly List<string> _declarations = new(), _comparisons = new();

            /// <summary>Declares the class of a row, and returns its name.</summary>
            public string Declare(string declaration)
            {
                string code = declaration.Contains("class Row", StringComparison.Ordinal) ? "public " + declaration
                    : "public class Row { " + declaration + " }", name = "Row" + _declarations.Count;
                _declarations.Add(Regex.Replace(code, @"\bRow\b", name));
                return name;
            }

            public void Compare(string expected, string expression)
            {
                string row = Literal(_declarations[^1] + " " + expression + ": ");
                _comparisons.Add(row + " + " + Literal(expected) + ", " + row + " + Result.Of(() => " + expression + ")");
            }

            public void Run() => Harness.Run(Harness.Build(Harness.Compile(Head + string.Join("\n", _declarations)
                + "\npublic static class Program { public static object?[] Run() => new object?[] {\n" + string.Join(",\n", _comparisons)
                + " }; } }", "Zoo")));
        }
    }
}
