using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types that have a [KitbagSurrogate].</summary>
    internal static class SurrogateShape
    {
        public static bool TrySurrogate(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (parser.Catalogue.FindSurrogate(type) is not { } surrogate)
                return false;
            if (!Converts(parser, type, surrogate) || !Converts(parser, surrogate, type))
            {
                parser.ReportAt(surrogate, Rules.SurrogateConversion, parser.Path, Names.InSchema(surrogate), Names.InSchema(type));
                return true;
            }
            // Null must be representable.
            ITypeSymbol stored = !type.IsValueType && surrogate.IsValueType
                ? parser.Compilation.GetSpecialType(SpecialType.System_Nullable_T).Construct(surrogate)
                : surrogate;
            var declared = new TypeModel(Names.InCode(type), ShapeKind.Surrogate, type.IsValueType,
                parser.ClassName(type, "SurrogateCodec"), "", "", default, 0, EquatableArray<string>.Empty,
                EquatableArray<MemberModel>.Empty)
            {
                Surrogate = new SurrogateModel(parser.KeyOf(stored), Names.InCode(surrogate)),
            };
            parser.Declare(declared);
            if (parser.Visit(stored, "") is not { } form)
                return true;
            if (parser.StoredShape(form) == null)
                parser.ReportAt(surrogate, Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "its surrogate is stored as a surrogate in its turn, and so on in a circle: let one of them be stored by its members");
            else
                model = declared;
            return true;
        }

        private static bool Converts(Parser parser, ITypeSymbol from, ITypeSymbol to) =>
            from.GetMembers().Concat(to.GetMembers()).OfType<IMethodSymbol>().Any(m =>
                m.MethodKind == MethodKind.Conversion && Access.IsVisible(parser, m)
                && m.Parameters.Length == 1 && SymbolEqualityComparer.Default.Equals(m.Parameters[0].Type, from)
                && SymbolEqualityComparer.Default.Equals(m.ReturnType, to));
    }
}
