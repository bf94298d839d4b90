using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// User-defined collections that do not implement IEnumerable&lt;T&gt;, such as classes that derive from CollectionBase. Like
    /// XmlSerializer, Kitbag takes the type of their elements from their indexer.
    /// </summary>
    internal static class NonGenericCollections
    {
        private const string Space = "System.Collections.";

        /// <summary>Whether a type implements IList, but not IEnumerable&lt;T&gt;.</summary>
        public static bool IsList(INamedTypeSymbol type) => IsNonGeneric(type) && Implements(type, "IList");

        /// <summary>Whether a type can be enumerated, but does not implement IEnumerable&lt;T&gt;.</summary>
        public static bool IsNonGeneric(INamedTypeSymbol type) => Names.IsEnumerable(type)
            && !type.AllInterfaces.Any(i => i.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_IEnumerable_T);

        /// <summary>
        /// The type of the elements of a non-generic collection: that of its indexer, otherwise that of the parameter of its method Add;
        /// null if these do not specify a type.
        /// </summary>
        public static ITypeSymbol? ElementOf(INamedTypeSymbol type)
        {
            // The elements of a dictionary are pairs of a key and a value.
            if (!IsNonGeneric(type) || !Implements(type, "ICollection") || Implements(type, "IDictionary"))
                return null;
            for (INamedTypeSymbol? b = type; b is { SpecialType: SpecialType.None }; b = b.BaseType)
            {
                IEnumerable<IMethodSymbol> adds = b.GetMembers("Add").OfType<IMethodSymbol>()
                    .Where(m => !m.IsGenericMethod && m.Parameters.Length == 1 && IsPublic(m));
                if (Names.IsOfPlatform(b))
                    return b.ToDisplayString() == Space + "ArrayList" ? Only(adds.Select(m => m.Parameters[0].Type)) : null;
                IEnumerable<IPropertySymbol> indexers = b.GetMembers().OfType<IPropertySymbol>()
                    .Where(p => p.Parameters.Length == 1 && p.Parameters[0].Type.SpecialType == SpecialType.System_Int32 && IsPublic(p));
                if ((Only(indexers.Select(p => p.Type)) ?? Only(adds.Select(m => m.Parameters[0].Type))) is { } element)
                    return element;
            }
            return null;
        }

        private static bool IsPublic(ISymbol member) => member is { IsStatic: false, DeclaredAccessibility: Accessibility.Public };

        private static ITypeSymbol? Only(IEnumerable<ITypeSymbol> types)
        {
            ITypeSymbol[] found = types.ToArray();
            return found.Length == 1 ? found[0] : null;
        }

        private static bool Implements(INamedTypeSymbol type, string contract) =>
            type.AllInterfaces.Any(i => i.ToDisplayString() == Space + contract);
    }
}
