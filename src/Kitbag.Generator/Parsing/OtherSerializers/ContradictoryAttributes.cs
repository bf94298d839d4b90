using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports members that an attribute of one serializer includes and that of another excludes, from Kitbag as well:
    /// <c>[ProtoMember(1), JsonIgnore]</c>.
    /// </summary>
    internal static class ContradictoryAttributes
    {
        private const string Contracts = "System.Runtime.Serialization.", Newtonsoft = "Newtonsoft.Json.",
            Xml = "System.Xml.Serialization.Xml";
        private const string IgnoreDataMember = Contracts + "IgnoreDataMemberAttribute", NonSerialized = "System.NonSerializedAttribute";

        // Attributes that include a member, and those with which the same serializer excludes it nevertheless.
        private static readonly Dictionary<string, string[]> s_including = new Dictionary<string, string[]>
        {
            [Contracts + "DataMemberAttribute"] = new[] { IgnoreDataMember },
            [Newtonsoft + "JsonPropertyAttribute"] = new[] { Newtonsoft + "JsonIgnoreAttribute", IgnoreDataMember, NonSerialized },
            [JsonAttributes.SystemText + "JsonIncludeAttribute"] = new[] { JsonAttributes.SystemText + "JsonIgnoreAttribute" },
            [BinaryAttributes.ProtoBuf + "MemberAttribute"] = new string[0],
            [BinaryAttributes.MessagePack + "KeyAttribute"] = new[] { IgnoreDataMember },
            [BinaryAttributes.MemoryPack + "IncludeAttribute"] = new string[0],
            [BinaryAttributes.MemoryPack + "OrderAttribute"] = new string[0],
            [Xml + "ElementAttribute"] = new[] { NonSerialized },
            [Xml + "AttributeAttribute"] = new[] { NonSerialized },
            [Xml + "ArrayAttribute"] = new[] { NonSerialized },
            [Xml + "TextAttribute"] = new[] { NonSerialized },
        };

        /// <summary>Reports such members of a type and its base classes.</summary>
        public static void Report(Parser parser, ITypeSymbol type)
        {
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                foreach (ISymbol member in t.GetMembers().Where(member => !member.IsStatic && MayHoldState(member)))
                {
                    List<string> excluding = Inclusion.ForeignAttributesThatIgnore(member);
                    if (excluding.Count == 0 || (Including(member, excluding) ?? IncludingField(member)) is not { } including)
                        continue;
                    string attributes = "[" + IgnoredAttributes.Short(including) + "] together with ["
                        + IgnoredAttributes.Short(excluding[0]) + "]";
                    parser.ReportAt(member, Rules.IgnoredAttribute, Names.InSchema(t.OriginalDefinition) + "." + member.Name, attributes,
                        "the member is not stored: " + (parser.IsOwn(member)
                            ? "store it with [KitbagInclude], or exclude it with [KitbagIgnore]"
                            : "its type is declared in another assembly: write a [KitbagSurrogate] for it"));
                }
            }
        }

        private static string? Including(ISymbol member, List<string> excluding) => member.GetAttributes().Select(Attributes.NameOf)
            .FirstOrDefault(name => s_including.TryGetValue(name, out string[] heeded) && !heeded.Intersect(excluding).Any()
                // XmlSerializer needs properties that show others in another form, which are excluded from other serializers.
                && (!name.StartsWith(Xml, System.StringComparison.Ordinal)
                    || member is not IPropertySymbol property || ReadOnlyMembers.IsAutomatic(property)));

        // A marked field behind a property without such attributes. Others that are marked are stored themselves.
        private static string? IncludingField(ISymbol member) => member.ContainingType.GetMembers(SetterCode.BackingField(member))
            .Where(field => field is IFieldSymbol && BinaryAttributes.Includes(field))
            .SelectMany(field => field.GetAttributes()).Select(Attributes.NameOf).FirstOrDefault(s_including.ContainsKey);

        private static bool MayHoldState(ISymbol member) => member switch
        {
            IFieldSymbol field => field is { IsConst: false, AssociatedSymbol: null } && Members.IsData(field),
            IPropertySymbol property => property is { IsIndexer: false, GetMethod: not null } && Members.IsData(property.Type)
                && (Members.Setter(property) != null || ReadOnlyMembers.IsAutomatic(property)
                    || SetterCode.BackingField(property).Length != 0),
            _ => false,
        };
    }
}
