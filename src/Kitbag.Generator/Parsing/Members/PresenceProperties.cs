using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Properties that tell whether another property has a value, as generators of code for XmlSerializer and protobuf-net declare them:
    /// <c>int Hp { get => _hp ?? 0; set => _hp = value; }  bool HpSpecified { get => _hp != null; set { if (!value) _hp = null; } }</c>.
    /// Reading sets such a property after the other one, which returns a value in any case and would assign that.
    /// </summary>
    internal static class PresenceProperties
    {
        /// <summary>
        /// Whether the setter of a property either removes the value of another property or leaves it, and the getter of that one does not
        /// show that its value is missing.
        /// </summary>
        public static bool IsPresenceOf(ISymbol property, ISymbol other)
        {
            if (property is not IPropertySymbol { Type.SpecialType: SpecialType.System_Boolean }
                || other is not IPropertySymbol valued || PropertyFields.AreReturned(valued))
                return false;
            string field = SetterCode.BackingField(other);
            var names = new HashSet<string> { field, other.Name, property.Name };
            List<ExpressionSyntax> assigned = Declarations.Of(property).SelectMany(SetterCode.Setter)
                .SelectMany(setter => setter.DescendantNodes().OfType<AssignmentExpressionSyntax>())
                .Where(assignment => SetterCode.NameOf(assignment.Left) == field).SelectMany(one => Results(one.Right)).ToList();
            return field.Length != 0 && assigned.Any(CreatedMembers.IsNull) && assigned.All(value => CreatedMembers.IsNull(value)
                ? Conditions(value).Any(condition => ConstructorArguments.Mentions(condition, "value"))
                : Conditions(value).Append(value).Any(part => names.Any(name => ConstructorArguments.Mentions(part, name))));
        }

        // The values that an expression may have: null and Hp of (value ? Hp : (int?)null).
        private static IEnumerable<ExpressionSyntax> Results(ExpressionSyntax value) => value switch
        {
            ParenthesizedExpressionSyntax inner => Results(inner.Expression),
            CastExpressionSyntax cast => Results(cast.Expression),
            ConditionalExpressionSyntax conditional => Results(conditional.WhenTrue).Concat(Results(conditional.WhenFalse)),
            _ => new[] { value },
        };

        // The conditions under which a setter assigns a value.
        private static IEnumerable<ExpressionSyntax> Conditions(ExpressionSyntax value) =>
            value.Ancestors().TakeWhile(node => node is not AccessorDeclarationSyntax).Select(node => node switch
            {
                IfStatementSyntax statement => statement.Condition,
                ConditionalExpressionSyntax conditional => conditional.Condition,
                _ => null,
            }).OfType<ExpressionSyntax>();
    }
}
