using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Completions;
using System.IO;
using System.Linq;
using Kitbag.Cli.Output;
using Kitbag.Cli.Query;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>Completes paths into a file that precedes them on the command line, for shells: members, items and keys.</summary>
    internal static class PathCompletions
    {
        // Nobody reads more than that.
        private const int Most = 50;

        /// <summary>Completes an argument with paths into the file of another argument.</summary>
        public static void Add(Argument path, Argument<string> file, Func<ParseResult, Sources> open) =>
            path.CompletionSources.Add(context => Find(context, file, open).Select(text => new CompletionItem(text)));

        private static IEnumerable<string> Find(CompletionContext context, Argument<string> file, Func<ParseResult, Sources> open)
        {
            try
            {
                string? name = context.ParseResult.GetValue(file);
                if (string.IsNullOrEmpty(name) || name == Sources.Standard)
                    return [];
                using Source source = open(context.ParseResult).Open(name);
                return Find(source.Document, context.WordToComplete).Take(Most).ToArray();
            }
            catch (Exception e) when (e is KitbagException or ToolException or IOException or UnauthorizedAccessException)
            {
                // Errors are reported when the command runs; shells show nothing if there are no completions.
                return [];
            }
        }

        private static IEnumerable<string> Find(KitbagDocument document, string word)
        {
            int end = word.LastIndexOfAny(['.', '[']);
            string before = end < 0 ? "" : word[..end];
            if (!document.TryFind(before, out KitbagNode node))
                return [];
            if (end < 0 || word[end] == '.')
                return node.Members.Select(m => Paths.Member(before, m.Name));
            return node.Kind == KitbagNodeKind.Map
                ? node.Entries.Where(e => e.Key.Kind == KitbagNodeKind.Value).Select(e => before + "[" + KeyOf(e.Key) + "]")
                : Enumerable.Range(0, node.Count).Select(i => Paths.Item(before, i));
        }

        private static string KeyOf(KitbagNode key) =>
            key.Value is string text ? TextLiteral.Quote(text) : ValueText.Raw(Value.Of(key));
    }
}
