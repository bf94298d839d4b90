using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Schemas
{
    /// <summary>Schemas as text, and back.</summary>
    public class SchemaTextTests
    {
        public static TheoryData<string> Names => [.. Cases.All.Select(c => c.Name)];

        private static SchemaType SchemaOf(string name) => CaseSchemas.Of(name).Root;

        [Theory]
        [MemberData(nameof(Names))]
        public void Text_contains_the_complete_schema(string name)
        {
            KitbagSchema schema = CaseSchemas.Of(name);
            string text = schema.ToText();
            KitbagSchema read = KitbagSchema.Parse(text);
            Assert.Equal(schema.Bytes.ToArray(), read.Bytes.ToArray());
            Assert.Equal(schema.Fingerprint, read.Fingerprint);
            Assert.Equal(text, read.ToText());
        }

        [Fact]
        public void A_lock_file_of_all_cases_has_the_schema_of_each()
        {
            SchemaType[] roots = [.. Cases.All.Select(c => SchemaOf(c.Name))];
            string text = SchemaLock.Empty.Update(SchemaForm.Of(roots, new SchemaNotes())).ToString();
            SchemaForm read = SchemaLock.Parse(text).Locked;
            Assert.Equal(text, SchemaLock.Parse(text).ToString());
            // Types that several roots share are compared once, and each root has its own bytes all the same.
            Assert.Equal(roots.Select(SchemaWriter.Write), SchemaWriter.WriteAll(roots));
            HashSet<string> expected = [.. roots.Select(r => Convert.ToHexString(SchemaWriter.Write(r)))];
            Assert.Equal(expected.Order(), read.Roots.Select(r => Convert.ToHexString(SchemaWriter.Write(r.Type))).Distinct().Order());
        }

        [Fact]
        public void Text_is_what_people_would_write()
        {
            const string text = """
                root Game::Hero?

                class Game::Hero
                  Friend: Pet
                  Gold: long
                  Kind: Kind?
                  Notes: Dictionary<string, Game::Item[]>
                  Own: class Pet
                  Pairs: struct KeyValuePair{Key: int, Value: string}[]
                  Things: "int"

                struct Game::Item
                  At: Vec

                enum Kind : byte
                  Orc = 0
                  "an elf" = 200

                class Pet
                  Name: string

                union Pet
                  Node: Node
                  Pet: Pet

                tracked class Node
                  All: Nodes
                  Next: Node

                tracked list Nodes
                  Element: Node

                record Vec
                  Y: float
                  X: float

                class "int"
                """;
            SchemaException refused = Assert.Throws<SchemaException>(() => SchemaText.Parse(text, 100));
            Assert.Equal("Bad schema: A nullable holds a Object; expected a value type.", refused.Message);
            string right = text.Replace("Hero?", "Hero");
            SchemaType root = SchemaText.Parse(right, 100);
            Assert.Equal(["Friend", "Gold", "Kind", "Notes", "Own", "Pairs", "Things"], root.Members.Select(m => m.Name));
            Assert.Equal("Hero", root.Name);
            Assert.Equal(SchemaKind.Union, root.Members[0].Type.Kind);
            Assert.Equal(SchemaKind.Object, root.Members[4].Type.Kind);
            // Namespaces and names of lists are in lock files only. The order of blocks differs.
            string[] blocks = right.Replace("Game::", "").Replace("Nodes", "List").ReplaceLineEndings("\n").Split("\n\n");
            Assert.Equal(blocks.Skip(1).Select(b => b.Trim()).Order(),
                SchemaText.Write(root).Split("\n\n").Skip(1).Select(b => b.Trim()).Order());
        }

        [Fact]
        public void Types_that_differ_only_in_their_members_stay_distinct()
        {
            SchemaType One(params string[] members) => new(SchemaKind.Object, "Item")
            {
                MemberArray = [.. members.Select(m => new SchemaMember(m, SchemaType.BuiltIn(SchemaKind.Int32)))],
            };
            var root = new SchemaType(SchemaKind.Object, "Root")
            {
                MemberArray =
                [
                    new SchemaMember("A", One("X")),
                    new SchemaMember("B", SchemaType.SequenceOf(One("Y"))),
                    new SchemaMember("C", new SchemaType(SchemaKind.Enum, "Item") { Underlying = SchemaKind.Byte }),
                    new SchemaMember("D", new SchemaType(SchemaKind.Union, "Item") { MemberArray = [new SchemaMember("Item", One("Z"))] }),
                    new SchemaMember("E", new SchemaType(SchemaKind.Object, "")),
                    new SchemaMember("", new SchemaType(SchemaKind.Object, "a\n\"b\\ \u202e\ud83d\ude00, since <x")),
                    new SchemaMember("G: int, required", new SchemaType(SchemaKind.Object, "Dictionary<int>")),
                    new SchemaMember("1", One("Y")),
                ],
            };
            byte[] bytes = SchemaWriter.Write(root);
            KitbagSchema read = KitbagSchema.Parse(KitbagSchema.Parse(bytes).ToText());
            Assert.Equal(bytes, read.Bytes.ToArray());
        }

        [Fact]
        public void Tracked_types_with_the_same_text_stay_distinct()
        {
            SchemaType a = new(SchemaKind.Object, "Node") { IsTracked = true }, b = new(SchemaKind.Object, "Node") { IsTracked = true };
            a.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(b))];
            b.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(a))];
            SchemaType map = new(SchemaKind.Map) { IsTracked = true, Key = SchemaType.BuiltIn(SchemaKind.Int32) };
            map.Element = SchemaType.ReferenceTo(map);
            var root = new SchemaType(SchemaKind.Object, "Root")
            {
                MemberArray = [new SchemaMember("A", SchemaType.ReferenceTo(a)), new SchemaMember("B", SchemaType.ReferenceTo(map))],
            };
            Assert.Equal(SchemaWriter.Write(root), SchemaWriter.Write(SchemaText.Parse(SchemaText.Write(root), 100)));
        }

        [Fact]
        public void The_text_of_types_that_are_used_twice_per_level_is_short()
        {
            SchemaType type = SchemaType.BuiltIn(SchemaKind.Int32);
            for (int i = 0; i < 100; i++)
                type = SchemaType.MapOf(type, type);
            string text = SchemaText.Write(type);
            Assert.True(text.Length < 20_000, text);
            Assert.Equal(SchemaWriter.Write(type), SchemaWriter.Write(SchemaText.Parse(text, 1000)));
        }

        [Theory]
        [InlineData("", "there is no root", 1)]
        [InlineData("root int\nroot int", "there is more than one root", 2)]
        [InlineData("root Hero", "'Hero' is no type of this text", 1)]
        [InlineData("root int[", "expected the end of the line, found \"[\"", 1)]
        [InlineData("root Dictionary<int>", "expected ',', found \">\"", 1)]
        [InlineData("root \"abc", "the name, found \"\\\"abc\" has no closing quotation mark", 1)]
        [InlineData("root A\nclass A\n  B: int\n  B: int", "'A' has 'B' twice", 4)]
        [InlineData("root A\nclass A\nstruct A", "'A' is declared twice", 3)]
        [InlineData("root A\nclass A\n  B: C", "'C' is no type of this text", 3)]
        [InlineData("root A\nclass A\n  B: A", "Bad schema: The type 'A' reaches itself.", 2)]
        [InlineData("root A\nrecord A\n  B: A", "Bad schema: The type 'A' reaches itself.", 2)]
        [InlineData("root A\nrecord A\n  B: string",
            "Bad schema: The record 'A' has a field 'B' of type string; expected a number, a char, a Guid, an enum or a record.", 3)]
        [InlineData("root A\nenum A", "expected ':', found the end of the line", 2)]
        [InlineData("root A\nenum A : string", "expected an integer of up to 64 bits under the enum, found \"string\"", 2)]
        [InlineData("root A\nenum A : byte\n  B = 256", "the number of 'B' is none of byte", 3)]
        [InlineData("root A\nenum A : byte\n  B = x", "expected a number, found \"x\"", 3)]
        [InlineData("root A\ntracked struct A", "classes may be tracked, lists and maps with a name are, nothing else", 2)]
        [InlineData("root A\nlist A\n  Element: int", "classes may be tracked, lists and maps with a name are, nothing else", 2)]
        [InlineData("root A\ntracked list A\n  Other: int", "'A' has other lines than Element", 2)]
        [InlineData("root A\nalias A\n  Is: A[]", "'A' is itself", 2)]
        [InlineData("root A\n<<<<<<< HEAD\nclass A", "the file contains a merge conflict marker", 2)]
        [InlineData("root A\nclass A, since 1.0", "'since' and 'gone' are only allowed in lock files", 2)]
        [InlineData("root A\nclass A\n  B: int, other", "expected 'required', 'was', 'since' or 'gone', found \"other\"", 3)]
        [InlineData("root direct A\nclass A", "'direct A' is no tracked type", 1)]
        [InlineData("  A: int", "a member outside of a type, found \"A: int\"", 1)]
        [InlineData("root \"\\ud800\"", "a name has half of a surrogate pair", 1)]
        [InlineData("root \"\\x\"", "the escape after '\\' in a name is none of \\\" \\\\ \\uXXXX", 1)]
        [InlineData("kitbag.lock 1: x\nroot int",
            "this is a lock file, which contains the schemas of a whole program; expected the schema of one type", 1)]
        [InlineData("kitbag.lock 2: x\nroot int", "the lock file has version \"2\"; this program knows 1", 1)]
        public void Errors_are_reported_with_their_line(string text, string message, int line)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSchema.Parse(text));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.StartsWith("The text of a schema: " + message + ".", e.Message, StringComparison.Ordinal);
            Assert.Equal(line, e.Line);
        }

        [Fact]
        public void Text_that_nests_too_deeply_is_refused()
        {
            string many = string.Concat(Enumerable.Range(0, 100_000).Select(i => $"alias A{i}\n  Is: A{i + 1}[]\n"));
            string[] texts =
            [
                "root " + string.Concat(Enumerable.Repeat("Dictionary<int, ", 100_000)),
                "root int" + string.Concat(Enumerable.Repeat("[]", 100_000)),
                "root " + string.Concat(Enumerable.Repeat("class A{B: ", 100_000)),
                "root A0\n" + many,
            ];
            foreach (string text in texts)
                Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.Throws<KitbagException>(() => KitbagSchema.Parse(text)).Reason);
            Assert.Throws<SchemaException>(() => SchemaText.Parse("root A0\n" + many, int.MaxValue));
        }

        [Fact]
        public void Damaged_text_is_read_or_refused_with_one_exception()
        {
            string[] texts = [.. Cases.All.Select(c => CaseSchemas.Of(c.Name).ToText()).Distinct()];
            string pieces = string.Concat(texts);
            var random = new Random(19);
            int refused = 0, read = 0;
            for (int i = 0; i < 20_000; i++)
            {
                string text = texts[random.Next(texts.Length)];
                for (int k = random.Next(1, 4); k > 0; k--)
                {
                    int at = random.Next(text.Length), length = Math.Min(random.Next(1, 12), text.Length - at);
                    int from = random.Next(pieces.Length - 12);
                    text = text[..at] + pieces.Substring(from, random.Next(12)) + text[(at + random.Next(length + 1))..];
                }
                try
                {
                    KitbagSchema found = KitbagSchema.Parse(text);
                    Assert.Equal(found.Bytes.ToArray(), KitbagSchema.Parse(found.ToText()).Bytes.ToArray());
                    read++;
                }
                catch (KitbagException)
                {
                    refused++;
                }
            }
            Assert.True(read > 100 && refused > 1000, read + " " + refused);
        }
    }

    /// <summary>The schemas of the cases.</summary>
    internal static class CaseSchemas
    {
        private static readonly Dictionary<string, KitbagSchema> s_all = Cases.All.ToDictionary(c => c.Name,
            c => Dynamic(c.Serialize(new KitbagOptions())));

        public static KitbagSchema Of(string name) => s_all[name];

        private static KitbagSchema Dynamic(byte[] document) => Kitbag.Dynamic.KitbagDocument.Parse(document).Schema;
    }
}
