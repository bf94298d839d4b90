using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the members after which a setter cannot be called any more: it throws an exception, or returns, if they have a value, <c>if
    /// (IsFrozen) throw ...</c>, <c>if (Item != null) return;</c>, also in a method that it calls as a statement.
    /// </summary>
    internal static class SetterGuards
    {
        private const int MaxCalls = 4;

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

        /// <summary>
        /// Whether a statement only decides whether those that follow are executed, and does not depend on the value that is set.
        /// </summary>
        public static bool Is(StatementSyntax statement, INamedTypeSymbol type) => Is(statement, type, MaxCalls);

        private static bool Is(StatementSyntax statement, INamedTypeSymbol type, int calls) => statement switch
        {
            BlockSyntax block => block.Statements.All(one => Is(one, type, calls)),
            IfStatementSyntax { Else: null } test => !ConstructorArguments.Mentions(test.Condition, "value") && Ends(test.Statement),
            ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } when calls > 0 && !MentionsValue(call) =>
                IsThrowIf(call) || (CalledBy(call, type).ToList() is { Count: not 0 } methods
                    && methods.All(method => StatementsOf(method).ToList() is { Count: not 0 } all
                        && all.All(one => Is(one, type, calls - 1)))),
            _ => false,
        };

        /// <summary>Whether a statement throws an exception or returns.</summary>
        public static bool Ends(StatementSyntax statement) =>
            (statement is BlockSyntax { Statements: { Count: 1 } block } ? block[0] : statement) is ThrowStatementSyntax
                or ReturnStatementSyntax { Expression: null };

        // ObjectDisposedException.ThrowIf(_isDisposed, this)
        private static bool IsThrowIf(InvocationExpressionSyntax call) => call.Expression is MemberAccessExpressionSyntax access
            && access.Expression is not (ThisExpressionSyntax or BaseExpressionSyntax) && access.Name.Identifier.ValueText == "ThrowIf";

        private static bool MentionsValue(InvocationExpressionSyntax call) =>
            call.ArgumentList.Arguments.Any(argument => ConstructorArguments.Mentions(argument.Expression, "value"));

        private static IEnumerable<SyntaxNode> CalledBy(SyntaxNode setter, INamedTypeSymbol type) => StatementsOf(setter)
            .OfType<ExpressionStatementSyntax>()
            .Select(statement => statement.Expression).OfType<InvocationExpressionSyntax>()
            .Where(call => !MentionsValue(call))
            .SelectMany(call => CalledBy(call, type));

        private static IEnumerable<SyntaxNode> CalledBy(InvocationExpressionSyntax call, INamedTypeSymbol type) =>
            Members.Named(type, SetterCode.NameOf(call.Expression))
                .Where(method => method is IMethodSymbol { Parameters: var parameters }
                    && parameters.Length >= call.ArgumentList.Arguments.Count)
                .SelectMany(Declarations.Of);

        private static IEnumerable<StatementSyntax> StatementsOf(SyntaxNode code) => (code switch
        {
            AccessorDeclarationSyntax { Body: { } body } => body,
            BaseMethodDeclarationSyntax { Body: { } body } => body,
            _ => null,
        })?.Statements ?? Enumerable.Empty<StatementSyntax>();

        // The conditions under which a statement throws or returns, of which each one is sufficient.
        private static IEnumerable<ExpressionSyntax> GuardsOf(StatementSyntax statement) => statement switch
        {
            IfStatementSyntax test when Ends(test.Statement) => Alternatives(test.Condition),
            ExpressionStatementSyntax { Expression: InvocationExpressionSyntax call } when IsThrowIf(call)
                && call.ArgumentList.Arguments.Count != 0 => Alternatives(call.ArgumentList.Arguments[0].Expression),
            _ => Enumerable.Empty<ExpressionSyntax>(),
        };

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
