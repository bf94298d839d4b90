using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Names locals of generated methods after the members that they hold.</summary>
    internal sealed class Locals
    {
        // What a local of a member has beside it: the rest of its name.
        private static readonly string[] s_companions = { "", "Prefix", "OrNull", "HasValue", "Bits", "At", "IsRead", "All" };

        // What generated methods call their own.
        private readonly HashSet<string> _taken = new HashSet<string>
        {
            "w", "r", "value", "row", "at", "end", "target", "source", "plan", "result", "objects", "members", "segment", "each", "i",
                "count",
            "columns", "populate", "names", "fresh", "unknown", "isWhole", "code", "nameof", "var", "dynamic", "field",
        };

        /// <summary>The name of the local that holds a member, which none of its other locals has.</summary>
        /// <param name="member">The member's name.</param>
        public string Of(string member)
        {
            string name = Plain(member);
            while (SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None || !IsFree(name))
                name += "_";
            foreach (string companion in s_companions)
                _taken.Add(name + companion);
            return name;
        }

        private bool IsFree(string name)
        {
            foreach (string companion in s_companions)
            {
                if (_taken.Contains(name + companion))
                    return false;
            }
            return !IsControl(name);
        }

        // control, control0, control1 ... hold the bits of rows.
        private static bool IsControl(string name) =>
            name.StartsWith("control", System.StringComparison.Ordinal) && name.Skip("control".Length).All(char.IsDigit);

        // A field behind a property is named after it, and explicit implementations after their interface.
        private static string Plain(string member)
        {
            var name = new System.Text.StringBuilder(member.Length);
            foreach (char c in member)
            {
                if (char.IsLetterOrDigit(c) || (c == '_' && name.Length != 0))
                    name.Append(name.Length == 0 ? char.ToLowerInvariant(c) : c);
            }
            return name.Length == 0 || char.IsDigit(name[0]) ? "member" + name : name.ToString();
        }
    }
}
