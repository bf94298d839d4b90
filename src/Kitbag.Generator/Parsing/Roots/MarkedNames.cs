using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The names that can introduce roots: of methods and types with a type parameter that is marked [KitbagRoot], and of
    /// [KitbagSerializable]. Only occurrences of these names are bound, so there may be too many names, but never too few.
    /// </summary>
    internal static class MarkedNames
    {
        /// <summary>Stands for the type name in <c>new(...)</c>, which has none.</summary>
        public const string New = "new";

        /// <summary>The namespace and the name of the attribute that marks type parameters.</summary>
        public const string Space = "Kitbag", RootAttribute = "KitbagRootAttribute";

        private const string Registration = "KitbagSerializable", RegistrationAttribute = Registration + "Attribute";

        // Precedes the names of types, which are stored without it as well.
        private const string TypePrefix = New + " ";

        // The marked names of an assembly are collected once, not for each compilation that references it.
        private static readonly ConditionalWeakTable<IAssemblySymbol, HashSet<string>> s_public = new ConditionalWeakTable<IAssemblySymbol,
            HashSet<string>>(), s_internal = new ConditionalWeakTable<IAssemblySymbol, HashSet<string>>();

        /// <summary>The names that can introduce roots in a compilation; none if it does not reference Kitbag.</summary>
        public static HashSet<string> Of(Compilation compilation)
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            if (KitbagUsers.Kitbag(compilation) == null)
                return names;
            names.Add(Registration);
            names.Add(RegistrationAttribute);
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation))
                names.UnionWith(assembly.GivesAccessTo(compilation.Assembly)
                    ? s_internal.GetValue(assembly, one => Find(one, isFriend: true))
                    : s_public.GetValue(assembly, one => Find(one, isFriend: false)));
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
                names.UnionWith(SyntaxIndex.Of(tree).MaybeMarked);
            return names;
        }

        /// <summary>Whether a name may introduce a root. Where only a type can occur, the name of a method does not.</summary>
        public static bool Has(HashSet<string> names, in NameOccurrence place) =>
            names.Contains(place.Name) && (!place.IsOfType || names.Contains(TypePrefix + place.Name));

        /// <summary>Adds the name of a type.</summary>
        public static void AddType(string name, HashSet<string> names)
        {
            AddAny(name, names);
            names.Add(New);
        }

        /// <summary>Adds a name wherever it occurs, but not <c>new(...)</c> without it.</summary>
        public static void AddAny(string name, HashSet<string> names)
        {
            names.Add(name);
            names.Add(TypePrefix + name);
        }

        /// <summary>Whether a type parameter is marked [KitbagRoot].</summary>
        /// <param name="parameter">The parameter.</param>
        /// <param name="hasJson">Whether its arguments must be readable and writable as JSON as well.</param>
        public static bool IsMarked(ITypeParameterSymbol parameter, out bool hasJson)
        {
            foreach (AttributeData data in parameter.GetAttributes())
            {
                if (Attributes.NameOf(data) != Space + "." + RootAttribute)
                    continue;
                hasJson = Attributes.Named(data, "Json") is not false;
                return true;
            }
            hasJson = false;
            return false;
        }

        /// <summary>Whether a method belongs to KitbagJson and gets the type at run time.</summary>
        public static bool IsJsonByType(IMethodSymbol method) =>
            !method.IsGenericMethod && method.ContainingType is { Name: "KitbagJson", ContainingNamespace: { Name: Space } };

        /// <summary>Whether an attribute is [KitbagSerializable].</summary>
        public static bool IsRegistration(AttributeData data) => Attributes.NameOf(data) == Space + "." + RegistrationAttribute;

        /// <summary>Whether a name is that of [KitbagSerializable]. An alias may have another name.</summary>
        public static bool IsRegistration(string name) => name is Registration or RegistrationAttribute;

        private static HashSet<string> Find(IAssemblySymbol assembly, bool isFriend)
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            // Through symbols, the compiler would have to create one for every member of every type of the assembly.
            if (assembly.GetMetadata() is { } metadata)
                new MetadataNames(metadata.GetModules()[0].GetMetadataReader(), isFriend, names).Scan();
            else
                Scan(assembly.GlobalNamespace, names);
            return names;
        }

        private static void Scan(INamespaceOrTypeSymbol container, HashSet<string> names)
        {
            foreach (ISymbol member in container.GetMembers())
            {
                if (member is INamedTypeSymbol { IsGenericType: true } generic && generic.TypeParameters.Any(p => IsMarked(p, out _)))
                    AddType(generic.Name, names);
                if (member is INamespaceOrTypeSymbol inner)
                    Scan(inner, names);
                else if (member is IMethodSymbol method
                    && (method.TypeParameters.Any(p => IsMarked(p, out _))
                    || (method.ContainingType is { IsGenericType: true } type && type.TypeParameters.Any(p => IsMarked(p, out _)))))
                    names.Add(method.Name);
            }
        }
    }
}
