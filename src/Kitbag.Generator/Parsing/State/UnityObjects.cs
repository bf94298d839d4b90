using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types derived from UnityEngine.Object: parts of scenes and assets, which Unity creates, and which are not data.</summary>
    internal static class UnityObjects
    {
        public static bool IsOne(ITypeSymbol type) => Derives(type, "UnityEngine.Object");

        /// <summary>What to do about such a type; null for other types, and for those with a surrogate.</summary>
        public static string? WhyNot(Parser parser, ITypeSymbol type)
        {
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Class } named || !IsOne(type)
                || parser.Catalogue.FindSurrogate(type) != null || parser.Catalogue.Find(named) != null)
                return null;
            return Derives(type, "UnityEngine.Component") || Derives(type, "UnityEngine.GameObject")
                ? "declare the data to store as a class of its own, with a field of that class here, and store that; or exclude the "
                    + "member with [KitbagIgnore]"
                : "store the name, address or number by which the program finds it again, which a [KitbagSurrogate] can do for all "
                    + "members of the type; or exclude the member with [KitbagIgnore]";
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
