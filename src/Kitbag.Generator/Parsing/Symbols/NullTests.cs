using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Recognizes conditions that compare a value with null: <c>x == null</c>, <c>null != x</c>, <c>x is null</c>, <c>x is not null</c>,
    /// <c>x is { }</c>.
    /// </summary>
    internal static class NullTests
    {
        /// <summary>The value that a condition compares with null.</summary>
        /// <param name="condition">The condition.</param>
        /// <param name="isForNull">Whether the condition is true for null.</param>
        /// <returns>Null if it is another condition.</returns>
        public static ExpressionSyntax? ValueOf(ExpressionSyntax condition, out bool isForNull)
        {
            isForNull = condition.IsKind(SyntaxKind.EqualsExpression);
            switch (condition)
            {
                case BinaryExpressionSyntax binary when isForNull || binary.IsKind(SyntaxKind.NotEqualsExpression):
                    return CreatedMembers.IsNull(binary.Right) ? binary.Left : CreatedMembers.IsNull(binary.Left) ? binary.Right : null;
                case IsPatternExpressionSyntax pattern when IsForNull(pattern.Pattern) is { } result:
                    isForNull = result;
                    return pattern.Expression;
                default:
                    return null;
            }
        }

        private static bool? IsForNull(PatternSyntax pattern) => pattern switch
        {
            ConstantPatternSyntax constant when CreatedMembers.IsNull(constant.Expression) => true,
            UnaryPatternSyntax not => !IsForNull(not.Pattern),
            RecursivePatternSyntax { Type: null, PositionalPatternClause: null, PropertyPatternClause: { Subpatterns: { Count: 0 } } } =>
                false,
            _ => null,
        };
    }
}
