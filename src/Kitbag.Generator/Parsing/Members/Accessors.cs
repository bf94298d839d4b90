using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Accessors for members that are not accessible to generated code: [UnsafeAccessor], available since .NET 8, or methods that are added
    /// to <c>partial</c> types.
    /// </summary>
    internal static class Accessors
    {
        public static bool AreAvailable(Parser parser) => AreAvailable(parser.Compilation);

        public static bool AreAvailable(Compilation compilation) =>
            compilation.GetTypeByMetadataName("System.Runtime.CompilerServices.UnsafeAccessorAttribute") != null;

        public static bool CanReach(Parser parser, Candidate candidate, string step)
        {
            string? why = WhyNot(parser, candidate);
            if (why != null && !AreAvailable(parser) && UnityFields.IsAskedFor(candidate.Symbol))
                parser.ReportAt(candidate.Symbol, Rules.UnityField, parser.Path + step, PartialTypes.Remedy(parser, candidate));
            else if (why != null && Inclusion.IsAskedFor(candidate.Symbol))
                parser.ReportAt(candidate.Symbol, Rules.HiddenInclude, parser.Path + step, why);
            else if (why != null)
                ReadOnlyMembers.ReportLost(parser, candidate, why);
            return why == null;
        }

        /// <returns>Null if generated code can access the member.</returns>
        public static string? WhyNot(Parser parser, Candidate candidate) =>
            PartialTypes.CanReach(parser, candidate) ? null : WhyNot(parser, candidate.Declaring);

        /// <returns>Null if [UnsafeAccessor] can access members of the type.</returns>
        public static string? WhyNot(Parser parser, INamedTypeSymbol declaring) =>
            !AreAvailable(parser) ? "accessors of members that are not visible need .NET 8, or a partial type"
            : declaring.IsGenericType && !ReachGenericTypes(parser)
                ? "accessors reach into generic types from .NET 9 on, or where these are partial"
            : declaring.IsGenericType && TypeParameters.HasDuplicateNames(declaring)
                ? "type parameters of '" + Names.InSchema(declaring.OriginalDefinition)
                + "' and of its containing type have the same name, so an accessor cannot name both"
            : null;

        /// <summary>Adds to the model of a member the accessors that generated code needs.</summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member)
        {
            bool isPartial = candidate.NeedsAccessor && WhyNot(parser, candidate.Declaring) != null;
            if (isPartial && !OfferedAccessors.Have(parser.Compilation, candidate))
                parser.AddPartial(Declaring(candidate), candidate);
            ISymbol called = Called(candidate);
            return member with
            {
                Open = candidate.NeedsAccessor && !isPartial && Declaring(candidate) is { IsGenericType: true } generic
                    ? TypeParameters.Describe(generic, new[] { OpenType(called) })
                    : null,
                AccessorType = SymbolEqualityComparer.Default.Equals(Members.TypeOf(called), Members.TypeOf(candidate.Symbol)) ? ""
                    : Names.InCode(Members.TypeOf(called)),
                Declaring = candidate.NeedsAccessor ? Names.InCode(Declaring(candidate)) : "",
                IsPartial = isPartial,
                HiddenField = candidate.NeedsAccessor && !isPartial ? candidate.HiddenField : "",
                HasHiddenGetter = candidate.HasHiddenGetter,
                HasHiddenSetter = candidate.HasHiddenSetter,
            };
        }

        private static ITypeSymbol OpenType(ISymbol member) => Members.TypeOf(member.OriginalDefinition);

        /// <summary>The type to which an accessor belongs: an override may inherit the setter of its base.</summary>
        public static INamedTypeSymbol Declaring(Candidate candidate) =>
            (candidate.HasHiddenSetter && candidate.HiddenField.Length == 0 && !candidate.IsDeclaredAgain
                && candidate.Symbol is IPropertySymbol property ? Members.Setter(property)?.ContainingType : null) ?? candidate.Declaring;

        /// <summary>The member that an accessor calls: a property that inherits its setter may have another type than its base.</summary>
        public static ISymbol Called(Candidate candidate)
        {
            INamedTypeSymbol declaring = Declaring(candidate);
            for (IPropertySymbol? p = candidate.Symbol as IPropertySymbol; p != null; p = p.OverriddenProperty)
            {
                if (SymbolEqualityComparer.Default.Equals(p.ContainingType, declaring))
                    return p;
            }
            return candidate.Symbol;
        }

        // .NET 8 has the attribute but supports only members of non-generic types. The version of the core library indicates the target
        // runtime.
        private static bool ReachGenericTypes(Parser parser) =>
            parser.Compilation.ObjectType.ContainingAssembly.Identity.Version.Major >= 9;
    }

    /// <summary>
    /// All instance fields of a type. For types of other assemblies, the compiler loads only the accessible ones by default.
    /// </summary>
    internal static class HiddenFields
    {
        public static IEnumerable<ISymbol> Of(Parser parser, INamedTypeSymbol type)
        {
            if (type.DeclaringSyntaxReferences.Length != 0)
                return type.GetMembers();
            INamedTypeSymbol? complete = FindWithAllMembers(parser, type);
            return complete == null ? type.GetMembers() : complete.GetMembers()
                .Select(m => type.GetMembers(m.Name).FirstOrDefault(f => f is IFieldSymbol) ?? m);
        }

        /// <summary>Finds a member in the compilation that imports all metadata; null if it does not exist there.</summary>
        public static ISymbol? Find(Parser parser, ISymbol member) =>
            member.DeclaringSyntaxReferences.Length != 0 ? null
            : FindWithAllMembers(parser, member.ContainingType)?.GetMembers(member.Name).FirstOrDefault(m => m.Kind == member.Kind);

        /// <summary>
        /// The methods of a compiled type that the compiler does not load by default. Projects that use Kitbag redeclare those that
        /// matter, and reference assemblies have none.
        /// </summary>
        public static IEnumerable<IMethodSymbol> Methods(Parser parser, INamedTypeSymbol type) =>
            type.DeclaringSyntaxReferences.Length != 0 || Attributes.Has(type.ContainingAssembly, HiddenMembers.MarkAttribute,
                "System.Runtime.CompilerServices.ReferenceAssemblyAttribute")
            ? Enumerable.Empty<IMethodSymbol>()
            : FindWithAllMembers(parser, type)?.GetMembers().OfType<IMethodSymbol>() ?? Enumerable.Empty<IMethodSymbol>();

        // The same type in the compilation that imports all metadata.
        private static INamedTypeSymbol? FindWithAllMembers(Parser parser, INamedTypeSymbol type)
        {
            INamedTypeSymbol? definition = type.ContainingType is { IsGenericType: true } outer
                ? FindWithAllMembers(parser, outer)?.GetTypeMembers(type.Name, type.Arity).FirstOrDefault()
                : AssemblyOf(parser, type)?.GetTypeByMetadataName(MetadataName(type));
            return type.Arity == 0 ? definition : definition?.Construct(type.TypeArguments.ToArray());
        }

        // Not by name only: another assembly may contain a type of the same name.
        private static IAssemblySymbol? AssemblyOf(Parser parser, INamedTypeSymbol type) =>
            parser.Compilation.GetMetadataReference(type.ContainingAssembly) is { } reference
                ? parser.WithHiddenMembers.GetAssemblyOrModuleSymbol(reference) as IAssemblySymbol
                : type.ContainingAssembly;

        /// <summary>Whether a field belongs to this compilation, not to the one that imports all metadata.</summary>
        public static bool IsOfCompilation(Parser parser, IFieldSymbol field) =>
            parser.IsOwn(field) || parser.Compilation.GetMetadataReference(field.ContainingAssembly) != null;

        /// <summary>The type of a field, in this compilation.</summary>
        public static ITypeSymbol TypeOf(Parser parser, IFieldSymbol field) =>
            IsOfCompilation(parser, field) ? field.Type
            : DocumentationCommentId.GetFirstSymbolForReferenceId(DocumentationCommentId.CreateReferenceId(field.Type),
                parser.Compilation) as ITypeSymbol ?? field.Type;

        /// <summary>
        /// The class itself or the base class whose fields are unknown, if any: reference assemblies, which the compiler gets for .NET and
        /// for project references, contain no private fields of classes. They do contain those of structs.
        /// </summary>
        public static INamedTypeSymbol? UnknownIn(Parser parser, INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { TypeKind: TypeKind.Class, SpecialType: not SpecialType.System_Object }; t = t.BaseType)
            {
                // Classes of .NET without properties are assumed to have no state.
                if (Attributes.Has(t.ContainingAssembly, "System.Runtime.CompilerServices.ReferenceAssemblyAttribute")
                    && parser.Catalogue.FindHidden(t, byFields: true) == null
                    && (!Names.IsOfPlatform(t) || t.GetMembers().Any(m => m is IPropertySymbol { IsStatic: false })))
                    return t;
            }
            return null;
        }

        private static string MetadataName(INamedTypeSymbol type) =>
            type.ContainingType != null ? MetadataName(type.ContainingType) + "+" + type.MetadataName
            : type.ContainingNamespace.IsGlobalNamespace ? type.MetadataName
            : type.ContainingNamespace.ToDisplayString() + "." + type.MetadataName;
    }
}
