using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Which values of members a constructor's parameters take, and how they become what a parameter wants.</summary>
    internal static class ConstructorArguments
    {
        private const string Generic = "System.Collections.Generic.";

        /// <summary>Whether a value of a member can be given to a parameter.</summary>
        public static bool Converts(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter) =>
            Conversion(compilation, member, parameter) != null;

        /// <returns>What has to stand before the value in parentheses; empty where nothing has to, null where there is no way.</returns>
        public static string? Conversion(Compilation compilation, ITypeSymbol member, ITypeSymbol parameter)
        {
            if (ConvertsByItself(compilation, member, parameter))
                return "";
            // An interface is always read as the same class, whatever the writer had.
            if (member is not INamedTypeSymbol { TypeKind: TypeKind.Interface } named || ReadAs(compilation, named) is not { } read)
                return null;
            if (ConvertsByItself(compilation, read, parameter))
                return "(" + Names.InCode(read) + ")";
            return parameter is IArrayTypeSymbol { Rank: 1 } array && read.Arity == 1
                && SymbolEqualityComparer.Default.Equals(array.ElementType, read.TypeArguments[0])
                ? ParameterModel.ToArray
                : null;
        }

        private static bool ConvertsByItself(Compilation compilation, ITypeSymbol from, ITypeSymbol to) =>
            compilation.ClassifyCommonConversion(from, to) is { IsImplicit: true, IsUserDefined: false };

        private static INamedTypeSymbol? ReadAs(Compilation compilation, INamedTypeSymbol type)
        {
            string? name = type.OriginalDefinition.ToDisplayString() switch
            {
                Generic + "IEnumerable<T>" or Generic + "IReadOnlyCollection<T>" or Generic + "IReadOnlyList<T>" or Generic
                    + "ICollection<T>"
                    or Generic + "IList<T>" => "List`1",
                Generic + "ISet<T>" or Generic + "IReadOnlySet<T>" => "HashSet`1",
                Generic + "IDictionary<TKey, TValue>" or Generic + "IReadOnlyDictionary<TKey, TValue>" => "Dictionary`2",
                _ => null,
            };
            return name == null ? null : compilation.GetTypeByMetadataName(Generic + name)?.Construct(type.TypeArguments.ToArray());
        }
    }
}
