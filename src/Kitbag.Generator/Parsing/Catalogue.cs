using System.Collections.Generic;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The types that codecs declare themselves for with [CodecFor]: in Kitbag, in assemblies that use it, and in this one.</summary>
    internal sealed class Catalogue
    {
        private readonly Dictionary<ISymbol, Entry> _entries = new Dictionary<ISymbol, Entry>(SymbolEqualityComparer.Default);

        private readonly Dictionary<ISymbol, INamedTypeSymbol> _surrogates = new Dictionary<ISymbol, INamedTypeSymbol>(SymbolEqualityComparer.Default);

        public Catalogue(Compilation compilation)
        {
            INamedTypeSymbol? attribute = compilation.GetTypeByMetadataName("Kitbag.Codecs.CodecForAttribute");
            if (attribute == null)
                return;
            Scan(attribute.ContainingAssembly.GlobalNamespace, attribute);
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation, attribute.ContainingAssembly))
                Scan(assembly.GlobalNamespace, attribute);
            if (!SymbolEqualityComparer.Default.Equals(compilation.Assembly, attribute.ContainingAssembly))
                Scan(compilation.Assembly.GlobalNamespace, attribute);
        }

        /// <summary>The type that is stored in place of this one, if any.</summary>
        public INamedTypeSymbol? FindSurrogate(ITypeSymbol type) => _surrogates.TryGetValue(type, out INamedTypeSymbol surrogate) ? surrogate : null;

        public Entry? Find(INamedTypeSymbol type) =>
            _entries.TryGetValue(type.OriginalDefinition, out Entry entry) ? entry : null;

        private void Scan(INamespaceSymbol space, INamedTypeSymbol attribute)
        {
            foreach (INamespaceOrTypeSymbol member in space.GetMembers())
            {
                if (member is INamespaceSymbol inner)
                    Scan(inner, attribute);
                else if (member is INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct } type)
                    Add(type, attribute);
            }
        }

        private void Add(INamedTypeSymbol codec, INamedTypeSymbol attribute)
        {
            foreach (AttributeData data in codec.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() == "Kitbag.KitbagSurrogateAttribute" && data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is ITypeSymbol stood)
                    _surrogates[stood] = codec;
                if (!SymbolEqualityComparer.Default.Equals(data.AttributeClass, attribute) || data.ConstructorArguments.Length != 2
                    || data.ConstructorArguments[0].Value is not INamedTypeSymbol served || served.Arity != codec.Arity || data.ConstructorArguments[1].Value is not int declared)
                    continue;
                var shape = (ShapeKind)declared;
                SlotKind slot = SlotKind.Flag;
                int size = 0;
                foreach (KeyValuePair<string, TypedConstant> named in data.NamedArguments)
                {
                    if (named.Key == "Slot")
                        slot = (SlotKind)(byte)named.Value.Value!;
                    else if (named.Key == "Size")
                        size = (int)named.Value.Value!;
                }
                _entries[served.OriginalDefinition] = new Entry(codec, shape, slot, size);
            }
        }

        /// <summary>One codec's declaration.</summary>
        internal sealed class Entry
        {
            public Entry(INamedTypeSymbol codec, ShapeKind shape, SlotKind slot, int size)
            {
                Codec = codec;
                Shape = shape;
                Slot = slot;
                Size = size;
            }

            public INamedTypeSymbol Codec { get; }

            public ShapeKind Shape { get; }

            public SlotKind Slot { get; }

            public int Size { get; }
        }
    }

    /// <summary>The referenced assemblies that may declare codecs or marked type parameters.</summary>
    internal static class KitbagUsers
    {
        public static IEnumerable<IAssemblySymbol> Of(Compilation compilation, IAssemblySymbol kitbag)
        {
            foreach (IAssemblySymbol assembly in compilation.SourceModule.ReferencedAssemblySymbols)
            {
                foreach (IModuleSymbol module in assembly.Modules)
                {
                    foreach (AssemblyIdentity reference in module.ReferencedAssemblies)
                    {
                        if (reference.Name == kitbag.Name)
                        {
                            yield return assembly;
                            break;
                        }
                    }
                }
            }
        }
    }
}
