using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Runs the rows of the tables in docs/from-newtonsoft.md with Newtonsoft.Json and with Kitbag.</summary>
    public class NewtonsoftPageTests
    {
        private static readonly MetadataReference s_newtonsoft =
            MetadataReference.CreateFromFile(typeof(Newtonsoft.Json.Linq.JToken).Assembly.Location);

        private const string Head = @"
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.Serialization;
using Newtonsoft.Json;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;
using Newtonsoft.Json.Serialization;
using Kitbag;
namespace Zoo
{
    public enum Color { Red, Green }
    public abstract class Pet { public string? Name; }
    public class Dog : Pet { }
    public class Part { public int X; public int Y; }
    public abstract class HasName { [JsonProperty(""name"")] public virtual string? Name { get; set; } }
    public static class Newtonsoft
    {
        public static T Read<T>(string json, TypeNameHandling types = TypeNameHandling.None) =>
            JsonConvert.DeserializeObject<T>(json,
                new JsonSerializerSettings { TypeNameHandling = types, SerializationBinder = new OwnTypes() })!;

        public static string Write<T>(T value) => JsonConvert.SerializeObject(value);
    }
    // The tests of this class create several assemblies with the same name.
    public class OwnTypes : DefaultSerializationBinder
    {
        public override System.Type BindToType(string? assembly, string name) => typeof(OwnTypes).Assembly.GetType(name)!;
    }
    public static class Result
    {
        // The JSON of a value, after its type if the declared type does not determine it.
        public static string Of<T>(Func<T> read)
        {
            try
            {
                T value = read();
                return (typeof(T) == typeof(object) || typeof(T) == typeof(Pet) ? value!.GetType().Name.Split('`')[0] + "" "" : """")
                    + Newtonsoft.Write(value);
            }
            catch (Exception e) when (e is JsonException or KitbagException)
            {
                return ""error"";
            }
        }
    }
";

        [Fact]
        public void Supported_attributes_have_the_same_JSON()
        {
            var page = new Rows("| declaration | JSON |");
            for (int i = 0; i < page.Cells.Count; i++)
            {
                string row = page.Declare(i, page.Cells[i][0]), json = Literal(page.Cells[i][1]),
                    value = "Newtonsoft.Read<" + row + ">(" + json + ")";
                page.Compare(i, json, "Newtonsoft.Write(" + value + ")");
                page.Compare(i, json, "KitbagJson.Serialize(" + value + ")");
                page.Compare(i, json, "Newtonsoft.Write(KitbagJson.Deserialize<" + row + ">(" + json + "))");
                page.Compare(i, json,
                    "Newtonsoft.Write(KitbagSerializer.Deserialize<" + row + ">(KitbagSerializer.Serialize(" + value + ")))");
            }
            Harness.Run(Harness.Build(page.Compile()));
        }

        [Fact]
        public void Unsupported_attributes_are_reported()
        {
            var page = new Rows("| declaration | JSON of Newtonsoft.Json | instead |");
            for (int i = 0; i < page.Cells.Count; i++)
            {
                string row = page.Declare(i, page.Cells[i][0]), json = Literal(page.Cells[i][1]);
                page.Compare(i, json, "Newtonsoft.Write(Newtonsoft.Read<" + row + ">(" + json + "))");
                page.Declarations.Add("static class Use" + row + " { static void Root() => KitbagJson.Deserialize<" + row + ">(\"\"); }");
            }
            CSharpCompilation compilation = page.Compile();
            Diagnostic[] reported = Harness.Diagnose(compilation, out Compilation output).ToArray();
            Assert.All(reported, diagnostic => Assert.Equal("KIT0008", diagnostic.Id));
            string[] rows = reported.Select(d => Regex.Match(d.GetMessage(null), "^Row[0-9]+").Value).Order().ToArray();
            Assert.Equal(Enumerable.Range(0, page.Cells.Count).Select(i => "Row" + i).Order(), rows);
            Harness.Run(Harness.Emit(compilation, output));
        }

        [Fact]
        public void Texts_are_read_as_described()
        {
            var page = new Rows("| text | type of `A` | Newtonsoft.Json | Kitbag | to read it |");
            for (int i = 0; i < page.Cells.Count; i++)
            {
                string[] cells = page.Cells[i];
                string json = Literal(cells[0]), type = Code(cells[1]), initial = "";
                if (type.IndexOf(" = ", StringComparison.Ordinal) is > 0 and int at)
                    (type, initial) = (type[..at], type[at..]);
                string member = "public " + type + (IsClass(type) ? "? A" : " A") + initial + ";", row = page.Declare(i, member);
                page.Compare(i, Literal(cells[2]),
                    "Result.Of(() => Newtonsoft.Read<" + row + ">(" + json + ", TypeNameHandling.Auto).A)");
                page.Compare(i, Literal(cells[3]), "Result.Of(() => KitbagJson.Deserialize<" + row + ">(" + json + ").A)");
                string options = string.Join(", ", Regex.Matches(cells[4], "`([A-Za-z]+)`").Select(match => Option(match.Groups[1].Value)));
                if (cells[4].Contains("`ObjectCreationHandling.Reuse`", StringComparison.Ordinal))
                    row = page.Declare(i, "[JsonProperty(ObjectCreationHandling = ObjectCreationHandling.Reuse)] " + member, "Reused");
                else if (options.Length == 0)
                    continue;
                page.Compare(i, Literal(cells[2]),
                    "Result.Of(() => KitbagJson.Deserialize<" + row + ">(" + json + ", new KitbagJsonOptions { " + options + " }).A)");
            }
            Harness.Run(Harness.Build(page.Compile()));
        }

        private static bool IsClass(string type) => type is "object" or "string" or "Pet" or "Part" || type.EndsWith('>');

        // The types of the last column are not options.
        private static string Option(string name) => typeof(KitbagJsonOptions).GetProperty(name) is not { } property ? ""
            : name + " = " + (property.PropertyType == typeof(bool) ? "true" : "KitbagJsonNonFinite.AsStrings");

        private static string Code(string cell) => cell.Trim('`');

        private static string Literal(string cell) => SymbolDisplay.FormatLiteral(Code(cell), quote: true);

        /// <summary>The rows of a table, and the program that checks them.</summary>
        private sealed class Rows
        {
            private readonly List<string> _comparisons = new();

            public Rows(string header)
            {
                string[] lines = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "from-newtonsoft.md"));
                Cells = lines.SkipWhile(line => line != header).Skip(2).TakeWhile(line => line.StartsWith('|'))
                    .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()).ToList();
                Assert.NotEmpty(Cells);
            }

            public List<string[]> Cells { get; }

            public List<string> Declarations { get; } = new();

            /// <summary>Declares the class of a row, and returns its name.</summary>
            public string Declare(int index, string cell, string name = "Row")
            {
                string code = Code(cell);
                code = code.Contains("class Row", StringComparison.Ordinal) ? code.Replace("class Row", "public class Row")
                    : "public class Row { " + code + " }";
                Declarations.Add(Regex.Replace(code, @"\bRow\b", name + index));
                return name + index;
            }

            /// <summary>Compares the value of an expression.</summary>
            public void Compare(int index, string expected, string expression)
            {
                string row = SymbolDisplay.FormatLiteral(Cells[index][0] + ", " + expression + ": ", quote: true);
                _comparisons.Add(row + " + " + expected + ", " + row + " + " + expression);
            }

            public CSharpCompilation Compile() => Harness.Compile(Head + string.Join("\n", Declarations)
                + "\npublic static class Program { public static object?[] Run() => new object?[] {\n" + string.Join(",\n", _comparisons)
                + " }; } }", "Zoo", references: s_newtonsoft);
        }
    }
}
