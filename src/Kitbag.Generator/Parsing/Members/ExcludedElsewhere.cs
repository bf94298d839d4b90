using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members that another serializer does not store, while Kitbag does: if their types are not supported, they need not be stored.
    /// </summary>
    internal static class ExcludedElsewhere
    {
        /// <summary>Describes the type of a member. For one that another serializer does not store, there is only one report.</summary>
        /// <returns>Null if it cannot be serialized, which has been reported.</returns>
        public static TypeModel? Visit(Parser parser, Candidate candidate, string step)
        {
            if (!parser.IsOwn(candidate.Symbol) || By(candidate.Symbol) is not { } attribute)
                return parser.Visit(candidate.Symbol, candidate.Type, step);
            TypeModel? model = parser.TryVisit(candidate.Symbol, candidate.Type, step, out string problem);
            // The compiler reports types that it does not know.
            if (model == null && problem.Length != 0)
                parser.ReportAt(candidate.Symbol, Rules.UnsupportedType, parser.Path + step, candidate.Name, "another serializer does not "
                    + "store it, because of " + attribute + ": exclude it from Kitbag with [KitbagIgnore]. Its type is not supported ("
                    + problem + ")");
            return model;
        }

        /// <summary>The attribute because of which another serializer does not store a member; null if there is none.</summary>
        public static string? By(ISymbol member)
        {
            if (Attributes.Has(member, "Kitbag.KitbagIncludeAttribute"))
                return null;
            if (member.GetAttributes().FirstOrDefault(Excludes) is { } excluding)
                return "[" + IgnoredAttributes.Short(Attributes.NameOf(excluding)) + "]";
            if (IsBackedBy(member))
                return "[field: NonSerialized]";
            return !IgnoredAttributes.IsNamed(member)
                && member.ContainingType.GetAttributes().FirstOrDefault(IgnoredAttributes.IsOfMarked) is { } data
                ? "[" + IgnoredAttributes.Short(Attributes.NameOf(data)) + "]" : null;
        }

        private static bool Excludes(AttributeData data) => BinaryAttributes.AdviceFor(data) == BinaryAttributes.Stored
            || Attributes.NameOf(data) == "System.Xml.Serialization.XmlIgnoreAttribute";

        /// <summary>Whether the backing field of a property has [NonSerialized].</summary>
        public static bool IsBackedBy(ISymbol member) => member is IPropertySymbol && member.ContainingType.GetMembers()
            .OfType<IFieldSymbol>().Any(field => SymbolEqualityComparer.Default.Equals(field.AssociatedSymbol, member)
                && Attributes.Has(field, "System.NonSerializedAttribute"));
    }
}
