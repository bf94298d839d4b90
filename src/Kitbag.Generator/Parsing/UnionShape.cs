using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Classes that others derive from, interfaces, and object where types are registered: one of some concrete types.</summary>
    internal static class UnionShape
    {
        public static bool TryUnion(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (parser.IsExact || type is not INamedTypeSymbol named || !(type.TypeKind == TypeKind.Interface || type is { TypeKind: TypeKind.Class, IsSealed: false }))
                return false;
            bool isObject = type.SpecialType == SpecialType.System_Object;
            if (!isObject && Names.IsOfPlatform(type))
                return false;
            List<ITypeSymbol> concretes = isObject ? parser.Registered : parser.Concretes(named).ToList<ITypeSymbol>();
            if (type is { IsAbstract: false } && !isObject && concretes.Count == 1)
                return false;
            if (!Access.IsVisible(parser, type))
            {
                parser.Report(Rules.Inaccessible, parser.Path, Names.InSchema(type));
                return true;
            }
            if (concretes.Count == 0)
            {
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type), isObject
                    ? "it holds what the program registers, which is nothing: declare the concrete type, or add [assembly: KitbagSerializable(typeof(...))] for each type that may stand here"
                    : parser.Hierarchy.OpenBelow(named) is { } open
                    ? "the generic type '" + Names.InSchema(open)
                        + "' can stand for it, but the program mentions no closed form that does: name each with [assembly: KitbagSerializable(typeof(" + open.Name + "<...>))]"
                    : "no concrete type that derives from it is in sight: declare one, or take the member out with [KitbagIgnore]");
                return true;
            }
            var cases = new List<CaseModel>();
            var polymorphism = new Polymorphism(type);
            foreach (ITypeSymbol concrete in concretes)
            {
                TypeModel? one = parser.VisitExact(concrete, "<" + concrete.Name + ">");
                if (one == null)
                    return true;
                if (one.Shape is ShapeKind.Nullable or ShapeKind.Union)
                {
                    parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(concrete), "what stands for another type must be a concrete one: name that");
                    return true;
                }
                var plain = new CaseModel(one.Key, NameOf(concrete, concretes), null, concrete.ToDisplayString(), Names.InSchema(concrete), Attributes.FormerNames(concrete));
                cases.Add(polymorphism.Apply(plain, concrete, concretes, ShortName(concrete, concretes)));
            }
            if (!FormerNames.Check(parser, cases.Zip(concretes, (one, concrete) => new NamedSymbol(concrete, one.Name, one.FormerNames))))
                return true;
            List<CaseModel> told = cases.Where(c => c.JsonName != null).ToList();
            if (told.Select(c => (c.JsonName, c.IsNumber)).Distinct().Count() != told.Count)
            {
                parser.ReportAt(type, Rules.UnsupportedType, parser.Path, Names.InSchema(type), "two types that derive from it have the same name in [JsonDerivedType]: give them different ones");
                return true;
            }
            model = new TypeModel(Names.InCode(type), ShapeKind.Union, false, parser.ClassName(type, "Union"), "Codecs.UnionCodec<" + Names.InCode(type) + ">", Names.InSchema(type), SlotKind.Word32, 4, "", "", EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty)
            {
                Cases = new EquatableArray<CaseModel>(cases.ToArray()),
                Discriminator = polymorphism.Discriminator,
                IgnoresUnknown = polymorphism.IgnoresUnknown,
            };
            return true;
        }

        private static string NameOf(ITypeSymbol type, List<ITypeSymbol> all)
        {
            string name = Names.InSchema(type);
            return all.Count(t => Names.InSchema(t) == name) == 1 ? name : type.ToDisplayString();
        }

        // The name alone where that is enough for people.
        private static string ShortName(ITypeSymbol type, List<ITypeSymbol> all) =>
            type is INamedTypeSymbol { Arity: 0 } && all.Count(t => t.Name == type.Name) == 1 ? type.Name : NameOf(type, all);
    }
}
