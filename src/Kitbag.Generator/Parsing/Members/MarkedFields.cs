using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Private fields that an attribute of another serializer includes under the name of a property: <c>[DataMember(Name = "Value")]</c> on
    /// a field <c>_value</c>. If the property <c>Value</c> is stored, the field would be stored a second time, and both would have the same
    /// name in JSON.
    /// </summary>
    internal static class MarkedFields
    {
        /// <summary>The members of a type to store, without fields that properties among them return.</summary>
        public static List<Candidate> NotStoredTwice(Parser parser, Construction construction, List<Candidate> members) => members
            .Where(field => construction.Gives(field) || !members.Any(member => IsReturnedBy(parser, field, member)))
            .ToList();

        private static bool IsReturnedBy(Parser parser, Candidate field, Candidate member) =>
            field.Symbol is IFieldSymbol marked && (marked.DeclaredAccessibility != Accessibility.Public || field.IsDeclaredAgain)
            && !Inclusion.IsAskedFor(marked)
            && member.Symbol is IPropertySymbol { DeclaredAccessibility: Accessibility.Public }
            && member.Name == JsonAttributes.Name(marked) && JsonAttributes.Name(member.Symbol) is null
            && SymbolEqualityComparer.Default.Equals(member.Type, Returned(parser, field));

        // A member of a compiled type cannot be renamed, so a property is accepted that returns a default value instead of null.
        private static ITypeSymbol Returned(Parser parser, Candidate field) =>
            field.Type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
            && !parser.IsOwn(field.Declaring) ? nullable.TypeArguments[0] : field.Type;
    }
}
