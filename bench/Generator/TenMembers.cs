using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Bench.Generator
{
    /// <summary>
    /// The sources of a program that serializes many classes of ten members of the usual kinds, each of them a root, and nothing else.
    /// Tests gate what is generated for it.
    /// </summary>
    internal static class TenMembers
    {
        /// <summary>What the classes need besides.</summary>
        /// <param name="attribute">What stands before each class; with a place for <c>partial</c>.</param>
        private static SortedDictionary<string, string> Common(string attribute) => new(StringComparer.Ordinal)
        {
            ["Kind.cs"] = "namespace Game { public enum Kind { None, Small, Large = 5, Huge } }\n",
            ["Address.cs"] = "namespace Game { " + attribute + Class(attribute)
                + " Address { public string? Street { get; set; } public int Number { get; set; } } }\n",
        };

        /// <summary>Programs of some classes.</summary>
        /// <param name="classes">How many.</param>
        /// <param name="save">A method that saves a class, with {0} for its name and {1} for its number; there may be more.</param>
        /// <param name="attribute">What stands before each class, where another generator wants it.</param>
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

        /// <summary>Calls that have documents alone.</summary>
        public const string Documents = "public static byte[] Save{1}({0} item) => Kitbag.KitbagSerializer.Serialize(item);";

        /// <summary>Calls that have JSON, too.</summary>
        public const string DocumentsAndJson = Documents + " public static string Print{1}({0} item) => Kitbag.KitbagJson.Serialize(item);";

        /// <summary>Calls of MemoryPack.</summary>
        public const string MemoryPack = "public static byte[] Save{1}({0} item) => MemoryPack.MemoryPackSerializer.Serialize(item);";

        private static string Class(string attribute) => attribute.Length == 0 ? "public sealed class" : "public sealed partial class";
    }
}
