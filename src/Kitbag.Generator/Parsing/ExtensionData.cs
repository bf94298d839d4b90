using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The member with <c>[JsonExtensionData]</c>, which holds what JSON has besides the members of its type.</summary>
    internal static class ExtensionData
    {
        /// <summary>Whether an attribute of System.Text.Json or Newtonsoft.Json makes a member hold unknown members.</summary>
        public static bool Is(ISymbol member) =>
            Attributes.Has(member, JsonAttributes.SystemText + "JsonExtensionDataAttribute", "Newtonsoft.Json.JsonExtensionDataAttribute");

        /// <summary>What is wrong with such a member, and what to write instead; null where nothing is.</summary>
        /// <param name="owner">The type that has the member.</param>
        /// <param name="candidate">The member.</param>
        /// <param name="isFirst">Whether no other member of the type has the attribute.</param>
        public static string? WhyNot(ITypeSymbol owner, Candidate candidate, bool isFirst)
        {
            if (!CanHold(candidate.Type))
                return "the member has the type '" + Names.InSchema(candidate.Type)
                    + "'; make it a Dictionary<string, JsonElement> or a JsonObject (System.Text.Json, on .NET 8 and later)";
            if (!isFirst)
                return "another member of '" + Names.InSchema(owner) + "' has the attribute, too; leave it to one of them";
            if (JsonAttributes.Unknown(owner) == 0)
                return "[JsonUnmappedMemberHandling(Disallow)] of '" + Names.InSchema(owner)
                    + "' refuses what the member is to hold; take one of the two attributes off";
            return null;
        }

        // Of the types that System.Text.Json takes, those that say what their values are.
        private static bool CanHold(ITypeSymbol type) => type.ToDisplayString(s_format) is
            "System.Collections.Generic.Dictionary<string, System.Text.Json.JsonElement>"
            or "System.Collections.Generic.IDictionary<string, System.Text.Json.JsonElement>"
            or "System.Text.Json.Nodes.JsonObject";

        private static readonly SymbolDisplayFormat s_format = SymbolDisplayFormat.CSharpErrorMessageFormat
            .RemoveMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);
    }
}
