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
        /// Has a member set again whose value the constructor may have changed. A setter that rejects null is not called for null if the
        /// member of the new object is null already, nor is one that would remove the value of another property.
        /// </summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member, Construction construction)
        {
            if (!construction.Gives(candidate))
            {
                return member is { HasSetterCode: true, HasHiddenSetter: false } && Nullability.HasNull(candidate.Type)
                    && candidate.Symbol is IPropertySymbol property
                    && (RequiredArguments.IsRequiredBySetter(property) || SharesField(property))
                    ? member with { SetValues = SetValues.OtherThanNull } : member;
            }
            bool isComputed = construction.Computes(candidate);
            ArgumentChange change = isComputed ? ArgumentChange.Any : construction.ChangeOf(candidate);
            return change == ArgumentChange.None ? member : SetOrder.SetAgain(parser, candidate, member, isComputed) with
            {
                SetValues = change is ArgumentChange.Any or ArgumentChange.Maybe ? SetValues.All : SetValues.Null,
            };
        }

        // Each of several properties returns what a field contains if that is of the property's type: get => _content as Text.
        private static bool SharesField(IPropertySymbol property) => Declarations.Of(property).OfType<PropertyDeclarationSyntax>()
            .SelectMany(SetterCode.Setter).SelectMany(setter => setter.DescendantNodes()).OfType<AssignmentExpressionSyntax>()
            .Where(assignment => ConstructorArguments.IsName(assignment.Right, "value"))
            .Select(assignment => PropertyFields.NameOf(assignment.Left)).Where(name => name.Length != 0)
            .Any(field => Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod).SelectMany(getter => getter.DescendantNodes())
                .Any(node => IsTypeTest(node, field)));

        private static bool IsTypeTest(SyntaxNode node, string field) => node switch
        {
            BinaryExpressionSyntax test => test.Kind() is SyntaxKind.AsExpression or SyntaxKind.IsExpression
                && PropertyFields.NameOf(test.Left) == field,
            IsPatternExpressionSyntax { Pattern: DeclarationPatternSyntax } test => PropertyFields.NameOf(test.Expression) == field,
            _ => false,
        };
    }
}
