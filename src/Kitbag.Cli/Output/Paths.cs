using System.Globalization;
using System.Linq;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Output
{
    /// <summary>Paths to values, step by step.</summary>
    internal static class Paths
    {
        public static string Member(string path, string name) => name.Length != 0 && name.All(c => char.IsLetterOrDigit(c) || c == '_')
            ? path.Length == 0 ? name : path + "." + name
            : Entry(path, name);

        /// <summary>Appends a path of a part to that of the whole; either may be empty.</summary>
        public static string Join(string path, string rest) =>
            path.Length == 0 || rest.Length == 0 || rest[0] == '[' ? path + rest : path + "." + rest;

        public static string Entry(string path, string key) => path + "[" + TextLiteral.Quote(key) + "]";

        public static string Item(string path, int index) => path + "[" + index.ToString(CultureInfo.InvariantCulture) + "]";

        /// <summary>Formats an item by its key, in the syntax of queries.</summary>
        public static string Keyed(string path, string member, string value) => path + "[" + member + " == " + value + "]";
    }
}
