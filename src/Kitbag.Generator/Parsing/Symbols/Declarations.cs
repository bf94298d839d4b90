using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The source of members. The symbol of a partial property or constructor refers only to the declaration without a body, so the other
    /// part is searched for in the declarations of the type.
    /// </summary>
    internal static class Declarations
    {
        /// <summary>All declarations of a member; none if it is from another assembly.</summary>
        public static IEnumerable<SyntaxNode> Of(ISymbol member)
        {
            List<SyntaxNode> all = member.DeclaringSyntaxReferences.Select(r => r.GetSyntax()).ToList();
            return all.FirstOrDefault() is PropertyDeclarationSyntax or ConstructorDeclarationSyntax
                && all[0] is MemberDeclarationSyntax declared && IsPartial(declared)
                ? member.ContainingType.DeclaringSyntaxReferences
                    .SelectMany(r => r.GetSyntax() is TypeDeclarationSyntax type ? type.Members : default)
                    .Where(other => IsPartial(other) && SignatureOf(other) == SignatureOf(declared))
                : all;
        }

        /// <summary>
        /// The property behind which the compiler created a field, otherwise the field. The field of a partial property may belong to the
        /// part that is not among the members of the type.
        /// </summary>
        public static ISymbol OwnerOf(IFieldSymbol field) => field.AssociatedSymbol is not IPropertySymbol part
            ? field.AssociatedSymbol ?? field
            : field.ContainingType.GetMembers(part.Name).OfType<IPropertySymbol>().FirstOrDefault() ?? part;

        /// <summary>Whether a constructor is declared by the parameters of its type: <c>class Item(int id)</c>.</summary>
        public static bool IsPrimary(IMethodSymbol constructor) =>
            constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is TypeDeclarationSyntax);

        private static bool IsPartial(MemberDeclarationSyntax member) => member.Modifiers.Any(SyntaxKind.PartialKeyword);

        private static string SignatureOf(MemberDeclarationSyntax member) => member switch
        {
            PropertyDeclarationSyntax property => property.Identifier.ValueText,
            ConstructorDeclarationSyntax constructor => "(" + string.Join(",",
                constructor.ParameterList.Parameters.Select(p => p.Type?.ToString())) + ")",
            _ => "",
        };
    }
}
