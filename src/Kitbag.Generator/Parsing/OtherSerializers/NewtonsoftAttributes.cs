using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports what Newtonsoft.Json does and Kitbag does not: arguments of its attributes, attributes that it finds on other declarations
    /// than the member, and members that it finds by their names (<c>ShouldSerializeHp</c>, <c>HpSpecified</c>).
    /// </summary>
    internal static class NewtonsoftAttributes
    {
        private const string Namespace = "Newtonsoft.Json.", Specified = "Specified",
            OfNames = "specify the name in JSON: [JsonProperty(\"name\")]",
            OfLoops = "classes that can reference themselves are tracked, and an object that occurs again is written as a reference",
            OfTypes = "the type is written where a base class or an interface is declared",
            OfElements = "elements have the form of their type; an enum is written by name if the enum has "
                + "[JsonConverter(typeof(StringEnumConverter))]";

        // What to do about arguments, and the values of enums that are supported.
        private static readonly Dictionary<string, (string Advice, int[] Supported)> s_property =
            new Dictionary<string, (string Advice, int[] Supported)>
            {
                ["Required"] = ("null is accepted: check the member in IKitbagDeserialized.OnDeserialized", new[] { 0, 1, 2 }),
                ["NullValueHandling"] = ("", new[] { 0, 1 }),
                ["DefaultValueHandling"] = ("a member that is missing keeps the value of its initializer: initialize it with its default "
                    + "value", new[] { 0, 1 }),
                ["ObjectCreationHandling"] = ("", new[] { 0, 1, 2 }),
                ["NamingStrategyType"] = (OfNames, System.Array.Empty<int>()),
                ["TypeNameHandling"] = (OfTypes, new[] { 4 }),
                ["ItemTypeNameHandling"] = (OfTypes, new[] { 4 }),
                ["IsReference"] = (IdentityAttributes.Advice, System.Array.Empty<int>()),
                ["ItemIsReference"] = (IdentityAttributes.Advice, System.Array.Empty<int>()),
                ["ReferenceLoopHandling"] = (OfLoops, System.Array.Empty<int>()),
                ["ItemReferenceLoopHandling"] = (OfLoops, System.Array.Empty<int>()),
                ["ItemConverterType"] = (OfElements, System.Array.Empty<int>()),
            },
            s_object = new Dictionary<string, (string Advice, int[] Supported)>
            {
                ["MemberSerialization"] = ("fields are stored with [KitbagSerializable(Fields = true)], under the names of properties",
                    new[] { 0, 1 }),
                ["ItemRequired"] = ("mark the members with [JsonRequired]", new[] { 0 }),
                ["ItemNullValueHandling"] = ("mark the members with [JsonProperty(NullValueHandling = NullValueHandling.Ignore)]",
                    new[] { 0 }),
                ["MissingMemberHandling"] = ("set KitbagJsonOptions.UnknownMembers", new[] { 0 }),
                ["NamingStrategyType"] = ("set KitbagJsonOptions.Naming, or specify the names of the members: [JsonProperty(\"name\")]",
                    System.Array.Empty<int>()),
                ["ItemIsReference"] = (IdentityAttributes.Advice, System.Array.Empty<int>()),
                ["ItemReferenceLoopHandling"] = (OfLoops, System.Array.Empty<int>()),
                ["ItemTypeNameHandling"] = (OfTypes, new[] { 4 }),
            },
            s_others = new Dictionary<string, (string Advice, int[] Supported)>
            {
                ["WriteData"] = ("the members of the text are read and written", System.Array.Empty<int>()),
                ["ReadData"] = ("the members of the text are read and written", System.Array.Empty<int>()),
                ["ItemIsReference"] = (IdentityAttributes.Advice, System.Array.Empty<int>()),
                ["ItemConverterType"] = (OfElements, System.Array.Empty<int>()),
            };

        // Arguments that do not change the JSON of objects, and those that belong to another argument, which is reported.
        private static readonly HashSet<string> s_irrelevant = new HashSet<string>
        {
            "PropertyName", "Order", "Id", "Title", "Description", "NamingStrategyParameters", "ItemConverterParameters",
        };

        /// <summary>Reports arguments of an attribute of a member or a type.</summary>
        public static void ReportArguments(Parser parser, ISymbol symbol, string step, AttributeData data)
        {
            string name = Attributes.NameOf(data);
            if (!name.StartsWith(Namespace, System.StringComparison.Ordinal))
                return;
            string shortName = IgnoredAttributes.Short(name);
            Dictionary<string, (string Advice, int[] Supported)> known = shortName switch
            {
                "JsonProperty" => s_property,
                "JsonObject" => s_object,
                _ => s_others,
            };
            IEnumerable<KeyValuePair<string, TypedConstant>> arguments = data.NamedArguments;
            if (shortName == "JsonObject")
                arguments = arguments.Concat(data.ConstructorArguments.Where(a => a.Kind == TypedConstantKind.Enum)
                    .Select(a => new KeyValuePair<string, TypedConstant>("MemberSerialization", a)));
            foreach (KeyValuePair<string, TypedConstant> argument in arguments.Where(a => !s_irrelevant.Contains(a.Key)))
            {
                // The parser reports it once it is known which types are tracked.
                if (shortName == "JsonObject" && argument.Key == "IsReference")
                    continue;
                bool isKnown = known.TryGetValue(argument.Key, out (string Advice, int[] Supported) what);
                // WriteData and ReadData are true by default, the other arguments that are a bool are false.
                bool isSupported = argument.Value.Value switch
                {
                    bool value => value == (argument.Key is "WriteData" or "ReadData"),
                    int value => isKnown && System.Array.IndexOf(what.Supported, value) >= 0,
                    _ => false,
                };
                if (!isSupported && !(argument.Key == "MemberSerialization" && symbol is ITypeSymbol type && parser.IsByFields(type)))
                    IgnoredAttributes.Report(parser, symbol, step, "[" + shortName + "(" + argument.Key + ")]",
                        isKnown ? what.Advice : IgnoredAttributes.FormOfKitbag);
            }
        }

        /// <summary>Reports the naming strategy of a converter that writes enums by name.</summary>
        public static void ReportNaming(Parser parser, ISymbol symbol, string step, AttributeData data)
        {
            if (data.ConstructorArguments.Skip(1).Any(a => a.Kind != TypedConstantKind.Array || a.Values.Length != 0))
                IgnoredAttributes.Report(parser, symbol, step, "[JsonConverter(typeof(StringEnumConverter), ...)]",
                    "arguments of a converter have no effect: mark the values with [EnumMember(Value = \"name\")], or set "
                    + "KitbagJsonOptions.EnumNaming");
        }

        /// <summary>Reports methods and properties that determine whether a member is written.</summary>
        public static void ReportConditions(Parser parser, ISymbol member, string step)
        {
            foreach (ISymbol one in Named(member.ContainingType, "ShouldSerialize" + member.Name))
            {
                if (one is IMethodSymbol
                    {
                        IsStatic: false, DeclaredAccessibility: Accessibility.Public, Parameters.Length: 0,
                        ReturnType.SpecialType: SpecialType.System_Boolean
                    }
                    && !ReturnsTrue(one))
                    IgnoredAttributes.Report(parser, one, step, one.Name + "()", WithoutCondition(parser, member));
            }
            foreach (ISymbol one in Named(member.ContainingType, member.Name + Specified))
            {
                if (one is IPropertySymbol { Type.SpecialType: SpecialType.System_Boolean }
                    or IFieldSymbol { Type.SpecialType: SpecialType.System_Boolean } && Inclusion.IsIgnored(one))
                    IgnoredAttributes.Report(parser, one, step, one.Name, "the member is always written, and '" + one.Name + "' is neither "
                        + "stored nor set: let it be stored, or make the member nullable"
                        + (PresenceProperties.IsPresenceOf(one, member) ? ". Its field '" + SetterCode.BackingField(member) + "' can be "
                            + "stored instead: mark that with [KitbagInclude] and both properties with [KitbagIgnore]" : ""));
            }
        }

        // A property that shows another member in a form for XmlSerializer may throw if that is null.
        private static string WithoutCondition(Parser parser, ISymbol member)
        {
            if (member is IPropertySymbol property && !ReadOnlyMembers.IsAutomatic(property)
                && !member.ContainingType.GetMembers(SetterCode.BackingField(member))
                    .Any(one => one is IFieldSymbol { DeclaredAccessibility: Accessibility.Private }))
                return "the method is not called, and the member is always written, so its getter must not throw. If it shows another "
                    + "member, which is stored, exclude it with [KitbagIgnore]";
            string? attribute = new[]
            {
                (Namespace + "JsonPropertyAttribute", "[JsonProperty(DefaultValueHandling = DefaultValueHandling.Ignore)]"),
                (JsonAttributes.SystemText + "JsonIgnoreAttribute", "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]"),
            }.Where(one => parser.Compilation.GetTypeByMetadataName(one.Item1) != null).Select(one => one.Item2).FirstOrDefault();
            return "the method is not called, and the member is always written. KitbagJsonOptions.OmitDefaults"
                + (attribute == null ? " omits" : " and " + attribute + " omit") + " default values; exclude a member with [KitbagIgnore]";
        }

        /// <summary>Whether serializers find a member by its name, so that it has no attribute: <c>HpSpecified</c>.</summary>
        /// <param name="member">The member.</param>
        /// <param name="isNamed">Whether a member has an attribute of the serializer.</param>
        public static bool IsSpecified(ISymbol member, System.Func<ISymbol, bool> isNamed) =>
            member.Name.EndsWith(Specified, System.StringComparison.Ordinal)
            && member is IPropertySymbol { Type.SpecialType: SpecialType.System_Boolean }
                or IFieldSymbol { Type.SpecialType: SpecialType.System_Boolean }
            && Named(member.ContainingType, member.Name.Substring(0, member.Name.Length - Specified.Length)).Any(isNamed);

        // Whether the source shows that a method always returns true.
        private static bool ReturnsTrue(ISymbol method)
        {
            List<ExpressionSyntax> returned = Declarations.Of(method).SelectMany(SetterCode.Returned).ToList();
            return returned.Count != 0 && returned.All(value => value.IsKind(SyntaxKind.TrueLiteralExpression));
        }

        private static IEnumerable<ISymbol> Named(INamedTypeSymbol? type, string name)
        {
            for (; type is { SpecialType: SpecialType.None }; type = type.BaseType)
            {
                foreach (ISymbol member in type.GetMembers(name))
                    yield return member;
            }
        }

        /// <summary>Reports attributes of the property that a member overrides or implements.</summary>
        public static void ReportInherited(Parser parser, ISymbol member, string step)
        {
            if (member is not IPropertySymbol property)
                return;
            for (IPropertySymbol? p = property.OverriddenProperty; p != null; p = p.OverriddenProperty)
                ReportInherited(parser, member, step, p);
            foreach (INamedTypeSymbol type in property.ContainingType.AllInterfaces)
            {
                foreach (ISymbol one in type.GetMembers(member.Name))
                    ReportInherited(parser, member, step, one);
            }
        }

        private static void ReportInherited(Parser parser, ISymbol member, string step, ISymbol other)
        {
            foreach (string name in OfMember(other).Where(name => !Attributes.Has(member, name)))
                IgnoredAttributes.Report(parser, member, step, "[" + IgnoredAttributes.Short(name) + "] of '"
                    + Names.InSchema(other.ContainingType) + "." + other.Name + "'", "attributes are not inherited: repeat it on this "
                    + "member");
        }

        private static IEnumerable<string> OfMember(ISymbol symbol) => symbol.GetAttributes().Select(Attributes.NameOf).Where(name =>
            name is Namespace + "JsonPropertyAttribute" or Namespace + "JsonIgnoreAttribute" or Namespace + "JsonRequiredAttribute"
                or Namespace + "JsonConverterAttribute" or Namespace + "JsonExtensionDataAttribute");

        /// <summary>Reports attributes of the parameters of constructors and of static members.</summary>
        public static void ReportMisplaced(Parser parser, ITypeSymbol type)
        {
            if (type is not INamedTypeSymbol { TypeKind: not TypeKind.Enum } named)
                return;
            foreach (ISymbol member in named.GetMembers())
            {
                if (member is { IsStatic: true } and (IFieldSymbol or IPropertySymbol)
                    && Attributes.Has(member, Namespace + "JsonPropertyAttribute"))
                    IgnoredAttributes.Report(parser, member, "." + member.Name, "[JsonProperty] of a static member",
                        "static members are not stored: let a member that is not static return it");
            }
            foreach (IParameterSymbol parameter in named.InstanceConstructors.SelectMany(c => c.Parameters))
            {
                foreach (string name in OfMember(parameter))
                {
                    string text = IgnoredAttributes.Short(name);
                    IgnoredAttributes.Report(parser, parameter.ContainingSymbol, "", "[" + text + "] of the parameter '" + parameter.Name
                        + "'", "mark the member instead, in a record with [property: " + text + "(...)]");
                }
            }
        }

        /// <summary>The attribute [JsonObject] of a type or its nearest base class that has one; null if there is none.</summary>
        public static AttributeData? OfObject(ITypeSymbol type)
        {
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (Attributes.All(t, Namespace + "JsonObjectAttribute").FirstOrDefault() is { } data)
                    return data;
            }
            return null;
        }
    }
}
