using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// What members hold in a new object, as far as source tells: where nothing but initializers of constants sets them, what a document
    /// lacks is known before any object is made.
    /// </summary>
    internal static class InitialValues
    {
        /// <summary>Whether making an object runs nothing but initializers.</summary>
        public static bool AreKnown(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t != null && t.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType);
                t = t.BaseType)
            {
                if (t.DeclaringSyntaxReferences.Length == 0 || t.InstanceConstructors.Any(c => !c.IsImplicitlyDeclared))
                    return false;
            }
            return true;
        }

        public static InitialValue Of(ISymbol member)
        {
            if (member.DeclaringSyntaxReferences.Length != 1)
                return InitialValue.Unknown;
            return member.DeclaringSyntaxReferences[0].GetSyntax() switch
            {
                PropertyDeclarationSyntax property when !HasCode(property) => Of(property.Initializer),
                VariableDeclaratorSyntax field => Of(field.Initializer),
                _ => InitialValue.Unknown,
            };
        }

        // What such a property holds is known to its code only, even where the compiler makes the field behind it (the keyword field).
        private static bool HasCode(PropertyDeclarationSyntax property) => property.AccessorList is not { } list
            || list.Accessors.Any(accessor => accessor.Body != null || accessor.ExpressionBody != null);

        private static InitialValue Of(EqualsValueClauseSyntax? initializer) =>
            initializer == null ? InitialValue.Default : IsConstant(initializer.Value) ? InitialValue.Constant : InitialValue.Unknown;

        private static bool IsConstant(ExpressionSyntax value) => value switch
        {
            LiteralExpressionSyntax => true,
            PrefixUnaryExpressionSyntax unary => unary.IsKind(SyntaxKind.UnaryMinusExpression) && IsConstant(unary.Operand),
            PostfixUnaryExpressionSyntax suppressed => suppressed.IsKind(SyntaxKind.SuppressNullableWarningExpression)
                && IsConstant(suppressed.Operand),
            _ => false,
        };
    }
}
