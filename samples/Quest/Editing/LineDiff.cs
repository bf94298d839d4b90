using System;
using System.Collections.Generic;
using System.Linq;

namespace Quest.Editing
{
    /// <summary>The lines that differ between two texts, as in version control. The texts must differ in one place only.</summary>
    public static class LineDiff
    {
        /// <summary>Returns a header with the number of the first line, the removed lines (-) and the added lines (+).</summary>
        public static IReadOnlyList<string> Of(string before, string after)
        {
            string[] oldLines = before.Split('\n'), newLines = after.Split('\n');
            int shorter = Math.Min(oldLines.Length, newLines.Length), prefix = 0, suffix = 0;
            while (prefix < shorter && oldLines[prefix] == newLines[prefix])
            {
                prefix++;
            }

            while (suffix < shorter - prefix && oldLines[^(suffix + 1)] == newLines[^(suffix + 1)])
            {
                suffix++;
            }

            string[] removed = oldLines[prefix..^suffix], added = newLines[prefix..^suffix];
            return removed.Select(line => "-" + line).Concat(added.Select(line => "+" + line))
                .Prepend(FormattableString.Invariant($"@@ -{prefix + 1},{removed.Length} +{prefix + 1},{added.Length} @@"))
                .ToArray();
        }
    }
}
