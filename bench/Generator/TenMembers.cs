using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Bench.Generator
{
    /// <summary>
    /// The sources of a program that only serializes many classes with ten members of the usual kinds, each of which is a root. Tests limit
    /// the size of the code that is generated for it.
    /// </summary>
    internal static class TenMembers
    {
        /// <summary>The types that the classes use.</summary>
        /// <param name="attribute">The attribute of each class, if another generator needs one.</param>
        private static SortedDictionary<string, string> Common(string attribute) => new(StringComparer.Ordinal)
        {
            ["Kind.cs"] = "namespace Game { public enum Kind { None, Small, Large = 5, Huge } }\n",
            ["Address.cs"] = "namespace Game { " + attribute + Class(attribute)
                + " Address { public string? Street { get; set; } public int Number { get; set; } } }\n",
        };

        /// <summary>Creates the sources of a program.</summary>
        /// <param name="classes">The number of classes.</param>
        /// <param name="save">One or more methods that save a class, with {0} for its name and {1} for its number.</param>
        /// <param name="attribute">The attribute of each class, if another generator needs one.</param>
        public static SortedDictionary<string, string> Sources(int classes, string save, string attribute = "")
        {
            SortedDictionary<string, string> files = Common(attribute);
            var saving = new StringBuilder("namespace Game\n{\n    public static class Saving\n    {\n");
            for (int i = 0; i < classes; i++)
            {
                string number = i.ToString("D3", CultureInfo.InvariantCulture), name = "Item" + number;
                files[name + ".cs"] = @"using System;
using System.Collections.Generic;

namespace Game
{
    " + attribute + Class(attribute) + " " + name + @"
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public bool IsActive { get; set; }
        public Kind Kind { get; set; }
        public double Price { get; set; }
        public DateTime Created { get; set; }
        public List<int>? Scores { get; set; }
        public int? Limit { get; set; }
        public Address? Address { get; set; }
        public Dictionary<string, int>? Tags { get; set; }
    }
}
";
                saving.Append("        ").AppendFormat(CultureInfo.InvariantCulture, save, name, number).Append('\n');
            }
            files["Saving.cs"] = saving.Append("    }\n}\n").ToString();
            return files;
        }

        /// <summary>A method that writes a document.</summary>
        public const string Documents = "public static byte[] Save{1}({0} item) => Kitbag.KitbagSerializer.Serialize(item);";

        /// <summary>A method that writes a document, and one that writes JSON.</summary>
        public const string DocumentsAndJson = Documents + " public static string Print{1}({0} item) => Kitbag.KitbagJson.Serialize(item);";

        /// <summary>A method that calls MemoryPack.</summary>
        public const string MemoryPack = "public static byte[] Save{1}({0} item) => MemoryPack.MemoryPackSerializer.Serialize(item);";

        private static string Class(string attribute) => attribute.Length == 0 ? "public sealed class" : "public sealed partial class";
    }
}
