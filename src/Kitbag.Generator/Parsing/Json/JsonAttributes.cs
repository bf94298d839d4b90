using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Reads the attributes of other serializers that determine the JSON of a member.</summary>
    internal static class JsonAttributes
    {
        /// <summary>The namespace of System.Text.Json's attributes.</summary>
        public const string SystemText = "System.Text.Json.Serialization.";

        /// <summary>The name that an attribute specifies for a member, or null.</summary>
        public static string? Name(ISymbol member)
        {
            string? name = null;
            foreach (AttributeData data in member.GetAttributes())
            {
                switch (Attributes.NameOf(data))
                {
                    case SystemText + "JsonPropertyNameAttribute":
                        return Text(data) ?? name;
                    case "Newtonsoft.Json.JsonPropertyAttribute":
                        name = Text(data) ?? Attributes.Named(data, "PropertyName") as string ?? name;
                        break;
                    case "System.Runtime.Serialization.DataMemberAttribute":
                        name ??= Attributes.Named(data, "Name") as string;
                        break;
                }
            }
            return name;
        }

        /// <summary>The order that an attribute specifies for a member; 0 if there is none. Members with lower values come first.</summary>
        public static int Order(ISymbol member)
        {
            int place = 0;
            foreach (AttributeData data in member.GetAttributes())
            {
                switch (Attributes.NameOf(data))
                {
                    case SystemText + "JsonPropertyOrderAttribute" when data.ConstructorArguments.Length == 1
                        && data.ConstructorArguments[0].Value is int order:
                        return order;
                    // There, members without an order have -1.
                    case "Newtonsoft.Json.JsonPropertyAttribute" when Attributes.Named(data, "Order") is int order:
                        place = order == int.MaxValue ? order : order + 1;
                        break;
                }
            }
            return place;
        }

        /// <summary>When a member is written.</summary>
        public static JsonPresence Presence(ISymbol member)
        {
            JsonPresence presence = JsonPresence.ByOptions;
            foreach (AttributeData data in member.GetAttributes())
            {
                switch (Attributes.NameOf(data))
                {
                    case SystemText + "JsonIgnoreAttribute" when Attributes.Named(data, "Condition") is int condition:
                        return condition switch
                        {
                            0 => JsonPresence.Always,
                            2 => JsonPresence.UnlessDefault,
                            3 => JsonPresence.UnlessNull,
                            4 => JsonPresence.Never,
                            _ => JsonPresence.ByOptions
                        };
                    // Ignore is 1.
                    case "Newtonsoft.Json.JsonPropertyAttribute" when Attributes.Named(data, "NullValueHandling") is 1:
                        presence = JsonPresence.UnlessNull;
                        break;
                    case "Newtonsoft.Json.JsonPropertyAttribute" when Attributes.Named(data, "DefaultValueHandling") is 1:
                    case "System.Runtime.Serialization.DataMemberAttribute" when Attributes.Named(data, "EmitDefaultValue") is false:
                        presence = JsonPresence.UnlessDefault;
                        break;
                }
            }
            return presence;
        }

        /// <summary>Whether a member is read: JsonIgnoreCondition.WhenReading is 5.</summary>
        public static bool IsRead(ISymbol member) =>
            !Attributes.All(member, SystemText + "JsonIgnoreAttribute").Any(data => Attributes.Named(data, "Condition") is 5);

        /// <summary>Whether a member must be present in JSON although it is not <c>required</c>.</summary>
        public static bool IsRequired(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                switch (Attributes.NameOf(data))
                {
                    case SystemText + "JsonRequiredAttribute":
                    case "Newtonsoft.Json.JsonRequiredAttribute":
                    // AllowNull is 1 and Always is 2; DisallowNull, 3, may be missing.
                    case "Newtonsoft.Json.JsonPropertyAttribute" when Attributes.Named(data, "Required") is 1 or 2:
                    case "System.Runtime.Serialization.DataMemberAttribute" when Attributes.Named(data, "IsRequired") is true:
                        return true;
                }
            }
            return false;
        }

        /// <summary>
        /// Whether an attribute of a member, or of the type that declares it, specifies that JSON adds to the existing value (populates
        /// it).
        /// </summary>
        public static bool IsExtended(ISymbol member, ITypeSymbol owner) => (CreationHandling(member) ?? CreationHandling(owner)) == 1;

        /// <summary>The attribute because of which <see cref="IsExtended"/> returned true, in reports.</summary>
        public static string ExtendedBy(ISymbol member) => OfNewtonsoft(member) == 1
            ? "[JsonProperty(ObjectCreationHandling)]" : "[JsonObjectCreationHandling(Populate)]";

        // Replace is 0 and Populate is 1.
        private static int? CreationHandling(ISymbol symbol)
        {
            foreach (AttributeData data in Attributes.All(symbol, SystemText + "JsonObjectCreationHandlingAttribute"))
            {
                if (data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is int handling)
                    return handling;
            }
            return OfNewtonsoft(symbol);
        }

        // Auto, 0, is the default there, Reuse is 1, and Replace is 2.
        private static int? OfNewtonsoft(ISymbol symbol)
        {
            foreach (AttributeData data in Attributes.All(symbol, "Newtonsoft.Json.JsonPropertyAttribute"))
            {
                if (Attributes.Named(data, "ObjectCreationHandling") is int handling && handling != 0)
                    return handling == 1 ? 1 : 0;
            }
            return null;
        }

        /// <summary>Whether attributes specify more about a member's JSON than its name.</summary>
        public static bool HasMoreThanName(ISymbol member) =>
            Order(member) != 0 || Presence(member) != JsonPresence.ByOptions || !IsRead(member) || IsRequired(member)
                || Numbers(member) != null || IsByName(member);

        /// <summary>
        /// What an attribute specifies for properties that are not members of a type, as <see cref="TypeModel.JsonUnknown"/>.
        /// </summary>
        public static int Unknown(ITypeSymbol type)
        {
            foreach (AttributeData data in Attributes.All(type, SystemText + "JsonUnmappedMemberHandlingAttribute"))
            {
                // Skip is 0 and Disallow is 1.
                if (data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is int handling)
                    return handling == 1 ? 0 : 1;
            }
            return -1;
        }

        /// <summary>
        /// The handling that an attribute specifies for the numbers of a member or of a whole type; null if there is none.
        /// </summary>
        public static int? Numbers(ISymbol symbol)
        {
            foreach (AttributeData data in Attributes.All(symbol, SystemText + "JsonNumberHandlingAttribute"))
            {
                if (data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is int handling)
                    return handling;
            }
            return null;
        }

        /// <summary>Whether an enum or a member has the converter of System.Text.Json that writes enums by name.</summary>
        public static bool IsByName(ISymbol type)
        {
            foreach (AttributeData data in type.GetAttributes())
            {
                if (ConverterOf(data) is { } converter && IsOfNames(converter))
                    return true;
            }
            return false;
        }

        /// <summary>The values of an enum that attributes name, each followed by its name in JSON.</summary>
        public static EquatableArray<string> EnumNames(INamedTypeSymbol type)
        {
            List<string>? names = null;
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is IFieldSymbol { HasConstantValue: true } && EnumName(member) is { } name)
                    (names ??= new List<string>()).AddRange(new[] { member.Name, name });
            }
            return names == null ? EquatableArray<string>.Empty : new EquatableArray<string>(names.ToArray());
        }

        private static string? EnumName(ISymbol value)
        {
            string? name = null;
            foreach (AttributeData data in value.GetAttributes())
            {
                if (Attributes.NameOf(data) == SystemText + "JsonStringEnumMemberNameAttribute")
                    return Text(data) ?? name;
                if (Attributes.NameOf(data) == "System.Runtime.Serialization.EnumMemberAttribute")
                    name = Attributes.Named(data, "Value") as string;
            }
            return name;
        }

        /// <summary>The converter that an attribute of either serializer specifies; null for other attributes.</summary>
        public static ITypeSymbol? ConverterOf(AttributeData data) =>
            Attributes.NameOf(data) is SystemText + "JsonConverterAttribute" or "Newtonsoft.Json.JsonConverterAttribute"
                && data.ConstructorArguments.Length != 0
                ? data.ConstructorArguments[0].Value as ITypeSymbol
                : null;

        /// <summary>Whether a converter writes enums by name.</summary>
        public static bool IsOfNames(ITypeSymbol converter) => converter.Name is "JsonStringEnumConverter" or "StringEnumConverter";

        private static string? Text(AttributeData data) => data.ConstructorArguments.Length == 1
            ? data.ConstructorArguments[0].Value as string : null;
    }
}
