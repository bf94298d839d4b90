using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Threading.Tasks;
using Kitbag.Cli.Git;
using Kitbag.Cli.Tests.Game;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Tests `kitbag git-setup` with a real repository, in which git starts the tool as a process.</summary>
    public sealed class GitTests : IDisposable
    {
        private readonly string _home = Directory.CreateTempSubdirectory("kitbag-git-").FullName;
        private readonly string _repository;

        public GitTests()
        {
            _repository = Path.Combine(_home, "repository");
            Directory.CreateDirectory(_repository);
            Git("init", "-q", "-b", "main");
            Git("config", "user.name", "Ada");
            Git("config", "user.email", "ada@example.org");
        }

        public void Dispose() => Directory.Delete(_home, recursive: true);

        // The command with which git starts this build of the tool.
        private static string Tool => "dotnet '" + Path.Combine(AppContext.BaseDirectory, "Kitbag.Cli.dll") + "'";

        private string Git(params string[] args)
        {
            (int code, string output) = TryGit(args);
            Assert.True(code == 0, "git " + string.Join(' ', args) + ": " + output);
            return output;
        }

        private (int Code, string Output) TryGit(params string[] args) => Run("git", args);

        private (int Code, string Output) Run(string program, params string[] args)
        {
            var start = new ProcessStartInfo(program, args)
            {
                WorkingDirectory = _repository,
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            };
            foreach ((string name, string value) in Variables)
                start.Environment[name] = value;
            using Process process = Process.Start(start)!;
            Task<string> error = process.StandardError.ReadToEndAsync();
            string output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, output + error.Result);
        }

        // The settings of the current user must have no effect.
        private IEnumerable<(string, string)> Variables =>
            [("HOME", _home), ("XDG_CONFIG_HOME", Path.Combine(_home, ".config")), ("GIT_CONFIG_NOSYSTEM", "1"), ("LC_ALL", "C")];

        private string SetUp(params string[] args)
        {
            (int code, string output) = Run("dotnet",
                [Path.Combine(AppContext.BaseDirectory, "Kitbag.Cli.dll"), "git-setup", "--command", Tool, .. args]);
            Assert.True(code == 0, output);
            return output;
        }

        private void Save(World world)
        {
            string file = Path.Combine(_repository, "save.kit");
            File.Delete(file);
            KitbagFile.Save(file, world, new KitbagFileOptions { Keep = 1 });
            Git("add", "-A", "-f", "save.kit", ".gitattributes");
        }

        [Fact]
        public void Git_diff_shows_readable_changes()
        {
            SetUp();
            World world = Saves.CreateWorld();
            Save(world);
            Git("commit", "-qm", "first");
            world.Prices["iron"] = 99;
            world.Zones[1].Entities[3].Name = "Renamed";
            Save(world);
            string diff = Git("diff", "--cached");
            Assert.Contains("-    [\"iron\"]: 12", diff, StringComparison.Ordinal);
            Assert.Contains("+    [\"iron\"]: 99", diff, StringComparison.Ordinal);
            Assert.Contains("\"Renamed\"", diff, StringComparison.Ordinal);
            Assert.DoesNotContain("Binary files", diff, StringComparison.Ordinal);
            Assert.Equal(4, diff.Split('\n').Length - diff.Replace("\n+ ", "", StringComparison.Ordinal)
                .Replace("\n- ", "", StringComparison.Ordinal).Split('\n').Length);
        }

        [Fact]
        public void Other_lines_of_the_attributes_remain_as_they_are()
        {
            string file = Path.Combine(_repository, ".gitattributes");
            string[] some = ["--pattern", "my saves/*.kit", "--pattern", "\"ä\\\".kit", "--pattern", "#*"];
            foreach (string[] patterns in new string[][] { [], some })
            {
                var random = new Random(patterns.Length);
                for (int i = 0; i < 30; i++)
                {
                    // The file contains invalid UTF-8 and mixed line endings.
                    byte[] before = new byte[random.Next(1, 60)];
                    random.NextBytes(before);
                    foreach (ref byte one in before.AsSpan())
                        one = random.Next(4) == 0 ? (byte)"\r\n\n "[random.Next(4)] : one;
                    File.WriteAllBytes(file, before);
                    ToolRun.Good(_repository, ["git-setup", .. patterns]);
                    byte[] with = File.ReadAllBytes(file);
                    Assert.True(with.AsSpan().StartsWith(before));
                    ToolRun.Good(_repository, ["git-setup", .. patterns]);
                    Assert.Equal(with, File.ReadAllBytes(file));
                    ToolRun.Good(_repository, "git-setup", "--undo");
                    byte[] after = File.ReadAllBytes(file);
                    // The last line, which had no line ending, got one.
                    Assert.True(after.AsSpan().StartsWith(before), Convert.ToHexString(before) + " " + Convert.ToHexString(after));
                    Assert.InRange(after.Length - before.Length, 0, before[^1] == '\n' ? 0 : 2);
                }
            }
        }

        [Fact]
        public void Patterns_with_spaces_are_quoted_as_git_reads_them()
        {
            ToolRun.Good(_repository, "git-setup", "--pattern", "my saves/*.kit", "--pattern", "\"q\\\".kit");
            Assert.Equal("my saves/a.kit: diff: kitbag\n", Git("check-attr", "diff", "my saves/a.kit"));
            Assert.Equal("my/a.kit: diff: unspecified\n", Git("check-attr", "diff", "my/a.kit"));
            foreach (string pattern in new[] { "", "!*.kit", "a\n* -text", "a\r" })
            {
                ToolRun run = ToolRun.Of(_repository, "git-setup", "--pattern", pattern);
                run.AssertAnswered();
                Assert.Equal(2, run.ExitCode);
                Assert.Contains("is not a pattern of git attributes", run.Error, StringComparison.Ordinal);
            }
        }

        [Fact]
        public void Branches_that_changed_different_items_merge()
        {
            SetUp();
            World world = Saves.CreateWorld();
            Save(world);
            Git("commit", "-qm", "base");
            Git("checkout", "-qb", "theirs");
            World theirs = Saves.CreateWorld();
            theirs.Zones[1].Entities[4].Level = 77;
            theirs.Zones[1].Entities[4].Bag.Add(new Item { Name = "Crown", Count = 1, Rarity = Rarity.Epic });
            theirs.Prices.Add("jade", 55);
            Save(theirs);
            Git("commit", "-qm", "theirs");
            Git("checkout", "-q", "main");
            World ours = Saves.CreateWorld();
            ours.Zones[0].Entities[2].Health = 3;
            ours.Zones[0].Entities.RemoveAt(9);
            ours.Prices["iron"] = 13;
            Save(ours);
            Git("commit", "-qm", "ours");
            Git("merge", "-q", "--no-edit", "theirs");

            World expected = Saves.CreateWorld();
            expected.Zones[1].Entities[4].Level = 77;
            expected.Zones[1].Entities[4].Bag.Add(new Item { Name = "Crown", Count = 1, Rarity = Rarity.Epic });
            expected.Zones[0].Entities[2].Health = 3;
            expected.Zones[0].Entities.RemoveAt(9);
            expected.Prices["iron"] = 13;
            expected.Prices.Add("jade", 55);
            World merged = KitbagFile.Load<World>(Path.Combine(_repository, "save.kit"));
            Assert.Equal(KitbagJson.Serialize(expected, KitbagJsonOptions.Text), KitbagJson.Serialize(merged, KitbagJsonOptions.Text));
        }

        [Fact]
        public void A_conflict_is_named_by_its_path_and_left_unmerged()
        {
            SetUp();
            Save(Saves.CreateWorld());
            Git("commit", "-qm", "base");
            Git("checkout", "-qb", "theirs");
            World theirs = Saves.CreateWorld();
            theirs.Prices["iron"] = 20;
            Save(theirs);
            Git("commit", "-qm", "theirs");
            Git("checkout", "-q", "main");
            World ours = Saves.CreateWorld();
            ours.Prices["iron"] = 30;
            ours.Name = "Ours";
            Save(ours);
            Git("commit", "-qm", "ours");
            (int code, string output) = TryGit("merge", "--no-edit", "theirs");
            Assert.Equal(1, code);
            Assert.Contains("Prices[\"iron\"]", output, StringComparison.Ordinal);
            Assert.Contains("UU save.kit", Git("status", "--porcelain"), StringComparison.Ordinal);
            // Until the conflict is resolved, the file is the complete version of our side.
            Assert.Equal(30, KitbagFile.Load<World>(Path.Combine(_repository, "save.kit")).Prices["iron"]);
        }

        private void CommitWithIron(int iron, string message)
        {
            World world = Saves.CreateWorld();
            world.Prices["iron"] = iron;
            Save(world);
            Git("commit", "-qm", message);
        }

        [Fact]
        public void A_conflict_remains_one_if_branches_have_been_merged_in_both_directions()
        {
            SetUp();
            CommitWithIron(1, "base");
            Git("checkout", "-qb", "first");
            CommitWithIron(20, "first");
            Git("tag", "first-before");
            Git("checkout", "-q", "main");
            CommitWithIron(30, "main");
            Git("tag", "main-before");
            // Each branch has resolved the conflict with its own value.
            foreach ((string branch, string other) in new[] { ("main", "first-before"), ("first", "main-before") })
            {
                Git("checkout", "-q", branch);
                Assert.Equal(1, TryGit("merge", "--no-edit", other).Code);
                Git("checkout", "--ours", "save.kit");
                Git("add", "-f", "save.kit");
                Git("commit", "-qm", "merged");
            }
            (int code, string output) = TryGit("merge", "--no-edit", "main");
            Assert.Equal(1, code);
            Assert.Contains("UU save.kit", Git("status", "--porcelain"), StringComparison.Ordinal);
            Assert.Contains("Prices[\"iron\"]", output, StringComparison.Ordinal);
        }

        [Fact]
        public void A_reverted_change_remains_reverted_if_branches_have_been_merged_in_both_directions()
        {
            void CommitWith(int iron, int silver, string name)
            {
                World world = Saves.CreateWorld();
                (world.Prices["iron"], world.Prices["silver"], world.Name) = (iron, silver, name);
                Save(world);
                Git("commit", "-qm", "change");
            }
            SetUp();
            CommitWith(1, 1, "a");
            Git("checkout", "-qb", "theirs");
            CommitWith(1, 5, "a");
            Git("tag", "theirs-before");
            Git("checkout", "-q", "main");
            CommitWith(2, 1, "a");
            Git("tag", "main-before");
            Git("merge", "-q", "--no-edit", "theirs-before");
            CommitWith(2, 5, "b");
            Git("checkout", "-q", "theirs");
            Git("merge", "-q", "--no-edit", "main-before");
            CommitWith(1, 5, "a");
            Git("merge", "-q", "--no-edit", "main");
            World merged = KitbagFile.Load<World>(Path.Combine(_repository, "save.kit"));
            Assert.Equal((1, 5, "b"), (merged.Prices["iron"], merged.Prices["silver"], merged.Name));
        }

        [Fact]
        public void A_file_that_both_branches_have_added_is_named()
        {
            SetUp();
            Git("add", ".gitattributes");
            Git("commit", "-qm", "base");
            Git("checkout", "-qb", "theirs");
            CommitWithIron(20, "theirs");
            Git("checkout", "-q", "main");
            CommitWithIron(30, "main");
            (int code, string output) = TryGit("merge", "--no-edit", "theirs");
            Assert.Equal(1, code);
            Assert.Contains("kitbag: save.kit: Both sides have added the file", output, StringComparison.Ordinal);
        }

        [Fact]
        public void Names_of_files_are_never_read_as_arguments()
        {
            SetUp();
            File.WriteAllText(Path.Combine(_repository, "x.kit"), "save\n--out\nprecious.txt\n--theirs\n");
            File.WriteAllText(Path.Combine(_repository, "precious.txt"), "mine");
            void CommitAt(int iron)
            {
                World world = Saves.CreateWorld();
                world.Prices["iron"] = iron;
                string file = Path.Combine(_repository, "@x.kit");
                File.Delete(file);
                KitbagFile.Save(file, world, new KitbagFileOptions { Keep = 1 });
                Git("add", "-A");
                Git("commit", "-qm", "iron");
            }
            CommitAt(1);
            Git("checkout", "-qb", "theirs");
            CommitAt(20);
            Git("checkout", "-q", "main");
            CommitAt(30);
            (int code, string output) = TryGit("merge", "--no-edit", "theirs");
            Assert.Equal(1, code);
            Assert.Contains("CONFLICT in @x.kit: Prices[\"iron\"]", output, StringComparison.Ordinal);
            Assert.Equal("mine", File.ReadAllText(Path.Combine(_repository, "precious.txt")));
        }

        [Fact]
        public void The_setup_honours_core_attributesFile_and_can_be_undone()
        {
            string attributes = Path.Combine(_home, "my-attributes");
            File.WriteAllText(attributes, "*.png binary\n");
            Git("config", "--global", "core.attributesFile", "~/my-attributes");
            Assert.Contains("my-attributes", SetUp("--global", "--pattern", "*.kit", "--pattern", "*.save"), StringComparison.Ordinal);
            Assert.Equal("*.png binary\n*.kit -text diff=kitbag merge=kitbag\n*.save -text diff=kitbag merge=kitbag\n",
                File.ReadAllText(attributes));
            SetUp("--global");
            Assert.Equal(3, File.ReadAllLines(attributes).Length);
            Assert.Contains("merge: kitbag", Git("check-attr", "merge", "x.save"), StringComparison.Ordinal);
            SetUp("--global", "--undo");
            Assert.Equal("*.png binary\n", File.ReadAllText(attributes));
            Assert.NotEqual(0, TryGit("config", "--get-regexp", "kitbag").Code);
        }

        [Fact]
        public void The_command_is_the_path_of_the_tool_if_a_shell_does_not_find_it()
        {
            string folder = Path.Combine(_home, "it's 50%O tools");
            Directory.CreateDirectory(folder);
            string program = Path.Combine(folder, "kitbag");
            File.WriteAllText(program, "#!/bin/sh\necho called \"$1\" > '" + Path.Combine(_home, "called") + "'\n");
            string others = Environment.GetEnvironmentVariable("PATH")!;
            // Not a program yet.
            string? command = OwnCommand.Find(program, folder + Path.PathSeparator + others);
            if (!OperatingSystem.IsWindows())
            {
                Assert.NotEqual("kitbag", command);
                File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
                Assert.Equal("kitbag", OwnCommand.Find(program, folder + Path.PathSeparator + others));
            }
            Assert.Null(OwnCommand.Find("/usr/bin/dotnet", others));
            Assert.Null(OwnCommand.Find(null, null));
            command = OwnCommand.Find(program, others)!;

            ToolRun.Good(_repository, "git-setup", "--command", command);
            CommitWithIron(1, "base");
            Git("checkout", "-qb", "theirs");
            CommitWithIron(20, "theirs");
            Git("checkout", "-q", "main");
            CommitWithIron(30, "main");
            Git("merge", "--no-edit", "theirs");
            Assert.Equal("called merge\n", File.ReadAllText(Path.Combine(_home, "called")));
            Git("diff", "theirs");
            Assert.Equal("called show\n", File.ReadAllText(Path.Combine(_home, "called")));
        }

        // The tests run in a process that has another name.
        [Fact]
        public void A_tool_that_git_cannot_find_is_reported()
        {
            Assert.Contains("kitbag is not on the PATH", ToolRun.Good(_repository, "git-setup"), StringComparison.Ordinal);
            Assert.Contains("\"command\": null", ToolRun.Good(_repository, "git-setup", "--json"), StringComparison.Ordinal);
            Assert.Equal("kitbag show --plain\n", Git("config", "diff.kitbag.textconv"));
            string output = ToolRun.Good(_repository, "git-setup", "--command", "dotnet kitbag");
            Assert.Contains("git calls the tool as dotnet kitbag.", output, StringComparison.Ordinal);
        }

        [Fact]
        public void The_setup_of_a_repository_can_be_undone()
        {
            string output = SetUp();
            Assert.Contains("graphical clients ignore textconv", output, StringComparison.Ordinal);
            Assert.Contains("git difftool", output, StringComparison.Ordinal);
            Assert.True(File.Exists(Path.Combine(_repository, ".gitattributes")));
            SetUp("--undo");
            Assert.False(File.Exists(Path.Combine(_repository, ".gitattributes")));
            Assert.NotEqual(0, TryGit("config", "--get-regexp", "kitbag").Code);
        }
    }
}
