using System.Collections.Generic;
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
        /// Has a member set again whose value the constructor may have changed. A setter that rejects values, or null, is not called for
        /// the value that the member of the new object has already.
        /// </summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member, Construction construction)
        {
            if (!construction.Gives(candidate))
            {
                return member is { HasSetterCode: true, HasHiddenSetter: false } && candidate.Symbol is IPropertySymbol property
                    ? member with { SetValues = SetBySetter(property, candidate.Type) } : member;
            }
            bool isComputed = construction.Computes(candidate);
            ArgumentChange change = isComputed ? ArgumentChange.Any : construction.ChangeOf(candidate);
            return change == ArgumentChange.None ? member : SetOrder.SetAgain(parser, candidate, member, isComputed) with
            {
                SetValues = change is ArgumentChange.Any or ArgumentChange.Maybe ? SetValues.All : SetValues.Null,
            };
        }

        // A value that the member of a new object has already may be one that the setter refuses.
        private static SetValues SetBySetter(IPropertySymbol property, ITypeSymbol type) =>
            Refuses(property) && PropertyViews.ConditionFor(type) is { } condition ? condition
            : Nullability.HasNull(type) && (RequiredArguments.IsRequiredBySetter(property) || MayRefuse(property)) ? SetValues.OtherThanNull
            : SetValues.All;

        // Whether the setter throws an exception for certain values: Size { set { if (value <= 0) throw ...; _size = value; } }.
        private static bool Refuses(IPropertySymbol property) => CodeOf(property).Any(node => node is ThrowStatementSyntax
            or ThrowExpressionSyntax) && IsAllThatIsSet(property);

        // Whether the setter assigns what a method returns for the value, or gives it to a method that may refuse it: Name { set => _name =
        // Names.Check(value); }.
        private static bool MayRefuse(IPropertySymbol property) => CodeOf(property).OfType<ArgumentListSyntax>()
            .Any(list => list.Arguments.Any(one => ConstructorArguments.IsName(one.Expression, "value"))
                && list.Arguments.All(one => one.RefKindKeyword.IsKind(SyntaxKind.None)))
            && IsAllThatIsSet(property);

        private static bool IsAllThatIsSet(IPropertySymbol property) => PropertyFields.AreReturned(property)
            && SetterCode.Of(property.ContainingType, property.Name) is { Changed: { Count: 0 } } code
            && code.Set.All(name => name == PropertyFields.Returned(property) || name == "field");

        private static IEnumerable<SyntaxNode> CodeOf(IPropertySymbol property) => Declarations.Of(property).SelectMany(SetterCode.Setter)
            .SelectMany(setter => setter.DescendantNodes());
    }
}
