using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the members after which a setter cannot be called any more: it throws an exception if they have a value, <c>if (IsFrozen)
    /// throw ...</c>, <c>if (Item != null) throw ...</c>, also in a method without parameters that it calls as a statement.
    /// </summary>
    internal static class SetterGuards
    {
        /// <summary>The names of the members that only such a condition of the setter uses.</summary>
        public static IEnumerable<string> Of(IPropertySymbol property)
        {
            List<SyntaxNode> setters = Declarations.Of(property).SelectMany(SetterCode.Setter).ToList();
            List<SyntaxNode> code = setters.Concat(setters.SelectMany(setter => CalledBy(setter, property.ContainingType))).ToList();
            List<ExpressionSyntax> tests = code.SelectMany(StatementsOf).SelectMany(GuardsOf).ToList();
            foreach (string name in tests.Select(Tested).Where(name => name.Length != 0).Distinct())
            {
                if (code.SelectMany(node => node.DescendantNodes().OfType<IdentifierNameSyntax>())
                    .All(one => one.Identifier.ValueText != name || tests.Any(test => test.Contains(one) && Tested(test) == name)))
                    yield return name;
            }
        }

        private static IEnumerable<SyntaxNode> CalledBy(SyntaxNode setter, INamedTypeSymbol type) => StatementsOf(setter)
            .OfType<ExpressionStatementSyntax>()
            .Select(statement => statement.Expression).OfType<InvocationExpressionSyntax>()
            .Where(call => call.ArgumentList.Arguments.Count == 0)
            .SelectMany(call => Members.Named(type, SetterCode.NameOf(call.Expression)))
            .Where(method => method is IMethodSymbol { Parameters: { IsEmpty: true } })
            .SelectMany(Declarations.Of);

        private static IEnumerable<StatementSyntax> StatementsOf(SyntaxNode code) => (code switch
        {
            AccessorDeclarationSyntax { Body: { } body } => body,
            BaseMethodDeclarationSyntax { Body: { } body } => body,
            _ => null,
        })?.Statements ?? Enumerable.Empty<StatementSyntax>();

        // The conditions under which a statement throws, of which each one is sufficient.
        private static IEnumerable<ExpressionSyntax> GuardsOf(StatementSyntax statement) =>
            statement is IfStatementSyntax { Statement: var then } test
            && (then is BlockSyntax { Statements: { Count: 1 } block } ? block[0] : then) is ThrowStatementSyntax
                ? Alternatives(test.Condition)
                : Enumerable.Empty<ExpressionSyntax>();

        private static IEnumerable<ExpressionSyntax> Alternatives(ExpressionSyntax condition) =>
            condition is BinaryExpressionSyntax either && either.IsKind(SyntaxKind.LogicalOrExpression)
                ? Alternatives(either.Left).Concat(Alternatives(either.Right))
                : new[] { condition };

        // The member that a condition tests for a value; otherwise empty.
        private static string Tested(ExpressionSyntax condition) => condition switch
        {
            _ when NullTests.ValueOf(condition, out bool isForNull) is { } value => isForNull ? "" : SetterCode.NameOf(value),
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.EqualsExpression)
                && binary.Right.IsKind(SyntaxKind.TrueLiteralExpression) => SetterCode.NameOf(binary.Left),
            IsPatternExpressionSyntax { Pattern: RecursivePatternSyntax } pattern => SetterCode.NameOf(pattern.Expression),
            MemberAccessExpressionSyntax { Name: { Identifier: { ValueText: "HasValue" } } } access => SetterCode.NameOf(access.Expression),
            _ => SetterCode.NameOf(condition),
        };
    }
}
