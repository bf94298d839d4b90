using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Bench.Generator
{
    /// <summary>
    /// The sources of a program whose own generic methods call Kitbag without [KitbagRoot], as tests and tools do: the generator has to
    /// find the type arguments with which they are called.
    /// </summary>
    internal static class OpenRoots
    {
        private const int MethodsPerFile = 20, CallsPerTable = 100;

        /// <summary>The types, files with a private generic method and its calls, and tables of calls to shared generic methods.</summary>
        /// <param name="files">The number of types, and of files with calls.</param>
        public static SortedDictionary<string, string> Sources(int files)
        {
            var sources = new SortedDictionary<string, string>(System.StringComparer.Ordinal)
            {
                ["Tools.cs"] = @"namespace Game
{
    internal static class Tools
    {
        public static T Copy<T>(T value) => Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(value));
        public static Row<T> Row<T>(string name, System.Func<T> create) => new Row<T>(name, Kitbag.KitbagSerializer.Serialize(create()));
    }

    internal sealed class Row<T> : IRow { public Row(string name, byte[] document) { } }

    internal interface IRow { }
}
",
            };
            for (int i = 0; i < files; i++)
            {
                sources["Model" + Number(i) + ".cs"] = "namespace Game { public class Model" + Number(i)
                    + " { public int Id { get; set; } public string? Name { get; set; } } }\n";
                sources["Calls" + Number(i) + ".cs"] = Calls(i, files);
            }
            sources["Table.cs"] = Table(files);
            return sources;
        }

        /// <summary>A file with calls, and other code in one of its methods.</summary>
        public static string Calls(int i, int files, string extra = "")
        {
            var text = new StringBuilder("namespace Game { internal class Calls").Append(Number(i))
                .Append(" {\nprivate static byte[] Keep<T>(T value) => Kitbag.KitbagSerializer.Serialize(value);\n");
            for (int m = 0; m < MethodsPerFile; m++)
            {
                string model = "Model" + Number((i + m) % files);
                text.Append("public int Run").Append(m).Append("() { var value = new ").Append(model).Append(" { Id = ").Append(m)
                    .Append(" }; byte[] kept = Keep(value); var copy = Tools.Copy(value); return kept.Length + copy.Id; }\n");
            }
            return text.Append("public void More() { ").Append(extra).Append(" } } }\n").ToString();
        }

        private static string Table(int files)
        {
            var text = new StringBuilder("namespace Game { internal static class Table {\nprivate static readonly IRow[] s_rows = {\n");
            for (int i = 0; i < CallsPerTable; i++)
                text.Append("Tools.Row(\"").Append(i).Append("\", () => new Model").Append(Number(i % files)).Append(" { Id = ").Append(i)
                    .Append(" }),\n");
            return text.Append("}; } }\n").ToString();
        }

        private static string Number(int i) => i.ToString("D3", CultureInfo.InvariantCulture);
    }
}
