using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Properties of types in other assemblies that have a public setter and a getter that is not visible here (<c>{ private get; set; }
    /// </c>), so that they cannot be written. Reference assemblies do not contain such getters.
    /// </summary>
    internal static class WriteOnlyProperties
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which is stored by its members.</param>
        /// <param name="stored">The names of the stored members.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, HashSet<string> stored)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                if (parser.IsOwn(t))
                    continue;
                foreach (IPropertySymbol property in t.GetMembers().OfType<IPropertySymbol>())
                {
                    // The getter is looked up last, because that imports the hidden members of all assemblies.
                    if (property is { IsStatic: false, IsIndexer: false, IsOverride: false, GetMethod: null, SetMethod: { } setter }
                        && setter.DeclaredAccessibility == Accessibility.Public && Members.IsData(property.Type)
                        && !stored.Contains(property.Name) && !Inclusion.IsIgnored(property)
                        && HiddenFields.Find(parser, property) is IPropertySymbol { GetMethod: not null })
                        parser.ReportAt(property, Rules.LostMember, Names.InSchema(t.OriginalDefinition) + "." + property.Name,
                            "its getter is not public", "Its type is declared in another assembly: write a surrogate for that, or store "
                                + "all its fields with " + Unsupported.FieldsAttribute(t));
                }
            }
        }
    }
}
