using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Text;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Cli.Schemas;
using Kitbag.Schema;

namespace Kitbag.Cli.Commands
{
    internal sealed class LockCommand : ToolCommand
    {
        private readonly Argument<string> _project = new Argument<string>("PROJECT")
        {
            Description = "A project file, or its folder.",
            DefaultValueFactory = _ => ".",
        };

        private readonly Option<bool> _check = new Option<bool>("--check")
        {
            Description = "Write nothing; the exit code is 1 if the file is not up to date. For CI.",
        };

        private readonly Option<string?> _release = new Option<string?>("--release")
        {
            Description = "Record the current types as those of a release.",
            HelpName = "NAME",
        };

        private readonly Option<string?> _forget = new Option<string?>("--forget")
        {
            Description = "Remove a release whose documents are no longer in use.",
            HelpName = "NAME",
        };

        private readonly Option<bool> _list = new Option<bool>("--list") { Description = "Print the releases." };

        public LockCommand()
            : base("lock", "Updates the lock file of a project, with which its compiler compares the types that are saved.",
                "kitbag lock  # after an intended change of types",
                "kitbag lock src/Game --release 1.2",
                "kitbag lock --check  # in CI",
                "kitbag lock --list",
                "kitbag lock --forget 1.0")
        {
            Add(_project);
            Add(_check);
            Add(_release);
            Add(_forget);
            Add(_list);
        }

        public override string Notes => """
            The project names the file: <KitbagLockFile>kitbag.lock</KitbagLockFile>. The compiler makes it, in a build with
            -p:KitbagLock=Update, so the project has to compile. Commit the file: it is made for git diff and for merges.
            """;

        public override bool ReadsDocuments => false;

        private protected override int Run(ParseResult arguments)
        {
            string? release = arguments.GetValue(_release), forget = arguments.GetValue(_forget);
            bool check = arguments.GetValue(_check), list = arguments.GetValue(_list);
            if ((release != null ? 1 : 0) + (forget != null ? 1 : 0) + (check ? 1 : 0) + (list ? 1 : 0) > 1)
                throw ToolException.Usage("--check, --release, --forget and --list cannot be combined.");
            if (release != null && !SchemaLock.IsReleaseName(release))
                throw ToolException.Usage("A release cannot be called '" + Plain.Text(release)
                    + "': expected letters, digits and . - _ +.");
            string project = FindProject(arguments.GetValue(_project)!);
            string file = FindFile(project);
            Console.Subject = Path.GetRelativePath(Console.Folder, file);
            if ((list || forget != null) && !System.IO.File.Exists(file))
                throw ToolException.Usage("The lock file does not exist; 'kitbag lock' creates it.");
            if (list)
                return List(LockFile.Read(file));
            if (forget != null)
                return Change(file, LockFile.Guard(() => LockFile.Read(file, forget).Forget(forget)).ToString());
            if (check)
                return Check(project);
            return Update(project, file, release);
        }

        private string FindProject(string name)
        {
            Console.Subject = name;
            string path = Console.Place(name);
            if (System.IO.File.Exists(path))
                return path;
            if (!Directory.Exists(path))
                throw ToolException.Usage("The project does not exist.");
            string[] projects = [.. Directory.EnumerateFiles(path, "*.*proj")];
            return projects.Length == 1 ? projects[0]
                : throw ToolException.Usage(projects.Length == 0 ? "There is no project in this folder." : "Which project? "
                    + string.Join(", ", projects.Select(Path.GetFileName).Order(StringComparer.Ordinal)));
        }

        private static string FindFile(string project)
        {
            string folder = Path.GetDirectoryName(project)!;
            string file = Property(project, "KitbagLockFile");
            // If there are several target frameworks, one is compared; only a build of that one gets the file.
            string[] frameworks = file.Length != 0 ? [] : Property(project, "TargetFrameworks").Split(';', StringSplitOptions.TrimEntries);
            for (int i = 0; i < frameworks.Length && file.Length == 0; i++)
                file = frameworks[i].Length == 0 ? "" : Property(project, "KitbagLockFile", "-p:TargetFramework=" + frameworks[i]);
            return file.Length != 0
                ? Path.GetFullPath(file, folder)
                : throw ToolException.Usage("The project does not specify a lock file. Add "
                    + "<KitbagLockFile>kitbag.lock</KitbagLockFile> to a property group.");
        }

        private static string Property(string project, string name, params string[] more) =>
            Msbuild(project, ["-getProperty:" + name, .. more]);

        private static string Msbuild(string project, params string[] more)
        {
            (int code, string output) = DotnetProgram.Run(Path.GetDirectoryName(project)!, ["msbuild", project, "-nologo", .. more]);
            return code == 0 ? output.Trim() : throw ToolException.Bad("The project cannot be read: " + Plain.Line(output.Trim()));
        }

