using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The private state of a type: non-public fields and automatic properties without an attribute, properties of which only the getter
    /// is not public, and others that another serializer would store.
    /// </summary>
    internal static class PrivateState
    {
        /// <summary>Private state that a constructor may take, as candidates that generated code can read.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="known">The other candidates of the type.</param>
        public static List<Candidate> Candidates(Parser parser, INamedTypeSymbol type, List<Candidate> known)
        {
            var found = new List<Candidate>();
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                // No parameter has the type of a fixed-size buffer.
                foreach (ISymbol member in Of(t).Where(member => member is not IFieldSymbol { IsFixedSizeBuffer: true }))
                {
                    Candidate candidate = Describe(parser, member);
                    if (known.Concat(found).All(c => c.Name != candidate.Name)
                        && (!candidate.NeedsAccessor || Accessors.WhyNot(parser, candidate) == null))
                        found.Add(candidate);
                }
            }
            return found;
        }

        /// <summary>The fields and properties of a type with such state, without those of its bases.</summary>
        public static IEnumerable<ISymbol> Of(INamedTypeSymbol type) => type.GetMembers().Where(member => !member.IsStatic && member switch
        {
            IFieldSymbol field => field is { IsConst: false, AssociatedSymbol: null } && !Names.IsGenerated(field)
                && Members.IsData(field) && IsHidden(field),
            IPropertySymbol property => property is { IsIndexer: false, RefKind: RefKind.None, GetMethod: not null }
                && Members.IsData(property.Type) && IsHidden(property)
                && (ReadOnlyMembers.IsAutomatic(property) || IsStoredByOthers(property)) && !IsOfBase(property),
            _ => false,
        });

        /// <summary>Whether a property with code is the form in which another serializer stores what it is computed from.</summary>
        public static bool IsStoredByOthers(IPropertySymbol property) =>
            property.SetMethod != null && BinaryAttributes.Includes(property) && !ReadOnlyMembers.IsAutomatic(property);

        // Whether an overridden property is such state itself, or has an attribute that includes or excludes it, or whether a property of a
        // base class, which may be stored, returns or sets it.
        private static bool IsOfBase(IPropertySymbol property)
        {
            for (IPropertySymbol? p = property.OverriddenProperty; p != null; p = p.OverriddenProperty)
            {
                if (ReadOnlyMembers.IsAutomatic(p) || IsStoredByOthers(p) || !IsHidden(p))
                    return true;
            }
            if (!property.IsOverride)
                return false;
            for (INamedTypeSymbol? t = property.ContainingType.BaseType; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                var settable = new HashSet<string>(t.GetMembers().OfType<IPropertySymbol>()
                    .Where(p => p.SetMethod != null && (!Inclusion.IsHidden(p) || Inclusion.IsIncluded(p))).Select(p => p.Name));
                if (t.DeclaringSyntaxReferences.Length == 0 ? InheritedState.MaySet(t, settable, property.Type)
                    : RestoredState.Of(t.OriginalDefinition, t, settable).Contains(property.Name))
                    return true;
            }
            return false;
        }

        private static bool IsHidden(ISymbol member) =>
            Inclusion.IsHidden(member) && !Inclusion.IsIgnored(member)
            && !Inclusion.IsIncluded(member) && (BinaryAttributes.Includes(member)
                || !member.GetAttributes().Any(data => data.AttributeClass?.Name.Contains("Ignore") == true));

        // A constructor sets it, so no setter is needed.
        private static Candidate Describe(Parser parser, ISymbol member) =>
            new Candidate(member, member.Name, Members.TypeOf(member))
            {
                NeedsConstructor = true,
                HasHiddenGetter = !Access.IsVisible(parser, member is IPropertySymbol property ? property.GetMethod! : member),
                HiddenField = member is IFieldSymbol && !Access.IsVisible(parser, member) ? member.Name : "",
            };

        /// <summary>Whether the complete state of a type of this project is in public members, and there is at least one.</summary>
        public static bool IsInMembers(INamedTypeSymbol type)
        {
            bool isAny = false;
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.DeclaringSyntaxReferences.Length == 0)
                    return false;
                foreach (IFieldSymbol field in t.GetMembers().OfType<IFieldSymbol>().Where(f => !f.IsStatic && !f.IsConst))
                {
                    ISymbol named = Declarations.OwnerOf(field);
                    if (!Members.IsData(field) || Inclusion.IsIgnored(field) || Inclusion.IsIgnored(named))
                        continue;
                    if (Inclusion.IsHidden(named) && !Inclusion.IsIncluded(named))
                        return false;
                    isAny = true;
                }
            }
            return isAny;
        }
    }
}
