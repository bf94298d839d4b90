using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Tells the constructors of structs apart.</summary>
    internal static class StructConstructors
    {
        /// <summary>Whether a constructor is the primary one of a struct: its parameters stand behind the struct's name.</summary>
        public static bool IsPrimary(IMethodSymbol constructor)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            if (!type.IsValueType || constructor.Parameters.Length == 0)
                return false;
            return type.DeclaringSyntaxReferences.Length != 0
                ? constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is TypeDeclarationSyntax)
                : type.GetMembers("Deconstruct").Any(member => IsMadeFor(member, constructor));
        }

        // What the compiler made of a record's parameters is all that metadata tell of them.
        private static bool IsMadeFor(ISymbol member, IMethodSymbol constructor) =>
            member is IMethodSymbol method
            && method.Parameters.Length == constructor.Parameters.Length
            && Attributes.Has(method, "System.Runtime.CompilerServices.CompilerGeneratedAttribute")
            && method.Parameters.Zip(constructor.Parameters, (a, b) => a.Name == b.Name
                && SymbolEqualityComparer.Default.Equals(a.Type, b.Type)).All(same => same);
    }
}
