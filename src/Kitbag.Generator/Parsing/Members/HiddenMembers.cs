using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members that the compiler hides from other projects: private and internal fields and properties that are included explicitly,
    /// non-public setters, and constructors. The project that declares them redeclares them in generated code, where the generator of
    /// another project finds them.
    /// </summary>
    internal static class HiddenMembers
    {
        public const string Attribute = "Kitbag.CompilerServices.HiddenMembersAttribute",
            MarkAttribute = "Kitbag.CompilerServices.HiddenMembersDeclaredAttribute";

        /// <summary>The members that a project has to redeclare.</summary>
        public static HiddenModel Of(Compilation compilation, CancellationToken cancellationToken)
        {
            if (KitbagUsers.Kitbag(compilation) is not { } kitbag || SymbolEqualityComparer.Default.Equals(kitbag, compilation.Assembly)
                || kitbag.GetTypeByMetadataName(Attribute) == null)
                return HiddenModel.None;
            var byFields = new HashSet<ISymbol>(ByFields(compilation.Assembly), SymbolEqualityComparer.Default);
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            var names = new HashSet<string>();
            var types = new List<HiddenTypeModel>();
            var diagnostics = new List<DiagnosticModel>();
            var offered = new List<PartialTypeModel>();
            bool isMarked = false;
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                cancellationToken.ThrowIfCancellationRequested();
                SyntaxIndex index = SyntaxIndex.Of(tree);
                isMarked |= index.HasGetOnly;
                foreach (TextSpan place in index.MaybeHiding)
                {
                    if (compilation.ModelOf(tree).GetDeclaredSymbol(tree.GetRoot(cancellationToken).FindNode(place),
                        cancellationToken) is not INamedTypeSymbol type || !seen.Add(type))
                        continue;
                    IneffectiveIncludes.Check(compilation, type, byFields.Contains(type) || IsByFields(type), diagnostics);
                    if (IsByFields(type))
                        byFields.Add(type);
                    if (UnityObjects.IsOne(type))
                        continue;
                    Add(HiddenDeclarations.Of(compilation, type, names), types);
                    if (OfferedAccessors.Of(compilation, type) is { } methods)
                        offered.Add(methods);
                }
            }
            foreach (ITypeSymbol type in Bases(byFields.OfType<INamedTypeSymbol>(), compilation.Assembly))
                Add(HiddenDeclarations.OfFields(compilation, (INamedTypeSymbol)type, names), types);
            return new HiddenModel(
                "Kitbag.Generated." + Names.Identifier(compilation.AssemblyName ?? "") + ".Hidden",
                new EquatableArray<HiddenTypeModel>(types.ToArray()),
                isMarked || types.Count != 0,
                new EquatableArray<DiagnosticModel>(diagnostics.ToArray()))
            {
                Offered = new EquatableArray<PartialTypeModel>(offered.ToArray()),
            };
        }

        /// <summary>The types of an assembly whose fields are all members, according to attributes of the assembly.</summary>
        public static IEnumerable<ISymbol> ByFields(IAssemblySymbol assembly) => assembly.GetAttributes()
            .Where(data => MarkedNames.IsRegistration(data) && Attributes.Named(data, "Fields") is true
                && data.ConstructorArguments.Length == 1)
            .Select(data => (data.ConstructorArguments[0].Value as ITypeSymbol)?.OriginalDefinition)
            .Where(type => type != null && SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, assembly))
            .Select(type => (ISymbol)type!);

        private static bool IsByFields(INamedTypeSymbol type) =>
            type.GetAttributes().Any(data => MarkedNames.IsRegistration(data) && Attributes.Named(data, "Fields") is true);

        private static void Add(HiddenTypeModel? type, List<HiddenTypeModel> types)
        {
            if (type != null)
                types.Add(type);
        }

        // Fields of base classes are members as well.
        private static IEnumerable<ITypeSymbol> Bases(IEnumerable<INamedTypeSymbol> types, IAssemblySymbol assembly)
        {
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (INamedTypeSymbol type in types)
            {
                for (INamedTypeSymbol? t = type; t != null
                    && SymbolEqualityComparer.Default.Equals(t.ContainingAssembly, assembly); t = t.BaseType?.OriginalDefinition)
                {
                    if (seen.Add(t))
                        yield return t;
                }
            }
        }

        /// <summary>The members of a compiled type that its project redeclared.</summary>
        public static List<Candidate> Candidates(INamedTypeSymbol type, INamedTypeSymbol hidden, bool byFields)
        {
            var found = new List<Candidate>();
            foreach (ISymbol member in hidden.GetMembers())
            {
                // Fields of structs are not hidden.
                if (!byFields && !type.GetMembers(member.Name).IsEmpty)
                    continue;
                if (member is IFieldSymbol { IsStatic: false, IsImplicitlyDeclared: false } field && !Names.IsGenerated(field))
                    found.Add(new Candidate(field, field.Name, field.Type)
                    {
                        Declaring = type,
                        HasHiddenGetter = true,
                        HasHiddenSetter = true,
                        HiddenField = field.Name
                    });
                else if (member is IPropertySymbol property && byFields)
                    found.Add(new Candidate(property, ExplicitNames.Decode(property.Name), property.Type)
                    {
                        Declaring = type,
                        HasHiddenGetter = true,
                        HasHiddenSetter = true,
                        HiddenField = "<" + ExplicitNames.Decode(property.Name) + (property.SetMethod == null ? ">k__BackingField" : ">P")
                    });
                else if (member is IPropertySymbol { GetMethod: { } } other)
                    found.Add(new Candidate(other, ExplicitNames.Decode(other.Name), other.Type)
                    {
                        Declaring = type,
                        HasHiddenGetter = true,
                        HasHiddenSetter = other.SetMethod != null,
                        NeedsConstructor = other.SetMethod == null
                    });
            }
            return found;
        }

        /// <summary>The names of the members of a compiled type in order of declaration, which metadata does not preserve.</summary>
        public static List<string> Order(INamedTypeSymbol hidden) => Attributes.All(hidden.OriginalDefinition, Attribute)
            .SelectMany(data => data.ConstructorArguments[1].Values)
            .Select(value => value.Value as string ?? "")
            .ToList();

        /// <summary>
        /// Whether the project of a compiled type redeclared the setter of a property, or of the property that it overrides.
        /// </summary>
        public static bool HasSetter(Parser parser, Candidate candidate)
        {
            for (IPropertySymbol? property = candidate.Symbol as IPropertySymbol; property != null; property = property.OverriddenProperty)
            {
                if (parser.Catalogue.FindHidden(property.ContainingType, byFields: false)?.GetMembers(property.Name)
                    .FirstOrDefault() is IPropertySymbol { SetMethod: { } })
                {
                    candidate.Declaring = property.ContainingType;
                    return true;
                }
            }
            return false;
        }

        /// <summary>
        /// Whether a property of another project, which has not redeclared its hidden members, might have a setter that is not visible
        /// here.
        /// </summary>
        public static bool MayHaveSetter(Candidate candidate) =>
            candidate.Symbol is IPropertySymbol { SetMethod: null } property && property.DeclaringSyntaxReferences.Length == 0
            && !Attributes.Has(property.ContainingAssembly, MarkAttribute);
    }
}
