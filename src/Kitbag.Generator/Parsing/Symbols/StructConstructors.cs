using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Distinguishes the constructors of structs.</summary>
    internal static class StructConstructors
    {
        /// <summary>Whether a struct declares a parameterless constructor. The implicit one sets all fields to their defaults.</summary>
        public static bool DeclaresParameterless(INamedTypeSymbol type) =>
            type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && !c.IsImplicitlyDeclared);

        /// <summary>
        /// Whether a constructor is the primary constructor of a struct, whose parameters are part of the struct declaration.
        /// </summary>
        public static bool IsPrimary(IMethodSymbol constructor)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            if (!type.IsValueType || constructor.Parameters.Length == 0)
                return false;
            return type.DeclaringSyntaxReferences.Length != 0
                ? Declarations.IsPrimary(constructor)
                : type.GetMembers("Deconstruct").Any(member => IsMadeFor(member, constructor));
        }

        /// <summary>
        /// Whether a constructor may throw an exception for arguments that are all default values. Only a constructor that does nothing but
        /// assign parameters and constants is certain not to.
        /// </summary>
        public static bool MayReject(IMethodSymbol constructor)
        {
            List<SyntaxNode> declarations = Declarations.Of(constructor).ToList();
            return declarations.Count == 0
                || declarations.Any(declaration => declaration is ConstructorDeclarationSyntax own && HasCode(constructor, own))
                || constructor.ContainingType.GetMembers().Any(m => !m.IsStatic && m is IFieldSymbol or IPropertySymbol
                    && InitialValues.Initializer(m) is { } initializer && !IsPlain(constructor, m, initializer.Value));
        }

        private static bool HasCode(IMethodSymbol constructor, ConstructorDeclarationSyntax declaration)
        {
            if (declaration.Initializer is { ArgumentList: { Arguments: { Count: not 0 } } })
                return true;
            IEnumerable<ExpressionSyntax?> expressions = declaration.ExpressionBody != null
                ? new[] { declaration.ExpressionBody.Expression }
                : declaration.Body?.Statements.Select(statement => (statement as ExpressionStatementSyntax)?.Expression)
                    ?? Enumerable.Empty<ExpressionSyntax?>();
            return !expressions.All(expression => expression is AssignmentExpressionSyntax assignment
                && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && IsPlain(constructor, assignment.Left, assignment.Right));
        }

        private static bool IsPlain(IMethodSymbol constructor, ExpressionSyntax target, ExpressionSyntax value)
        {
            if (target is TupleExpressionSyntax targets)
                return value is TupleExpressionSyntax values && targets.Arguments.Count == values.Arguments.Count
                    && targets.Arguments.Zip(values.Arguments, (one, other) => IsPlain(constructor, one.Expression, other.Expression))
                        .All(isPlain => isPlain);
            string? name = target switch
            {
                IdentifierNameSyntax identifier => identifier.Identifier.ValueText,
                MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access => access.Name.Identifier.ValueText,
                _ => null,
            };
            return name != null && constructor.ContainingType.GetMembers(name).FirstOrDefault() is { } member
                && (member is IFieldSymbol || Declarations.Of(member).Any(one =>
                    one is PropertyDeclarationSyntax property && !InitialValues.HasCode(property)))
                && IsPlain(constructor, member, value);
        }

        // An implicit conversion may have code.
        private static bool IsPlain(IMethodSymbol constructor, ISymbol target, ExpressionSyntax value) =>
            value is LiteralExpressionSyntax
            || (value is IdentifierNameSyntax name && constructor.Parameters.Any(p => p.Name == name.Identifier.ValueText
                && SymbolEqualityComparer.Default.Equals(p.Type, Members.TypeOf(target))));

        // In metadata, only the members that the compiler generated for a record's parameters identify its primary constructor.
        private static bool IsMadeFor(ISymbol member, IMethodSymbol constructor) =>
            member is IMethodSymbol method
            && method.Parameters.Length == constructor.Parameters.Length
            && Attributes.Has(method, "System.Runtime.CompilerServices.CompilerGeneratedAttribute")
            && method.Parameters.Zip(constructor.Parameters, (a, b) => a.Name == b.Name
                && SymbolEqualityComparer.Default.Equals(a.Type, b.Type)).All(same => same);
    }
}
