using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What derives from UnityEngine.Object: parts of scenes and assets, which Unity makes, and which are no data.</summary>
    internal static class UnityObjects
    {
        public static bool IsOne(ITypeSymbol type) => Derives(type, "UnityEngine.Object");

        /// <summary>What to do about such a type; null for another one, and for one that the program says how to store.</summary>
        public static string? WhyNot(Parser parser, ITypeSymbol type)
        {
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class } named || !IsOne(type)
                || parser.Catalogue.FindSurrogate(type) != null || parser.Catalogue.Find(named) != null)
                return null;
            return Derives(type, "UnityEngine.Component") || Derives(type, "UnityEngine.GameObject")
                ? "declare what is to be kept of it as a class of its own, of which it has a field, and store that; or take the member "
                    + "out with [KitbagIgnore]"
                : "store the name, address or number by which the program finds it again, which a [KitbagSurrogate] can do wherever the "
                    + "type stands; or take the member with [KitbagIgnore]";
        }

        private static bool Derives(ITypeSymbol type, string from)
        {
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.ToDisplayString() == from)
                    return true;
            }
            return false;
        }
    }
}
