using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members that generated code cannot simply assign: it calls their setters through accessors, or populates the object that the
    /// constructor created. State that cannot be stored either way is reported, so that no member is omitted without a report.
    /// </summary>
    internal static class ReadOnlyMembers
    {
        /// <summary>Finds a way to restore a member that neither an assignment nor the constructor restores.</summary>
        /// <returns>Whether there is a way. If not, and the member is state of its own, this has been reported.</returns>
        public static bool TryResolve(Parser parser, INamedTypeSymbol type, Candidate candidate, Construction construction)
        {
            bool isSettable = HiddenMembers.HasSetter(parser, candidate), isComputed = !isSettable && !IsState(candidate);
            if (Names.IsOfPlatform(candidate.Declaring) || (isComputed && !IsInField(parser, candidate)))
                return false;
            // A property that only seems to be state is no reason for an error, so its type must be serializable.
            if (HasSetter(parser, candidate)
                && (!isComputed || parser.TryVisit(candidate.Symbol, candidate.Type, "." + candidate.Name, out _) != null))
            {
                candidate.HasHiddenSetter = true;
                return true;
            }
            string? why = WhyNotPopulated(parser, type, candidate, construction);
            if (why == null)
            {
                candidate.IsPopulated = true;
                return true;
            }
            if (FieldThatIsAskedFor(candidate) is { } field && Accessors.WhyNot(parser, candidate.Declaring) == null)
            {
                candidate.HiddenField = field;
                candidate.HasHiddenSetter = true;
                candidate.HasHiddenGetter = candidate.Symbol is IPropertySymbol;
                return true;
            }
            if (!IsSetByConstructor(type, candidate, construction))
                ReportLost(parser, candidate, why);
            return false;
        }

        // Whether the constructor that reading calls gives the member its value again.
        private static bool IsSetByConstructor(INamedTypeSymbol type, Candidate candidate, Construction construction) =>
            RecomputedMembers.OnlyConstructorsSet(candidate.Symbol) && construction.Constructor != null
                && (RecomputedMembers.Is(type, candidate.Symbol, construction) || RecomputedMembers.IsConstant(type, candidate.Symbol)
                    || OverlappingFields.AreRestored(candidate.Symbol, name => construction.Arguments.Keys.Any(c => c.Name == name)));

        /// <summary>Whether a member has a setter that generated code can only call by an accessor.</summary>
        public static bool HasSetter(Parser parser, Candidate candidate) =>
            (HiddenMembers.HasSetter(parser, candidate) || HiddenSetter(parser, candidate)) && Accessors.WhyNot(parser, candidate) == null;

        /// <summary>Reports state that cannot be stored.</summary>
        public static void ReportLost(Parser parser, Candidate candidate, string why)
        {
            candidate.IsLost = true;
            if (HiddenMembers.MayHaveSetter(candidate))
                parser.Report(Rules.SetterOutOfSight, parser.Path + "." + candidate.Name, candidate.Declaring.ContainingAssembly.Name,
                    Names.InSchema(candidate.Declaring), HiddenFields.UnknownIn(parser, candidate.Declaring) != null ? ""
                        : ", or store its fields with " + Unsupported.FieldsAttribute(candidate.Declaring));
            else
                parser.ReportAt(candidate.Symbol, Rules.LostMember, Owner(candidate) + "." + candidate.Name, why,
                    Remedy(parser, candidate));
        }

        // An explicitly included member is set by any available means; the message names its field.
        private static string? FieldThatIsAskedFor(Candidate candidate) => candidate.Symbol switch
        {
            { } member when !Inclusion.IsMarked(member) => null,
            IFieldSymbol field => field.Name,
            IPropertySymbol { SetMethod: null } property when IsAutomatic(property) => "<" + property.Name + ">k__BackingField",
            _ => null,
        };

        /// <summary>
        /// Whether a member holds a value. A property with neither a setter nor a backing field is computed, and so is one that only keeps
        /// what it has computed.
        /// </summary>
        public static bool IsState(Candidate candidate) => candidate.Symbol is not IPropertySymbol property
            || Members.Setter(property) != null || (IsAutomatic(property) && !LazyCaches.Is(property));

        /// <summary>Whether a type is a value type or string.</summary>
        public static bool IsValue(ITypeSymbol type) => type.IsValueType || type.SpecialType == SpecialType.System_String;

        /// <summary>Whether a member holds a value that only a constructor can set, and that cannot be populated.</summary>
        public static bool IsReadOnlyValue(Candidate candidate) =>
            IsValue(candidate.Type)
            && (candidate.Symbol is IFieldSymbol || (candidate.Symbol is IPropertySymbol property && Members.Setter(property) == null));

        /// <summary>
        /// Whether the compiler created the backing field of a property: the field is in source, and in metadata the getter has an
        /// attribute.
        /// </summary>
        public static bool IsAutomatic(IPropertySymbol property)
        {
            property = property.OriginalDefinition;
            return property.DeclaringSyntaxReferences.Length != 0
                ? property.ContainingType.GetMembers().Any(m => m is IFieldSymbol field
                    && SymbolEqualityComparer.Default.Equals(Declarations.OwnerOf(field), property))
                : property.GetMethod is { IsAbstract: false } getter
                    && Attributes.Has(getter, "System.Runtime.CompilerServices.CompilerGeneratedAttribute");
        }

        // Whether a property of a compiled type returns state. If its project does not tell, this is a collection, or an object of another
        // class that has a codec, in a field. Values and strings do not count: a field with the name of such a property often contains
        // what the property has computed.
        private static bool IsInField(Parser parser, Candidate candidate) =>
            ReturnedState.IsRedeclared(parser, (IPropertySymbol)candidate.Symbol)
            || (candidate.Type is { IsReferenceType: true, SpecialType: not SpecialType.System_String } type
                && IsPopulatedCollection(parser, type) != null
                && CompiledState.HasField(parser, (IPropertySymbol)candidate.Symbol));

        // The compiler loads private members of other assemblies only on request.
        private static bool HiddenSetter(Parser parser, Candidate candidate) => candidate.Symbol is IPropertySymbol property
            && (Members.Setter(property) != null || HiddenFields.Find(parser, property) is IPropertySymbol { SetMethod: not null });

        /// <returns>Null if the object that the constructor created can be populated.</returns>
        private static string? WhyNotPopulated(Parser parser, INamedTypeSymbol type, Candidate candidate, Construction construction)
        {
            string none = (candidate.Symbol is IFieldSymbol ? "it is readonly"
                : Members.Setter((IPropertySymbol)candidate.Symbol) != null
                    ? "generated code cannot access its setter, because " + Accessors.WhyNot(parser, candidate)
                : "it has no setter") + ", and " + WhyNotPassed(parser, type, candidate);
            if (candidate.Type.IsValueType || candidate.Type.TypeKind is TypeKind.Array
                || candidate.Type.SpecialType == SpecialType.System_String || !construction.MayHaveNonDefaults(type))
                return none;
            bool? isCollection = IsPopulatedCollection(parser, candidate.Type);
            if (isCollection == false || (isCollection == null && Names.IsOfPlatform(candidate.Type)))
                return none + "; the object of type '" + Names.InSchema(candidate.Type) + "' cannot be populated";
            if (parser.TryVisit(candidate.Symbol, candidate.Type, "." + candidate.Name, out string problem) is not { } model)
                return none + ", and its type cannot be serialized (" + problem + ")";
            if (!TrackedObjects.SetsField(parser, type, construction, model, isCollection == true)
                && CreatedMembers.WhyNot(parser, type, candidate.Symbol, construction) is { } why)
                return none + "; " + why;
            return isCollection == true || CanPopulate(parser, model)
                ? null
                : none + "; members of its type can be set only while it is created, so it cannot be populated";
        }

        private static string WhyNotPassed(Parser parser, INamedTypeSymbol type, Candidate candidate)
        {
            List<IParameterSymbol> named = type.InstanceConstructors.SelectMany(constructor => constructor.Parameters)
                .Where(parameter => ConstructorArguments.IsNamed(parameter.Name, candidate.Name)).ToList();
            return named.Count != 0 && named.TrueForAll(p => !ConstructorArguments.Converts(parser.Compilation, candidate.Type, p.Type))
                ? "its type '" + Names.InSchema(candidate.Type) + "' is not that of the constructor's parameter '" + named[0].Name + "', '"
                    + Names.InSchema(named[0].Type) + "'"
                : "no parameter of the constructor " + (named.Count == 0 ? "has its name" : "that reading calls has its name");
        }

        /// <returns>Null for types that are not collections.</returns>
        private static bool? IsPopulatedCollection(Parser parser, ITypeSymbol type)
        {
            if (type is not INamedTypeSymbol named || parser.Catalogue.FindSurrogate(type) != null)
                return false;
            if (parser.Catalogue.Find(named) is { } entry)
                return CanPopulate(entry.Codec);
            if (!UserDefinedCollectionShape.IsCollection(parser, type))
                return null;
            return NonGenericCollections.IsList(named) || (UserDefinedCollectionShape.ElementOf(named) is { } element
                && named.AllInterfaces.Any(i => i.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_ICollection_T
                    && SymbolEqualityComparer.Default.Equals(i.TypeArguments[0], element)));
        }

        // A codec that can populate declares so by overriding this member.
        private static bool CanPopulate(INamedTypeSymbol codec)
        {
            for (INamedTypeSymbol? type = codec; type != null && type.Name is not ("CollectionCodec" or "MapCodec"); type = type.BaseType)
            {
                if (type.GetMembers("Populate").Any(m => m.IsOverride))
                    return true;
            }
            return false;
        }

        // A type that reaches itself is stored by reference; the reference is then assigned to the backing field (TrackedObjects).
        private static bool CanPopulate(Parser parser, TypeModel model) => parser.ReachesItself(model.Key) || model.Shape switch
        {
            ShapeKind.Object => model.IsPrinted && !model.IsValueType
                && model.Members.All(m => m.Assignment is MemberAssignment.After or MemberAssignment.Populate),
            ShapeKind.Union => model.Cases.All(one => CanPopulate(parser, parser.Find(one.TypeKey))),
            _ => false,
        };

        private static string Owner(Candidate candidate) => Names.InSchema(candidate.Declaring.OriginalDefinition);

        private static string Remedy(Parser parser, Candidate candidate)
        {
            INamedTypeSymbol owner = candidate.Declaring;
            if (candidate.Symbol is IPropertySymbol property && ReturnedState.IsRedeclared(parser, property))
                return "In the project '" + owner.ContainingAssembly.Name + "', mark the field that it returns with [KitbagInclude], give "
                    + "the property a setter, which may be private, or, if it need not be stored, mark it with [KitbagIgnore]";
            if (!parser.IsOwn(owner))
                return "Its type is declared in another assembly: write a surrogate for that, or store all its fields with "
                    + Unsupported.FieldsAttribute(owner);
            string setter = candidate.Symbol is IFieldSymbol ? "Take 'readonly' off"
                : Accessors.WhyNot(parser, candidate) == null ? "Give it a setter, which may be private"
                : Members.Setter((IPropertySymbol)candidate.Symbol) is { IsInitOnly: false }
                    ? "Give it a setter that is public or internal, declare the type and its containing types partial"
                : "Give it a setter that is public or internal";
            bool canInclude = Accessors.WhyNot(parser, owner) == null
                && (candidate.Symbol is IFieldSymbol || candidate.Symbol is IPropertySymbol { SetMethod: null });
            return setter + (canInclude ? ", mark it with [KitbagInclude], which sets the field itself" : "")
                + ", or give the constructor a parameter named '" + Names.Camel(candidate.Name)
                + "' of its type; if it need not be stored, mark it with [KitbagIgnore]";
        }
    }
}
