using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// What generated code can reach although it is not in sight: by [UnsafeAccessor], which .NET has since version 8, or else by methods
    /// that are added to types which are <c>partial</c>.
    /// </summary>
    internal static class Accessors
    {
        public static bool AreThere(Parser parser) => AreThere(parser.Compilation);

        public static bool AreThere(Compilation compilation) =>
            compilation.GetTypeByMetadataName("System.Runtime.CompilerServices.UnsafeAccessorAttribute") != null;

        public static bool CanReach(Parser parser, Candidate candidate, string step)
        {
            string? why = WhyNot(parser, candidate);
            if (why != null && !AreThere(parser) && UnityFields.IsAskedFor(candidate.Symbol))
                parser.ReportAt(candidate.Symbol, Rules.UnityField, parser.Path + step, PartialTypes.Remedy(parser, candidate));
            else if (why != null && Members.IsAskedFor(candidate.Symbol))
                parser.ReportAt(candidate.Symbol, Rules.HiddenInclude, parser.Path + step, why);
            else if (why != null)
                ReadOnlyMembers.ReportLost(parser, candidate, why);
            return why == null;
        }

        /// <returns>Null where generated code reaches a member.</returns>
        public static string? WhyNot(Parser parser, Candidate candidate) =>
            PartialTypes.CanReach(parser, candidate) ? null : WhyNot(parser, candidate.Declaring);

        /// <returns>Null where [UnsafeAccessor] reaches into a type.</returns>
        public static string? WhyNot(Parser parser, INamedTypeSymbol declaring) =>
            !AreThere(parser) ? "accessors of members that are not visible need .NET 8, or a partial type"
            : declaring.IsGenericType && !ReachGenericTypes(parser)
                ? "accessors reach into generic types from .NET 9 on, or where these are partial"
            : declaring.IsGenericType && TypeParameters.HaveTwoOfOneName(declaring)
                ? "type parameters of '" + Names.InSchema(declaring.OriginalDefinition)
                + "' and of its containing type have the same name, so an accessor cannot name both"
            : null;

        /// <summary>The model of a member with what generated code needs to reach it.</summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member)
        {
            bool isPartial = candidate.NeedsAccessor && WhyNot(parser, candidate.Declaring) != null;
            if (isPartial && !OfferedAccessors.Have(parser.Compilation, candidate))
                parser.AddPartial(Declaring(candidate), candidate);
            return member with
            {
                Open = candidate.NeedsAccessor && !isPartial && Declaring(candidate) is { IsGenericType: true } generic
                    ? TypeParameters.Describe(generic, new[] { OpenType(candidate.Symbol) })
                    : null,
                Declaring = candidate.NeedsAccessor ? Names.InCode(Declaring(candidate)) : "",
                IsPartial = isPartial,
                HiddenField = candidate.NeedsAccessor && !isPartial ? candidate.HiddenField : "",
                HasHiddenGetter = candidate.HasHiddenGetter,
                HasHiddenSetter = candidate.HasHiddenSetter,
            };
        }

        private static ITypeSymbol OpenType(ISymbol member) =>
            member.OriginalDefinition is IFieldSymbol field ? field.Type : ((IPropertySymbol)member.OriginalDefinition).Type;

        /// <summary>The type of which an accessor is called: an override may leave the setter to its base.</summary>
        public static INamedTypeSymbol Declaring(Candidate candidate) =>
            (candidate.HasHiddenSetter && !candidate.IsDeclaredAgain && candidate.Symbol is IPropertySymbol property
                ? Members.Setter(property)?.ContainingType : null) ?? candidate.Declaring;

        // The runtime of .NET 8 has the attribute but looks up members of types that are not generic only; the core library's version
        // tells which runtime the project is for.
        private static bool ReachGenericTypes(Parser parser) =>
            parser.Compilation.ObjectType.ContainingAssembly.Identity.Version.Major >= 9;
    }

    /// <summary>All instance fields of a type. Of compiled types the compiler loads those in sight only.</summary>
    internal static class HiddenFields
    {
        public static IEnumerable<ISymbol> Of(Parser parser, INamedTypeSymbol type)
        {
            if (type.DeclaringSyntaxReferences.Length != 0)
                return type.GetMembers();
            INamedTypeSymbol? whole = Whole(parser, type);
            return whole == null ? type.GetMembers() : whole.GetMembers()
                .Select(m => type.GetMembers(m.Name).FirstOrDefault(f => f is IFieldSymbol) ?? m);
        }

        /// <summary>A member as it is in metadata, with what the compiler is not shown otherwise; null where it is not to be had.</summary>
        public static ISymbol? Find(Parser parser, ISymbol member) =>
            member.DeclaringSyntaxReferences.Length != 0 ? null
            : Whole(parser, member.ContainingType)?.GetMembers(member.Name).FirstOrDefault(m => m.Kind == member.Kind);

        // The same type where the compiler is shown all of it.
        private static INamedTypeSymbol? Whole(Parser parser, INamedTypeSymbol type)
        {
            if (!type.IsGenericType)
                return parser.WithHiddenMembers.GetTypeByMetadataName(MetadataName(type));
            INamedTypeSymbol? definition = type.ContainingType is { IsGenericType: true } outer
                ? Whole(parser, outer)?.GetTypeMembers(type.Name, type.Arity).FirstOrDefault()
                : parser.WithHiddenMembers.GetTypeByMetadataName(MetadataName(type));
            return type.Arity == 0 ? definition : definition?.Construct(type.TypeArguments.ToArray());
        }

        /// <summary>Whether a field is one of this compilation, and not of that with what is hidden.</summary>
        public static bool IsInSight(Parser parser, IFieldSymbol field) =>
            SymbolEqualityComparer.Default.Equals(field.ContainingAssembly, parser.Compilation.Assembly)
                || parser.Compilation.GetMetadataReference(field.ContainingAssembly) != null;

        /// <summary>The type of a field, as this compilation has it.</summary>
        public static ITypeSymbol TypeOf(Parser parser, IFieldSymbol field) =>
            IsInSight(parser, field) ? field.Type
            : DocumentationCommentId.GetFirstSymbolForReferenceId(DocumentationCommentId.CreateReferenceId(field.Type),
                parser.Compilation) as ITypeSymbol ?? field.Type;

        /// <summary>
        /// Whether the compiler is not given all fields of a class: those of reference assemblies, which one project is given of another,
        /// have lost what is private. Structs keep their fields.
        /// </summary>
        public static bool AreLost(Parser parser, INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { TypeKind: TypeKind.Class, SpecialType: not SpecialType.System_Object }; t = t.BaseType)
            {
                // Of .NET's classes those without a property are taken to have no state.
                if (Attributes.Has(t.ContainingAssembly, "System.Runtime.CompilerServices.ReferenceAssemblyAttribute")
                    && parser.Catalogue.FindHidden(t, byFields: true) == null
                    && (!Names.IsOfPlatform(t) || t.GetMembers().Any(m => m is IPropertySymbol { IsStatic: false })))
                    return true;
            }
            return false;
        }

        private static string MetadataName(INamedTypeSymbol type) =>
            type.ContainingType != null ? MetadataName(type.ContainingType) + "+" + type.MetadataName
            : type.ContainingNamespace.IsGlobalNamespace ? type.MetadataName
            : type.ContainingNamespace.ToDisplayString() + "." + type.MetadataName;
    }
}
