using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The values that members have in a new object, if the source shows them: if only constant initializers set them, the values of
    /// members that a document lacks are known before an object is created.
    /// </summary>
    internal static class InitialValues
    {
        // SyntaxKind.CollectionExpression of later versions of Roslyn.
        private const int CollectionExpression = 9076;

        /// <summary>Whether creating an object runs only initializers.</summary>
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

        /// <summary>
        /// Whether making an object runs no code: no initializer is more than a constant, and there is no constructor but, in a type
        /// without a base class, a primary one.
        /// </summary>
        public static bool RunNoCode(INamedTypeSymbol type)
        {
            if (!AreKnown(type) && !HasOnlyPrimaryConstructor(type))
                return false;
            for (INamedTypeSymbol? t = type; t != null && t.SpecialType != SpecialType.System_Object; t = t.BaseType)
            {
                if (t.GetMembers().Any(m => !m.IsStatic && m is IFieldSymbol or IPropertySymbol && Initializer(m) is { } initializer
                    && !IsConstant(initializer.Value)))
                    return false;
            }
            return true;
        }

        private static bool HasOnlyPrimaryConstructor(INamedTypeSymbol type) =>
            type.BaseType?.SpecialType is SpecialType.System_Object or SpecialType.System_ValueType
            && type.InstanceConstructors.All(c => c.IsImplicitlyDeclared || Declarations.IsPrimary(c));

        public static InitialValue Of(ISymbol member)
        {
            List<SyntaxNode> declarations = Declarations.Of(member).ToList();
            return declarations.Count != 1 ? InitialValue.Unknown : declarations[0] switch
            {
                PropertyDeclarationSyntax property when !HasCode(property) => Of(property.Initializer),
                VariableDeclaratorSyntax field => Of(field.Initializer),
                _ => InitialValue.Unknown,
            };
        }

        /// <summary>
        /// The initializer of a member as code that generated code can contain: a constant, a new object without arguments, or a static
        /// member (<c>Stats.None</c>, <c>Array.Empty&lt;int&gt;()</c>). Null if there is no initializer, or another kind.
        /// </summary>
        public static string? TextOf(Parser parser, ISymbol member) => Initializer(member)?.Value is { } value
            ? TextOf(parser, value, Members.TypeOf(member)) : null;

        private static string? TextOf(Parser parser, ExpressionSyntax value, ITypeSymbol type)
        {
            if (value is PostfixUnaryExpressionSyntax suppressed && suppressed.IsKind(SyntaxKind.SuppressNullableWarningExpression))
                value = suppressed.Operand;
            if (IsConstant(value))
                return value.ToString();
            SemanticModel model = parser.Compilation.ModelOf(value.SyntaxTree);
            ITypeSymbol own = model.GetTypeInfo(value).Type ?? type;
            if (model.GetConstantValue(value) is { HasValue: true } constant)
                return constant.Value != null && !Access.IsVisible(parser, own) ? null : ConstantCode.Of(constant.Value, own);
            return value switch
            {
                ImplicitObjectCreationExpressionSyntax { Initializer: null, ArgumentList.Arguments.Count: 0 } => Create(parser,
                    type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
                        ? nullable.TypeArguments[0] : type),
                ObjectCreationExpressionSyntax { Initializer: null, ArgumentList: null or { Arguments.Count: 0 } } => Create(parser, own),
                MemberAccessExpressionSyntax or IdentifierNameSyntax => Static(parser, model.GetSymbolInfo(value).Symbol),
                InvocationExpressionSyntax { ArgumentList.Arguments.Count: 0 } =>
                    Static(parser, model.GetSymbolInfo(value).Symbol) is { } method ? method + "()" : null,
                _ when IsEmptyCollection(value) => type is IArrayTypeSymbol { Rank: 1 } array
                    && Access.IsVisible(parser, array) && Names.OpenParameter(array) == null
                    ? "global::System.Array.Empty<" + Names.InCode(array.ElementType) + ">()" : Create(parser, type),
                _ => null,
            };
        }

        private static string? Create(Parser parser, ITypeSymbol? type) => type is INamedTypeSymbol { IsAbstract: false } named
            && Access.IsVisible(parser, named) && Names.OpenParameter(named) == null
            && (named.IsValueType || named.InstanceConstructors.Any(c => c.Parameters.Length == 0 && Access.IsVisible(parser, c)))
            ? "new " + Names.InCode(named) + "()" : null;

        private static string? Static(Parser parser, ISymbol? symbol)
        {
            if (symbol is not { IsStatic: true, ContainingType: { } type } || !Access.IsVisible(parser, symbol)
                || Names.OpenParameter(type) != null)
                return null;
            string arguments = "";
            if (symbol is IMethodSymbol method)
            {
                if (method.Parameters.Length != 0 || method.TypeArguments.Any(t => Names.OpenParameter(t) != null))
                    return null;
                if (method.TypeArguments.Length != 0)
                    arguments = "<" + string.Join(", ", method.TypeArguments.Select(Names.InCode)) + ">";
            }
            return symbol is IFieldSymbol or IPropertySymbol or IMethodSymbol
                ? Names.InCode(type) + "." + Members.Escape(symbol.Name) + arguments : null;
        }

        /// <summary>Whether a value is known to be the default of its type: null, default, zero or false.</summary>
        public static bool IsDefault(ExpressionSyntax value) => value switch
        {
            PostfixUnaryExpressionSyntax suppressed => IsDefault(suppressed.Operand),
            LiteralExpressionSyntax literal => literal.Kind() is SyntaxKind.NullLiteralExpression or SyntaxKind.DefaultLiteralExpression
                or SyntaxKind.FalseLiteralExpression || literal.Token.ValueText == "0",
            _ => false,
        };

        /// <summary>The initializer of a field or property, if there is one.</summary>
        public static EqualsValueClauseSyntax? Initializer(ISymbol member) => Declarations.Of(member)
            .Select(declaration => declaration switch
            {
                PropertyDeclarationSyntax property => property.Initializer,
                VariableDeclaratorSyntax field => field.Initializer,
                _ => null,
            })
            .FirstOrDefault(initializer => initializer != null);

        /// <summary>
        /// Whether a constructor, including those of base classes, only stores its arguments: the primary constructor of a type whose
        /// initializers are constants, parameters, new objects without arguments, or empty collections.
        /// </summary>
        public static bool KeepsArguments(Parser parser, IMethodSymbol constructor)
        {
            if (constructor.DeclaringSyntaxReferences.Length != 1
                || constructor.DeclaringSyntaxReferences[0].GetSyntax() is not TypeDeclarationSyntax declaration)
                return false;
            INamedTypeSymbol type = constructor.ContainingType;
            bool isBaseBare = declaration.BaseList?.Types.FirstOrDefault() is PrimaryConstructorBaseTypeSyntax given
                ? given.ArgumentList.Arguments.All(argument => Keeps(argument.Expression, constructor))
                    && parser.Compilation.ModelOf(given.SyntaxTree).GetSymbolInfo(given).Symbol is IMethodSymbol parent
                    && KeepsArguments(parser, parent)
                : type.BaseType is { } bare && (bare.SpecialType == SpecialType.System_Object || AreKnown(bare));
            return isBaseBare && type.GetMembers().Where(m => !m.IsStatic && m is IFieldSymbol or IPropertySymbol)
                .Select(Initializer).All(one => one == null || Keeps(one.Value, constructor));
        }

        private static bool Keeps(ExpressionSyntax value, IMethodSymbol constructor) => IsConstant(value)
            || (value is IdentifierNameSyntax name && constructor.Parameters.Any(p => p.Name == name.Identifier.ValueText))
            || value is ImplicitObjectCreationExpressionSyntax { Initializer: null, ArgumentList.Arguments.Count: 0 }
            || value is ObjectCreationExpressionSyntax { Initializer: null, ArgumentList: null or { Arguments.Count: 0 } }
            || IsEmptyCollection(value);

        private static bool IsEmptyCollection(ExpressionSyntax value) =>
            value.RawKind == CollectionExpression && !value.ChildNodes().Any();

        /// <summary>
        /// Whether accessors of a property have code, on which its value depends even if the compiler creates its backing field (keyword
        /// <c>field</c>).
        /// </summary>
        public static bool HasCode(PropertyDeclarationSyntax property) => property.AccessorList is not { } list
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
