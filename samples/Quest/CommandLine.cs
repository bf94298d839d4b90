using System;
using System.Collections.Generic;

namespace Quest
{
    /// <summary>What the program was asked to do.</summary>
    internal sealed class CommandLine
    {
        public const string Help = """
            Quest saves a small adventure game with several serializers, loads it in fresh processes and compares.

            Usage: dotnet run -c Release --project samples/Quest -- [options]

              --content DIR   use a real game's content, the JSON files in DIR, instead of the sample's own world
              --json          save the world as its editor does, as text, load it, and show the diffs of a few changes
              --upgrade       save the content of --content, or of KITBAG_DATA, and load it as the next version of the game
              --out DIR       keep the saved files in DIR
              --quick         measure for a shorter time
              -h, --help      show this

            Exit code: 0 if what Kitbag loaded equals what it saved, 1 if not, 2 if the input or the command line is wrong.
            """;

        public string? Content { get; private set; }

        public bool Json { get; private set; }

        public bool Upgrade { get; private set; }

        public string? Out { get; private set; }

        public bool Quick { get; private set; }

        public bool ShowHelp { get; private set; }

        /// <summary>What a child process does, "save", "load" or "play", with which serializer, and the file. Not for people.</summary>
        public (string Verb, string Candidate, string File)? Child { get; private set; }

        /// <exception cref="FormatException">An option is unknown, lacks its value or does not go with another.</exception>
        public static CommandLine Parse(IReadOnlyList<string> args)
        {
            var result = new CommandLine();
            int next = 0;
            while (next < args.Count)
            {
                string option = args[next++];
                switch (option)
                {
                    case "--content": result.Content = Value(option); break;
                    case "--json": result.Json = true; break;
                    case "--upgrade": result.Upgrade = true; break;
                    case "--out": result.Out = Value(option); break;
                    case "--quick": result.Quick = true; break;
                    case "--child": result.Child = (Value(option), Value(option), Value(option)); break;
                    case "-h" or "--help": result.ShowHelp = true; break;
                    default: throw new FormatException($"There is no option '{option}'.");
                }
            }

            return result.Json && result.Content != null
                ? throw new FormatException("The option '--json' is for the sample's own world; '--content' does not go with it.")
                : result;

            string Value(string option) =>
                next < args.Count && !args[next].StartsWith("--", StringComparison.Ordinal)
                    ? args[next++]
                    : throw new FormatException($"The option '{option}' needs a value.");
        }
    }
}
