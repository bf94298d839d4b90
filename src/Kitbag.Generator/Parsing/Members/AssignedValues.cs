using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Determines which values of a member are set after its object was made.</summary>
    internal static class AssignedValues
    {
        /// <summary>
        /// Has a member set again whose value the constructor may have changed. A setter that rejects null, or may do so, is not called for
        /// null if the member of the new object is null already.
        /// </summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member, Construction construction)
        {
            if (!construction.Gives(candidate))
            {
                return member is { HasSetterCode: true, HasHiddenSetter: false } && Nullability.HasNull(candidate.Type)
                    && candidate.Symbol is IPropertySymbol property
                    && (RequiredArguments.IsRequiredBySetter(property) || MayBeRefused(property))
                    ? member with { SetValues = SetValues.OtherThanNull } : member;
            }
            bool isComputed = construction.Computes(candidate);
            ArgumentChange change = isComputed ? ArgumentChange.Any : construction.ChangeOf(candidate);
            return change == ArgumentChange.None ? member : SetOrder.SetAgain(parser, candidate, member, isComputed) with
            {
                SetValues = change is ArgumentChange.Any or ArgumentChange.Maybe ? SetValues.All : SetValues.Null,
            };
        }

        // Whether the setter only assigns what a method returns for the value, or gives it to a method that may refuse it: Name { set =>
        // _name = Names.Check(value); }. If the member is null already, then it does not need to be called for null.
        private static bool MayBeRefused(IPropertySymbol property) => PropertyFields.AreReturned(property)
            && Declarations.Of(property).SelectMany(SetterCode.Setter).SelectMany(setter => setter.DescendantNodes())
                .OfType<ArgumentListSyntax>().Any(list => list.Arguments.Any(one => ConstructorArguments.IsName(one.Expression, "value"))
                    && list.Arguments.All(one => one.RefKindKeyword.IsKind(SyntaxKind.None)))
            && SetterCode.Of(property.ContainingType, property.Name) is { Changed: { Count: 0 } } code
            && code.Set.All(name => name == PropertyFields.Returned(property) || name == "field");
    }
}
