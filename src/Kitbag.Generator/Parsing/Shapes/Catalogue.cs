using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The types for which codecs are declared with [CodecFor]: in Kitbag, in assemblies that reference it, and in this one.
    /// </summary>
    internal sealed class Catalogue
    {
        private const string Space = "Kitbag.Codecs.", AttributeName = "CodecForAttribute", SurrogateName = "KitbagSurrogateAttribute",
            HiddenName = "HiddenMembersAttribute";

        // The declarations of an assembly are collected once, not for each compilation that references it.
        private static readonly ConditionalWeakTable<IAssemblySymbol, List<Entry>> s_known = new ConditionalWeakTable<IAssemblySymbol,
            List<Entry>>();

        private readonly Dictionary<ISymbol, Entry> _entries = new Dictionary<ISymbol, Entry>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ISymbol, INamedTypeSymbol> _surrogates = new Dictionary<ISymbol,
            INamedTypeSymbol>(SymbolEqualityComparer.Default);

        private readonly Dictionary<ISymbol, INamedTypeSymbol> _hidden = new Dictionary<ISymbol,
            INamedTypeSymbol>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ISymbol, INamedTypeSymbol> _hiddenFields = new Dictionary<ISymbol,
            INamedTypeSymbol>(SymbolEqualityComparer.Default);
        private readonly HashSet<ISymbol> _byFields = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        private readonly INamespaceSymbol? _space;

        public Catalogue(Compilation compilation)
        {
            _space = KitbagUsers.Kitbag(compilation)?.GetTypeByMetadataName(Space + "Codec")?.ContainingNamespace;
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation))
                Add(s_known.GetValue(assembly, FindEntries));
            var own = new List<Entry>();
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                foreach (TextSpan place in SyntaxIndex.Of(tree).MaybeCodecs)
                {
                    if (compilation.ModelOf(tree).GetDeclaredSymbol(tree.GetRoot().FindNode(place)) is INamedTypeSymbol codec)
                        AddEntries(codec, own);
                }
            }
            Add(own);
        }

        /// <summary>
        /// The surrogate that is stored in place of a type, if any. A surrogate for a generic type definition gets the type's arguments.
        /// </summary>
        public INamedTypeSymbol? FindSurrogate(ITypeSymbol type)
        {
            if (_surrogates.TryGetValue(type, out INamedTypeSymbol surrogate))
                return surrogate;
            if (type is not INamedTypeSymbol { IsGenericType: true } named
                || !_surrogates.TryGetValue(named.OriginalDefinition, out surrogate))
                return null;
            return surrogate.Arity == named.Arity ? surrogate.Construct(named.TypeArguments, named.TypeArgumentNullableAnnotations)
                : surrogate;
        }

        /// <summary>The class in which the project of a compiled type redeclared its hidden members, if there is one.</summary>
        public INamedTypeSymbol? FindHidden(INamedTypeSymbol type, bool byFields)
        {
            if (type.DeclaringSyntaxReferences.Length != 0
                || !(byFields ? _hiddenFields : _hidden).TryGetValue(type.OriginalDefinition, out INamedTypeSymbol hidden))
                return null;
            return hidden.IsGenericType ? hidden.Construct(TypeParameters.Arguments(type).ToArray()) : hidden;
        }

        /// <summary>Whether the project of a compiled type specifies that all its fields are members.</summary>
        public bool IsByFields(ITypeSymbol type) => _byFields.Contains(type.OriginalDefinition);

        /// <summary>Whether a class of this name would hide one of Kitbag's codecs in generated code.</summary>
        public bool IsTaken(string className) => _space != null && !_space.GetTypeMembers(className, 0).IsEmpty;

        public Entry? Find(INamedTypeSymbol type) =>
            _entries.TryGetValue((type.IsNativeIntegerType ? type.NativeIntegerUnderlyingType ?? type : type).OriginalDefinition,
                out Entry entry) ? entry : null;

        private void Add(List<Entry> entries)
        {
            foreach (Entry entry in entries)
            {
                if (entry.Role == EntryRole.ByFields)
                    _byFields.Add(entry.Served);
                else if (entry.Role != EntryRole.Codec && entry.Role != EntryRole.Surrogate)
                    (entry.Role == EntryRole.HiddenFields ? _hiddenFields : _hidden)[entry.Served.OriginalDefinition] = entry.Codec;
                else if (entry.Role == EntryRole.Surrogate)
                    _surrogates[entry.Served.IsUnboundGenericType ? entry.Served.OriginalDefinition : entry.Served] = entry.Codec;
                else
                    _entries[entry.Served] = entry;
            }
        }

        private static List<Entry> FindEntries(IAssemblySymbol assembly)
        {
            var entries = new List<Entry>();
            entries.AddRange(HiddenMembers.ByFields(assembly).OfType<INamedTypeSymbol>()
                .Select(type => new Entry(type, type, default, default, 0, 1) { Role = EntryRole.ByFields }));
            Scan(assembly.GlobalNamespace, entries);
            return entries;
        }

        private static void Scan(INamespaceSymbol space, List<Entry> entries)
        {
            foreach (INamespaceOrTypeSymbol member in space.GetMembers())
            {
                if (member is INamespaceSymbol inner)
                    Scan(inner, entries);
                else if (member is INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct } type)
                    AddEntries(type, entries);
            }
        }

        private static void AddEntries(INamedTypeSymbol codec, List<Entry> entries)
        {
            foreach (AttributeData data in codec.GetAttributes())
            {
                if (data.AttributeClass is { Name: SurrogateName } surrogate && surrogate.ToDisplayString() == "Kitbag." + SurrogateName
                    && data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is INamedTypeSymbol stood)
                    entries.Add(new Entry(stood, codec, default, default, 0, 1) { Role = EntryRole.Surrogate });
                if (data.AttributeClass is { Name: HiddenName } hiding && hiding.ToDisplayString() == HiddenMembers.Attribute
                    && data.ConstructorArguments.Length == 2 && data.ConstructorArguments[0].Value is INamedTypeSymbol owner)
                    entries.Add(new Entry(owner, codec, default, default, 0, 1)
                    {
                        Role = Attributes.Named(data, "Fields") is true
                        ? EntryRole.HiddenFields : EntryRole.Hidden
                    });
                if (data.AttributeClass is not { Name: AttributeName } attribute || attribute.ToDisplayString() != Space + AttributeName
                    || data.ConstructorArguments.Length != 2
                    || data.ConstructorArguments[0].Value is not INamedTypeSymbol served || served.Arity != codec.Arity
                        || data.ConstructorArguments[1].Value is not int declared)
                    continue;
                var shape = (ShapeKind)declared;
                SlotKind slot = SlotKind.Flag;
                int size = 0, alignment = 4;
                foreach (KeyValuePair<string, TypedConstant> named in data.NamedArguments)
                {
                    if (named.Key == "Slot")
                        slot = (SlotKind)(byte)named.Value.Value!;
                    else if (named.Key == "Size")
                        size = (int)named.Value.Value!;
                    else if (named.Key == "Alignment")
                        alignment = (int)named.Value.Value!;
                }
                entries.Add(new Entry(served.OriginalDefinition, codec, shape, slot, size, alignment));
            }
        }

        /// <summary>The relation of a class to the type that its attribute names.</summary>
        internal enum EntryRole
        {
            /// <summary>The codec of the type.</summary>
            Codec,

            /// <summary>The surrogate that is stored in its place.</summary>
            Surrogate,

            /// <summary>Redeclares its hidden members.</summary>
            Hidden,

            /// <summary>Redeclares all its fields.</summary>
            HiddenFields,

            /// <summary>The type itself, whose fields are all members.</summary>
            ByFields,
        }

        /// <summary>The declaration of one codec.</summary>
        internal sealed class Entry
        {
            private string? _codecName;
            private readonly Lazy<LibraryForm?> _form;

            public Entry(INamedTypeSymbol served, INamedTypeSymbol codec, ShapeKind shape, SlotKind slot, int size, int alignment)
            {
                Served = served;
                Codec = codec;
                Shape = shape;
                Slot = slot;
                Size = size;
                Alignment = alignment;
                _form = new Lazy<LibraryForm?>(() => LibraryForms.Of(this));
            }

            /// <summary>The relation of the class to the type.</summary>
            public EntryRole Role { get; set; }

            public INamedTypeSymbol Served { get; }

            public INamedTypeSymbol Codec { get; }

            /// <summary>
            /// The codec as generated code refers to it: relative to the namespace of Kitbag's codecs, which generated code imports, and
            /// without type arguments.
            /// </summary>
            public string CodecName => _codecName ??= Names.InCode(Codec).Split('<')[0].Replace("global::" + Space, "");

            /// <summary>The schema of the type; null if it cannot be determined, or if another type is stored in its place.</summary>
            public LibraryForm? Form => _form.Value;

            public ShapeKind Shape { get; }

            public SlotKind Slot { get; }

            public int Size { get; }

            public int Alignment { get; }
        }
    }

    /// <summary>The referenced assemblies that may declare codecs or marked type parameters: Kitbag and those that reference it.</summary>
    internal static class KitbagUsers
    {
        private const string RootAttribute = "Kitbag.KitbagRootAttribute",
            RankAttribute = "Kitbag.CompilerServices.CodecRankAttribute";

        /// <summary>The length of the longest chain of references from an assembly to others with generated codecs.</summary>
        public static int Rank(Compilation compilation) => Of(compilation).SelectMany(user => Attributes.All(user, RankAttribute))
            .Select(data => data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is int rank ? rank + 1 : 0)
            .DefaultIfEmpty().Max();

        /// <summary>
        /// The assembly of Kitbag, if it is referenced. Searched by assembly name first, because a search for a type goes through all
        /// assemblies.
        /// </summary>
        public static IAssemblySymbol? Kitbag(Compilation compilation) =>
            compilation.SourceModule.ReferencedAssemblySymbols.FirstOrDefault(assembly => assembly.Name == "Kitbag"
                && assembly.GetTypeByMetadataName(RootAttribute) != null)
            ?? compilation.GetTypeByMetadataName(RootAttribute)?.ContainingAssembly;

        public static IEnumerable<IAssemblySymbol> Of(Compilation compilation)
        {
            if (Kitbag(compilation) is not { } kitbag)
                yield break;
            if (!SymbolEqualityComparer.Default.Equals(compilation.Assembly, kitbag))
                yield return kitbag;
            foreach (IAssemblySymbol assembly in compilation.SourceModule.ReferencedAssemblySymbols)
            {
                if (assembly.Modules.Any(module => module.ReferencedAssemblies.Any(reference => reference.Name == kitbag.Name)))
                    yield return assembly;
            }
        }
    }
}
