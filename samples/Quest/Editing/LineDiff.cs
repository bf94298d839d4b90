using System;
using System.Collections.Generic;
using System.Linq;

namespace Quest.Editing
{
    /// <summary>The lines that differ between two texts, as version control shows them. For texts with one place of change.</summary>
    public static class LineDiff
    {
        /// <summary>A header with the first line's number, then the lines that went (-) and that came (+).</summary>
        public static IReadOnlyList<string> Of(string before, string after)
        {
            string[] old = before.Split('\n'), now = after.Split('\n');
            int shorter = Math.Min(old.Length, now.Length), head = 0, tail = 0;
            while (head < shorter && old[head] == now[head])
            {
                head++;
            }

            while (tail < shorter - head && old[^(tail + 1)] == now[^(tail + 1)])
            {
                tail++;
            }

            string[] gone = old[head..^tail], come = now[head..^tail];
            return gone.Select(line => "-" + line).Concat(come.Select(line => "+" + line))
                .Prepend(FormattableString.Invariant($"@@ -{head + 1},{gone.Length} +{head + 1},{come.Length} @@"))
                .ToArray();
        }
    }
}
