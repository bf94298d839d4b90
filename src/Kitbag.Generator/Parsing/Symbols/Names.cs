using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The names of types in generated code and in schemas.</summary>
    internal static class Names
    {
        private static readonly SymbolDisplayFormat s_code = SymbolDisplayFormat.FullyQualifiedFormat
            .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier)
            .AddMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers);

        private static readonly SymbolDisplayFormat s_schema = new SymbolDisplayFormat(
            typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
            genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
            miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

        private static readonly SymbolDisplayFormat s_qualified =
            s_code.WithGlobalNamespaceStyle(SymbolDisplayGlobalNamespaceStyle.Omitted);

        /// <summary>
        /// Returns a name in camel case, as the run-time library does it: in a sequence of capitals, the last one begins the next word.
        /// </summary>
        public static string Camel(string name)
        {
            int run = 0;
            while (run < name.Length && char.IsUpper(name[run]))
                run++;
            if (run > 1 && run < name.Length)
                run--;
            return name.Substring(0, run).ToLowerInvariant() + name.Substring(run);
        }

        public static string InCode(ITypeSymbol type) => string.Concat(type.ToDisplayParts(s_code).Select(Escape));

        // Older compilers omit the names of record structs.
        private static string Escape(SymbolDisplayPart part)
        {
            string text = part.ToString();
            return part.Kind == SymbolDisplayPartKind.RecordStructName && SyntaxFacts.GetKeywordKind(text) != SyntaxKind.None
                ? "@" + text
                : text;
        }

        public static string InSchema(ITypeSymbol type) => type.ToDisplayString(s_schema);

        /// <summary>The name with the namespace, for code that messages suggest.</summary>
        public static string Qualified(ITypeSymbol type) => type.ToDisplayString(s_qualified);

        /// <summary>Whether the compiler has generated the name of a symbol, so that no code can mention it.</summary>
        public static bool IsGenerated(ISymbol symbol) => symbol.Name.StartsWith("<", System.StringComparison.Ordinal);

        /// <summary>
        /// The name of a field, or of the automatic property whose backing field it is: in compiled types, only the name of the backing
        /// field (<c>&lt;Name&gt;k__BackingField</c>) identifies the property.
        /// </summary>
        public static string OfField(ISymbol field) =>
            IsGenerated(field) ? field.Name.Substring(1, field.Name.IndexOf('>') - 1) : field.Name;

        /// <summary>A type parameter that occurs in a type, if any.</summary>
        public static ITypeParameterSymbol? OpenParameter(ITypeSymbol type) =>
            Mentioned(type, t => t is ITypeParameterSymbol) as ITypeParameterSymbol;

        /// <summary>Whether a type that does not exist occurs in a type, which the compiler reports.</summary>
        public static bool HasError(ITypeSymbol type) => Mentioned(type, t => t.TypeKind == TypeKind.Error) != null;

        /// <summary>Whether an anonymous type occurs in a type.</summary>
        public static bool HasAnonymous(ITypeSymbol type) => Mentioned(type, t => t.IsAnonymousType) != null;

        /// <summary>
        /// Whether a <c>file</c>-local type occurs in a type. The oldest compiler that loads the generator has no API for that, so the name
        /// is checked.
        /// </summary>
        public static bool IsOfOneFile(ITypeSymbol type) => Mentioned(type, t =>
        {
            while (t.ContainingType != null)
                t = t.ContainingType;
            return t.MetadataName.StartsWith("<", System.StringComparison.Ordinal);
        }) != null;

        /// <summary>
        /// Returns the first type that meets a condition: the type itself, its type arguments and those of its containing types, or the
        /// elements of arrays.
        /// </summary>
        public static ITypeSymbol? Mentioned(ITypeSymbol type, System.Func<ITypeSymbol, bool> wanted)
        {
            if (wanted(type))
                return type;
            if (type is IArrayTypeSymbol array)
                return Mentioned(array.ElementType, wanted);
            for (INamedTypeSymbol? named = type as INamedTypeSymbol; named != null; named = named.ContainingType)
            {
                foreach (ITypeSymbol argument in named.TypeArguments)
                {
                    if (Mentioned(argument, wanted) is { } found)
                        return found;
                }
            }
            return null;
        }

        /// <summary>Whether a type implements IEnumerable.</summary>
        public static bool IsEnumerable(ITypeSymbol type) =>
            type.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_Collections_IEnumerable);

        /// <summary>Whether a type belongs to .NET itself.</summary>
        public static bool IsOfPlatform(ITypeSymbol type) => IsInSystem(type) && !type.Locations.Any(l => l.IsInSource);

        /// <summary>Whether a type is in the namespace System or one nested in it.</summary>
        public static bool IsInSystem(ITypeSymbol type)
        {
            INamespaceSymbol? space = type.ContainingNamespace;
            while (space is { IsGlobalNamespace: false, ContainingNamespace.IsGlobalNamespace: false })
                space = space.ContainingNamespace;
            return space?.Name == "System";
        }

        /// <summary>The nesting depth of a type: 0 for int, 2 for <c>List&lt;int[]&gt;</c>.</summary>
        public static int Depth(ITypeSymbol type)
        {
            if (type is IArrayTypeSymbol array)
                return Depth(array.ElementType) + 1;
            if (type is IPointerTypeSymbol pointer)
                return Depth(pointer.PointedAtType) + 1;
            int depth = 0;
            for (INamedTypeSymbol? named = type as INamedTypeSymbol; named != null; named = named.ContainingType)
            {
                foreach (ITypeSymbol argument in named.TypeArguments)
                    depth = System.Math.Max(depth, Depth(argument) + 1);
            }
            return depth;
        }

        /// <summary>A valid identifier for a name that may not be one.</summary>
        public static string Identifier(string name)
        {
            var text = new System.Text.StringBuilder("_");
            foreach (char c in name)
                text.Append(char.IsLetterOrDigit(c) ? c : '_');
            return text.ToString();
        }

        /// <summary>The name of a generated class: readable, and a valid identifier.</summary>
        public static string Identifier(ITypeSymbol type)
        {
            switch (type)
            {
                case IArrayTypeSymbol array:
                    return "Array" + (array.Rank == 1 ? "" : array.Rank.ToString(System.Globalization.CultureInfo.InvariantCulture))
                        + "Of" + Identifier(array.ElementType);
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
