using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.IO;
using System.Linq;

namespace Kitbag.Cli.Running
{
    /// <summary>The help of a command, with examples.</summary>
    internal sealed class ToolHelp : SynchronousCommandLineAction
    {
        private readonly ToolConsole _console;

        public ToolHelp(ToolConsole console) => _console = console;

        public override int Invoke(ParseResult parseResult)
        {
            Write(parseResult.CommandResult.Command, _console);
            return ExitCodes.Good;
        }

        /// <summary>Returns the command line of a command.</summary>
        public static string PathOf(CommandResult command) => PathOf(command.Command);

        public static void Write(Command command, ToolConsole console)
        {
            TextWriter to = console.Out;
            to.WriteLine(command.Description);
            to.WriteLine();
            to.WriteLine("Usage: " + PathOf(command) + (command is RootCommand ? " COMMAND" : "")
                + string.Concat(command.Arguments.Select(UsageOf)) + " [options]");
            WriteList(to, "Arguments", [.. command.Arguments.Select(a => (a.Name, a.Description ?? ""))], console.Width);
            WriteList(to, "Commands", [.. command.Subcommands.Select(c => (c.Name, c.Description ?? ""))], console.Width);
            WriteList(to, "Options", [.. OptionsOf(command).Select(o => (NamesOf(o), o.Description ?? ""))], console.Width);
            if (command is ToolCommand { Notes.Length: > 0 } notes)
            {
                to.WriteLine();
                to.WriteLine(notes.Notes);
            }
            WriteExamples(to, command is ToolCommand tool ? tool.Examples : s_examples);
            if (command is RootCommand)
            {
                to.WriteLine();
                to.WriteLine("Exit codes: 0 success, equal, intact; 1 different, damaged, no such value; 2 invalid command line, no such "
                    + "file.");
                to.WriteLine("Run 'kitbag COMMAND --help' for details of a command.");
            }
        }

        private static readonly string[] s_examples =
        [
            "kitbag show slot1.kit  # show the content of a save",
            "kitbag diff slot1.kit slot2.kit  # compare two saves",
            "kitbag query slot1.kit 'Zones[*].Entities[Level > 20].Name'",
            "kitbag stats slot1.kit  # show the size of each part",
        ];

        private static string PathOf(Command command) => command is RootCommand ? "kitbag" : "kitbag " + command.Name;

        private static string UsageOf(Argument argument)
        {
            string name = argument.Name + (argument.Arity.MaximumNumberOfValues > 1 ? "…" : "");
            return argument.Arity.MinimumNumberOfValues == 0 ? " [" + name + "]" : " " + name;
        }

        private static IEnumerable<Option> OptionsOf(Command command)
        {
            IEnumerable<Option> inherited = command.Parents.OfType<Command>().SelectMany(p => p.Options)
                .Where(o => o.Recursive && (o.Name != CommonOptions.SchemaName || command is not ToolCommand { ReadsDocuments: false }));
            return command.Options.Concat(inherited).Where(o => !o.Hidden);
        }

        private static string NamesOf(Option option)
        {
            IEnumerable<string> names = option.Aliases.Where(a => a is not ("-?" or "/?" or "/h")).Append(option.Name);
            string value = option.ValueType == typeof(bool) || option.Arity.MaximumNumberOfValues == 0 ? ""
                : " " + (option.HelpName ?? option.Name.TrimStart('-').ToUpperInvariant());
            return string.Join(", ", names.Distinct().OrderBy(n => n.Length)) + value;
        }

        private static void WriteList(TextWriter to, string title, (string Name, string Text)[] rows, int width)
        {
            if (rows.Length == 0)
                return;
            to.WriteLine();
            to.WriteLine(title + ":");
            int left = rows.Max(r => r.Name.Length) + 4;
            foreach ((string name, string text) in rows)
            {
                to.Write(("  " + name).PadRight(left));
                WriteWrapped(to, text, left, Math.Max(width, left + 30));
            }
        }

        private static void WriteWrapped(TextWriter to, string text, int left, int width)
        {
            int at = left;
            foreach (string word in text.Split(' '))
            {
                if (at != left && at + 1 + word.Length > width)
                {
                    to.WriteLine();
                    to.Write(new string(' ', left));
                    at = left;
                }
                string piece = at == left ? word : " " + word;
                to.Write(piece);
                at += piece.Length;
            }
            to.WriteLine();
        }

        private static void WriteExamples(TextWriter to, IReadOnlyList<string> examples)
        {
            if (examples.Count == 0)
                return;
            to.WriteLine();
            to.WriteLine("Examples:");
            foreach (string example in examples)
                to.WriteLine("  " + example);
        }
    }
}
