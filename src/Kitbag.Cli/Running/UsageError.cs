using System;
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
        public static string? Of(ParseResult result) => result.Action is ParseErrorAction ? Describe(result.Errors[0])
            : result.Action == result.CommandResult.Command.Action && UnknownOption(result) is { } unknown
                ? "There is no option '" + unknown + "'; a value that begins with -- follows the argument --."
            : null;

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
                && result.CommandResult.Children.OfType<ArgumentResult>().Any(a => a.Tokens.Contains(t)))?.Value;
        }

        private static bool IsOption(string text) => text.Length > 2 && text.StartsWith("--", StringComparison.Ordinal);
    }
}
