using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Types of this compilation that are <c>partial</c>, including their containing types: generated code can add methods that access
    /// private members.
    /// </summary>
    internal static class PartialTypes
    {
        /// <summary>Whether a method of the declaring type can read a member, and assign it if necessary.</summary>
        public static bool CanReach(Parser parser, Candidate candidate)
        {
            INamedTypeSymbol declaring = candidate.Declaring;
            if (OfferedAccessors.Have(parser.Compilation, candidate))
                return true;
            if (candidate.IsDeclaredAgain)
                return false;
            switch (candidate.Symbol)
            {
                // The name of a backing field is not a valid C# identifier.
                case IFieldSymbol field when (field.IsReadOnly && candidate.HasHiddenSetter) || field.AssociatedSymbol != null
                    || Names.IsGenerated(field):
                    return false;
                case IPropertySymbol property when Members.Setter(property) is { } setter:
                    declaring = setter.ContainingType;
                    if (setter.IsInitOnly)
                        return false;
                    break;
            }
            return parser.IsOwn(declaring)
                && NotPartial(declaring) == null;
        }

        /// <summary>The first of a type and its containing types that is not <c>partial</c>, if there is one.</summary>
        public static INamedTypeSymbol? NotPartial(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t != null; t = t.ContainingType)
            {
                if (!IsPartial(t))
                    return t;
            }
            return null;
        }

        /// <summary>What to do about a member that a method of its type cannot access.</summary>
        public static string Remedy(Parser parser, Candidate candidate)
        {
            INamedTypeSymbol declaring = Accessors.Declaring(candidate);
            if (!parser.IsOwn(declaring))
                return "let the assembly '" + declaring.ContainingAssembly.Name + "', which declares '" + Names.InSchema(declaring)
                    + "', reference Kitbag with its generator, and declare the type and its containing types public and partial";
            return NotPartial(declaring) is { } first
                ? "declare '" + Names.InSchema(first) + "' partial"
                : "Unity cannot restore a readonly field, or a field that only an initializer sets: remove the attribute";
        }

        private static bool IsPartial(INamedTypeSymbol type) => type.DeclaringSyntaxReferences.Any(reference =>
            reference.GetSyntax() is TypeDeclarationSyntax declaration && declaration.Modifiers.Any(SyntaxKind.PartialKeyword));

        /// <summary>Describes a type to which methods are added.</summary>
        public static PartialTypeModel Describe(INamedTypeSymbol type)
        {
            type = type.OriginalDefinition;
            var headers = new List<string>();
            for (INamedTypeSymbol? t = type; t != null; t = t.ContainingType)
            {
                var declaration = (TypeDeclarationSyntax)t.DeclaringSyntaxReferences[0].GetSyntax();
                string kind = declaration is RecordDeclarationSyntax ? t.IsValueType ? "record struct" : "record"
                    : t.IsValueType ? "struct"
                    : t.TypeKind == TypeKind.Interface ? "interface"
                    : "class";
                headers.Insert(0, "partial " + kind + " " + Members.Escape(t.Name)
                    + (t.TypeParameters.Length == 0 ? "" : "<" + string.Join(", ", t.TypeParameters.Select(p => Members.Escape(p.Name)))
                    + ">"));
            }
            string space = type.ContainingNamespace.IsGlobalNamespace ? ""
                : type.ContainingNamespace.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat
                    .WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted));
            return new PartialTypeModel(Names.InCode(type), type.IsValueType, space, new EquatableArray<string>(headers.ToArray()));
        }

        /// <summary>Describes the methods that are added for a member.</summary>
        public static PartialMemberModel Describe(ISymbol member, bool hasGetter, bool hasSetter) =>
            new PartialMemberModel(member.Name, Members.Escape(member.Name), Names.InCode(Members.TypeOf(member.OriginalDefinition)),
                hasGetter, hasSetter);
    }
}
