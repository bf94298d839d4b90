using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Two versions of random types, each in a separate program, with changes that keep, lose or reject values: the source of both, the
    /// documents that the old version writes, and the expected results of reading them with the new version.
    /// </summary>
    internal sealed class VersionPair
    {
        // A type before and after the change, a value that is rejected or changed, or null, and pairs of corresponding values.
        private static readonly Change[] s_changes =
        {
            new("int", "int", null, "5", "5", "-70000", "-70000", "0", "0"),
            new("int", "long", null, "5", "5L", "-7", "-7L", "int.MaxValue", "(long)int.MaxValue"),
            new("long", "int", "5000000000L", "5L", "5", "-7L", "-7"),
            new("int", "short", "70000", "5", "(short)5", "-300", "(short)-300"),
            new("byte", "uint", null, "255", "255u", "0", "0u"),
            new("sbyte", "byte", "-1", "5", "(byte)5"),
            new("ushort", "int", null, "65535", "65535"),
            new("ulong", "long", "ulong.MaxValue", "5", "5L"),
            new("int", "double", null, "5", "5.0", "-123456", "-123456.0"),
            new("int", "float", "16777217", "5", "5f"),
            new("long", "double", "9007199254740993L", "5", "5.0"),
            new("long", "decimal", null, "long.MaxValue", "9223372036854775807m"),
            new("double", "int", "0.5", "5.0", "5"),
            new("float", "double", null, "0.5f", "0.5", "-3.25f", "-3.25"),
            new("double", "float", "0.1", "0.5", "0.5f"),
            new("double", "decimal", "1e300", "0.25", "0.25m", "1e6", "1000000m"),
            new("decimal", "double", "0.12345678901234567890123m", "0.25m", "0.25"),
            new("decimal", "long", "0.5m", "5m", "5L"),
            new("int", "int?", null, "5", "(int?)5", "0", "(int?)0"),
            new("int?", "int", "null", "5", "5"),
            new("int?", "long?", null, "null", "null", "5", "5L"),
            new("Guid?", "Guid", "null", "Guid.Empty", "Guid.Empty"),
            new("int", "List<int>", null, "5", "new List<int> { 5 }"),
            new("List<string>", "string", "new List<string> { \"a\", \"b\" }", "null", "null", "new List<string> { \"a\" }", "\"a\""),
            new("int[]", "int", "new int[0]", "new[] { 7 }", "7"),
            new("string", "string", null, "null", "null", "\"\"", "\"\"", "\"\\u0436\"", "\"\\u0436\""),
            new("DateTime", "DateTime", null, "new DateTime(2026, 11, 22)", "new DateTime(2026, 11, 22)"),
            new("bool", "bool", null, "true", "true"),
            new("int[]", "List<int>", null, "new[] { 1, 2, 300 }", "new List<int> { 1, 2, 300 }", "null", "null"),
            new("List<int>", "List<long>", null, "new List<int> { 1, 70000 }", "new List<long> { 1, 70000 }"),
            new("List<long>", "int[]", "new List<long> { 1, 5000000000L }", "new List<long> { 1 }", "new[] { 1 }"),
            new("Dictionary<string, int>", "Dictionary<string, long>", null, "new Dictionary<string, int> { [\"a\"] = 1 }",
                "new Dictionary<string, long> { [\"a\"] = 1 }"),
            new("Dictionary<int, int>", "Dictionary<byte, int>", "new Dictionary<int, int> { [300] = 1 }",
                "new Dictionary<int, int> { [3] = 1 }", "new Dictionary<byte, int> { [3] = 1 }"),
            new("Dictionary<string, long>", "List<KeyValuePair<string, long>>", null, "new Dictionary<string, long> { [\"a\"] = 1 }",
                "new List<KeyValuePair<string, long>> { new KeyValuePair<string, long>(\"a\", 1) }"),
            new("List<KeyValuePair<string, int>>", "Dictionary<string, int>",
                "new List<KeyValuePair<string, int>> { new KeyValuePair<string, int>(\"a\", 1), new KeyValuePair<string, int>(\"a\", 2) }",
                "new List<KeyValuePair<string, int>> { new KeyValuePair<string, int>(\"a\", 1) }",
                "new Dictionary<string, int> { [\"a\"] = 1 }"),
            new("int", "object", null, "5", "5"),
            new("Rank", "Rank", null, "Rank.Low#", "Rank.Low#"),
            new("Rank", "int", null, "Rank.Top#", "2"),
            new("Pair", "Pair", null, "new Pair { X# = 1, Y# = 2 }", "new Pair { X# = 1, Y# = 2 }"),
            new("Pair[]", "List<Pair>", null, "new[] { new Pair { X# = 3 } }", "new List<Pair> { new Pair { X# = 3 } }"),
            new("Beast", "Beast", null, "null", "null", "new Wolf# { Age# = 3 }", "new Wolf# { Age# = 3 }"),
            new("Wolf#", "Beast", null, "new Wolf# { Age# = 3 }", "new Wolf# { Age# = 3 }"),
            new("Beast", "Wolf#", "new Boar#()", "new Wolf# { Age# = 3 }", "new Wolf# { Age# = 3 }"),
            new("Node", "Node", null, "new Node { N# = 3 }", "new Node { N# = 3 }", "null", "null"),
            new("Node", "List<Node>", null, "new Node { N# = 3 }", "new List<Node> { new Node { N# = 3 } }"),
            new("List<Node>", "Node[]", null, "new List<Node> { new Node { N# = 3 }, null }", "new[] { new Node { N# = 3 }, null }"),
            new("Dictionary<string, Node>", "SortedDictionary<string, Node>", null,
                "new Dictionary<string, Node> { [\"a\"] = new Node() }", "new SortedDictionary<string, Node> { [\"a\"] = new Node() }"),
            new("List<List<int>>", "List<long>[]", null, "new List<List<int>> { new List<int> { 4 } }", "new[] { new List<long> { 4 } }"),
            new("int?[]", "int[]", "new int?[] { null }", "new int?[] { 1 }", "new[] { 1 }"),
            new("Dictionary<string, double>", "Dictionary<string, float>", "new Dictionary<string, double> { [\"a\"] = 0.1 }",
                "new Dictionary<string, double> { [\"a\"] = 0.5 }", "new Dictionary<string, float> { [\"a\"] = 0.5f }"),
            new("char", "char", null, "'x'", "'x'"),
            new("List<int>", "System.Collections.IList", null, "new List<int> { 1, 70000 }", "new List<object> { 1, 70000 }"),
            new("System.Collections.ArrayList", "object[]", null, "new System.Collections.ArrayList { 5, null }",
                "new object[] { 5, null }"),
            new("Dictionary<string, int>", "System.Collections.Hashtable", null, "new Dictionary<string, int> { [\"a\"] = 1 }",
                "new System.Collections.Hashtable { [\"a\"] = 1 }"),
            new("System.Collections.Specialized.StringCollection", "string[]", null,
                "new System.Collections.Specialized.StringCollection { \"a\", null }", "new[] { \"a\", null }"),
            new("List<Beast>", "Beast[]", null, "new List<Beast> { new Wolf# { Age# = 3 } }", "new Beast[] { new Wolf# { Age# = 3 } }"),
        };

        // No value can be read as the other type.
        private static readonly Change[] s_refused =
        {
            new("string", "int", "\"5\""), new("bool", "int", "true"), new("Guid", "string", "default"),
            new("object", "int", "5"),
            new("char", "string", "'x'"), new("TimeSpan", "long", "default"), new("DateTime", "DateOnly", "default"),
            new("Pair", "string", "default"),
        };

        private readonly Random _random;
        private readonly string _id;
        private readonly List<Member> _members = new();
        private readonly StringBuilder _old = new(), _new = new();
        private readonly List<(string Write, string? Expected, string Member)> _documents = new();
        private bool _lostPart, _lostCase, _wasTracked, _isNarrower;
        private string? _unsafeRank;

        public VersionPair(int seed)
        {
            _random = new Random(seed);
            _id = seed.ToString(CultureInfo.InvariantCulture);
            Name = "F" + _id;
            Make();
        }

        /// <summary>The namespace.</summary>
        public string Name { get; }

        /// <summary>The types, and a class that writes the documents.</summary>
        public string Old => _old.ToString();

        /// <summary>The types, and a class that reads the documents.</summary>
        public string New => _new.ToString();

        /// <summary>The types of both versions in a readable form.</summary>
        public string Types { get; private set; } = "";

        /// <summary>The names of members, enum values and types for which a value is lost, rejected or changed.</summary>
        public HashSet<string> Unsafe { get; } = new();

        /// <summary>Whether no document can be read.</summary>
        public bool IsRefused { get; private set; }

        private void Make()
        {
            int count = 1 + _random.Next(6);
            for (int i = 0; i < count; i++)
                AddMember("R" + i + "_" + _id, s_changes[_random.Next(s_changes.Length)], _random.Next(16));
            // A class without any of its previous members is a different class.
            _members.Add(new Member("Id_" + _id, "Id_" + _id, s_changes[0], "", false));
            if (_random.Next(8) == 0)
                RefuseAll();
            _lostPart = _random.Next(6) == 0;
            _lostCase = _random.Next(6) == 0;
            _wasTracked = _random.Next(6) == 0;
            _isNarrower = _random.Next(8) == 0;
            bool oldPair = _random.Next(2) == 0, newPair = _random.Next(2) == 0;
            Version(_old, "Low#, High#, Top#", oldPair, "public int Z#;", true, isOld: true);
            Version(_new, Ranks(), newPair, _lostPart ? "" : "public long Z#;", !_lostCase, isOld: false);
            Types = _old.ToString() + _new;
            Documents(oldPair && !newPair);
            Programs();
        }

        private void RefuseAll()
        {
            IsRefused = true;
            string name = "W_" + _id;
            if (_random.Next(3) == 0)
                _members.Add(new Member(null, name, s_changes[0], "required ", true));
            else
                _members.Add(new Member(name, name, s_refused[_random.Next(s_refused.Length)], "", true));
            Unsafe.Add(name);
        }

        private void AddMember(string name, Change change, int kind)
        {
            string renamed = "New" + name;
            Member member = kind switch
            {
                0 => new Member(name, null, change, "", true),
                1 => new Member(null, name, change, "", false),
                2 or 3 => new Member(name, renamed, change, "[KitbagFormerName(\"" + name + "\")] ", false),
                4 => new Member(name, renamed, change, "", true),
                _ => new Member(name, name, change, "", false),
            };
            _members.Add(member);
        }

        private string Ranks()
        {
            switch (_random.Next(6))
            {
                case 0:
                    // Another value has the number of a removed one.
                    _unsafeRank = "Rank.High#";
                    return "Low#, Other#, Top#";
                case 1:
                    return "Low#, High#, Top#, Next#";
                case 2:
                    return "Low#, [KitbagFormerName(\"High#\")] Higher#, Top#";
                default:
                    return "Low#, High#, Top#";
            }
        }

        private void Version(StringBuilder to, string ranks, bool pairIsClass, string part, bool hasBear, bool isOld)
        {
            var text = new StringBuilder();
            text.Append("namespace ").Append(Name).Append("\n{\n    public enum Rank").Append(!isOld && _isNarrower ? " : byte" : "")
                .Append(" { ").Append(ranks).Append(" }\n");
            text.Append(isOld && _wasTracked ? "    [KitbagSerializable(Tracked = true)]\n" : "").Append("    public class Node { public ")
                .Append(isOld ? "int" : "long").Append(" N#; }\n");
            text.Append("    public ").Append(pairIsClass ? "class" : "struct").Append(" Pair { public int X#; public int Y#; ")
                .Append(part).Append(" }\n");
            text.Append("    public abstract class Beast { public int Age#; }\n    public class Wolf# : Beast { public int Teeth#; }\n");
            if (hasBear)
                text.Append("    public class Bear# : Beast { public int Fur#; }\n");
            text.Append("    public class Boar# : Beast { public string Tusk#; }\n");
            text.Append("    public class Root\n    {\n");
            foreach (Member member in _members.OrderBy(_ => _random.Next()))
            {
                if ((isOld ? member.Old : member.New) is { } name)
                    text.Append("        " + (isOld ? "" : member.Attribute.StartsWith('[') ? member.Attribute : "") + "public "
                        + (!isOld && member.Attribute == "required " ? "required " : "")
                        + (isOld ? member.Change.Old : member.Change.New) + " " + name + " { get; set; }\n");
            }
            to.Append(Named(text.Append("    }\n").ToString()));
        }

        private void Documents(bool pairLosesNull)
        {
            for (int i = 0; i < 4; i++)
            {
                int count = i == 0 ? 1 : i == 1 ? 3 : 8 + _random.Next(8);
                var write = new StringBuilder("new[] { ");
                var expected = new StringBuilder("new[] { ");
                for (int k = 0; k < count; k++)
                {
                    write.Append("new Root { ");
                    expected.Append("new Root { ");
                    foreach (Member member in _members.Where(m => m.Old != null && m.New != null && m.Change.Pairs.Length != 0))
                    {
                        int at = _random.Next(member.Change.Pairs.Length / 2) * 2;
                        // Without a former name, its values are lost, except for the default, which is read as the default.
                        bool isLost = member.IsUnsafe;
                        write.Append(isLost ? "" : member.Old + " = " + member.Change.Pairs[at] + ", ");
                        expected.Append(isLost ? "" : member.New + " = " + member.Change.Pairs[at + 1] + ", ");
                    }
                    write.Append("}, ");
                    expected.Append("}, ");
                }
                _documents.Add((write + "}", IsRefused ? null : expected + "}", ""));
            }
            if (IsRefused)
                return;
            foreach (Member member in _members.Where(m => m.Old != null))
            {
                string type = member.Change.Old;
                if (member.IsUnsafe)
                    AddUnsafe(member.Old!, member, member.Change.Pairs.Where((_, i) => i % 2 == 0).LastOrDefault(IsNoDefault), true);
                else if (member.Change.Unsafe is { } value)
                    AddUnsafe(member.Old!, member, value, false);
                if (member.IsUnsafe)
                    continue;
                if (type == "Rank" && member.Change.New == "Rank" && _unsafeRank != null)
                    AddUnsafe("High_" + _id, member, _unsafeRank, false);
                if (type == "Rank" && member.Change.New == "Rank" && _isNarrower)
                    AddUnsafe("Rank_" + _id, member, "(Rank)300", false);
                if (type == "List<Node>" && _wasTracked)
                    AddUnsafe(member.Old!, member, "System.Linq.Enumerable.ToList(System.Linq.Enumerable.Repeat(new Node(), 2))", false);
                if (type == "Pair" && pairLosesNull)
                    AddUnsafe(member.Old!, member, "null", false);
                if (type == "Pair[]" && pairLosesNull)
                    AddUnsafe(member.Old!, member, "new Pair[] { null }", false);
                if (type == "Pair" && _lostPart)
                    AddUnsafe("Z_" + _id, member, "new Pair { Z# = 4 }", true);
                if (type == "Pair[]" && _lostPart)
                    AddUnsafe("Z_" + _id, member, "new[] { new Pair { Z# = 4 } }", true);
                if (type == "Beast" && _lostCase)
                    AddUnsafe("Bear_" + _id, member, "new Bear#()", false);
                if (type == "List<Beast>" && _lostCase)
                    AddUnsafe("Bear_" + _id, member, "new List<Beast> { new Bear#() }", false);
            }
        }

        // The loss of a value that is the default of its type cannot be detected.
        private static bool IsNoDefault(string value) => value is not ("null" or "0" or "default" or "Guid.Empty" or "0u")
            && !value.Contains("Low#", StringComparison.Ordinal);

        private void AddUnsafe(string name, Member member, string? value, bool isLost)
        {
            Unsafe.Add(name);
            // All other members have values that can be read, because null might be rejected.
            string others = string.Concat(_members.Where(m => m != member && m.Old != null && !m.IsUnsafe && m.Change.Pairs.Length != 0)
                .Select(m => m.Old + " = " + m.Change.Pairs[0] + ", "));
            if (value != null)
                _documents.Add(("new[] { new Root { " + others + member.Old + " = " + value + " } }",
                    isLost ? "lost" : "refused or changed", name));
        }

        private void Programs()
        {
            _old.Append("    public static class Writer\n    {\n        public static void Run(List<byte[]> documents)\n        {\n");
            _new.Append("    public static class Reader\n    {\n        public static void Run(List<byte[]> documents, ref int at, ")
                .Append("List<string> wrong, List<KitbagReadFinding> findings)\n        {\n");
            foreach ((string write, string? expected, string member) in _documents)
            {
                _old.Append("            documents.Add(Write.One(").Append(Named(write)).Append("));\n");
                string where = "\"" + Name + " " + member + "\"";
                if (member.Length == 0 && expected != null)
                    _new.Append("            Read.Same(wrong, findings, ").Append(where).Append(", documents[at++], ")
                        .Append(Named(expected)).Append(");\n");
                else
                    _new.Append("            Read.Other<Root[]>(wrong, ").Append(where).Append(", documents[at++], ")
                        .Append(expected == "lost" ? "true" : "false").Append(");\n");
            }
            _old.Append("        }\n    }\n}\n");
            _new.Append("        }\n    }\n}\n");
        }

        // The names in findings are unique to each pair.
        private string Named(string text) => Regex.Replace(text, @"\bRank\b", "Rank#").Replace("#", "_" + _id, StringComparison.Ordinal);

        private sealed record Member(string? Old, string? New, Change Change, string Attribute, bool IsUnsafe);

        private sealed record Change(string Old, string New, string? Unsafe, params string[] Pairs);
    }
}
