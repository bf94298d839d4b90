using System;
using System.Text.RegularExpressions;

namespace Kitbag.Cli.Running
{
    /// <summary>Replaces what errors of the library say about its options: users of the tool have those of the command line.</summary>
    internal static class OptionNames
    {
        // In this order. Where the tool has no option, a name in parentheses is omitted.
        private static readonly (Regex Found, string Instead)[] s_texts =
        [
            (new Regex(@", which is neither among KitbagDocumentOptions\.KnownSchemas nor in the LockFile"),
                " and does not contain it: --schema must name a file with that schema"),
            (new Regex(@"\(KitbagJsonOptions\.MaxDepth\)\. Does an object reference itself\?"), "(option --max-depth of 'kitbag json')."),
            (new Regex(@" If the input is trusted, raise KitbagLimits\.\w+\."), ""),
            (new Regex(@" \(Kitbag\w+Options\.[^)]*\)"), ""),
            (new Regex(@"\bKitbag(Limits|\w*Options)\.\w+"), "the tool"),
        ];

        /// <summary>Returns the message with the names of options of the command line.</summary>
        public static string WithOptionNames(string message)
        {
            // Most messages name no type of the library.
            if (!message.Contains("Kitbag", StringComparison.Ordinal))
                return message;
            foreach ((Regex found, string instead) in s_texts)
                message = found.Replace(message, instead);
            return message;
        }
    }
}
