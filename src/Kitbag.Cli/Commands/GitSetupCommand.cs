using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using Kitbag.Cli.Git;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class GitSetupCommand : ToolCommand
    {
        private readonly Option<bool> _global = new Option<bool>("--global")
        {
            Description = "Configure all repositories of this user, with the file that core.attributesFile names.",
        };

        private readonly Option<bool> _undo = new Option<bool>("--undo") { Description = "Remove what git-setup has added." };

        private readonly Option<string[]> _pattern = new Option<string[]>("--pattern")
        {
            Description = "The pattern of Kitbag files, instead of *.kit. Can be specified several times.",
            DefaultValueFactory = _ => ["*.kit"],
        };

        private readonly Option<string?> _command = new Option<string?>("--command")
        {
            Description = "The command with which git calls the tool, instead of kitbag, or its full path if kitbag is not on the PATH.",
        };

        public GitSetupCommand()
            : base("git-setup", "Configures 'git diff' and 'git merge' for Kitbag files.",
                "kitbag git-setup  # in this repository: .gitattributes, and the settings of this clone",
                "kitbag git-setup --global --pattern '*.save'",
                "kitbag git-setup --undo")
        {
            Add(_global);
            Add(_undo);
            Add(_pattern);
            Add(_command);
        }

        public override string Notes => """
            git diff, log -p and show then compare what 'kitbag show --plain' writes, and git merge merges by paths.
            Each clone needs its own git-setup, because git takes no commands from a repository.
            Many graphical clients ignore textconv and show a binary file. A driver that runs another program for each
            file (diff.kitbag.command) would break 'git difftool'; git-setup uses textconv only.
            """;

        public override bool ReadsDocuments => false;

        private protected override int Run(ParseResult arguments)
        {
            bool isGlobal = arguments.GetValue(_global), undo = arguments.GetValue(_undo);
            var git = new GitProgram(Console.Folder);
            string scope = isGlobal ? "--global" : "--local";
            string file = isGlobal ? GlobalAttributes(git) : Path.Combine(Root(git), ".gitattributes");
            var attributes = new GitAttributes(Console, file);
            IReadOnlyList<string> lines = undo ? attributes.Remove() : attributes.Add(arguments.GetValue(_pattern)!);
            string? command = arguments.GetValue(_command)
                ?? OwnCommand.Find(Environment.ProcessPath, Environment.GetEnvironmentVariable("PATH"));
            if (undo)
                Unset(git, scope);
            else
                Set(git, scope, command ?? OwnCommand.Name);
            Tell(file, lines, scope, undo, command);
            return ExitCodes.Good;
        }

        private static void Set(GitProgram git, string scope, string command)
        {
            git.Run("config", scope, "diff.kitbag.textconv", command + " show --plain");
            git.Run("config", scope, "diff.kitbag.cachetextconv", "true");
            git.Run("config", scope, "merge.kitbag.name", "Kitbag files, merged by paths");
            git.Run("config", scope, "merge.kitbag.driver", InDriver(command) + " merge %O %A %B --name %P");
            // Branches with several common ancestors: git merges these first, and uses the result as the base.
            git.Run("config", scope, "merge.kitbag.recursive", "kitbag-base");
            git.Run("config", scope, "merge.kitbag-base.name", "Common ancestors of Kitbag files");
            git.Run("config", scope, "merge.kitbag-base.driver", InDriver(command) + " merge %O %A %B --base");
        }

        // There, git replaces %O and the like.
        private static string InDriver(string command) => command.Replace("%", "%%", StringComparison.Ordinal);

        private static void Unset(GitProgram git, string scope)
        {
            // The file may not exist: then there is nothing to remove.
            git.TryRun("config", scope, "--remove-section", "diff.kitbag");
            git.TryRun("config", scope, "--remove-section", "merge.kitbag");
            git.TryRun("config", scope, "--remove-section", "merge.kitbag-base");
        }

        private static string Root(GitProgram git) => git.TryRun("rev-parse", "--show-toplevel")
            ?? throw ToolException.Usage("This folder is not in a git repository; use --global for all repositories.");

        // The file that git reads: the one in its setting, or the one in the user's configuration folder of git.
        private static string GlobalAttributes(GitProgram git)
        {
            string home = Environment.GetEnvironmentVariable("HOME") is { Length: > 0 } variable ? variable
                : Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
            if (git.TryRun("config", "--type=path", "--get", "core.attributesFile") is { Length: > 0 } named)
                return Path.GetFullPath(named, home);
            string? settings = Environment.GetEnvironmentVariable("XDG_CONFIG_HOME");
            return Path.Combine(string.IsNullOrEmpty(settings) ? Path.Combine(home, ".config") : settings, "git", "attributes");
        }

        private void Tell(string file, IReadOnlyList<string> lines, string scope, bool undo, string? command)
        {
            if (Console.Json)
            {
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartObject();
                    w.WriteString("attributes", file);
                    w.WriteStartArray(undo ? "removed" : "added");
                    foreach (string line in lines)
                        w.WriteStringValue(line);
                    w.WriteEndArray();
                    if (!undo)
                        w.WriteString("command", command);
                    w.WriteEndObject();
                });
                return;
            }
            foreach (string line in lines)
                Console.Out.WriteLine((undo ? "Removed from " : "Added to ") + Plain.Text(file) + ": " + Plain.Text(line));
            if (lines.Count == 0)
                Console.Out.WriteLine(Plain.Text(file) + (undo ? " does not contain lines of kitbag." : " already contains the lines."));
            Console.Out.WriteLine((undo ? "Removed" : "Set") + " (git config " + scope + "): diff.kitbag, merge.kitbag");
            if (undo)
                return;
            if (command == null)
                Console.Out.WriteLine("WARNING: kitbag is not on the PATH, so git cannot call it yet. Install it there (dotnet tool "
                    + "install --global Kitbag.Cli), or specify --command.");
            else if (command != OwnCommand.Name)
                Console.Out.WriteLine("git calls the tool as " + Plain.Text(command) + ".");
            Console.Out.WriteLine(Notes);
        }
    }
}
