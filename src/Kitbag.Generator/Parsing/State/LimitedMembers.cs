using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports stored members that get another value when they are read: the constructor that takes them may limit or replace it, other
    /// code of the type sets them later, and generated code cannot set them again.
    /// </summary>
    internal static class LimitedMembers
    {
        /// <param name="parser">The parser.</param>
        /// <param name="candidates">The candidates of the type's members.</param>
        /// <param name="construction">How objects are created.</param>
        /// <param name="members">The stored members.</param>
        public static void Report(Parser parser, List<Candidate> candidates, Construction construction, List<MemberModel> members)
        {
            if (construction.Constructor is not { } constructor || Construction.IsMarked(constructor))
                return;
            foreach (Candidate candidate in candidates)
            {
                // A member without a setter is reported as the private state behind it.
                if (candidate.Symbol is not IPropertySymbol { SetMethod: { IsInitOnly: false } } || !construction.Gives(candidate)
                    || !parser.IsOwn(candidate.Declaring) || !construction.MayChange(candidate)
                    || members.Find(m => m.Name == candidate.Name) is not { IsSetAgain: false } || !IsSetLater(candidate))
                    continue;
                string? why = Accessors.WhyNot(parser, candidate);
                parser.ReportAt(candidate.Symbol, Rules.LimitedMember,
                    Names.InSchema(candidate.Declaring.OriginalDefinition) + "." + candidate.Name,
                    ConstructorProblems.Text(constructor.ContainingType, constructor), why ?? "its setter has code");
            }
        }

        private static bool IsSetLater(Candidate candidate)
        {
            HashSet<string> changed = SetterCode.ChangedAfterCreation(candidate.Declaring.OriginalDefinition);
            return changed.Contains(candidate.Symbol.Name) || changed.Contains(SetterCode.BackingField(candidate.Symbol));
        }
    }
}
