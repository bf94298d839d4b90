using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// A root of a referenced library that contains values of base classes. Calls in the library cannot write objects of derived classes
    /// that other assemblies declare, unless one of these has a codec of the root as well.
    /// </summary>
    /// <param name="Library">The library; of several, the first.</param>
    /// <param name="Root">The root.</param>
    /// <param name="Bases">The base classes and interfaces.</param>
    /// <param name="HasJson">Whether the library writes or reads it as JSON.</param>
    internal sealed record PolymorphicRoot(IAssemblySymbol Library, ITypeSymbol Root, List<INamedTypeSymbol> Bases, bool HasJson)
    {
        private const string AttributeName = "Kitbag.CompilerServices.PolymorphicRootAttribute";

        /// <summary>The roots of all referenced assemblies that this compilation can name, each once.</summary>
        public static List<PolymorphicRoot> In(Compilation compilation) => KitbagUsers.Of(compilation)
            .SelectMany(library => Attributes.All(library, AttributeName)
                .Where(data => data.ConstructorArguments.Length == 2 && data.ConstructorArguments[0].Value is ITypeSymbol
                    && data.ConstructorArguments[1].Kind == TypedConstantKind.Array)
                .Select(data => new PolymorphicRoot(library, (ITypeSymbol)data.ConstructorArguments[0].Value!,
                    data.ConstructorArguments[1].Values.Select(value => value.Value).OfType<INamedTypeSymbol>().ToList(),
                    Attributes.Named(data, "Json") is true)))
            .Where(root => !Names.HasError(root.Root) && Access.IsVisible(compilation, root.Root))
            // A library between this project and another may have a codec for a root of that one, too.
            .GroupBy(root => (ISymbol)root.Root, SymbolEqualityComparer.Default)
            .Select(same => new PolymorphicRoot(same.First().Library, same.First().Root,
                same.SelectMany(root => root.Bases).Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default).ToList(),
                same.Any(root => root.HasJson)))
            .ToList();

        /// <summary>Whether the library does not know a type that is registered, but may have to store values of it.</summary>
        public bool Lacks(ITypeSymbol type) => type is not INamedTypeSymbol named ? Bases.Any(IsObject)
            // A constructed type of a generic class of the library may be unknown to it as well.
            : (named.IsGenericType || !SymbolEqualityComparer.Default.Equals(named.ContainingAssembly, Library))
                && Bases.Any(one => IsObject(one) || Hierarchy.IsBelow(named, one));

        /// <summary>Whether a base is object itself, where values are only of types that a program registers.</summary>
        public static bool IsObject(INamedTypeSymbol one) => one.SpecialType == SpecialType.System_Object;
    }
}
