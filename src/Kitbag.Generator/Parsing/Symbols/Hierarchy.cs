using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the concrete types that derive from a class or implement an interface: in this compilation, in assemblies that reference
    /// Kitbag, and in the assembly of the base.
    /// </summary>
    internal sealed class Hierarchy
    {
        private readonly Compilation _compilation;
        private readonly Forms _forms;
        private readonly HashSet<IAssemblySymbol> _scanned = new HashSet<IAssemblySymbol>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ISymbol, List<INamedTypeSymbol>> _below = new Dictionary<ISymbol,
            List<INamedTypeSymbol>>(SymbolEqualityComparer.Default);

        // Types in this compilation that generated code cannot name: private and protected nested types, and types of one file.
        private readonly Dictionary<ISymbol, List<INamedTypeSymbol>> _hiddenBelow = new Dictionary<ISymbol,
            List<INamedTypeSymbol>>(SymbolEqualityComparer.Default);

        /// <param name="compilation">The compilation.</param>
        /// <param name="forms">The constructed types of generic classes whose base does not determine their type arguments.</param>
        public Hierarchy(Compilation compilation, Forms forms)
        {
            _compilation = compilation;
            _forms = forms;
            ScanAssembly(compilation.Assembly);
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation))
                ScanAssembly(assembly);
        }

        /// <summary>The concrete types that a variable of this type can hold, including itself, in order of their names.</summary>
        public List<INamedTypeSymbol> Concretes(INamedTypeSymbol type)
        {
            if (!Names.IsOfPlatform(type))
                ScanAssembly(type.ContainingAssembly);
            var found = new List<INamedTypeSymbol>();
            if (type is { TypeKind: TypeKind.Class, IsAbstract: false })
                found.Add(type);
            if (_below.TryGetValue(type.OriginalDefinition, out List<INamedTypeSymbol> below))
            {
                NoteNamed(type);
                foreach (INamedTypeSymbol form in below.SelectMany(one => FormsBelow(one, type)))
                {
                    if (!Warnings.IsError(form) && !Attributes.Has(form, "Kitbag.KitbagIgnoreAttribute")
                        && !found.Contains(form, SymbolEqualityComparer.Default))
                        found.Add(form);
                }
            }
            return found.OrderBy(Names.InSchema, System.StringComparer.Ordinal).ToList();
        }

        /// <summary>The concrete types of this compilation that derive from a type, but cannot be named by generated code.</summary>
        public IEnumerable<INamedTypeSymbol> HiddenBelow(INamedTypeSymbol type) =>
            !_hiddenBelow.TryGetValue(type.OriginalDefinition, out List<INamedTypeSymbol> hidden) ? Enumerable.Empty<INamedTypeSymbol>()
                : hidden.Where(one => !Attributes.Has(one, "Kitbag.KitbagIgnoreAttribute") && IsBelow(one, type));

        /// <summary>Whether a type, or a constructed type of a generic one, derives from a type.</summary>
        public static bool IsBelow(INamedTypeSymbol type, INamedTypeSymbol ancestor) => Ancestors(type).Any(one =>
            TypeParameters.TryUnify(one, ancestor, new Dictionary<ITypeParameterSymbol, ITypeSymbol>(SymbolEqualityComparer.Default)));

        /// <summary>A generic type that derives from a base which does not determine its type arguments, if there is one.</summary>
        public INamedTypeSymbol? OpenBelow(INamedTypeSymbol type) =>
            _below.TryGetValue(type.OriginalDefinition, out List<INamedTypeSymbol> below) ? below.Find(one => one.IsGenericType) : null;

        // Types named by an attribute of the base count, also if the base is in another assembly.
        private void NoteNamed(INamedTypeSymbol type)
        {
            foreach (AttributeData data in Attributes.All(type, "System.Text.Json.Serialization.JsonDerivedTypeAttribute"))
            {
                if (data.ConstructorArguments.Length != 0 && data.ConstructorArguments[0].Value is ITypeSymbol named)
                    _forms.Note(named);
            }
        }

        // The constructed types of a class that derive from this base; type arguments that the base does not determine come from the
        // constructed types in the program.
        private IEnumerable<INamedTypeSymbol> FormsBelow(INamedTypeSymbol type, INamedTypeSymbol declared)
        {
            List<ITypeParameterSymbol> parameters = TypeParameters.Mentioned(type);
            bool isToldAll = true;
            foreach (INamedTypeSymbol ancestor in Ancestors(type))
            {
                var given = new Dictionary<ITypeParameterSymbol, ITypeSymbol>(SymbolEqualityComparer.Default);
                if (!TypeParameters.TryUnify(ancestor, declared, given))
                    continue;
                if (!parameters.All(given.ContainsKey))
                    isToldAll = false;
                else if (TypeParameters.Satisfy(_compilation, given)
                    && TypeParameters.Substitute(_compilation, type, given) is INamedTypeSymbol form && IsClosedAndVisible(form))
                    yield return form;
            }
            if (isToldAll)
                yield break;
            foreach (INamedTypeSymbol form in _forms.Of(type).Take(Forms.MaxCount))
            {
                if (IsClosedAndVisible(form) && IsBelow(form, declared))
                    yield return form;
            }
        }

        private bool IsClosedAndVisible(INamedTypeSymbol form) =>
            Names.OpenParameter(form) == null && (!form.IsGenericType || Access.IsVisible(_compilation, form));

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
                    if (type is { IsAbstract: false, IsStatic: false, TypeKind: TypeKind.Class or TypeKind.Struct } && !type.IsRefLikeType)
                    {
                        if (Access.IsVisible(_compilation, type))
                            Add(type, _below);
                        else if (SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, _compilation.Assembly))
                            Add(type, _hiddenBelow);
                    }
                    if (type.GetTypeMembers().Length != 0)
                        Scan(type);
                }
            }
        }

        private static void Add(INamedTypeSymbol type, Dictionary<ISymbol, List<INamedTypeSymbol>> types)
        {
            foreach (INamedTypeSymbol ancestor in Ancestors(type))
            {
                if (Names.IsOfPlatform(ancestor))
                    continue;
                if (!types.TryGetValue(ancestor.OriginalDefinition, out List<INamedTypeSymbol> below))
                    types.Add(ancestor.OriginalDefinition, below = new List<INamedTypeSymbol>());
                if (!below.Contains(type, SymbolEqualityComparer.Default))
                    below.Add(type);
            }
        }
    }
}
