using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Non-public fields that Unity stores because of an attribute on the field or on its property.</summary>
    internal static class UnityFields
    {
        public const string Field = "UnityEngine.SerializeField", Reference = "UnityEngine.SerializeReference";

        public static bool IsAskedFor(ISymbol member) =>
            Attributes.Has(member, Field, Reference)
            || (member.OriginalDefinition is IPropertySymbol property && HasFieldAttribute(property)
                && property.ContainingType.GetMembers().Any(m => m is IFieldSymbol field
                    && SymbolEqualityComparer.Default.Equals(Declarations.OwnerOf(field), property)
                    && Attributes.Has(field, Field, Reference)));

        private static bool HasFieldAttribute(IPropertySymbol property) => Declarations.Of(property).Any(declaration =>
            declaration is PropertyDeclarationSyntax { AttributeLists: var lists }
                && lists.Any(list => list.Target?.Identifier.IsKind(SyntaxKind.FieldKeyword) == true));
    }
}
