using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>How types are written in generated code and in schemas.</summary>
    internal static class Names
    {
        private static readonly SymbolDisplayFormat s_code = SymbolDisplayFormat.FullyQualifiedFormat
            .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier)
            .AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

        private static readonly SymbolDisplayFormat s_schema = new SymbolDisplayFormat(
            typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
            genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
            miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

        public static string InCode(ITypeSymbol type) => type.ToDisplayString(s_code);

        public static string InSchema(ITypeSymbol type) => type.ToDisplayString(s_schema);

        /// <summary>An identifier for a name that may be none.</summary>
        public static string Identifier(string name)
        {
            var text = new System.Text.StringBuilder("_");
            foreach (char c in name)
                text.Append(char.IsLetterOrDigit(c) ? c : '_');
            return text.ToString();
        }

        /// <summary>The name of a generated class: readable, and an identifier.</summary>
        public static string Identifier(ITypeSymbol type)
        {
            switch (type)
            {
                case IArrayTypeSymbol array:
                    return "ArrayOf" + Identifier(array.ElementType);
                case INamedTypeSymbol named:
                    string name = named.Name;
                    for (INamedTypeSymbol? outer = named.ContainingType; outer != null; outer = outer.ContainingType)
                        name = outer.Name + "_" + name;
                    if (named.TypeArguments.Length == 0)
                        return name;
                    name += "Of";
                    foreach (ITypeSymbol argument in named.TypeArguments)
                        name += Identifier(argument);
                    return name;
                default:
                    return type.Name;
            }
        }
    }
}
