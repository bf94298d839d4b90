using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Schema;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests.Schemas
{
    /// <summary>Lock files: the present schemas of a program, and those of each release.</summary>
    public class SchemaLockTests
    {
        private const string Title = "kitbag.lock 1: written by 'kitbag lock', to be committed\n";

        private static SchemaForm Form(string text)
        {
            SchemaFile file = SchemaFile.Parse(text.ReplaceLineEndings("\n"));
            return SchemaForm.Of(file);
        }

        private static string[] Lines(SchemaLock file) => file.ToString().Split('\n').Where(l => !l.StartsWith("release")).ToArray();

        [Fact]
        public void A_change_of_a_member_is_a_change_of_its_line()
        {
            SchemaLock file = SchemaLock.Empty.Update(Form("root Game::Hero\nclass Game::Hero\n  Gold: int\n  Mana: int\n  Name: string"));
            Assert.Equal(Title + "root Game::Hero\n\nclass Game::Hero\n  Gold: int\n  Mana: int\n  Name: string\n", file.ToString());
            file = file.Release("1.0");
            Assert.Equal(["", "class Game::Hero", "  Gold: int", "  Mana: int", "  Name: string", ""], Lines(file).Skip(2));
            file = file.Update(Form("""
                root Game::Hero
                root Game::Pet[]
                class Game::Hero
                  Gold: long, required, was Coins
                  Level: int
                  Name: string
                struct Game::Pet
                  Name: string
                """));
            string[] expected =
            [
                "root Game::Hero", "root Game::Pet[], since next", "",
                "class Game::Hero", "  Gold: int, gone next", "  Gold: long, required, was Coins, since next", "  Level: int, since next",
                "  Mana: int, gone next", "  Name: string", "",
                "struct Game::Pet, since next", "  Name: string", "",
            ];
            Assert.Equal(expected, Lines(file).Skip(1));
            file = SchemaLock.Parse(file.ToString());
            // Changes that were not released leave no trace, and removed members are restored.
            SchemaLock undone = file.Update(Form("root Game::Hero\nclass Game::Hero\n  Gold: int\n  Mana: int\n  Name: string"));
            Assert.Equal(["class Game::Hero", "  Gold: int", "  Mana: int", "  Name: string", ""], Lines(undone).Skip(3));
            file = file.Release("1.2");
            Assert.Equal(expected.Select(l => l.Replace("next", "1.2")), Lines(file).Skip(1));
            Assert.Equal(["Gold", "Mana", "Name"], file.Of(file.Releases[0]).Roots.Single().Type.Members.Select(m => m.Name));
            Assert.Equal(2, file.Of(file.Releases[1]).Roots.Count);
            // The oldest release is not needed any more.
            Assert.Equal(expected.Where(l => !l.Contains("gone")).Select(l => l.Replace(", since next", "")),
                Lines(SchemaLock.Parse(file.Forget("1.0").ToString())).Skip(1));
            // If the newest release is forgotten, its changes are not released yet.
            Assert.Equal(expected, Lines(SchemaLock.Parse(file.Forget("1.2").ToString())).Skip(1));
        }

        [Fact]
        public void Removed_and_replaced_types_keep_their_released_form()
        {
            SchemaLock file = SchemaLock.Empty.Update(Form("root A\nroot B\nclass A\n  X: int\nclass B\n  Y: A")).Release("1");
            file = file.Update(Form("root B\nstruct A\n  X: int\nclass B\n  Y: A"));
            string[] expected =
            [
                "root A, gone next", "root B", "", "class A, gone next", "  X: int", "", "struct A, since next", "  X: int", "", "class B",
                "  Y: A", "",
            ];
            Assert.Equal(expected, Lines(file).Skip(1));
            Assert.False(file.Of(file.Releases[0]).Roots[1].Type.Members[0].Type.IsStruct);
            Assert.True(file.Locked.Roots[0].Type.Members[0].Type.IsStruct);
            // A base class that is one of its types has the name of the union.
            file = file.Release("2").Update(Form("root B\nclass A\n  X: int\nclass B\n  Y: A\nunion A\n  A: A"));
            file = SchemaLock.Parse(file.ToString());
            Assert.Contains("  Y: A", Lines(file));
            Assert.Equal([SchemaKind.Object, SchemaKind.Object, SchemaKind.Union], file.Releases.Select(file.Of).Append(file.Locked)
                .Select(f => f.Roots.Single(r => r.Text == "B").Type.Members[0].Type.Kind));
        }

        [Fact]
        public void The_order_of_fields_of_records_is_kept()
        {
            SchemaLock file = SchemaLock.Empty.Update(Form("root V\nrecord V\n  B: int\n  A: int\n  C: int")).Release("1");
            file = file.Update(Form("root V\nrecord V\n  A: int\n  N: int\n  B: int\n  C: int"));
            Assert.Equal(["B", "A", "C"], file.Of(file.Releases[0]).Roots[0].Type.Members.Select(m => m.Name));
            Assert.Equal(["A", "N", "B", "C"], file.Locked.Roots[0].Type.Members.Select(m => m.Name));
            Assert.Equal(file.ToString(), SchemaLock.Parse(file.ToString()).ToString());
        }

        [Fact]
        public void Released_schemas_are_never_lost()
        {
            var random = new Random(1);
            for (int round = 0; round < 60; round++)
            {
                SchemaLock file = SchemaLock.Empty;
                var released = new Dictionary<string, string>();
                for (int step = 0; step < 25; step++)
                {
                    file = SchemaLock.Parse(file.Update(Form(RandomProgram(random))).ToString());
                    Assert.Equal(file.ToString(), file.Update(file.Locked).ToString());
                    if (random.Next(3) == 0)
                    {
                        string name = "r" + step;
                        file = file.Release(name);
                        released.Add(name, Bytes(file.Locked));
                    }
                    if (random.Next(6) == 0 && released.Count != 0)
                    {
                        string name = released.Keys.ElementAt(random.Next(released.Count));
                        released.Remove(name);
                        file = file.Forget(name);
                    }
                    file = SchemaLock.Parse(file.ToString());
                    Assert.Equal(released.Keys.Order(), file.Releases.Select(r => r.Name).Order());
                    foreach (SchemaRelease release in file.Releases)
                        Assert.Equal(released[release.Name], Bytes(file.Of(release)));
                }
            }
        }

        private static string Bytes(SchemaForm form) =>
            string.Join(" ", form.Roots.Select(r => r.Text + " " + Convert.ToHexString(SchemaWriter.Write(r.Type))));

        // Types A to F, each of which may have later types as members.
        private static string RandomProgram(Random random)
        {
            string[] leafs = ["int", "long", "string[]", "Dictionary<int, byte>"];
            var text = new List<string> { "root A" };
            if (random.Next(2) == 0)
                text.Add("root D[]");
            for (char type = 'A'; type <= 'F'; type++)
            {
                string kind = random.Next(8) == 0 ? "struct" : "class";
                text.Add(type == 'E' ? "enum E : int" : type == 'F' ? "record F" : kind + " " + type);
                string[] names = ["P", "Q", "R", "S", "T"];
                if (type >= 'E')
                    random.Shuffle(names);
                foreach (string name in names.Where(_ => random.Next(4) != 0).Append("Z"))
                {
                    text.Add("  " + name + (type == 'E' ? " = " + random.Next(3) : type == 'F' ? ": int"
                        : ": " + (random.Next(4) == 0 ? ((char)random.Next(type + 1, 'G')).ToString() : leafs[random.Next(4)])));
                }
            }
            text.Add("union X\n  A: A");
            return string.Join("\n", text);
        }

        [Theory]
        [InlineData("", "this is not a lock file: its first line does not begin with 'kitbag.lock'", 1)]
        [InlineData("root int", "this is not a lock file: its first line does not begin with 'kitbag.lock'", 1)]
        [InlineData(Title + "release 1 = 0\nrelease 1 = 0", "the release 1 is there twice", 3)]
        [InlineData(Title + "root int, since 2", "there is no release 2", 2)]
        [InlineData(Title + "root int, gone 2", "there is no release 2", 2)]
        [InlineData(Title + "\nclass A\n<<<<<<< ours\n  B: int", "the file contains a merge conflict marker", 4)]
        [InlineData(Title + "release 1 = 0\nroot int", "the schemas of release 1 are not those that were locked: a merge or an edit has "
            + "changed them; restore its lines, or remove the release with 'kitbag lock --forget 1'", 2)]
        public void Errors_are_reported_with_their_line(string text, string message, int line)
        {
            SchemaException e = Assert.Throws<SchemaException>(() => SchemaLock.Parse(text));
            Assert.Equal((message, line), (e.Message, e.Place));
        }

        [Fact]
        public void A_release_that_a_merge_damaged_can_be_forgotten()
        {
            string text = SchemaLock.Empty.Update(Form("root A\nclass A\n  B: int")).Release("1").Release("2").ToString();
            string damaged = text.Replace("  B: int", "  B: long");
            Assert.Throws<SchemaException>(() => SchemaLock.Parse(damaged));
            Assert.Throws<SchemaException>(() => SchemaLock.Parse(damaged, "1"));
            Assert.Equal(["2"], SchemaLock.Parse(text, "1").Forget("1").Releases.Select(r => r.Name));
            Assert.Throws<SchemaException>(() => SchemaLock.Parse(text).Release("1"));
            Assert.Throws<SchemaException>(() => SchemaLock.Parse(text).Release("a b"));
            Assert.Throws<SchemaException>(() => SchemaLock.Parse(text).Forget("3"));
            // Lines that two branches added, and a checkout with the line endings of Windows.
            Assert.Equal(text, SchemaLock.Parse("\ufeff" + text.Replace("\n", "\r\n")).ToString());
            SchemaException twice = Assert.Throws<SchemaException>(
                () => SchemaLock.Parse(text + "  B: long, since next\n").Locked);
            Assert.Equal("'A' has 'B' twice", twice.Message);
        }

        [Fact]
        public void Damaged_files_are_read_or_refused_with_one_exception()
        {
            SchemaType[] roots = [.. Cases.All.Take(200).Select(c => CaseSchemas.Of(c.Name).Root)];
            string text = SchemaLock.Empty.Update(SchemaForm.Of(roots, new SchemaNotes())).Release("1")
                .Update(SchemaForm.Of(roots.Take(100), new SchemaNotes())).ToString();
            var random = new Random(20);
            for (int i = 0; i < 300; i++)
            {
                int at = random.Next(text.Length - 40), from = random.Next(text.Length - 40);
                string damaged = text[..at] + text.Substring(from, random.Next(30)) + text[(at + random.Next(30))..];
                try
                {
                    SchemaLock file = SchemaLock.Parse(damaged);
                    foreach (SchemaRelease release in file.Releases)
                        file.Of(release);
                    _ = file.Update(file.Locked).Release("2").Forget("1").ToString();
                }
                catch (SchemaException e)
                {
                    Assert.True(e.Place > 0, e.Message);
                }
            }
        }
    }
}
