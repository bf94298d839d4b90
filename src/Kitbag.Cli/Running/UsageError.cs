using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Linq;
using System.Text.RegularExpressions;

namespace Kitbag.Cli.Running
{
    /// <summary>Describes errors of the command line for users.</summary>
    internal static class UsageError
    {
        /// <summary>Returns the first error, or null if the command can run.</summary>
        public static string? Of(ParseResult result)
        {
            bool isError = result.Action is ParseErrorAction;
            // A misspelled option becomes an argument, so that the error that the parser finds is often that of its value.
            if ((isError || result.Action == result.CommandResult.Command.Action) && UnknownOption(result) is { } unknown)
                return "There is no option '" + unknown + "'; " + (SimilarOption(result, unknown) is { } similar
                    ? "did you mean '" + similar + "'?" : "a value that begins with -- follows the argument --.");
            return isError ? Describe(result.Errors[0]) : null;
        }

        private static string Describe(ParseError error)
        {
            if (error.SymbolResult is OptionResult { Tokens: [{ Value: var value }] } option
                && Expected(Nullable.GetUnderlyingType(option.Option.ValueType) ?? option.Option.ValueType) is { } expected)
                return option.Option.Name + ": expected " + expected + " instead of '" + value + "'.";
            // Lists are printed on several lines.
            return Regex.Replace(error.Message, "\\s+", " ");
        }

        private static string? Expected(Type type) => type.IsEnum ? string.Join(", ", Enum.GetNames(type))
            : type == typeof(int) ? "a whole number"
            : null;

        // Misspelled options must not become paths or values.
        private static string? UnknownOption(ParseResult result)
        {
            Token? end = result.Tokens.FirstOrDefault(t => t.Type == TokenType.DoubleDash);
            int count = end == null ? result.Tokens.Count : result.Tokens.ToList().IndexOf(end);
            return result.Tokens.Take(count).FirstOrDefault(t => t.Type == TokenType.Argument && IsOption(t.Value)
                && (result.CommandResult.Children.OfType<ArgumentResult>().Any(a => a.Tokens.Contains(t))
                    || result.UnmatchedTokens.Contains(t.Value)))?.Value;
        }

        private static string? SimilarOption(ParseResult result, string unknown)
        {
            var names = new List<string>();
            for (CommandResult? command = result.CommandResult; command != null; command = command.Parent as CommandResult)
            {
                names.AddRange(command.Command.Options.Where(o => o.Recursive || command == result.CommandResult).Select(o => o.Name));
            }
            string? nearest = names.MinBy(name => Distance(name, unknown));
            return nearest != null && Distance(nearest, unknown) <= 2 ? nearest : null;
        }

        // The number of letters that are missing, superfluous, different, or swapped with the next one.
        private static int Distance(string one, string other)
        {
            var table = new int[one.Length + 1, other.Length + 1];
            for (int i = 0; i <= one.Length; i++)
            {
                for (int j = 0; j <= other.Length; j++)
                {
                    int least = i == 0 ? j : j == 0 ? i : Math.Min(table[i - 1, j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1),
                        Math.Min(table[i - 1, j], table[i, j - 1]) + 1);
                    if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                        least = Math.Min(least, table[i - 2, j - 2] + 1);
                    table[i, j] = least;
                }
            }
            return table[one.Length, other.Length];
        }

        private static bool IsOption(string text) => text.Length > 2 && text.StartsWith("--", StringComparison.Ordinal);
    }
}
