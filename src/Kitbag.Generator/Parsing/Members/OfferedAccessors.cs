using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Emitting;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Replaces [UnsafeAccessor] if it is not available: public methods that a project adds to its <c>partial</c> types, through which
    /// generated code in other projects accesses included non-public members.
    /// </summary>
    internal static class OfferedAccessors
    {
        public const string FileName = "Kitbag.Offered.g.cs";

        /// <summary>The methods that are added to a type of this project; null if there are none.</summary>
        public static PartialTypeModel? Of(Compilation compilation, INamedTypeSymbol type)
        {
            List<PartialMemberModel> members = type.GetMembers().Select(member => Of(compilation, member)).OfType<PartialMemberModel>()
                .OrderBy(member => member.Name, System.StringComparer.Ordinal).ToList();
            PartialCallbackModel[] callbacks = type.GetMembers().OfType<IMethodSymbol>().Where(method => Offers(compilation, method))
                .Select(MarkedCallbacks.Describe).OrderBy(method => method.Key, System.StringComparer.Ordinal).ToArray();
            bool hasStore = UnknownStore.NeedsField(type);
            return members.Count == 0 && callbacks.Length == 0 && !hasStore ? null : PartialTypes.Describe(type) with
            {
                HasUnknownStore = hasStore,
                Members = new EquatableArray<PartialMemberModel>(members.ToArray()),
                Callbacks = new EquatableArray<PartialCallbackModel>(callbacks),
            };
        }

        /// <summary>Whether this project, or that of a compiled type, has a method that calls a callback.</summary>
        public static bool Have(Compilation compilation, INamedTypeSymbol declaring, IMethodSymbol callback) =>
            !Accessors.AreAvailable(compilation)
            && (SymbolEqualityComparer.Default.Equals(declaring.ContainingAssembly, compilation.Assembly)
                ? Offers(compilation, callback.OriginalDefinition) : HasMethod(declaring, MarkedCallbacks.Describe(callback).Kind,
                callback.Name));

        private static bool Offers(Compilation compilation, IMethodSymbol callback) => !Accessors.AreAvailable(compilation)
            && MarkedCallbacks.IsOne(callback) && !IsPublic(callback.DeclaredAccessibility) && !Warnings.IsError(callback)
            && IsPublic(callback.ContainingType) && PartialTypes.NotPartial(callback.ContainingType) == null;

        /// <summary>Whether this project, or that of a compiled type, has all methods that a member needs.</summary>
        public static bool Have(Compilation compilation, Candidate candidate)
        {
            if (Accessors.AreAvailable(compilation))
                return false;
            INamedTypeSymbol declaring = Accessors.Declaring(candidate);
            return SymbolEqualityComparer.Default.Equals(declaring.ContainingAssembly, compilation.Assembly)
                ? !candidate.IsDeclaredAgain && Of(compilation, candidate.Symbol.OriginalDefinition) is { } offered
                    && Suffice(candidate, offered.HasGetter, offered.HasSetter)
                : Suffice(candidate, HasMethod(declaring, "Get", candidate.Name),
                    HasMethod(declaring, "Set", candidate.Name));
        }

        private static bool Suffice(Candidate candidate, bool hasGetter, bool hasSetter) =>
            (hasGetter || !candidate.HasHiddenGetter) && (hasSetter || !candidate.HasHiddenSetter) && (hasGetter || hasSetter);

        private static bool HasMethod(INamedTypeSymbol declaring, string kind, string member) =>
            declaring.GetMembers(PartialTypeEmitter.Method(kind, member))
                .Any(m => m is IMethodSymbol { IsStatic: true, DeclaredAccessibility: Accessibility.Public });

        private static PartialMemberModel? Of(Compilation compilation, ISymbol member)
        {
            if (member.IsStatic || Accessors.AreAvailable(compilation) || Inclusion.IsIgnored(member) || Warnings.IsError(member)
                || !IsPublic(member.ContainingType) || PartialTypes.NotPartial(member.ContainingType) != null)
                return null;
            bool isIncluded = Inclusion.IsIncluded(member), isHidden = !IsPublic(member.DeclaredAccessibility);
            switch (member)
            {
                case IFieldSymbol { IsConst: false, AssociatedSymbol: null } field when isIncluded && isHidden
                    && CanDeclare(compilation, field.Type):
                    return PartialTypes.Describe(field, true, !field.IsReadOnly);
                case IPropertySymbol { IsIndexer: false, RefKind: RefKind.None, GetMethod: { } getter } property
                    when property.ExplicitInterfaceImplementations.IsEmpty && CanDeclare(compilation, property.Type):
                    bool hasGetter = isIncluded && !IsPublic(getter.DeclaredAccessibility);
                    bool hasSetter = (isIncluded || !isHidden) && property.SetMethod is { IsInitOnly: false } setter
                        && !IsPublic(setter.DeclaredAccessibility);
                    return hasGetter || hasSetter ? PartialTypes.Describe(property, hasGetter, hasSetter) : null;
                default:
                    return null;
            }
        }

        private static bool IsPublic(Accessibility accessibility) => accessibility == Accessibility.Public;

        private static bool CanDeclare(Compilation compilation, ITypeSymbol type) =>
            HiddenDeclarations.CanDeclare(compilation, type) && IsPublic(type);

        // Whether a type is visible to other projects.
        private static bool IsPublic(ITypeSymbol type)
        {
            if (type is IArrayTypeSymbol array)
                return IsPublic(array.ElementType);
            if (type is not INamedTypeSymbol)
                return type is ITypeParameterSymbol;
            for (INamedTypeSymbol? t = (INamedTypeSymbol)type; t != null; t = t.ContainingType)
            {
                if (!IsPublic(t.DeclaredAccessibility) || !t.TypeArguments.All(IsPublic))
                    return false;
            }
            return true;
        }
    }
}
