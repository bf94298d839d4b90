using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Distinguishes the constructors of structs.</summary>
    internal static class StructConstructors
    {
        /// <summary>
        /// Whether a constructor is the primary constructor of a struct, whose parameters are part of the struct declaration.
        /// </summary>
        public static bool IsPrimary(IMethodSymbol constructor)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            if (!type.IsValueType || constructor.Parameters.Length == 0)
                return false;
            return type.DeclaringSyntaxReferences.Length != 0
                ? constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is TypeDeclarationSyntax)
                : type.GetMembers("Deconstruct").Any(member => IsMadeFor(member, constructor));
        }

        // In metadata, only the members that the compiler generated for a record's parameters identify its primary constructor.
        private static bool IsMadeFor(ISymbol member, IMethodSymbol constructor) =>
            member is IMethodSymbol method
            && method.Parameters.Length == constructor.Parameters.Length
            && Attributes.Has(method, "System.Runtime.CompilerServices.CompilerGeneratedAttribute")
            && method.Parameters.Zip(constructor.Parameters, (a, b) => a.Name == b.Name
                && SymbolEqualityComparer.Default.Equals(a.Type, b.Type)).All(same => same);
    }
}
