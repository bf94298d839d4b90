using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Types of this compilation that are <c>partial</c>, as are those around them: generated code can add methods that reach what is
    /// private.
    /// </summary>
    internal static class PartialTypes
    {
        /// <summary>Whether a method of the declaring type can read a member, and assign it where there is something to assign.</summary>
        public static bool CanReach(Parser parser, Candidate candidate)
        {
            INamedTypeSymbol declaring = candidate.Declaring;
            if (candidate.IsDeclaredAgain)
                return false;
            switch (candidate.Symbol)
            {
                // The name of the field behind a property is none that C# could write.
                case IFieldSymbol field when (field.IsReadOnly && candidate.HasHiddenSetter) || field.AssociatedSymbol != null
                    || field.Name[0] == '<':
                    return false;
                case IPropertySymbol property when Members.Setter(property) is { } setter:
                    declaring = setter.ContainingType;
                    if (setter.IsInitOnly)
                        return false;
                    break;
            }
            for (INamedTypeSymbol? type = declaring; type != null; type = type.ContainingType)
            {
                if (!SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, parser.Compilation.Assembly) || !IsPartial(type))
                    return false;
            }
            return true;
        }

        private static bool IsPartial(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(reference =>
            reference.GetSyntax() is TypeDeclarationSyntax and not InterfaceDeclarationSyntax
                && ((TypeDeclarationSyntax)reference.GetSyntax()).Modifiers.Any(SyntaxKind.PartialKeyword));

        /// <summary>What is to be added to a type.</summary>
        public static PartialTypeModel Describe(INamedTypeSymbol type)
        {
            type = type.OriginalDefinition;
            var headers = new List<string>();
            for (INamedTypeSymbol? t = type; t != null; t = t.ContainingType)
            {
                var declaration = (TypeDeclarationSyntax)t.DeclaringSyntaxReferences[0].GetSyntax();
                string kind = declaration is RecordDeclarationSyntax ? t.IsValueType ? "record struct" : "record" : t.IsValueType
                    ? "struct" : "class";
                headers.Insert(0, "partial " + kind + " " + Members.Escape(t.Name)
                    + (t.TypeParameters.Length == 0 ? "" : "<" + string.Join(", ", t.TypeParameters.Select(p => Members.Escape(p.Name)))
                    + ">"));
            }
            string space = type.ContainingNamespace.IsGlobalNamespace ? ""
                : type.ContainingNamespace.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat
                    .WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted));
            return new PartialTypeModel(Names.InCode(type), type.IsValueType, space, new EquatableArray<string>(headers.ToArray()));
        }

        /// <summary>What is to be added for a member.</summary>
        public static PartialMemberModel Describe(Candidate candidate)
        {
            ISymbol member = candidate.Symbol.OriginalDefinition;
            return new PartialMemberModel(candidate.Name, Members.Escape(candidate.Name),
                Names.InCode(member is IFieldSymbol field ? field.Type : ((IPropertySymbol)member).Type), candidate.HasHiddenGetter,
                candidate.HasHiddenSetter);
        }
    }
}
