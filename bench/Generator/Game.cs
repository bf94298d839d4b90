using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Bench.Generator
{
    /// <summary>The sources of a game with many serialized types, and as many files of unrelated code.</summary>
    internal static class Game
    {
        private const int TypesPerRoot = 50, CallsPerFile = 20;

        public static SortedDictionary<string, string> Sources(int types)
        {
            var files = new SortedDictionary<string, string>(System.StringComparer.Ordinal);
            for (int i = 0; i < types; i++)
            {
                files["Model/" + Name(i) + ".cs"] = Class(i, types);
                files["Logic/Logic" + Number(i) + ".cs"] = Logic(i);
                if (i % 10 == 0)
                    files["Model/Kind" + Number(i) + ".cs"] = "namespace Game.Model\n{\n    public enum Kind" + Number(i)
                        + " { None, Small, Large = 5, Huge }\n}\n";
            }
            files["Saving.cs"] = Saving(types);
            return files;
        }

        public static string Name(int i) => "Model" + Number(i);

        // Ten members of all kinds. A class refers only to classes with higher numbers, so that there is no cycle; the first class of each
        // fifty is a root, and the roots reach all other classes.
        public static string Class(int i, int types, string extra = "")
        {
            string own = Number(i), one = Other(i * 2 + 1, types), two = Other(i * 2 + 2, types), near = Other(i + 1, types);
            return @"using System;
using System.Collections.Generic;

namespace Game.Model
{
    public class " + Name(i) + @"
    {
        public int Id { get; set; }
        public string? Title { get; set; }
        public Kind" + Number(i / 10 * 10) + @" Kind { get; set; }
        public double? Weight { get; set; }
        public DateTime Made { get; set; }
        public int[]? Counts { get; set; }
        public List<" + one + @">? Parts { get; set; }
        public Dictionary<string, " + two + @">? ByName { get; set; }
        public Dictionary<int, List<string>>? Notes { get; set; }
        public " + near + @"? Next" + own + @" { get; set; }
" + extra + @"    }
}
";
        }

        private static string Other(int i, int types) => i < types ? Name(i) : "Guid";

        public static string Logic(int i, string extra = "")
        {
            var text =
                new StringBuilder("using System;\nusing System.Collections.Generic;\n\nnamespace Game.Logic\n{\n    public static "
                + "class Logic" + Number(i) + "\n    {\n");
            for (int m = 0; m < CallsPerFile / 4; m++)
                text.Append("        public static string Turn" + Number(m)
                    + "(List<string> names, int turn)\n        {\n            names.Add(turn.ToString());\n            "
                    + "Console.WriteLine(string.Join(\", \", names));\n" + extra
                    + "            return names.Find(n => n.Length > turn) ?? \"\";\n        }\n");
            return text.Append("    }\n}\n").ToString();
        }

        private static string Saving(int types)
        {
            var text = new StringBuilder("using Kitbag;\nusing Game.Model;\n\nnamespace Game\n{\n    public static class Saving\n    {\n");
            for (int i = 0; i < types; i += TypesPerRoot)
                text.Append("        public static byte[] Save" + Number(i) + "(" + Name(i)
                    + " value) => KitbagSerializer.Serialize(value);\n        public static " + Name(i) + " Load" + Number(i)
                    + "(byte[] bytes) => KitbagSerializer.Deserialize<" + Name(i) + ">(bytes);\n");
            return text.Append("    }\n}\n").ToString();
        }

        private static string Number(int i) => i.ToString("D3", CultureInfo.InvariantCulture);
    }
}
