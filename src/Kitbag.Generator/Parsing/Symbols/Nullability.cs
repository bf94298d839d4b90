using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Whether values can be null, according to their types.</summary>
    internal static class Nullability
    {
        /// <summary>Whether null is a value of a member, according to its type.</summary>
        public static bool MayBeNull(ISymbol member) => Members.TypeOf(member) is var type && HasNull(type)
            && (type.IsValueType || type.NullableAnnotation != NullableAnnotation.NotAnnotated);

        /// <summary>Whether variables of a type can be null.</summary>
        public static bool HasNull(ITypeSymbol type) =>
            type.IsReferenceType || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
    }
}
