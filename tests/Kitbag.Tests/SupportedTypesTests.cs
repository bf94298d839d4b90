using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using Kitbag.Codecs;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// docs/supported-types.md is made of the catalogue of codecs and of the list of cases: run with KITBAG_WRITE_DOCS=1 after a
    /// change of either. So no type is in the library that no case takes through all suites.
    /// </summary>
    public class SupportedTypesTests
    {
        private static readonly string s_page = Path.Combine(Repository.Root, "docs", "supported-types.md");

        [Fact]
        public void The_page_is_up_to_date()
        {
            string page = Make();
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_DOCS") == "1")
                File.WriteAllText(s_page, page);
            Assert.Equal(page, File.ReadAllText(s_page));
        }

        [Fact]
        public void Each_type_of_the_catalogue_has_a_case()
        {
            HashSet<Type> reached = Reached();
            Assert.Empty(Catalogue().Where(entry => !reached.Contains(entry.Type)).Select(entry => Text(entry.Type)));
        }

        private static string Make()
        {
            HashSet<string> newer = Directory.GetFiles(Path.Combine(Repository.Root, "src", "Kitbag", "Codecs"), "*.Net8.cs",
                SearchOption.AllDirectories).Select(f => Path.GetFileName(f).Split('.')[0]).ToHashSet();
            var text = new StringBuilder();
            text.Append("# Supported types\n\nMade by a test of the catalogue of codecs and the list of cases; do not edit. How each "
                + "is treated: [types](types.md).\n\n");
            text.Append("Besides these, arrays of them, nullables, enums, tuples, and your own classes, structs, records, interfaces "
                + "and collections.\n");
            foreach (var group in Catalogue().GroupBy(entry => entry.Type.Namespace).OrderBy(g => g.Key, StringComparer.Ordinal))
            {
                text.Append("\n## " + group.Key + "\n\n");
                foreach ((Type type, Type codec) in group.OrderBy(entry => Text(entry.Type), StringComparer.Ordinal))
                    text.Append("- `" + Text(type) + "`" + (newer.Contains(codec.Name.Split('`')[0]) ? " (.NET 8 and later)" : "") + "\n");
            }
            text.Append("\n## Cases\n\nEach goes through binary and JSON by every overload and option, every truncation, hundreds of "
                + "mutations,\n");
            text.Append("System.Text.Json in both directions where it has the type, NativeAOT and, where netstandard2.1 has the type, "
                + "Mono in\n");
            text.Append("full-AOT mode: " + Cases.All.Count.ToString(System.Globalization.CultureInfo.InvariantCulture) + " cases.\n\n");
            foreach (TestCase test in Cases.All)
                text.Append("- `" + test.Name + "`\n");
            return text.ToString();
        }

        private static List<(Type Type, Type Codec)> Catalogue() => typeof(KitbagSerializer).Assembly.GetTypes()
            .SelectMany(codec => codec.GetCustomAttributes<CodecForAttribute>().Select(a => (a.Type, codec)))
            .ToList();

        private static string Text(Type type)
        {
            if (type.IsArray)
                return Text(type.GetElementType()!) + "[" + new string(',', type.GetArrayRank() - 1) + "]";
            string name = type.Name.Split('`')[0];
            return type.IsGenericType ? name + "<" + string.Join(", ", type.GetGenericArguments().Select(a => a.Name)) + ">" : name;
        }

        private static HashSet<Type> Reached()
        {
            var reached = new HashSet<Type>();
            foreach (TestCase test in Cases.All)
                Reach(test.Type, reached);
            return reached;
        }

        private static void Reach(Type type, HashSet<Type> reached)
        {
            if (!reached.Add(type))
                return;
            if (type.IsArray)
            {
                Reach(type.GetElementType()!, reached);
                return;
            }
            if (type.IsGenericType)
            {
                reached.Add(type.GetGenericTypeDefinition());
                foreach (Type argument in type.GetGenericArguments())
                    Reach(argument, reached);
            }
            if (type.Assembly != typeof(Cases).Assembly)
                return;
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
                Reach(field.FieldType, reached);
            foreach (Type derived in typeof(Cases).Assembly.GetTypes().Where(t => t.BaseType == type))
                Reach(derived, reached);
        }
    }
}
