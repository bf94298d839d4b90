using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Reports members that hide one of a base class with a value of its own, which is not stored then.</summary>
    internal static class HidingMembers
    {
        /// <param name="parser">The parser.</param>
        /// <param name="root">The type.</param>
        /// <param name="member">The member that hides another one.</param>
        /// <param name="candidate">Its candidate; null if it is not stored.</param>
        /// <param name="hidden">The hidden member.</param>
        public static void Report(Parser parser, INamedTypeSymbol root, ISymbol member, Candidate? candidate, Candidate hidden)
        {
            // Other serializers store the hidden member if the other one has their attribute to ignore it.
            if (!member.IsOverride && (HasValue(hidden.Symbol) || Inclusion.IsIncluded(hidden.Symbol)) && (candidate == null
                ? !Attributes.Has(member, "Kitbag.KitbagIgnoreAttribute")
                : candidate.NeedsConstructor || (HasValue(member) && !UsesBase(member))))
                parser.ReportAt(member, Rules.HiddenMember, parser.Path + "." + hidden.Name, Names.InSchema(root), hidden.Name,
                    "hidden", "Rename one of them");
        }

        /// <summary>Whether code of a member uses the one of its name in the base class.</summary>
        public static bool UsesBase(ISymbol member) => Declarations.Of(member).SelectMany(declaration => declaration.DescendantNodes())
            .Any(node => node is MemberAccessExpressionSyntax { Expression: BaseExpressionSyntax } access
                && access.Name.Identifier.ValueText == member.Name);

        // Whether a member, or one that it overrides, has a value in a field of its own.
        private static bool HasValue(ISymbol member)
        {
            if (member is not IPropertySymbol property)
                return true;
            for (IPropertySymbol? p = property; p != null; p = p.OverriddenProperty)
            {
                if (ReadOnlyMembers.IsAutomatic(p) || (SetterCode.BackingField(p) is { Length: > 0 } field
                    && p.ContainingType.GetMembers(field).Any(one => one is IFieldSymbol)))
                    return true;
            }
            return false;
        }
    }
}
