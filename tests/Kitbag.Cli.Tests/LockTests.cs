using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Tests `kitbag lock`, and merges of lock files by git.</summary>
    public sealed class LockTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new();

        public void Dispose() => _folder.Dispose();

        private static SchemaForm Form(string text) => SchemaForm.Of(SchemaFile.Parse(text.ReplaceLineEndings("\n")));

        private static string Game(string hero = "", string item = "", string more = "") =>
            $"root Game::Save\nclass Game::Hero\n  Gold: int\n{hero}  Items: Game::Item[]\n  Name: string\n  Speed: float\n"
                + $"class Game::Item\n  Name: string\n{item}  Weight: int\nclass Game::Save\n  Hero: Game::Hero\n{more}";

        // A project whose build copies a file from its folder, to simulate the build with Kitbag's package, which writes the generated lock
        // file.
        private void WriteProject(string program, string? name = "kitbag.lock", string visible = "KitbagLockFile")
        {
            File.WriteAllText(_folder["new.lock"], program);
            File.WriteAllText(_folder["Game.csproj"], $"""
                <Project>
                  <PropertyGroup><KitbagLockFile>{name}</KitbagLockFile></PropertyGroup>
                  <ItemGroup><CompilerVisibleProperty Include="{visible}" /></ItemGroup>
                  <Target Name="Restore" />
                  <Target Name="Rebuild">
                    <PropertyGroup>
                      <Here>$(MSBuildProjectDirectory)</Here>
                      <New>$([System.IO.File]::ReadAllText('$(Here)/new.lock'))</New>
                      <Old Condition="Exists('kitbag.lock')">$([System.IO.File]::ReadAllText('$(Here)/kitbag.lock'))</Old>
                    </PropertyGroup>
                    <Error Condition="'$(KitbagLock)' == 'Check' and '$(New)' != '$(Old)'" Code="KIT0048" Text="out of date" />
                    <Error Condition="'$(KitbagLock)' == ''" Text="no word of the lock file" />
                    <Copy Condition="'$(KitbagLock)' == 'Update'" SourceFiles="new.lock" DestinationFiles="kitbag.lock" />
                    <Warning Condition="'$(KitbagLockRelease)' == '1.1'" Code="KIT0044" Text="narrowed" />
                    <WriteLinesToFile Condition="'$(KitbagLockRelease)' != ''" File="asked" Lines="$(KitbagLockRelease)" />
                  </Target>
                </Project>
                """);
        }

        [Fact]
        public void Lock_builds_and_reports_changes()
        {
            SchemaLock first = SchemaLock.Empty.Update(Form(Game())).Release("1.0");
            WriteProject(first.ToString());
            Assert.Contains("class Game::Hero\n  + Gold: int\n", ToolRun.Good(_folder.Path, "lock"), StringComparison.Ordinal);
            Assert.Equal(first.ToString(), File.ReadAllText(_folder["kitbag.lock"]));
            Assert.Equal("The lock file is up to date.\n", ToolRun.Good(_folder.Path, "lock", "Game.csproj"));
            Assert.Equal("The lock file is up to date.\n", ToolRun.Good(_folder.Path, "lock", "--check"));
            Assert.Equal("1.0  1 root\n", ToolRun.Good(_folder.Path, "lock", "--list"));

            WriteProject(first.Update(Form(Game("  Level: int\n"))).ToString());
            ToolRun check = ToolRun.Of(_folder.Path, "lock", "--check");
            Assert.Equal(1, check.ExitCode);
            Assert.Contains("KIT0048", check.Output, StringComparison.Ordinal);
            check.AssertAnswered();
            string released = ToolRun.Good(_folder.Path, "lock", "--release", "1.1");
            Assert.StartsWith("class Game::Hero\n  + Level: int, since next\n", released, StringComparison.Ordinal);
            Assert.Contains(": warning KIT0044: narrowed", released, StringComparison.Ordinal);
            Assert.Equal("1.1", File.ReadAllText(_folder["asked"]).Trim());
            Assert.Equal("class Game::Hero\n  - Level: int, since next\n  + Level: int\n", string.Join("\n",
                ToolRun.Good(_folder.Path, "lock", "--forget", "1.0").Split('\n').Where(l => !l.Contains("release"))));
        }

        [Fact]
        public void Unsupported_operations_are_reported_in_one_line()
        {
            Error("There is no project in this folder.", "lock");
            Error("The project does not exist.", "lock", "Other");
            WriteProject("", "");
            Error("The project does not specify a lock file. Add <KitbagLockFile>kitbag.lock</KitbagLockFile> to a property group.",
                "lock");
            WriteProject("");
            Error("The lock file does not exist; 'kitbag lock' creates it.", "lock", "--list");
            Error("--check, --release, --forget and --list cannot be combined.", "lock", "--list", "--check");
            SchemaLock file = SchemaLock.Empty.Update(Form(Game())).Release("1.0");
            File.WriteAllText(_folder["kitbag.lock"], file.ToString());
            Error("Line 2: there is a release 1.0 already.", "lock", "--release", "1.0");
            Error("there is no release 2.", "lock", "--forget", "2");
            File.WriteAllText(_folder["kitbag.lock"], file.ToString().Replace("  Gold: int\n", "<<<<<<< ours\n  Gold: int\n"));
            Error("Line 6: the file contains a merge conflict marker.", "lock", "--list");
            // A project without the package can be built, but the lock file is not compared.
            File.WriteAllText(_folder["kitbag.lock"], "");
            WriteProject("", visible: "Other");
            Error("The project does not reference the Kitbag package, so the lock file was not compared.", "lock", "--check");
            Error("The project does not reference the Kitbag package, so the lock file was not compared.", "lock");
        }

        [Fact]
        public void A_release_with_an_invalid_name_is_a_usage_error()
        {
            WriteProject("");
            foreach (string name in new[] { "1/2", "next", "" })
            {
                ToolRun run = ToolRun.Of(_folder.Path, "lock", "--release", name);
                Assert.Equal(2, run.ExitCode);
                Assert.Contains("A release cannot be called '" + name + "'", run.Error, StringComparison.Ordinal);
            }
        }

        [Theory]
        [InlineData("lock")]
        [InlineData("git-setup")]
        [InlineData("completion")]
        public void Commands_that_read_no_documents_do_not_have_the_option_schema(string command)
        {
            Assert.DoesNotContain("--schema", ToolRun.Good(_folder.Path, command, "--help"), StringComparison.Ordinal);
            string[] shell = command == "completion" ? ["bash"] : [];
            ToolRun run = ToolRun.Of(_folder.Path, [command, .. shell, "--schema", "world.bin"]);
            Assert.Equal(2, run.ExitCode);
            Assert.Contains("does not have the option --schema", run.Error, StringComparison.Ordinal);
            Assert.Contains("--schema", ToolRun.Good(_folder.Path, "show", "--help"), StringComparison.Ordinal);
        }

        public sealed class Vec
        {
            public string Name { get; set; } = "";
            public int Hidden { get; set; }
            public int Height { get; set; }
        }

        [Fact]
        public void JSON_has_the_order_and_names_of_a_lock_file()
        {
            string text = SchemaLock.Empty.Update(SchemaForm.Of([KitbagSchema.Of<Vec>().Root], new SchemaNotes())).ToString();
            text = text.TrimEnd() + "\n  json Height\n  json Name, as \"the name\"\n  json Hidden, never\n";
            File.WriteAllText(_folder["kitbag.lock"], text);
            var value = new Vec { Name = "a", Hidden = 1, Height = 2 };
            File.WriteAllBytes(_folder["vec.bin"], KitbagSerializer.Serialize(value,
                new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint }));
            Assert.Equal("{\"Height\":2,\"the name\":\"a\"}\n",
                ToolRun.Good(_folder.Path, "json", "vec.bin", "--compact", "--lock", "kitbag.lock"));
            File.WriteAllBytes(_folder["vec.kit"], KitbagSerializer.Serialize(value));
            File.WriteAllText(_folder["vec.json"], "{\"the name\":\"b\"}");
            ToolRun.Good(_folder.Path, "pack", "vec.json", "--like", "vec.kit", "--lock", "kitbag.lock", "--out", "new.kit");
            Assert.Equal("\"b\"\n", ToolRun.Good(_folder.Path, "get", "new.kit", "Name"));
            File.WriteAllText(_folder["kitbag.lock"], text + "  json Height, sometimes\n");
            ToolRun bad = ToolRun.Of(_folder.Path, "json", "vec.kit", "--lock", "kitbag.lock");
            Assert.Equal(1, bad.ExitCode);
            Assert.Contains("expected 'as', 'always', 'never', 'unless null' or 'unless default'", bad.Error, StringComparison.Ordinal);
        }

        private void Error(string message, params string[] args)
        {
            ToolRun run = ToolRun.Of(_folder.Path, args);
            run.AssertAnswered();
            Assert.EndsWith(": " + message + "\n", run.Error, StringComparison.Ordinal);
        }

        [Fact]
        public void The_release_that_wrote_a_file_is_found()
        {
            File.WriteAllBytes(_folder["a.kit"], KitbagSerializer.Serialize(new First.Item()));
            File.WriteAllBytes(_folder["b.kit"], KitbagSerializer.Serialize(new Second.Item()));
            File.WriteAllBytes(_folder["c.kit"], KitbagSerializer.Serialize(new First.Hero()));
            SchemaForm Locked(SchemaType type) => SchemaForm.Of([type], new SchemaNotes());
            SchemaLock file = SchemaLock.Empty.Update(Locked(KitbagSchema.Of<First.Item>().Root)).Release("1.0").Release("1.1")
                .Update(Locked(KitbagSchema.Of<Second.Item>().Root));
            File.WriteAllText(_folder["kitbag.lock"], file.ToString());
            Assert.Equal("Item: 1.0, 1.1\n", ToolRun.Good(_folder.Path, "schema", "a.kit", "--against", "kitbag.lock"));
            Assert.Equal("Item: now\n", ToolRun.Good(_folder.Path, "schema", "b.kit", "--against", "kitbag.lock"));
            Assert.Equal("{\n  \"Item\": [\n    \"now\"\n  ]\n}\n",
                ToolRun.Good(_folder.Path, "schema", "b.kit", "--against", "kitbag.lock", "--json"));
            Assert.Equal(1, ToolRun.Of(_folder.Path, "schema", "c.kit", "--against", "kitbag.lock").ExitCode);
            // The text of a schema is also accepted.
            File.WriteAllText(_folder["item.txt"], ToolRun.Good(_folder.Path, "schema", "a.kit"));
            Assert.Equal("The schemas are the same.\n", ToolRun.Good(_folder.Path, "compat", "a.kit", "item.txt"));
        }

        /// <summary>In contrast to a schema, a lock file also contains former names and required members.</summary>
        [Fact]
        public void Former_names_and_required_members_of_a_lock_file_count()
        {
            File.WriteAllBytes(_folder["a.kit"], KitbagSerializer.Serialize(new First.Item()));
            SchemaForm Locked(string former, bool isRequired)
            {
                SchemaType type = KitbagSchema.Of<Renamed.Item>().Root;
                var notes = new SchemaNotes();
                notes.Former(type, "Harm", former);
                if (isRequired)
                    notes.Require(type, "IsMagic");
                return SchemaForm.Of([type], notes);
            }
            SchemaLock file = SchemaLock.Empty.Update(Locked("Damage", false));
            File.WriteAllText(_folder["kitbag.lock"], file.ToString());
            string renamed = ToolRun.Good(_folder.Path, "compat", "a.kit", "--lock", "kitbag.lock");
            Assert.DoesNotContain("Damage", renamed, StringComparison.Ordinal);
            Assert.Contains("Item.IsMagic (bool): keeps the value of a new object\n", renamed, StringComparison.Ordinal);
            File.WriteAllText(_folder["kitbag.lock"], file.Release("1.0").Update(Locked("Hurt", true)).ToString());
            ToolRun now = ToolRun.Of(_folder.Path, "compat", "a.kit", "--lock", "kitbag.lock");
            Assert.Equal(1, now.ExitCode);
            Assert.Contains("Item.Damage (int): is not read\n", now.Output, StringComparison.Ordinal);
            Assert.Contains("Item.IsMagic (bool): is required; no document can be read\n", now.Output, StringComparison.Ordinal);
            // Migrations are in no lock file.
            const string Note = "Migrations ([KitbagMigration]) are unknown here; specify --migrated PATH for what they read.\n";
            Assert.EndsWith(Note, now.Output, StringComparison.Ordinal);
            Assert.DoesNotContain("Migrations", renamed, StringComparison.Ordinal);
            string[] migrated = ["compat", "a.kit", "--lock", "kitbag.lock", "--migrated", "Item.Damage"];
            Assert.EndsWith(Note, ToolRun.Of(_folder.Path, migrated).Output, StringComparison.Ordinal);
            Assert.DoesNotContain("Migrations", ToolRun.Good(_folder.Path, [.. migrated, "--migrated", "Item.IsMagic"]),
                StringComparison.Ordinal);
            ToolRun unknown = ToolRun.Of(_folder.Path, [.. migrated, "--migrated", "Item.None"]);
            Assert.Equal((2, "kitbag: There is no difference at the path 'Item.None' of --migrated.\n"), (unknown.ExitCode, unknown.Error));
            // For releases, the file contains neither.
            ToolRun release = ToolRun.Of(_folder.Path, "compat", "a.kit", "--lock", "kitbag.lock", "--release", "1.0");
            Assert.Contains("if it is required, no document can be read\n", release.Output, StringComparison.Ordinal);
            Assert.Contains("unless another member has it as its former name\n", release.Output, StringComparison.Ordinal);
        }

        [Fact]
        public void Documents_are_compared_with_a_lock_file()
        {
            File.WriteAllBytes(_folder["a.kit"], KitbagSerializer.Serialize(new First.Item()));
            File.WriteAllBytes(_folder["hero.kit"], KitbagSerializer.Serialize(new First.Hero()));
            SchemaForm Locked(SchemaType type)
            {
                var notes = new SchemaNotes();
                notes.Qualify(type, "Game.Saves");
                return SchemaForm.Of([type], notes);
            }
            SchemaLock file = SchemaLock.Empty.Update(Locked(KitbagSchema.Of<First.Item>().Root)).Release("1.0")
                .Update(Locked(KitbagSchema.Of<Second.Item>().Root));
            File.WriteAllText(_folder["kitbag.lock"], file.ToString());
            string[] against = ["--lock", "kitbag.lock"];
            ToolRun run = ToolRun.Of(_folder.Path, ["compat", "a.kit", .. against]);
            Assert.Equal("", run.Error);
            Assert.Contains("Item.Damage (int → byte)", run.Output, StringComparison.Ordinal);
            Assert.Contains("Item.IsMagic (bool)", run.Output, StringComparison.Ordinal);
            Assert.Equal("The schemas are the same.\n", ToolRun.Good(_folder.Path, ["compat", "a.kit", .. against, "--release", "1.0"]));
            Assert.Equal(run.Output, ToolRun.Of(_folder.Path, ["compat", "a.kit", .. against, "--root", "Game.Saves::Item"]).Output);

            Error("The lock file has no root 'Hero'; name one by --root: Game.Saves::Item.", "compat", "hero.kit", "--lock", "kitbag.lock");
            Error("The lock file has no release '2.0'; there are: 1.0.", "compat", "a.kit", "--lock", "kitbag.lock", "--release", "2.0");

            void Error(string message, params string[] args)
            {
                ToolRun bad = ToolRun.Of(_folder.Path, args);
                Assert.Equal(("kitbag: kitbag.lock: " + message + "\n", 2), (bad.Error, bad.ExitCode));
            }
            Assert.Equal(2, ToolRun.Of(_folder.Path, "compat", "a.kit").ExitCode);
            Assert.Equal(2, ToolRun.Of(_folder.Path, "compat", "a.kit", "a.kit", "--lock", "kitbag.lock").ExitCode);
            Assert.Equal(2, ToolRun.Of(_folder.Path, "compat", "a.kit", "a.kit", "--release", "1.0").ExitCode);
        }

        [Fact]
        public void The_file_in_cli_md_is_real()
        {
            string page = File.ReadAllText(Path.Combine(DocumentationTests.Repository(), "docs", "cli.md")).ReplaceLineEndings("\n");
            string text = page[page.IndexOf("kitbag.lock 1:", StringComparison.Ordinal)..];
            text = text[..text.IndexOf("```", StringComparison.Ordinal)];
            SchemaLock file = SchemaLock.Parse(text);
            Assert.Equal(text, file.ToString());
            Assert.Equal(["int", "long"], file.Releases.Select(r => file.Of(r).Roots[0].Type.Members[0].Type.ToString()));
            Assert.Equal(4, file.Locked.Roots[0].Type.Members.Count);
        }

        private string Git(params string[] args)
        {
            var start = new ProcessStartInfo("git", args)
            {
                WorkingDirectory = _folder.Path,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            foreach ((string name, string value) in new[] { ("HOME", _folder.Path), ("GIT_CONFIG_NOSYSTEM", "1"), ("LC_ALL", "C") })
                start.Environment[name] = value;
            using Process process = Process.Start(start)!;
            string output = process.StandardOutput.ReadToEnd() + process.StandardError.ReadToEnd();
            process.WaitForExit();
            return output;
        }

        private static readonly string s_base = Game();

        public static IEnumerable<object?[]> Merges =>
        [
            // Members of different types, of one type at different places, and new types: before a release, and after one.
            [Game("  Health: int\n"), Game("", "  Value: int\n"), Game("  Health: int\n", "  Value: int\n")],
            [Game("  Health: int\n"), s_base.Replace("  Speed: float\n", "  Speed: float\n  Zeal: int\n"),
                Game("  Health: int\n").Replace("  Speed: float\n", "  Speed: float\n  Zeal: int\n")],
            [Game().Replace("  Gold: int\n", ""), s_base.Replace("  Speed: float\n", "  Speed: double\n"),
                Game().Replace("  Gold: int\n", "").Replace("  Speed: float\n", "  Speed: double\n")],
            [Game("", "", "struct Game::Zone\n  Id: int\n").Replace("  Hero: Game::Hero\n", "  Hero: Game::Hero\n  Zone: Game::Zone\n"),
                Game("", "", "enum Game::Kind : int\n  Orc = 0\n").Replace("  Items:", "  Is: Game::Kind\n  Items:"),
                Game("", "", "enum Game::Kind : int\n  Orc = 0\nstruct Game::Zone\n  Id: int\n")
                    .Replace("  Hero: Game::Hero\n", "  Hero: Game::Hero\n  Zone: Game::Zone\n")
                    .Replace("  Items:", "  Is: Game::Kind\n  Items:")],
            // Both do the same.
            [Game("  Health: int\n"), Game("  Health: int\n"), Game("  Health: int\n")],
        ];

        [Theory]
        [MemberData(nameof(Merges))]
        public void Branches_merge(string ours, string theirs, string both)
        {
            foreach (bool isReleased in new[] { false, true })
            {
                SchemaLock start = SchemaLock.Empty.Update(Form(s_base));
                if (isReleased)
                    start = start.Release("1.0");
                string merged = Merge(start, start.Update(Form(ours)), start.Update(Form(theirs)), out string output);
                Assert.True(merged == start.Update(Form(both)).ToString(), output + merged);
            }
        }

        [Fact]
        public void A_release_on_one_branch_and_changes_on_the_other_merge()
        {
            SchemaLock start = SchemaLock.Empty.Update(Form(s_base)).Release("1.0").Update(Form(Game("  Health: int\n")));
            SchemaLock ours = start.Release("1.1"), theirs = start.Update(Form(Game("  Health: int\n", "  Value: int\n")));
            Assert.Equal(ours.Update(Form(Game("  Health: int\n", "  Value: int\n"))).ToString(), Merge(start, ours, theirs, out _));
        }

        [Fact]
        public void A_merge_that_would_change_a_release_is_found()
        {
            // One branch releases a member that the other one removes. For git, these are different lines.
            SchemaLock start = SchemaLock.Empty.Update(Form(s_base));
            string merged = Merge(start, start.Release("1.0"), start.Update(Form(s_base.Replace("  Gold: int\n", ""))), out _);
            SchemaException e = Assert.Throws<SchemaException>(() => SchemaLock.Parse(merged));
            Assert.Equal(2, e.Place);
            Assert.Contains("the schemas of release 1.0 are not those that were locked", e.Message, StringComparison.Ordinal);
            // Two types for one member.
            merged = Merge(start, start.Update(Form(s_base.Replace("Gold: int", "Gold: long"))),
                start.Update(Form(s_base.Replace("Gold: int", "Gold: byte"))), out string output);
            Assert.Contains("CONFLICT", output, StringComparison.Ordinal);
            e = Assert.Throws<SchemaException>(() => SchemaLock.Parse(merged));
            Assert.Equal("the file contains a merge conflict marker", e.Message);
        }

        private string Merge(SchemaLock start, SchemaLock ours, SchemaLock theirs, out string output)
        {
            if (Directory.Exists(_folder[".git"]))
                Directory.Delete(_folder[".git"], true);
            Git("init", "-q", "-b", "main");
            Git("config", "user.name", "Ada");
            Git("config", "user.email", "ada@example.org");
            Commit(start, "start");
            Git("checkout", "-q", "-b", "theirs");
            Commit(theirs, "theirs");
            Git("checkout", "-q", "main");
            Commit(ours, "ours");
            output = Git("merge", "-q", "theirs", "-m", "merge");
            return File.ReadAllText(_folder["kitbag.lock"]);
        }

        private void Commit(SchemaLock file, string message)
        {
            File.WriteAllText(_folder["kitbag.lock"], file.ToString());
            Git("add", "-f", "kitbag.lock");
            Git("commit", "-q", "--allow-empty", "-m", message);
        }
    }
}
