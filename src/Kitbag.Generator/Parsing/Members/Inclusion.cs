using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Whether attributes include a member among those that are stored, or exclude it.</summary>
    internal static class Inclusion
    {
        private const string Ignore = "Kitbag.KitbagIgnoreAttribute";

        /// <summary>Whether a non-public member is included explicitly.</summary>
        public static bool IsIncluded(ISymbol member) =>
            IsAskedFor(member) || (IsHidden(member) && IsMarked(member));

        /// <summary>Whether a member, or the getter of a property, is not public, so that it is stored only if it is included.</summary>
        public static bool IsHidden(ISymbol member) => member.DeclaredAccessibility != Accessibility.Public
            || member is IPropertySymbol { GetMethod.DeclaredAccessibility: not Accessibility.Public };

        /// <summary>Whether an attribute declares a member to be data, even if the attribute has another meaning as well.</summary>
        public static bool IsMarked(ISymbol member) =>
            IsAskedFor(member)
            || Attributes.Has(member, "System.Runtime.Serialization.DataMemberAttribute", "Newtonsoft.Json.JsonPropertyAttribute",
                ExtensionData.Newtonsoft);

        /// <summary>
        /// Whether a member has an attribute whose only meaning is to include it, so that it is an error if that is impossible.
        /// </summary>
        public static bool IsAskedFor(ISymbol member) =>
            Attributes.Has(member, "Kitbag.KitbagIncludeAttribute", "System.Text.Json.Serialization.JsonIncludeAttribute")
                || UnityFields.IsAskedFor(member);

        /// <summary>Whether an attribute excludes a member. [KitbagInclude] overrules the attributes of other serializers.</summary>
        public static bool IsIgnored(ISymbol member)
        {
            if (EngineTypes.IsState(member) || Attributes.Has(member, "Kitbag.KitbagIncludeAttribute"))
                return Attributes.Has(member, Ignore);
            if (member.GetAttributes().Any(Ignores))
                return true;
            return EngineTypes.IsDerived(member) || (member is IFieldSymbol field && IsNotSerialized(field));
        }

        /// <summary>The attribute that excludes a member, as messages name it.</summary>
        public static string AttributeThatIgnores(ISymbol member) =>
            member.GetAttributes().FirstOrDefault(Ignores)?.AttributeClass is { } found
                ? "[" + found.Name.Substring(0, found.Name.Length - "Attribute".Length) + "]" : "an attribute";

        /// <summary>The names of the attributes of other serializers that exclude a member from Kitbag; empty if its own do so.</summary>
        public static List<string> ForeignAttributesThatIgnore(ISymbol member) =>
            Attributes.Has(member, Ignore, "Kitbag.KitbagIncludeAttribute") || EngineTypes.IsState(member) ? new List<string>()
                : member.GetAttributes().Where(Ignores).Select(Attributes.NameOf).ToList();

        private static bool Ignores(AttributeData data) => Attributes.NameOf(data) is Ignore
            or "System.NonSerializedAttribute" or "System.Runtime.Serialization.IgnoreDataMemberAttribute"
            or "System.Text.Json.Serialization.JsonIgnoreAttribute" or "Newtonsoft.Json.JsonIgnoreAttribute" && IsAlways(data);

        // On a compiled field, [NonSerialized] is a metadata flag, not an attribute.
        private static bool IsNotSerialized(IFieldSymbol field)
        {
            IFieldSymbol definition = field.OriginalDefinition;
            if (definition.MetadataToken == 0 || definition.ContainingModule?.GetMetadata() is not { } module)
                return false;
            FieldDefinition compiled = module.GetMetadataReader()
                .GetFieldDefinition((FieldDefinitionHandle)MetadataTokens.EntityHandle(definition.MetadataToken));
            return (compiled.Attributes & FieldAttributes.NotSerialized) != 0;
        }

        // JsonIgnoreCondition.Always is 1. Never, and conditions that omit default values, exclude no value.
        private static bool IsAlways(AttributeData data) => Attributes.Named(data, "Condition") is not int condition || condition == 1;
    }
}
