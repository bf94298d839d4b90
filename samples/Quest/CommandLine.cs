using System;
using System.Collections.Generic;

namespace Quest
{
    /// <summary>The arguments of the program.</summary>
    internal sealed class CommandLine
    {
        public const string Help = """
            Quest saves a small adventure game with several serializers, loads it in new processes, and compares the results.

            Usage: dotnet run -c Release --project samples/Quest -- [options]

              --content DIR   use a real game's content, the JSON files in DIR, instead of the sample's own world
              --json          save the world as text, like an editor would, load it, and show the diffs of a few changes
              --upgrade       save the content of --content, or of KITBAG_DATA, and load it as the next version of the game
              --out DIR       keep the saved files in DIR
              --quick         measure for a shorter time
              -h, --help      show this

            Exit code: 0 if the value that Kitbag loaded equals the saved one, 1 if not, 2 if the input or the command line is invalid.
            """;

        public string? Content { get; private set; }

        public bool Json { get; private set; }

        public bool Upgrade { get; private set; }

        public string? Out { get; private set; }

        public bool Quick { get; private set; }

        public bool ShowHelp { get; private set; }

        /// <summary>For child processes: what to do ("save", "load" or "play"), the serializer, and the file.</summary>
        public (string Verb, string Candidate, string File)? Child { get; private set; }

        /// <exception cref="FormatException">An option is unknown, lacks its value or cannot be combined with another one.</exception>
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
                ? throw new FormatException("The option '--json' uses the sample's own world, and cannot be combined with '--content'.")
                : result;

            string Value(string option) =>
                next < args.Count && !args[next].StartsWith("--", StringComparison.Ordinal)
                    ? args[next++]
                    : throw new FormatException($"The option '{option}' needs a value.");
        }
    }
}
