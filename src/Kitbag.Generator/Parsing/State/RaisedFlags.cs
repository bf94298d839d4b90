using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Flags that tell whether a property was ever set: <c>set { _next = value; _hasNext = true; }</c>. Reading sets the property in any
    /// case, so it does not restore them.
    /// </summary>
    internal static class RaisedFlags
    {
        /// <summary>
        /// The private flags that the setters of stored properties raise unconditionally, and that nothing lowers or raises in each new
        /// object. A flag that is lowered again belongs to work that is to be done, such as computing a value again.
        /// </summary>
        /// <param name="type">The type that declares the flags.</param>
        /// <param name="stored">The names of the stored members.</param>
        public static IEnumerable<string> FieldsOf(INamedTypeSymbol type, HashSet<string> stored)
        {
            List<IFieldSymbol> flags = type.GetMembers().OfType<IFieldSymbol>().Where(field => !field.IsStatic
                && field.DeclaredAccessibility == Accessibility.Private && field.Type.SpecialType == SpecialType.System_Boolean
                && field.AssociatedSymbol == null
                && (InitialValues.Initializer(field)?.Value is not { } initial || InitialValues.IsDefault(initial))).ToList();
            if (flags.Count == 0)
                yield break;
            List<SyntaxNode> all = Declarations.Of(type).SelectMany(declaration => declaration.DescendantNodes()).ToList();
            foreach (IFieldSymbol flag in flags)
            {
                List<ExpressionSyntax> writes = all.SelectMany(SetterCode.Targets)
                    .Where(target => SetterCode.NameOfAny(target) == flag.Name).ToList();
                List<string> properties = writes.Select(PropertyThatRaises).Where(stored.Contains).ToList();
                if (properties.Count != 0 && writes.All(write => IsRaised(write) || IsCopied(write, flag.Name))
                    && !IsAlwaysRaised(type, properties.Append(flag.Name).ToList()))
                    yield return flag.Name;
            }
        }

        // Whether each constructor raises the flag, or sets a property that does so.
        private static bool IsAlwaysRaised(INamedTypeSymbol type, List<string> names) =>
            names.Any(name => type.GetMembers(name).Any(m => RequiredMembers.IsRequired(m)))
            || type.InstanceConstructors.All(c => Declarations.Of(c).OfType<ConstructorDeclarationSyntax>().Any(code =>
                code.Initializer?.IsKind(SyntaxKind.ThisConstructorInitializer) == true
                || SetterCode.AssignedBy(code).Any(names.Contains)));

        private static bool IsRaised(ExpressionSyntax target) => target.Parent is AssignmentExpressionSyntax assignment
            && assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) && assignment.Right.IsKind(SyntaxKind.TrueLiteralExpression);

        // clone._hasNext = _hasNext
        private static bool IsCopied(ExpressionSyntax target, string flag) => target.Parent is AssignmentExpressionSyntax assignment
            && SetterCode.NameOfAny(assignment.Right) == flag;

        // The property whose setter executes an assignment in any case; empty if there is none.
        private static string PropertyThatRaises(ExpressionSyntax target) =>
            target.FirstAncestorOrSelf<AccessorDeclarationSyntax>() is { Body: { } body } accessor
            && !accessor.IsKind(SyntaxKind.GetAccessorDeclaration)
            && target.FirstAncestorOrSelf<StatementSyntax>()?.Parent == body
            && !body.DescendantNodes().Any(node => node is ReturnStatementSyntax)
            && accessor.Parent?.Parent is PropertyDeclarationSyntax property ? property.Identifier.ValueText : "";
    }
}
