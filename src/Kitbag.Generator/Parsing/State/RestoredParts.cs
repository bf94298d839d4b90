using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Fields of which properties restore only a part, a member or an element: <c>Power { get => _stats.Power; set => _stats.Power = value;
    /// }</c>, while other code changes the rest.
    /// </summary>
    internal static class RestoredParts
    {
        /// <summary>The names of such fields.</summary>
        /// <param name="type">The class that declares them.</param>
        /// <param name="properties">Its properties that are stored or ignored.</param>
        public static IEnumerable<string> FieldsOf(INamedTypeSymbol type, List<IPropertySymbol> properties)
        {
            var parts = new Dictionary<string, HashSet<string>>();
            var whole = new HashSet<string>();
            foreach (IPropertySymbol property in properties)
            {
                foreach (string field in RestoredState.ReturnedOrSet(property).Distinct())
                {
                    if (PartOf(property, field) is not { } part)
                        whole.Add(field);
                    else if (parts.TryGetValue(field, out HashSet<string> known))
                        known.Add(part);
                    else
                        parts[field] = new HashSet<string> { part };
                }
            }
            return parts.Where(one => !whole.Contains(one.Key) && !AreAll(type, one.Key, one.Value)
                && ChangesRest(type, one.Key, one.Value, properties)).Select(one => one.Key);
        }

        // The only part of a field that a property returns and sets; null if it may be all of it.
        private static string? PartOf(IPropertySymbol property, string field)
        {
            if (property.SetMethod == null)
                return null;
            List<ExpressionSyntax> returned = Declarations.Of(property).SelectMany(SetterCode.Returned).ToList(),
                set = Declarations.Of(property).SelectMany(SetterCode.Setter).SelectMany(setter => setter.DescendantNodes()).ToList() is
                    var code && !code.OfType<InvocationExpressionSyntax>().Any(call => ConstructorArguments.Mentions(call, field))
                    ? code.SelectMany(SetterCode.Targets).Where(target => ConstructorArguments.Mentions(target, field)).ToList()
                    : new List<ExpressionSyntax>();
            List<string> parts = returned.Concat(set).Select(value => PartIn(value, field)).Distinct().ToList();
            return returned.Count != 0 && set.Count != 0 && parts.Count == 1 && parts[0].Length != 0 ? parts[0] : null;
        }

        // The first step from a field to a part of it: Power of _stats.Power, [0] of _items[0].Name; otherwise empty.
        private static string PartIn(ExpressionSyntax value, string field)
        {
            for (ExpressionSyntax? part = value; part != null;)
            {
                (ExpressionSyntax? whole, string step) = part switch
                {
                    MemberAccessExpressionSyntax access => (access.Expression, access.Name.Identifier.ValueText),
                    ElementAccessExpressionSyntax element => (element.Expression, element.ArgumentList.ToString()),
                    ParenthesizedExpressionSyntax inner => (inner.Expression, ""),
                    CastExpressionSyntax cast => (cast.Expression, ""),
                    PostfixUnaryExpressionSyntax suppressed => (suppressed.Operand, ""),
                    _ => (null, ""),
                };
                if (whole != null && SetterCode.NameOf(whole) == field)
                    return step;
                part = whole;
            }
            return "";
        }

        // Whether the parts are all that the type of the field has.
        private static bool AreAll(INamedTypeSymbol type, string field, HashSet<string> parts) =>
            type.GetMembers(field).FirstOrDefault() is { } member && member is IFieldSymbol or IPropertySymbol
            && Members.TypeOf(member) is INamedTypeSymbol whole && (whole.IsTupleType || whole.DeclaringSyntaxReferences.Length != 0)
            && (whole.IsTupleType ? whole.TupleElements : whole.GetMembers().OfType<IFieldSymbol>().Where(one => !one.IsStatic))
                .All(one => parts.Contains(Declarations.OwnerOf(one).Name));

        private static bool ChangesRest(INamedTypeSymbol type, string field, HashSet<string> parts, List<IPropertySymbol> properties) =>
            type.GetMembers().Where(member => member switch
                {
                    IMethodSymbol method => method.MethodKind == MethodKind.Ordinary && !Callbacks.IsAfter(method),
                    IPropertySymbol property => !properties.Contains(property, SymbolEqualityComparer.Default),
                    _ => false,
                })
                .SelectMany(Declarations.Of).SelectMany(declaration => declaration.DescendantNodes())
                .Any(node => SetterCode.Targets(node).Any(target => SetterCode.NameOf(target) == field
                    ? node is not AssignmentExpressionSyntax assignment || !IsNew(assignment.Right)
                    : PartIn(target, field) is { Length: > 0 } part && !parts.Contains(part)));

        private static bool IsNew(ExpressionSyntax value) => value is LiteralExpressionSyntax or DefaultExpressionSyntax
            || value is BaseObjectCreationExpressionSyntax { Initializer: null, ArgumentList: null or { Arguments: { Count: 0 } } };
    }
}
