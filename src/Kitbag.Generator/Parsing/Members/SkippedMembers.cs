using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Public fields and properties that are not members, because they are computed or ignored. System.Text.Json, too, writes computed
    /// properties, and takes neither kind for unknown when it reads. Newtonsoft keeps both as unknown members.
    /// </summary>
    internal static class SkippedMembers
    {
        /// <summary>The fields and properties, in order of their names.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="chosen">The candidates that are its members.</param>
        public static List<ISymbol> Of(Parser parser, INamedTypeSymbol type, List<Candidate> chosen)
        {
            var found = new List<ISymbol>();
            if (type.IsTupleType || parser.IsByFields(type) || chosen.Any(c => ExtensionData.IsOfNewtonsoft(c.Symbol)))
                return found;
            var names = new HashSet<string>(chosen.Select(c => c.Name), System.StringComparer.Ordinal);
            for (INamedTypeSymbol? b = type; b != null; b = b.BaseType)
                found.AddRange(b.GetMembers().Where(m => IsNamedInJson(m) && names.Add(m.Name)));
            found.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
            return found;
        }

        /// <summary>The names of those that no attribute names.</summary>
        public static EquatableArray<string> Named(List<ISymbol> members) =>
            new EquatableArray<string>(members.Where(m => JsonAttributes.Name(m) == null).Select(m => m.Name).ToArray());

        private static bool IsNamedInJson(ISymbol member) => !member.IsStatic && !Names.IsGenerated(member)
            && !EngineTypes.IsDerived(member) && member switch
            {
                IFieldSymbol { IsConst: false } field => IsOpen(field, field),
                // A property without a getter is data that only other serializers read.
                IPropertySymbol { IsIndexer: false, ExplicitInterfaceImplementations.IsEmpty: true, GetMethod: { } getter } property =>
                    IsOpen(property, getter),
                _ => false,
            };

        private static bool IsOpen(ISymbol member, ISymbol getter) => Inclusion.IsIncluded(member)
            || (member.DeclaredAccessibility == Accessibility.Public
                && (getter.DeclaredAccessibility == Accessibility.Public || Inclusion.IsIgnored(member)));
    }
}
