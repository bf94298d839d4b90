using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Which concrete types derive from a class or implement an interface: in this compilation, in assemblies that use Kitbag, and in that of the base.</summary>
    internal sealed class Hierarchy
    {
        private readonly Compilation _compilation;
        private readonly HashSet<IAssemblySymbol> _scanned = new HashSet<IAssemblySymbol>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ISymbol, List<INamedTypeSymbol>> _below = new Dictionary<ISymbol, List<INamedTypeSymbol>>(SymbolEqualityComparer.Default);

        public Hierarchy(Compilation compilation)
        {
            _compilation = compilation;
            ScanAssembly(compilation.Assembly);
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation))
                ScanAssembly(assembly);
        }

        /// <summary>The concrete types that a variable of this type can hold, itself included, in order of their names.</summary>
        public List<INamedTypeSymbol> Concretes(INamedTypeSymbol type)
        {
            if (!Names.IsOfPlatform(type))
                ScanAssembly(type.ContainingAssembly);
            var found = new List<INamedTypeSymbol>();
            if (type is { TypeKind: TypeKind.Class, IsAbstract: false })
                found.Add(type);
            if (_below.TryGetValue(type.OriginalDefinition, out List<INamedTypeSymbol> below))
            {
                foreach (INamedTypeSymbol one in below)
                {
                    if (Close(one, type) is { } closed && IsBelow(closed, type))
                        found.Add(closed);
                }
            }
            return found.OrderBy(Names.InSchema, System.StringComparer.Ordinal).ToList();
        }

        // Of a generic class that derives from a generic base, the form that derives from this form of the base.
        private static INamedTypeSymbol? Close(INamedTypeSymbol type, INamedTypeSymbol declared)
        {
            if (!type.IsGenericType)
                return type;
            foreach (INamedTypeSymbol ancestor in Ancestors(type))
            {
                if (!SymbolEqualityComparer.Default.Equals(ancestor.OriginalDefinition, declared.OriginalDefinition))
                    continue;
                var arguments = new ITypeSymbol?[type.TypeParameters.Length];
                for (int i = 0; i < ancestor.TypeArguments.Length; i++)
                {
                    if (ancestor.TypeArguments[i] is ITypeParameterSymbol parameter && parameter.Ordinal < arguments.Length)
                        arguments[parameter.Ordinal] = declared.TypeArguments[i];
                }
                return arguments.Any(a => a == null) ? null : type.Construct(arguments!);
            }
            return null;
        }

        private static bool IsBelow(INamedTypeSymbol type, INamedTypeSymbol declared) =>
            Ancestors(type).Any(a => SymbolEqualityComparer.Default.Equals(a, declared));

        private static IEnumerable<INamedTypeSymbol> Ancestors(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? b = type.BaseType; b != null; b = b.BaseType)
                yield return b;
            foreach (INamedTypeSymbol i in type.AllInterfaces)
                yield return i;
        }

        private void ScanAssembly(IAssemblySymbol assembly)
        {
            if (_scanned.Add(assembly))
                Scan(assembly.GlobalNamespace);
        }

        private void Scan(INamespaceOrTypeSymbol container)
        {
            foreach (ISymbol member in container.GetMembers())
            {
                if (member is INamespaceSymbol space)
                {
                    Scan(space);
                }
                else if (member is INamedTypeSymbol type)
                {
                    if (type is { IsAbstract: false, IsStatic: false, TypeKind: TypeKind.Class or TypeKind.Struct } && !type.IsRefLikeType && Access.IsVisible(_compilation, type))
                        Add(type);
                    if (type.GetTypeMembers().Length != 0)
                        Scan(type);
                }
            }
        }

        private void Add(INamedTypeSymbol type)
        {
            foreach (INamedTypeSymbol ancestor in Ancestors(type))
            {
                if (Names.IsOfPlatform(ancestor))
                    continue;
                if (!_below.TryGetValue(ancestor.OriginalDefinition, out List<INamedTypeSymbol> below))
                    _below.Add(ancestor.OriginalDefinition, below = new List<INamedTypeSymbol>());
                if (!below.Contains(type, SymbolEqualityComparer.Default))
                    below.Add(type);
            }
        }
    }
}
