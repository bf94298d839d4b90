using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Two versions of random types, with changes that docs/evolution.md allows, and values of both: each version must read the documents
    /// of the other one as the expected values in the table. They are source text, so that the generator generates code for both.
    /// </summary>
    internal sealed class ChangedFamily
    {
        private static readonly Change[] s_changes =
        {
            new("int", "int", "5", "5", "-70000", "-70000", "0", "0"),
            new("int", "long", "5", "5L", "-7", "-7L", "0", "0L", "int.MaxValue", "(long)int.MaxValue"),
            new("int", "short", "5", "(short)5", "-300", "(short)-300", "0", "(short)0"),
            new("byte", "uint", "255", "255u", "0", "0u"),
            new("long", "ulong", "5000000000L", "5000000000UL", "0L", "0UL"),
            new("int", "double", "5", "5.0", "-123456", "-123456.0", "0", "0.0"),
            new("int", "decimal", "5", "5m", "0", "0m", "-9", "-9m"),
            new("float", "double", "0.5f", "0.5", "0f", "0.0", "-3.25f", "-3.25"),
            new("double", "decimal", "0.25", "0.25m", "1e6", "1000000m", "0.0", "0m"),
            new("int", "int?", "5", "(int?)5", "0", "(int?)0"),
            new("Guid?", "Guid", "Guid.Empty", "Guid.Empty", "new Guid(1, 2, 3, new byte[8])", "new Guid(1, 2, 3, new byte[8])"),
            new("int", "List<int>", "5", "new List<int> { 5 }", "0", "new List<int> { 0 }"),
            new("string[]", "string", "new[] { \"x\" }", "\"x\"", "null", "null"),
            new("string", "string", "null", "null", "\"\"", "\"\"", "\"text\"", "\"text\"", "\"\\u0436\"", "\"\\u0436\""),
            new("DateTime", "DateTime", "new DateTime(2026, 11, 22)", "new DateTime(2026, 11, 22)", "default", "default"),
            new("bool", "bool", "true", "true", "false", "false"),
            new("int[]", "List<int>", "new[] { 1, 2, 300 }", "new List<int> { 1, 2, 300 }", "new int[0]", "new List<int>()", "null",
                "null"),
            new("List<int>", "HashSet<int>", "new List<int> { 1, 70000 }", "new HashSet<int> { 1, 70000 }", "null", "null"),
            new("Dictionary<string, int>", "SortedDictionary<string, int>", "new Dictionary<string, int> { [\"a\"] = 1, [\"b\"] = 2 }",
                "new SortedDictionary<string, int> { [\"a\"] = 1, [\"b\"] = 2 }", "null", "null"),
            new("Dictionary<string, long>", "List<KeyValuePair<string, long>>", "new Dictionary<string, long> { [\"a\"] = 1 }",
                "new List<KeyValuePair<string, long>> { new KeyValuePair<string, long>(\"a\", 1) }", "null", "null"),
            new("Rank", "Rank", "Rank.Low", "Rank.Low", "Rank.High", "Rank.High", "Rank.Top", "Rank.Top"),
            new("Pair", "Pair", "new Pair { X = 1, Y = 2 }", "new Pair { X = 1, Y = 2 }", "new Pair { X = -5 }", "new Pair { X = -5 }"),
            new("Pair[]", "List<Pair>", "new[] { new Pair { Y = 3 } }", "new List<Pair> { new Pair { Y = 3 } }"),
        };

        // Changes of classes below the root.
        private static readonly (string Old, string New)[] s_places =
        {
            ("Node", "Node"), ("List<Node>", "Node[]"), ("List<Node>", "List<Node>"),
            ("Dictionary<string, Node>", "Dictionary<string, Node>"),
        };

        private readonly Random _random;
        private readonly List<Member> _root, _node;
        private readonly StringBuilder _source = new();

        public ChangedFamily(int seed)
        {
            _random = new Random(seed);
            Name = "F" + seed.ToString(System.Globalization.CultureInfo.InvariantCulture).Replace('-', '_');
            _node = Members("N", 1 + _random.Next(7), false);
            _root = Members("R", 1 + _random.Next(6), true);
        }

        private enum Form
        {
            Old,
            New,
            OldReadAsNew,
            NewReadAsOld,
        }

        /// <summary>The namespace of the family.</summary>
        public string Name { get; }

        /// <summary>The types, and a class Checks whose method Run adds failures to a list.</summary>
        public string Source()
        {
            _source.Append("namespace ").Append(Name).Append("\n{\n");
            bool oldIsClass = _random.Next(2) == 0;
            Version("Old", Form.Old, "Low, High, Top", oldIsClass ? "class" : "struct");
            Version("New", Form.New, "Other, Top = 7, High, Low = 1", _random.Next(2) == 0 ? "class" : "struct");
            _source.Append("    public static class Checks\n    {\n        public static void Run(List<string> wrong)\n        {\n");
            Check(1);
            Check(2 + _random.Next(5));
            Check(8 + _random.Next(20));
            _source.Append("        }\n    }\n}\n");
            return _source.ToString();
        }

        private List<Member> Members(string prefix, int count, bool hasPlaces)
        {
            var members = new List<Member>();
            for (int i = 0; i < count; i++)
            {
                Change change = s_changes[_random.Next(s_changes.Length)];
                if (_random.Next(2) == 0)
                    change = change.Reversed();
                members.Add(NewMember(prefix + i, change, _random.Next(10)));
            }
            for (int i = 0; hasPlaces && i < 1 + _random.Next(3); i++)
            {
                (string before, string after) = s_places[_random.Next(s_places.Length)];
                members.Add(NewMember("P" + i, new Change(before, after), 9));
            }
            return members;
        }

        private static Member NewMember(string name, Change change, int kind) => kind switch
        {
            0 => new Member(name, null, change),
            1 => new Member(null, name, change),
            2 => new Member(name, "New" + name, change),
            _ => new Member(name, name, change),
        };

        private void Version(string name, Form form, string ranks, string pair)
        {
            _source.Append("    namespace ").Append(name).Append("\n    {\n        public enum Rank { ").Append(ranks).Append(" }\n");
            _source.Append("        public ").Append(pair).Append(" Pair { public int X; public int Y; }\n");
            Class("Node", _node, form);
            Class("Root", _root, form);
            _source.Append("    }\n");
        }

        private void Class(string name, List<Member> members, Form form)
        {
            _source.Append("        public class ").Append(name).Append("\n        {\n");
            foreach (Member member in members.OrderBy(_ => _random.Next()))
            {
                if ((form == Form.Old ? member.Old : member.New) is not { } declared)
                    continue;
                if (form == Form.New && member.Old is { } old && old != declared)
                    _source.Append("            [Kitbag.KitbagFormerName(\"" + old + "\")]\n");
                Change change = member.Change;
                string initial = change.Pairs.Length == 0 ? "" : " = " + change.Pairs[form == Form.Old ? 0 : 1] + ";";
                _source.Append("            public " + (form == Form.Old ? change.Old : change.New) + " " + declared + " { get; set; }"
                    + initial + "\n");
            }
            _source.Append("        }\n");
        }

        private void Check(int count)
        {
            // The same choices for each form of the values.
            int seed = _random.Next();
            foreach ((Form written, Form read) in new[] { (Form.Old, Form.OldReadAsNew), (Form.New, Form.NewReadAsOld) })
            {
                string from = written == Form.Old ? "Old" : "New", to = written == Form.Old ? "New" : "Old";
                _source.Append("            Check.Both<").Append(from).Append(".Root[], ").Append(to).Append(".Root[]>(wrong, \"")
                    .Append(Name).Append(' ').Append(from).Append(' ').Append(count).Append("\",\n                ");
                Values(count, seed, written);
                _source.Append(",\n                ");
                Values(count, seed, read);
                _source.Append(");\n");
            }
        }

        private void Values(int count, int seed, Form form)
        {
            var random = new Random(seed);
            string space = Name + "." + (form is Form.Old or Form.NewReadAsOld ? "Old" : "New") + ".";
            _source.Append("new[] { ");
            for (int i = 0; i < count; i++)
            {
                Value("Root", _root, space, random, form);
                _source.Append(", ");
            }
            _source.Append('}');
        }

        private void Value(string type, List<Member> members, string space, Random random, Form form)
        {
            _source.Append("new ").Append(space).Append(type).Append(" { ");
            foreach (Member member in members)
            {
                int at = _source.Length;
                bool isOld = form is Form.Old or Form.NewReadAsOld;
                string? name = isOld ? member.Old : member.New;
                _source.Append(name).Append(" = ");
                string[] pairs = member.Change.Pairs;
                if (pairs.Length != 0)
                    _source.Append(Qualified(pairs[random.Next(pairs.Length / 2) * 2 + (isOld ? 0 : 1)], space));
                else
                    Place(isOld ? member.Change.Old : member.Change.New, space, random, form);
                _source.Append(", ");
                // The old version does not know the new name.
                bool isRead = form switch
                {
                    Form.OldReadAsNew => member.Old != null,
                    Form.NewReadAsOld => member.New == member.Old,
                    _ => true,
                };
                if (name == null || !isRead)
                    _source.Length = at;
            }
            _source.Append('}');
        }

        private void Place(string type, string space, Random random, Form form)
        {
            if (type == "Node")
            {
                if (random.Next(3) == 0)
                    _source.Append("null");
                else
                    Value("Node", _node, space, random, form);
                return;
            }
            int count = random.Next(3) switch { 0 => random.Next(3), 1 => random.Next(8), _ => 8 + random.Next(6) };
            _source.Append("new ").Append(Qualified(type, space)).Append(" { ");
            for (int i = 0; i < count; i++)
            {
                if (type.StartsWith("Dictionary", StringComparison.Ordinal))
                    _source.Append("[\"k").Append(i).Append("\"] = ");
                Value("Node", _node, space, random, form);
                _source.Append(", ");
            }
            _source.Append('}');
        }

        private static string Qualified(string text, string space) => System.Text.RegularExpressions.Regex.Replace(text,
            @"\b(Node|Pair|Rank)\b(?!<)", space + "$1");

        private sealed record Member(string? Old, string? New, Change Change);

        /// <summary>A type that is changed to another type, with pairs of corresponding values.</summary>
        private sealed record Change(string Old, string New, params string[] Pairs)
        {
            public Change Reversed() => new(New, Old, Pairs.Select((_, i) => Pairs[i ^ 1]).ToArray());
        }
    }
}
