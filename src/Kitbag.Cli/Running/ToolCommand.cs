using System;
using System.Collections.Generic;
using System.CommandLine;
using Kitbag.Cli.Input;

namespace Kitbag.Cli.Running
{
    /// <summary>One command of the tool: a file of its own in Commands/.</summary>
    internal abstract class ToolCommand : Command
    {
        private protected ToolCommand(string name, string description, params string[] examples)
            : base(name, description)
        {
            Examples = examples;
            SetAction(Start);
        }

        /// <summary>Command lines, each with what it does after two spaces and #.</summary>
        public IReadOnlyList<string> Examples { get; }

        /// <summary>What the command says to those who use it for the first time, after its options.</summary>
        public virtual string Notes => "";

        private protected ToolConsole Console { get; private set; } = null!;

        private CommonOptions Common { get; set; } = null!;

        public ToolCommand With(ToolConsole console, CommonOptions common)
        {
            Console = console;
            Common = common;
            return this;
        }

        /// <summary>Does it, and says what the exit code is.</summary>
        private protected abstract int Run(ParseResult arguments);

        /// <summary>Where the command finds what its arguments name.</summary>
        private protected Sources Open(ParseResult arguments) => new Sources(Console, arguments.GetValue(Common.Schema));

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
            return Run(arguments);
        }
    }
}
