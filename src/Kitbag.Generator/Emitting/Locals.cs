using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Names the local variables of generated methods after the members whose values they hold.</summary>
    internal sealed class Locals
    {
        // The suffixes of further locals of a member.
        private static readonly string[] s_companions = { "", "Prefix", "OrNull", "HasValue", "Bits", "At", "IsRead", "IsHeld", "All" };

        // The names that generated methods use themselves.
        private readonly HashSet<string> _taken = new HashSet<string>
        {
            "w", "r", "value", "row", "at", "end", "target", "source", "plan", "item", "objects", "members", "group", "part", "each", "i",
                "count", "populate", "names", "fresh", "unknown", "isWhole", "code", "nameof", "var", "dynamic", "field",
        };

        /// <summary>The name of the local for a member, which is unique together with its suffixes.</summary>
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
            return !IsBits(name);
        }

        // bits, bits0, bits1 ... hold the control bits of rows.
        private static bool IsBits(string name) =>
            name.StartsWith("bits", System.StringComparison.Ordinal) && name.Skip("bits".Length).All(char.IsDigit);

        // A backing field is named after its property, and an explicit implementation after its interface.
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