        private int List(SchemaLock file)
        {
            IReadOnlyList<SchemaRelease> releases = file.Releases;
            int[] roots = LockFile.Guard(() => releases.Select(r => file.Of(r).Roots.Count).ToArray());
            if (Console.Json)
                JsonOut.Write(Console, w =>
                {
                    w.WriteStartArray();
                    for (int i = 0; i < roots.Length; i++)
                    {
                        w.WriteStartObject();
                        w.WriteString("release", releases[i].Name);
                        w.WriteNumber("roots", roots[i]);
                        w.WriteEndObject();
                    }
                    w.WriteEndArray();
                });
            else if (roots.Length == 0)
                Console.Out.WriteLine("No release yet: kitbag lock --release NAME.");
            for (int i = 0; i < roots.Length && !Console.Json; i++)
                Console.Out.WriteLine(releases[i].Name + "  " + roots[i] + (roots[i] == 1 ? " root" : " roots"));
            return ExitCodes.Good;
        }

        private int Check(string project)
        {
            (int code, string output) = Build(project, "Check");
            if (code == 0)
                RequireGenerator(project);
            if (code == 0)
                Console.Out.WriteLine("The lock file is up to date.");
            else
                WriteErrors(output);
            return code == 0 ? ExitCodes.Good : ExitCodes.Bad;
        }

        private int Update(string project, string file, string? release)
        {
            string before = System.IO.File.Exists(file) ? System.IO.File.ReadAllText(file) : "";
            if (release != null)
            {
                // The build would report the same, after a while.
                _ = LockFile.Guard(() => (before.Length == 0 ? SchemaLock.Empty : SchemaLock.Parse(before)).Release(release));
            }
            (int code, string output) = Build(project, "Update", release == null ? [] : ["-p:KitbagLockRelease=" + release]);
            if (code != 0)
            {
                WriteErrors(output);
                return ExitCodes.Bad;
            }
            RequireGenerator(project);
            if (!System.IO.File.Exists(file))
                throw ToolException.Bad("The build wrote no lock file. Does the project mark types with [KitbagSerializable]?");
            Tell(before, System.IO.File.ReadAllText(file));
            // Findings about documents of releases are valid regardless of the current lock.
            foreach (string line in Console.Json ? [] : Lines(output, ": warning KIT004"))
                Console.Out.WriteLine(line);
            return ExitCodes.Good;
        }

        private static string[] Lines(string output, string mark) =>
        [
            .. output.ReplaceLineEndings("\n").Split('\n').Where(l => l.Contains(mark, StringComparison.Ordinal)).Select(Plain.Line)
                .Distinct(),
        ];

        // A build that has nothing to compile would not run the generator.
        private static (int Code, string Output) Build(string project, string what, params string[] more) => DotnetProgram.Run(
            Path.GetDirectoryName(project)!,
            ["build", project, "-nologo", "-v:quiet", "-clp:NoSummary", "--no-incremental", "-p:KitbagLock=" + what, .. more]);

        // A build without the generator succeeds, whatever the lock file contains. The package declares the property for the compiler.
        private static void RequireGenerator(string project)
        {
            // If there are several target frameworks, packages may be referenced for one of them only.
            string[] frameworks = ["", .. Property(project, "TargetFrameworks").Split(';',
                StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)];
            if (!frameworks.Any(HasPackage))
                throw ToolException.Bad("The project does not reference the Kitbag package, so the lock file was not compared.");

            bool HasPackage(string framework) => Msbuild(project,
                ["-getItem:CompilerVisibleProperty", .. framework.Length == 0 ? [] : new[] { "-p:TargetFramework=" + framework }])
                .Contains("\"KitbagLockFile\"", StringComparison.Ordinal);
        }

        private void WriteErrors(string output)
        {
            string[] lines = Lines(output, ": error");
            foreach (string line in lines)
                Console.Out.WriteLine(line);
            throw ToolException.Bad(lines.Length == 0 ? "The build failed: " + Plain.Line(output.Trim()) : "The build has errors.");
        }

        private int Change(string file, string text)
        {
            string before = System.IO.File.ReadAllText(file);
            OutputFile.Write(Console, Console.Subject, stream => stream.Write(Encoding.UTF8.GetBytes(text)));
            Tell(before, text);
            return ExitCodes.Good;
        }

        private void Tell(string before, string after)
        {
            List<(char Sign, string Type, string Line)> differences = LockFile.Differences(before, after);
            if (Console.Json)
            {
                WriteJson(differences);
                return;
            }
            if (differences.Count == 0)
            {
                Console.Out.WriteLine("The lock file is up to date.");
                return;
            }
            var paint = new Paint(Console);
            foreach (IGrouping<string, (char Sign, string Type, string Line)> type in differences.GroupBy(d => d.Type))
            {
                if (type.Key.Length != 0)
                    Console.Out.WriteLine(Plain.Text(type.Key));
                foreach ((char sign, _, string line) in type)
                {
                    string text = (type.Key.Length == 0 ? "" : "  ") + sign + " " + Plain.Text(line);
                    Console.Out.WriteLine(sign == '+' ? paint.Added(text) : paint.Removed(text));
                }
            }
        }

        private void WriteJson(List<(char Sign, string Type, string Line)> differences) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach ((char sign, string type, string line) in differences)
            {
                w.WriteStartObject();
                w.WriteString(sign == '+' ? "added" : "removed", line);
                if (type.Length != 0)
                    w.WriteString("type", type);
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });
    }
}
