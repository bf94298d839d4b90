using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The member with <c>[JsonExtensionData]</c>, which holds the properties of JSON objects that are not members of the type.
    /// </summary>
    internal static class ExtensionData
    {
        /// <summary>The attribute of Newtonsoft.Json, which also supports non-public members.</summary>
        public const string Newtonsoft = "Newtonsoft.Json.JsonExtensionDataAttribute";

        /// <summary>Whether an attribute of System.Text.Json or Newtonsoft.Json makes a member hold unknown members.</summary>
        public static bool Is(ISymbol member) =>
            Attributes.Has(member, JsonAttributes.SystemText + "JsonExtensionDataAttribute", Newtonsoft);

        /// <summary>Whether only an attribute of Newtonsoft.Json makes a member hold unknown members.</summary>
        public static bool IsOfNewtonsoft(ISymbol member) =>
            Attributes.Has(member, Newtonsoft) && !Attributes.Has(member, JsonAttributes.SystemText + "JsonExtensionDataAttribute");

        /// <summary>Why such a member is not supported, and what to write instead; null if it is supported.</summary>
        /// <param name="owner">The type that has the member.</param>
        /// <param name="candidate">The member.</param>
        /// <param name="isFirst">Whether no other member of the type has the attribute.</param>
        public static string? WhyNot(ITypeSymbol owner, Candidate candidate, bool isFirst)
        {
            if (ValuesOf(candidate.Type) == null)
                return "the member has the type '" + Names.InSchema(candidate.Type)
                    + "'; make it a Dictionary<string, object?>, or a Dictionary of JsonElement (System.Text.Json, on .NET 8 and later) or "
                    + "JToken (Newtonsoft.Json)";
            if (Creation(candidate.Type) == null)
                return "the member has the type '" + Names.InSchema(candidate.Type)
                    + "', which has no public parameterless constructor; make it a Dictionary or an IDictionary";
            if (!isFirst)
                return "another member of '" + Names.InSchema(owner) + "' also has the attribute; use it on only one of them";
            if (JsonAttributes.Unknown(owner) == 0)
                return "[JsonUnmappedMemberHandling(Disallow)] of '" + Names.InSchema(owner)
                    + "' rejects the members that it would hold; remove one of the two attributes";
            return null;
        }

        /// <summary>The model of such a member, for which <see cref="WhyNot"/> returned null.</summary>
        /// <returns>Null if its values cannot be serialized, which has been reported.</returns>
        public static ExtensionDataModel? Describe(Parser parser, Candidate candidate) =>
            parser.Visit(candidate.Symbol, ValuesOf(candidate.Type)!, "." + candidate.Name + ".Values[]") is { } values
                ? new ExtensionDataModel(values.Key, Creation(candidate.Type)!)
                : null;

        // The types that both libraries support whose values may be any JSON: dictionaries with string keys, JsonObject and JObject.
        private static ITypeSymbol? ValuesOf(ITypeSymbol type) => type.IsValueType
            ? null
            : type.AllInterfaces.Concat(new[] { type }).OfType<INamedTypeSymbol>()
                .Where(i => i.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IDictionary<TKey, TValue>"
                    && i.TypeArguments[0].SpecialType == SpecialType.System_String && IsAnyJson(i.TypeArguments[1]))
                .Select(i => i.TypeArguments[1])
                .FirstOrDefault();

        private static bool IsAnyJson(ITypeSymbol type) => type.SpecialType == SpecialType.System_Object
            || type.OriginalDefinition.ToDisplayString(s_format) is "System.Text.Json.JsonElement" or "System.Text.Json.Nodes.JsonNode"
                or JsonTokens.Root;

        // The expression that creates the collection if the member is null.
        private static string? Creation(ITypeSymbol type)
        {
            if (type.TypeKind == TypeKind.Interface)
                return type.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IDictionary<TKey, TValue>"
                    ? "global::System.Collections.Generic.Dictionary<string, " + Names.InCode(ValuesOf(type)!) + ">"
                    : null;
            return type is INamedTypeSymbol { IsAbstract: false } named && named.InstanceConstructors.Any(c =>
                c.DeclaredAccessibility == Accessibility.Public && c.Parameters.All(p => p.IsOptional)) ? Names.InCode(type) : null;
        }

        private static readonly SymbolDisplayFormat s_format = SymbolDisplayFormat.CSharpErrorMessageFormat
            .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);
    }
}
