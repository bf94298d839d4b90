using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private objects, and collections of objects, that are used for their identity only, which new objects have as well:
    /// <c>object[] _locks</c>.
    /// </summary>
    internal static class LockObjects
    {
        /// <summary>Whether a member is a lock, or a collection of locks, as far as the source shows it.</summary>
        public static bool Are(ISymbol member) => Members.TypeOf(member).SpecialType == SpecialType.System_Object
            ? IsOne(member) || (member.DeclaredAccessibility == Accessibility.Private && AreOnlyLocked(member))
            : AreMany(member);

        // An object without any content, which nothing replaces by one with content, also on demand:
        // Interlocked.CompareExchange(ref _lock, new object(), null).
        private static bool IsOne(ISymbol member)
        {
            List<IdentifierNameSyntax> uses = Declarations.Of(member.ContainingType).SelectMany(type => Uses(type, member.Name)).ToList();
            List<ExpressionSyntax> values = uses.SelectMany(use => Whole(use).Parent switch
            {
                AssignmentExpressionSyntax assignment when assignment.Left == Whole(use) => new[] { assignment.Right },
                ArgumentSyntax { RefKindKeyword: { RawKind: not 0 }, Parent: ArgumentListSyntax arguments } =>
                    arguments.Arguments.Skip(1).Select(argument => argument.Expression),
                _ => Enumerable.Empty<ExpressionSyntax>(),
            }).ToList();
            if (InitialValues.Initializer(member)?.Value is { } initial)
                values.Add(initial);
            return values.Any(IsPlainObject)
                && values.All(value => IsPlainObject(value) || value.IsKind(SyntaxKind.NullLiteralExpression));
        }

        private static bool AreMany(ISymbol member) => member.DeclaredAccessibility == Accessibility.Private
            && (Members.TypeOf(member) switch
            {
                IArrayTypeSymbol array => array.ElementType,
                INamedTypeSymbol { TypeArguments: { Length: > 0 } arguments } => arguments[arguments.Length - 1],
                _ => null,
            })?.SpecialType == SpecialType.System_Object
            && (HaveNoContent(member) || AreOnlyLocked(member));

        // Objects without any content, which nothing replaces.
        private static bool HaveNoContent(ISymbol member)
        {
            List<ExpressionSyntax> elements = (InitialValues.Initializer(member)?.Value switch
            {
                InitializerExpressionSyntax array => array,
                ArrayCreationExpressionSyntax created => created.Initializer,
                ImplicitArrayCreationExpressionSyntax created => created.Initializer,
                _ => null,
            })?.Expressions.ToList() ?? new List<ExpressionSyntax>();
            return elements.Count != 0 && elements.All(IsPlainObject)
                && !SetterCode.ChangedAfterCreation(member.ContainingType).Contains(member.Name)
                && !member.ContainingType.InstanceConstructors.SelectMany(Declarations.Of).OfType<ConstructorDeclarationSyntax>()
                    .SelectMany(declaration => Uses(declaration, member.Name)).Any();
        }

        private static bool IsPlainObject(ExpressionSyntax value) => value is ImplicitObjectCreationExpressionSyntax
            || (value is ObjectCreationExpressionSyntax created && created.Type.ToString() is "object" or "Object" or "System.Object");

        // Wherever the objects come from: methods only lock them, or replace them by others.
        private static bool AreOnlyLocked(ISymbol member)
        {
            List<IdentifierNameSyntax> uses = Declarations.Of(member.ContainingType).SelectMany(type => Uses(type, member.Name))
                .Where(use => use.FirstAncestorOrSelf<ConstructorDeclarationSyntax>() == null).ToList();
            return uses.Any(use => IsLocked(use) || IsLockedLater(use))
                && uses.All(use => IsLocked(use) || IsLockedLater(use) || IsReplaced(use) || IsCounted(use));
        }

        private static IEnumerable<IdentifierNameSyntax> Uses(SyntaxNode code, string name) =>
            code.DescendantNodes().OfType<IdentifierNameSyntax>().Where(use => use.Identifier.ValueText == name);

        private static bool IsLocked(SyntaxNode use) => use.Ancestors().Any(node => node switch
        {
            LockStatementSyntax statement => statement.Expression.Contains(use),
            ArgumentSyntax { Parent: { Parent: InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax method } } } =>
                method.Expression.ToString().Split('.').Last() == "Monitor",
            _ => false,
        });

        private static bool IsReplaced(SyntaxNode use) => Whole(use) is { Parent: AssignmentExpressionSyntax assignment } target
            && assignment.Left == target;

        private static bool IsCounted(SyntaxNode use) =>
            Whole(use).Parent is MemberAccessExpressionSyntax { Name: { Identifier: { ValueText: "Length" or "Count" } } };

        // object one = _locks[i]; lock (one) ...
        private static bool IsLockedLater(SyntaxNode use) =>
            Whole(use).Parent is EqualsValueClauseSyntax { Parent: VariableDeclaratorSyntax { Identifier: { ValueText: var local } } }
            && use.FirstAncestorOrSelf<MemberDeclarationSyntax>() is { } code && Uses(code, local).Any() && Uses(code, local).All(IsLocked);

        // this._locks[i] of _locks.
        private static SyntaxNode Whole(SyntaxNode use)
        {
            if (use.Parent is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access && access.Name == use)
                use = access;
            return use.Parent is ElementAccessExpressionSyntax element && element.Expression == use ? element : use;
        }
    }
}
