using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Classes and structs with members.</summary>
    internal static class ObjectShape
    {
        public static bool TryObject(Parser parser, ITypeSymbol type, out TypeModel? model) => TryObject(parser, type, true, out model);

        /// <summary>The model of a struct that has another model besides.</summary>
        public static TypeModel? SecondModel(Parser parser, ITypeSymbol type) =>
            TryObject(parser, type, false, out TypeModel? model) ? model : null;

        private static bool TryObject(Parser parser, ITypeSymbol type, bool declares, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct } named)
                return false;
            if (Names.IsEnumerable(named) && !parser.IsByFields(named)
                && !UserDefinedCollectionShape.IsByMembers(parser, named))
                return false;
            if (!Access.IsVisible(parser, type))
            {
                parser.Report(Rules.Inaccessible, parser.Path, Names.InSchema(type));
                return true;
            }
            if (!type.IsValueType && Names.IsOfPlatform(type) && !IsTuple(named))
            {
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "Kitbag has no codec for this class of .NET, whose properties do not contain all of its state: store what you need "
                        + "of it in a type of your own, or write a [KitbagSurrogate] for it");
                return true;
            }
            if (parser.IsByFields(named) && HiddenFields.UnknownIn(parser, named) is { } unknown)
            {
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type), Names.IsOfPlatform(unknown)
                    ? "its fields are included, but those of its base class '" + Names.InSchema(unknown) + "', a class of .NET, are not "
                        + "visible: write a [KitbagSurrogate] for it"
                    : "its fields are included, but the compiler only sees a reference assembly, which has no private fields: "
                        + "set <ProduceReferenceAssembly>false</ProduceReferenceAssembly> in the project that declares it, or write a "
                        + "surrogate");
                return true;
            }
            var declared = new TypeModel((parser.IsExact && parser.IsUnion(named) ? "=" : "") + Names.InCode(type), ShapeKind.Object,
                type.IsValueType, parser.ClassName(type, "Codec"), "", Names.InSchema(type),
                type.IsValueType ? SlotKind.Struct : SlotKind.Object, 0, EquatableArray<string>.Empty,
                EquatableArray<MemberModel>.Empty);
            if (declares)
                parser.Declare(declared);
            if (Members.Collect(parser, named) is not { } candidates
                || ConstructorChoice.Of(parser, named, candidates) is not { } construction)
                return true;
            List<MemberModel>? members = Members.Of(parser, named, candidates, construction, out List<Candidate> chosen);
            IgnoredAttributes.ReportType(parser, type, members != null ? System.Array.Empty<ISymbol>()
                : candidates.Except(chosen).Select(candidate => candidate.Symbol).ToArray());
            if (members == null)
                return true;
            if (members.Count == 0 && !candidates.Any(c => c.IsLost) && HasData(parser, named))
            {
                parser.ReportAt(type, Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "it has no member that can be both read and set; " + Unsupported.Remedy(type, OwnRemedy(named),
                    "store what you need of it in a type of your own, write a [KitbagSurrogate] for it, or store its fields with "
                        + Unsupported.FieldsAttribute(type)));
                return true;
            }
            if (!parser.IsByFields(named))
            {
                var stored = new HashSet<string>(members.Select(m => m.Name));
                // A class without members may have state in its base class.
                if (!(LostState.Report(parser, named, candidates, stored, construction, members)
                    | CapturedParameters.Report(parser, named, stored, construction)))
                    LostArguments.Report(parser, named, candidates, stored, construction);
                LimitedMembers.Report(parser, candidates, construction, members);
                OverriddenState.Report(parser, named, candidates, stored, construction);
                PlatformState.Report(parser, named, stored);
                WriteOnlyProperties.Report(parser, named, stored);
                InheritedState.Report(parser, named, stored, construction);
            }
            JsonClashes.Report(parser, named, members);
            List<ISymbol> skipped = SkippedMembers.Of(parser, named, chosen);
            if (members.Any(m => m.IsRequired))
                members = members.Select(m => MissingMembers.Describe(named, m, chosen.Find(c => UnknownStore.NameOf(c) == m.Name),
                    construction)).ToList();
            if (!type.IsValueType)
                parser.Remember(declared.Key, new DescribedObject(named, chosen, construction));
            model = declared with
            {
                Members = new EquatableArray<MemberModel>(members.ToArray()),
                Object = new ObjectModel(construction.ConstructionKind, construction.Parameters(parser.Compilation, members))
                {
                    IsOpen = !type.IsValueType && !type.IsSealed,
                    IsPredictable = construction.ConstructionKind is ConstructionKind.Constructor or ConstructionKind.Default
                        && InitialValues.AreKnown(named),
                    IsMadeWithoutCode = construction.ConstructionKind == ConstructionKind.Default
                        || (construction.ConstructionKind == ConstructionKind.Constructor && InitialValues.RunNoCode(named)),
                    MayRejectDefault = type.IsValueType && construction.Constructor is { } constructor
                        && StructConstructors.MayReject(constructor),
                    IsDerived = !type.IsValueType && type.BaseType?.SpecialType != SpecialType.System_Object,
                    FormerNames = type.IsValueType
                        ? EquatableArray<string>.Empty
                        : UnionShape.FormerNamesOf(type, new List<ITypeSymbol> { type }),
                    OpenConstructor = construction.OpenConstructor(named),
                    UnsetRequired = construction.HasInitializer && !construction.SetsRequiredMembers
                        ? RequiredMembers.NotInitialized(named, members)
                        : EquatableArray<string>.Empty,
                    Before = Callbacks.Before(parser, named),
                    After = Callbacks.After(parser, named),
                    StandsForUnknown = UnknownStore.HasCases(named),
                    JsonUnknown = JsonAttributes.Unknown(type),
                    JsonSkipped = SkippedMembers.Named(skipped),
                    JsonSkippedFixed = new EquatableArray<string>(skipped.Select(JsonAttributes.Name).OfType<string>().ToArray()),
                    IsJsonFallback = !type.IsValueType && !type.IsSealed && Polymorphism.IsFallback(type),
                },
                Tracked = type.IsValueType ? null : parser.TrackedChoice(named),
                // The union of a class with derived classes stands for both.
                IsDerivable = declared.Key[0] != '=' && Access.IsDerivable(type),
            };
            return true;
        }

        private static string OwnRemedy(INamedTypeSymbol type)
        {
            List<string> state = PrivateState.Of(type).Select(member => "'" + member.Name + "'").ToList();
            string mark = state.Count == 0 ? "mark its fields with [KitbagInclude]"
                : "mark " + string.Join(", ", state.Take(3)) + (state.Count > 3 ? " and others" : "")
                    + " with [KitbagInclude], the type with [KitbagSerializable(Fields = true)]";
            return mark + ", make some public with a setter, give it a constructor with parameters of their names, or exclude it from "
                + "the graph";
        }

        private static bool IsTuple(INamedTypeSymbol type) => type.Name == "Tuple"
            && type.ContainingNamespace.ToDisplayString() == "System";

        // A type with data of which no member gives any would be stored empty without a report. A type that adds nothing to its base is
        // assumed to be empty intentionally.
        private static bool HasData(Parser parser, INamedTypeSymbol type) => type.GetMembers().Any(m => !m.IsStatic
            && !Inclusion.IsIgnored(m) && m switch
            {
                IFieldSymbol field => Members.IsData(field.Type) && !type.GetMembers(Names.OfField(field)).Any(Inclusion.IsIgnored),
                // A reference assembly has no private fields of classes.
                IPropertySymbol { IsIndexer: false, DeclaredAccessibility: Accessibility.Public } property =>
                    property.DeclaringSyntaxReferences.Length == 0,
                _ => false,
            })
            || (!parser.IsOwn(type) && (CompiledState.HasData(parser, type) || IsIgnoredByOthers(parser, type)));

        // A program that has a member of a struct wants its content, so attributes for other serializers in the struct's library are no
        // reason to lose all of it. Classes may be empty intentionally, because others derive from the same base.
        private static bool IsIgnoredByOthers(Parser parser, INamedTypeSymbol type) => type.IsValueType
            && HiddenFields.Of(parser, type).OfType<IFieldSymbol>().Any(field => !field.IsStatic && !field.IsConst
                && Members.IsData(HiddenFields.TypeOf(parser, field))
                && !type.GetMembers(Names.OfField(field)).Append(field).Any(m => Attributes.Has(m, "Kitbag.KitbagIgnoreAttribute")));
    }
}
