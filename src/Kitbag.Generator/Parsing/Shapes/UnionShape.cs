using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Classes with derived classes, interfaces, and object if types are registered: a value is of one of several concrete types.
    /// </summary>
    internal static class UnionShape
    {
        public static bool TryUnion(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (parser.IsExact || type is not INamedTypeSymbol named
                || !(type.TypeKind == TypeKind.Interface || type is { TypeKind: TypeKind.Class, IsSealed: false }))
                return false;
            bool isObject = type.SpecialType == SpecialType.System_Object;
            if (!isObject && Names.IsOfPlatform(type))
                return false;
            List<ITypeSymbol> concretes = isObject ? parser.Registered.Append(type).OrderBy(Names.InSchema, StringComparer.Ordinal).ToList()
                : parser.Concretes(named).ToList<ITypeSymbol>();
            if (type is { IsAbstract: false } && !isObject && concretes.Count == 1)
            {
                ReportHidden(parser, named);
                return false;
            }
            if (!Access.IsVisible(parser, type))
            {
                parser.Report(Rules.Inaccessible, parser.Path, Names.InSchema(type));
                return true;
            }
            if (concretes.Count == 0)
            {
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    parser.Hierarchy.OpenBelow(named) is { } open
                    ? "the generic type '" + Names.InSchema(open)
                        + "' can stand for it, but the program mentions no closed form that does: name each with [assembly: "
                            + "KitbagSerializable(typeof(" + open.Name + "<...>))]"
                    : "there is no visible concrete type that derives from it: declare one, or exclude the member with [KitbagIgnore]");
                return true;
            }
            var declared = new TypeModel(Names.InCode(type), ShapeKind.Union, false, parser.ClassName(type, "Union"), "UnionCodec<"
                + Names.InCode(type) + ">", Names.InSchema(type), SlotKind.Word32, 4, EquatableArray<string>.Empty,
                EquatableArray<MemberModel>.Empty);
            parser.Declare(declared);
            if (Describe(parser, type, concretes, isObject) is not { } described)
                return true;
            if (!isObject)
                ReportHidden(parser, named);
            var cases = new List<CaseModel>();
            var polymorphism = new Polymorphism(type);
            List<ITypeSymbol> all = concretes;
            concretes = described.Select(pair => pair.Key).ToList();
            foreach ((ITypeSymbol concrete, TypeModel one) in described.Select(pair => (pair.Key, pair.Value)))
            {
                if (one.Shape is ShapeKind.Nullable or ShapeKind.Union)
                {
                    parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(concrete),
                        "a surrogate must be a concrete type: name that type");
                    return true;
                }
                var plain = new CaseModel(one.Key, NameOf(concrete, all), null, concrete.ToDisplayString(), Names.InSchema(concrete),
                    FormerNamesOf(concrete, all));
                cases.Add(isObject && SymbolEqualityComparer.Default.Equals(concrete, type) ? plain
                    : polymorphism.Apply(plain, concrete, concretes, ShortName(concrete, all)));
            }
            if (polymorphism.IsUnsupportedFallback(concretes))
                IgnoredAttributes.Report(parser, type, "", "[JsonPolymorphic(UnknownDerivedTypeHandling)]",
                    "'" + Names.InSchema(type) + "' is abstract, so JSON with this type could not be read: list the derived "
                        + "types with [JsonDerivedType]");
            if (!FormerNames.Check(parser, cases.Zip(concretes, (one, concrete) => new NamedSymbol(concrete, one.Name, one.FormerNames))))
                return true;
            JsonClashes.ReportDiscriminators(parser, type, polymorphism.Discriminator,
                described.Where((_, i) => cases[i].JsonName != null && cases[i].JsonFallback < 0));
            List<CaseModel> told = cases.Where(c => c.JsonName != null).ToList();
            if (told.Select(c => (c.JsonName, c.IsNumber)).Distinct().Count() != told.Count)
            {
                parser.ReportAt(type, Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "two derived types have the same name in [JsonDerivedType]: give them different names");
                return true;
            }
            model = declared with
            {
                IsDerivable = !isObject && Access.IsDerivable(type),
                Union = new UnionModel(new EquatableArray<CaseModel>(cases.ToArray()), polymorphism.Discriminator,
                    polymorphism.IgnoresUnknown),
            };
            return true;
        }

        /// <summary>
        /// Whether a type is object and may hold values of types that the program registers, in addition to the predefined ones.
        /// </summary>
        public static bool IsOpenObject(Parser parser, ITypeSymbol type) =>
            type.SpecialType == SpecialType.System_Object && parser.Registered.Count != 0 && !parser.IsExact;

        // A class that cannot be stored does not prevent storing the others: the program may never write it.
        private static List<KeyValuePair<ITypeSymbol, TypeModel>>? Describe(Parser parser, ITypeSymbol type, List<ITypeSymbol> concretes,
            bool isObject)
        {
            var described = new List<KeyValuePair<ITypeSymbol, TypeModel>>();
            var problems = new List<KeyValuePair<ITypeSymbol, string>>();
            foreach (ITypeSymbol concrete in concretes)
            {
                string? problem = null;
                TypeModel? one = isObject || SymbolEqualityComparer.Default.Equals(concrete, type)
                    ? parser.VisitExact(concrete, Step(concrete))
                    : parser.TryVisitExact(concrete, Step(concrete), out problem);
                if (one != null)
                    described.Add(new KeyValuePair<ITypeSymbol, TypeModel>(concrete, one));
                else if (problem != null)
                    problems.Add(new KeyValuePair<ITypeSymbol, string>(concrete, problem));
                else
                    return null;
            }
            if (described.Count == 0)
            {
                parser.VisitExact(concretes[0], Step(concretes[0]));
                return null;
            }
            foreach (KeyValuePair<ITypeSymbol, string> problem in problems)
                parser.ReportAt(problem.Key, Rules.LeftOutOfUnion, Names.InSchema(problem.Key), Names.InSchema(type), problem.Value);
            return described;
        }

        private static void ReportHidden(Parser parser, INamedTypeSymbol type)
        {
            foreach (INamedTypeSymbol hidden in parser.Hierarchy.HiddenBelow(type))
                parser.ReportAt(hidden, Rules.LeftOutOfUnion, Names.InSchema(hidden), Names.InSchema(type),
                    "generated code cannot name it; " + (Names.IsOfOneFile(hidden) ? "declare it without 'file'"
                        : "make it and its containing types public or internal"));
        }

        private static string Step(ITypeSymbol concrete) => "<" + concrete.Name + ">";

        private static string NameOf(ITypeSymbol type, List<ITypeSymbol> all)
        {
            string name = Names.InSchema(type);
            return all.Count(t => Names.InSchema(t) == name) == 1 ? name : type.ToDisplayString();
        }

        // The constructed types of a generic class share its attributes: a former name applies to each with its own type arguments. It is
        // used unchanged if there is only one, or if it contains type arguments itself.
        public static EquatableArray<string> FormerNamesOf(ITypeSymbol type, List<ITypeSymbol> all)
        {
            EquatableArray<string> names = Attributes.FormerNames(type);
            if (names.Count == 0 || type is not INamedTypeSymbol { Arity: not 0 })
                return names;
            string name = Names.InSchema(type), arguments = name.Substring(name.IndexOf('<'));
            bool isOnly = all.Count(other => SymbolEqualityComparer.Default.Equals(other.OriginalDefinition, type.OriginalDefinition)) == 1;
            return new EquatableArray<string>(names
                .Where(former => isOnly || former.IndexOf('<') < 0 || former.EndsWith(arguments, StringComparison.Ordinal))
                .SelectMany(former => former.IndexOf('<') >= 0 ? new[] { former }
                    : isOnly ? new[] { former, former + arguments }
                    : new[] { former + arguments })
                .ToArray());
        }

        // The short name if it is unambiguous.
        private static string ShortName(ITypeSymbol type, List<ITypeSymbol> all) =>
            type is INamedTypeSymbol { Arity: 0 } && all.Count(t => t.Name == type.Name) == 1 ? type.Name : NameOf(type, all);
    }
}
