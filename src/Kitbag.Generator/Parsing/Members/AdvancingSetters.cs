using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Setters that assign the value to the field that the getter returns, and then change that field in any case, such as those of random
    /// number generators: <c>set { _state = value; Next(); }</c>.
    /// </summary>
    internal static class AdvancingSetters
    {
        // Operations that are not idempotent: a remainder or a bit that is set stays the same when it is computed again.
        private static readonly HashSet<SyntaxKind> s_operators = new HashSet<SyntaxKind>
        {
            SyntaxKind.AddAssignmentExpression, SyntaxKind.AddExpression, SyntaxKind.ExclusiveOrAssignmentExpression,
            SyntaxKind.ExclusiveOrExpression, SyntaxKind.MultiplyAssignmentExpression, SyntaxKind.MultiplyExpression,
            SyntaxKind.SubtractAssignmentExpression, SyntaxKind.SubtractExpression,
        };

        /// <summary>The field that the setter of a property changes in this way; null if it does not.</summary>
        public static string? FieldOf(IPropertySymbol property)
        {
            foreach (PropertyDeclarationSyntax declaration in Declarations.Of(property).OfType<PropertyDeclarationSyntax>())
            {
                List<string> returned = SetterCode.Returned(declaration).Select(PropertyFields.NameOf).DefaultIfEmpty("field").Distinct()
                    .ToList();
                if (returned.Count != 1 || returned[0].Length == 0)
                    continue;
                string field = returned[0];
                foreach (AccessorDeclarationSyntax setter in SetterCode.Setter(declaration).OfType<AccessorDeclarationSyntax>())
                {
                    if (setter.Body is { Statements: var statements }
                        && statements.SkipWhile(one => !IsGivenValue(one, field)).Skip(1).TakeWhile(IsSimple)
                            .Any(one => Changes(one, field) || (MethodOf(property.ContainingType, one) is { } body
                                && body.Statements.TakeWhile(IsSimple).Any(inner => Changes(inner, field)))))
                        return field;
                }
            }
            return null;
        }

        private static bool IsGivenValue(StatementSyntax statement, string field) => statement is ExpressionStatementSyntax
        {
            Expression: AssignmentExpressionSyntax assignment,
        } && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) && PropertyFields.NameOf(assignment.Left) == field
            && ConstructorArguments.IsName(assignment.Right, "value");

        // Conditions may exclude values that have been changed before.
        private static bool IsSimple(StatementSyntax statement) =>
            statement is ExpressionStatementSyntax or LocalDeclarationStatementSyntax;

        // The body of the only method of the type with the name that a statement calls.
        private static BlockSyntax? MethodOf(INamedTypeSymbol type, StatementSyntax statement) =>
            statement is ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call }
            && call.ArgumentList.Arguments.Count == 0 && SetterCode.NameOf(call.Expression) is { Length: > 0 } name
            && type.GetMembers(name).OfType<IMethodSymbol>().FirstOrDefault(m => m.Parameters.Length == 0 && !m.IsStatic) is { } method
                ? Declarations.Of(method).OfType<MethodDeclarationSyntax>().Select(one => one.Body).FirstOrDefault() : null;

        private static bool Changes(StatementSyntax statement, string field) =>
            statement is ExpressionStatementSyntax { Expression: var code } && code switch
            {
                AssignmentExpressionSyntax assignment when PropertyFields.NameOf(assignment.Left) == field =>
                    assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) ? Computes(assignment.Right, field)
                        : s_operators.Contains(assignment.Kind()) && !ConstructorArguments.Mentions(assignment.Right, field),
                PrefixUnaryExpressionSyntax one => SetterCode.IsIncrement(one) && PropertyFields.NameOf(one.Operand) == field,
                PostfixUnaryExpressionSyntax one => SetterCode.IsIncrement(one) && PropertyFields.NameOf(one.Operand) == field,
                _ => false,
            };

        private static bool Computes(ExpressionSyntax value, string field) => value switch
        {
            ParenthesizedExpressionSyntax inner => Computes(inner.Expression, field),
            CheckedExpressionSyntax inner => Computes(inner.Expression, field),
            CastExpressionSyntax inner => Computes(inner.Expression, field),
            BinaryExpressionSyntax binary => s_operators.Contains(binary.Kind()) && ConstructorArguments.Mentions(binary, field)
                && !binary.DescendantNodesAndSelf().Any(node => IdempotentOperations.Is(node)
                    || node is InvocationExpressionSyntax or ConditionalExpressionSyntax),
            _ => false,
        };
    }
}
