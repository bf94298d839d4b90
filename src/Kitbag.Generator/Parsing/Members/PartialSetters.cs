using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Setters that replace only a part of a field, so that they do not restore the rest: <c>set { v = v % 6 + value * 6; }</c>.
    /// </summary>
    internal static class PartialSetters
    {
        /// <summary>
        /// The fields of which a stored property is only a part, and a property that is not stored shows the rest: no other stored or
        /// ignored property returns or sets them, and other code sets them to values that are not constants.
        /// </summary>
        /// <param name="type">The type.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="setBy">The fields that a property returns or sets.</param>
        public static IEnumerable<string> FieldsOf(INamedTypeSymbol type, HashSet<string> stored,
            Func<IPropertySymbol, IEnumerable<string>> setBy)
        {
            List<IPropertySymbol> properties = type.GetMembers().OfType<IPropertySymbol>().Where(p => !p.IsStatic).ToList();
            var setters = new Lazy<ILookup<string, IPropertySymbol>>(() => properties
                .Where(p => stored.Contains(p.Name) || Inclusion.IsIgnored(p))
                .SelectMany(p => setBy(p).Select(field => (Field: field, Property: p)))
                .ToLookup(pair => pair.Field, pair => pair.Property));
            foreach (IPropertySymbol property in properties.Where(p => stored.Contains(p.Name) && p.SetMethod != null))
            {
                foreach (string field in PartOf(property))
                {
                    if (setters.Value[field].All(p => SymbolEqualityComparer.Default.Equals(p, property))
                        && properties.Any(p => p.SetMethod == null && !stored.Contains(p.Name) && !Inclusion.IsIgnored(p)
                            && Declarations.Of(p).Any(declaration => Mentions(declaration, field)))
                        && type.GetMembers().Any(m => !SymbolEqualityComparer.Default.Equals(m, property)
                            && m is IPropertySymbol or IMethodSymbol { AssociatedSymbol: null } && !IsCallback(m)
                            && Declarations.Of(m).Any(declaration => SetsToOther(declaration, field))))
                        yield return field;
                }
            }
        }

        // The fields that a setter assigns only together with their old values, and that the getter does not return as they are.
        private static IEnumerable<string> PartOf(IPropertySymbol property)
        {
            List<PropertyDeclarationSyntax> declarations = Declarations.Of(property).OfType<PropertyDeclarationSyntax>().ToList();
            List<AssignmentExpressionSyntax> assignments = declarations.SelectMany(d => d.DescendantNodes())
                .OfType<AssignmentExpressionSyntax>().ToList();
            return assignments.Select(a => SetterCode.NameOf(a.Left)).Where(name => name.Length != 0).Distinct()
                .Where(name => assignments.Where(a => SetterCode.NameOf(a.Left) == name).All(a => KeepsOld(a, name))
                    && !declarations.SelectMany(SetterCode.Returned).Any(value => SetterCode.NameOf(value) == name));
        }

        private static bool KeepsOld(AssignmentExpressionSyntax assignment, string field) =>
            !assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) || KeepsPart(assignment.Right, field);

        // A value that is refused leaves all of the field as it is, not a part: { set => _n = value < 0 ? _n : value; }.
        private static bool KeepsPart(ExpressionSyntax value, string field)
        {
            List<ExpressionSyntax> others = Choices(value).Where(one => SetterCode.NameOf(one) != field).ToList();
            return others.Count == 0 || others.Any(one => Mentions(one, field));
        }

        // The values that an expression may have, without the conditions that choose between them.
        private static IEnumerable<ExpressionSyntax> Choices(ExpressionSyntax value) => value switch
        {
            ParenthesizedExpressionSyntax inner => Choices(inner.Expression),
            PostfixUnaryExpressionSyntax suppressed when suppressed.IsKind(SyntaxKind.SuppressNullableWarningExpression) =>
                Choices(suppressed.Operand),
            ConditionalExpressionSyntax choice => Choices(choice.WhenTrue).Concat(Choices(choice.WhenFalse)),
            BinaryExpressionSyntax binary when binary.IsKind(SyntaxKind.CoalesceExpression) =>
                Choices(binary.Left).Concat(Choices(binary.Right)),
            SwitchExpressionSyntax choice => choice.Arms.SelectMany(arm => Choices(arm.Expression)),
            _ => new[] { value },
        };

        private static bool SetsToOther(SyntaxNode code, string field) => code.DescendantNodes().Any(node =>
            SetterCode.Targets(node).Any(target => SetterCode.NameOf(target) == field)
            && !(node.IsKind(SyntaxKind.SimpleAssignmentExpression)
                && node is AssignmentExpressionSyntax { Right: LiteralExpressionSyntax }));

        private static bool IsCallback(ISymbol member) => member is IMethodSymbol method && Callbacks.IsAfter(method);

        private static bool Mentions(SyntaxNode node, string name) =>
            node.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Any(one => one.Identifier.ValueText == name);
    }
}
