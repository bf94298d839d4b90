using System.Collections.Generic;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What attributes that people wrote for other serializers say of a member's JSON.</summary>
    internal static class JsonAttributes
    {
        private const string SystemText = "System.Text.Json.Serialization.";

        /// <summary>The name that an attribute gives a member, or an empty one.</summary>
        public static string Name(ISymbol member)
        {
            string name = "";
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
                        name = name.Length == 0 ? Attributes.Named(data, "Name") as string ?? "" : name;
                        break;
                }
            }
            return name;
        }

        /// <summary>The place that an attribute gives a member; 0 where none does. Those with less come first.</summary>
        public static int Order(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (Attributes.NameOf(data) == SystemText + "JsonPropertyOrderAttribute" && data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is int order)
                    return order;
            }
            return 0;
        }

        /// <summary>When a member is written.</summary>
        public static JsonPresence Presence(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (Attributes.NameOf(data) == SystemText + "JsonIgnoreAttribute" && Attributes.Named(data, "Condition") is int condition)
                    return condition switch { 0 => JsonPresence.Always, 2 => JsonPresence.UnlessDefault, 3 => JsonPresence.UnlessNull, _ => JsonPresence.ByOptions };
            }
            return JsonPresence.ByOptions;
        }

        /// <summary>What <c>$type</c> says of a concrete type where an attribute of its base tells; else null.</summary>
        public static string? CaseName(ITypeSymbol declared, ITypeSymbol concrete)
        {
            foreach (AttributeData data in Attributes.All(declared, SystemText + "JsonDerivedTypeAttribute"))
            {
                if (data.ConstructorArguments.Length == 2 && SymbolEqualityComparer.Default.Equals(data.ConstructorArguments[0].Value as ITypeSymbol, concrete))
                    return System.Convert.ToString(data.ConstructorArguments[1].Value, System.Globalization.CultureInfo.InvariantCulture);
            }
            return null;
        }

        /// <summary>Whether an enum has the converter of System.Text.Json that writes it by name.</summary>
        public static bool IsByName(ISymbol type)
        {
            foreach (AttributeData data in type.GetAttributes())
            {
                if (ConverterOf(data) is { } converter && IsOfNames(converter))
                    return true;
            }
            return false;
        }

        /// <summary>The values of an enum that attributes name, each with its name in JSON behind it.</summary>
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

        /// <summary>Reports converters, whose code is not called.</summary>
        public static void ReportConverter(Parser parser, ISymbol symbol, string step = "")
        {
            foreach (AttributeData data in symbol.GetAttributes())
            {
                if (ConverterOf(data) is not { } converter)
                    continue;
                if (symbol is not ITypeSymbol { TypeKind: TypeKind.Enum } || !IsOfNames(converter))
                    parser.ReportAt(symbol, Rules.JsonConverter, parser.Path + step, Names.InSchema(converter));
            }
        }

        private static ITypeSymbol? ConverterOf(AttributeData data) =>
            Attributes.NameOf(data) is SystemText + "JsonConverterAttribute" or "Newtonsoft.Json.JsonConverterAttribute" && data.ConstructorArguments.Length != 0
                ? data.ConstructorArguments[0].Value as ITypeSymbol
                : null;

        private static bool IsOfNames(ITypeSymbol converter) => converter.Name is "JsonStringEnumConverter" or "StringEnumConverter";

        private static string? Text(AttributeData data) => data.ConstructorArguments.Length == 1 ? data.ConstructorArguments[0].Value as string : null;
    }
}
