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
            int shorter = Math.Min(old.Length, now.Length), prefix = 0, payload = 0;
            while (prefix < shorter && old[prefix] == now[prefix])
            {
                prefix++;
            }

            while (payload < shorter - prefix && old[^(payload + 1)] == now[^(payload + 1)])
            {
                payload++;
            }

            string[] gone = old[prefix..^payload], come = now[prefix..^payload];
            return gone.Select(line => "-" + line).Concat(come.Select(line => "+" + line))
                .Prepend(FormattableString.Invariant($"@@ -{prefix + 1},{gone.Length} +{prefix + 1},{come.Length} @@"))
                .ToArray();
        }
    }
}
