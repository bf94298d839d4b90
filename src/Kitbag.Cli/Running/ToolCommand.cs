using System;
using System.Collections.Generic;
using System.CommandLine;
using Kitbag.Cli.Input;

namespace Kitbag.Cli.Running
{
    /// <summary>A command of the tool, in a file of its own in Commands/.</summary>
    internal abstract class ToolCommand : Command
    {
        private protected ToolCommand(string name, string description, params string[] examples)
            : base(name, description)
        {
            Examples = examples;
            SetAction(Start);
        }

        /// <summary>Example command lines, each with a description after two spaces and #.</summary>
        public IReadOnlyList<string> Examples { get; }

        /// <summary>The introduction for new users, after the options.</summary>
        public virtual string Notes => "";

        /// <summary>Whether the command reads documents, so that it has the option --schema.</summary>
        public virtual bool ReadsDocuments => true;

        private protected ToolConsole Console { get; private set; } = null!;

        private CommonOptions Common { get; set; } = null!;

        public ToolCommand With(ToolConsole console, CommonOptions common)
        {
            Console = console;
            Common = common;
            return this;
        }

        /// <summary>Runs the command, and returns the exit code.</summary>
        private protected abstract int Run(ParseResult arguments);

        /// <summary>Resolves the arguments of the command.</summary>
        private protected Sources Open(ParseResult arguments) => Open(arguments, null);

        /// <summary>Resolves the arguments of the command, with a lock file that contains the form of JSON.</summary>
        private protected Sources Open(ParseResult arguments, string? lockFile) =>
            new Sources(Console, arguments.GetValue(Common.Schema), lockFile);

        private protected static Option<string?> LockOption(string description) =>
            new Option<string?>("--lock") { Description = description, HelpName = "LOCK" };

        private protected static Argument<string> File(string name = "FILE", string description = "A file, or - for standard input.") =>
            new Argument<string>(name) { Description = description };

        private protected static Argument<string[]> Files() => new Argument<string[]>("FILE")
        {
            Description = "Files; * and ? match any characters, ** matches folders.",
            Arity = ArgumentArity.OneOrMore,
        };

        private int Start(ParseResult arguments)
        {
            Common.Apply(arguments, Console);
            if (!ReadsDocuments && arguments.GetValue(Common.Schema) != null)
                throw ToolException.Usage("'kitbag " + Name + "' reads no documents and does not have the option --schema.");
            return Run(arguments);
        }
    }
}
