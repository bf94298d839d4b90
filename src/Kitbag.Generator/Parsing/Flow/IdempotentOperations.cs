using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds operations that are idempotent although their parts are not: <c>x / 16 * 16</c>, <c>Math.Round(x * 100) / 100</c>, <c>x - x %
    /// 16</c>, <c>path.TrimEnd('/') + "/"</c>, and <c>text.Substring(0, 3)</c>.
    /// </summary>
    internal static class IdempotentOperations
    {
        /// <summary>Whether an expression is such an operation.</summary>
        public static bool Is(SyntaxNode node) => node switch
        {
            BinaryExpressionSyntax binary => binary.Kind() switch
            {
                SyntaxKind.MultiplyExpression => Undoes(binary, SyntaxKind.DivideExpression),
                SyntaxKind.DivideExpression => Undoes(binary, SyntaxKind.MultiplyExpression),
                SyntaxKind.LeftShiftExpression => Undoes(binary, SyntaxKind.RightShiftExpression),
                SyntaxKind.RightShiftExpression => Undoes(binary, SyntaxKind.LeftShiftExpression),
                SyntaxKind.SubtractExpression => Inner(binary.Right) is BinaryExpressionSyntax rest
                    && rest.IsKind(SyntaxKind.ModuloExpression) && rest.Left.ToString() == binary.Left.ToString(),
                SyntaxKind.AddExpression => IsTrimmed(binary.Left, "TrimEnd", binary.Right)
                    || IsTrimmed(binary.Right, "TrimStart", binary.Left),
                _ => false,
            },
            InvocationExpressionSyntax { ArgumentList: { Arguments: { Count: 2 } range } } call =>
                SetterCode.NameOfMethod(call) == "Substring" && range[0].ToString() == "0"
                && range[1].Expression is LiteralExpressionSyntax,
            _ => false,
        };

        private static bool Undoes(BinaryExpressionSyntax binary, SyntaxKind kind) =>
            Inner(binary.Left) is BinaryExpressionSyntax left && left.IsKind(kind) && left.Right.ToString() == binary.Right.ToString()
            && !left.Left.DescendantNodesAndSelf().Any(node => node is BinaryExpressionSyntax);

        // What is within parentheses, conversions, and calls such as Math.Round.
        private static ExpressionSyntax Inner(ExpressionSyntax value) => value switch
        {
            ParenthesizedExpressionSyntax inner => Inner(inner.Expression),
            CastExpressionSyntax cast => Inner(cast.Expression),
            InvocationExpressionSyntax { ArgumentList: { Arguments: { Count: > 0 } arguments } } call
                when SetterCode.NameOfMethod(call) is "Round" or "Floor" or "Ceiling" or "Truncate" or "RoundToInt" or "FloorToInt"
                    or "CeilToInt" or "Ceil" => Inner(arguments[0].Expression),
            _ => value,
        };

        // The text that is added is the one that was removed.
        private static bool IsTrimmed(ExpressionSyntax value, string method, ExpressionSyntax added) =>
            value is InvocationExpressionSyntax { ArgumentList: { Arguments: { Count: 1 } removed } } call
            && SetterCode.NameOfMethod(call) == method && added is LiteralExpressionSyntax text
            && removed[0].Expression is LiteralExpressionSyntax other && other.Token.ValueText == text.Token.ValueText;
    }
}
