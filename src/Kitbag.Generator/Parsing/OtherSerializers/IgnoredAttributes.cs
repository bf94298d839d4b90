using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Reports attributes of other serializers that select members or change the form of JSON and are not supported.</summary>
    internal static class IgnoredAttributes
    {
        /// <summary>What applies instead of an attribute for which there is no other advice.</summary>
        public const string FormOfKitbag = "its JSON has the form described in docs/json.md";

        private const string Newtonsoft = "Newtonsoft.Json.", Contracts = MarkedCallbacks.Space;

        // Attributes of System.Text.Json that are supported, or do not affect the form.
        private static readonly HashSet<string> s_supported = new HashSet<string>
        {
            "JsonPropertyName", "JsonPropertyOrder", "JsonIgnore", "JsonInclude", "JsonConstructor", "JsonRequired", "JsonNumberHandling",
                "JsonDerivedType",
            "JsonPolymorphic", "JsonUnmappedMemberHandling", "JsonObjectCreationHandling", "JsonExtensionData", "JsonStringEnumMemberName",
            "JsonSerializable", "JsonSourceGenerationOptions",
        };

        /// <summary>Reports unsupported attributes of a member.</summary>
        public static void ReportMember(Parser parser, ISymbol member, ITypeSymbol type, string step)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (JsonAttributes.ConverterOf(data) is { } converter)
                {
                    if (!JsonAttributes.IsOfNames(converter) || !JsonForms.IsEnum(type))
                        ReportConverter(parser, member, converter, step);
                    else
                        NewtonsoftAttributes.ReportNaming(parser, member, step, data);
                }
                else if (Unknown(Attributes.NameOf(data)) is { } attribute)
                {
                    Report(parser, member, step, attribute, FormOfKitbag);
                }
                else if (BinaryAttributes.AdviceFor(data) is { } advice)
                {
                    Report(parser, member, step, "[" + Short(Attributes.NameOf(data)) + "]", advice);
                }
                else
                {
                    NewtonsoftAttributes.ReportArguments(parser, member, step, data);
                }
            }
            if (member is IPropertySymbol && !parser.IsByFields(member.ContainingType)
                && ExcludedElsewhere.IsBackedBy(member) && !Attributes.Has(member, "Kitbag.KitbagIncludeAttribute"))
                Report(parser, member, step, "[field: NonSerialized]", BinaryAttributes.Stored);
            NewtonsoftAttributes.ReportConditions(parser, member, step);
            NewtonsoftAttributes.ReportInherited(parser, member, step);
        }

        private const string BeforeWriting = "implement IKitbagSerializing instead";
        private const string AfterWriting = "nothing is called after an object was written: do it after the call that serializes";
        private const string BeforeReading = "assign what it sets in the constructor or in initializers; collections are "
            + "replaced, not extended";
        private const string AfterReading = "implement IKitbagDeserialized instead";

        // Attributes of methods that other serializers call, and what to do instead.
        private static readonly Dictionary<string, string> s_callbacks = new Dictionary<string, string>
        {
            [Contracts + "OnSerializingAttribute"] = BeforeWriting,
            [Contracts + "OnSerializedAttribute"] = AfterWriting,
            [Contracts + "OnDeserializingAttribute"] = BeforeReading,
            [Contracts + "OnDeserializedAttribute"] = AfterReading,
            [Newtonsoft + "Serialization.OnErrorAttribute"] = "an error is a KitbagException, which ends the call",
            [BinaryAttributes.MemoryPack + "OnSerializingAttribute"] = BeforeWriting,
            [BinaryAttributes.MemoryPack + "OnSerializedAttribute"] = AfterWriting,
            [BinaryAttributes.MemoryPack + "OnDeserializingAttribute"] = BeforeReading,
            [BinaryAttributes.MemoryPack + "OnDeserializedAttribute"] = AfterReading,
            [BinaryAttributes.ProtoBuf + "BeforeSerializationAttribute"] = BeforeWriting,
            [BinaryAttributes.ProtoBuf + "AfterSerializationAttribute"] = AfterWriting,
            [BinaryAttributes.ProtoBuf + "BeforeDeserializationAttribute"] = BeforeReading,
            [BinaryAttributes.ProtoBuf + "AfterDeserializationAttribute"] = AfterReading,
        };

        // Attributes with which other serializers set a property that has no getter.
        private static readonly HashSet<string> s_naming = new HashSet<string>
        {
            "System.Text.Json.Serialization.JsonPropertyNameAttribute", "System.Text.Json.Serialization.JsonIncludeAttribute",
            Newtonsoft + "JsonPropertyAttribute", Contracts + "DataMemberAttribute",
        };

        /// <summary>Reports unsupported attributes of a type.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="known">Members that were reported as unsupported.</param>
        public static void ReportType(Parser parser, ITypeSymbol type, params ISymbol[] known)
        {
            ContradictoryAttributes.Report(parser, type);
            ReportCallbacks(parser, type, "");
            Report(parser, type, storesMembers: true, known);
        }

        /// <summary>Reports unsupported attributes of a struct that is stored as raw memory.</summary>
        public static void ReportRecord(Parser parser, ITypeSymbol type)
        {
            ContradictoryAttributes.Report(parser, type);
            const string Raw = "a struct of numbers is stored as raw memory";
            ReportCallbacks(parser, type, Raw);
            foreach ((string name, ISymbol method) in Callbacks.ImplementedIn(type, allInterfaces: true))
                parser.ReportAt(method, Rules.UncalledCallback, parser.Path, name, Names.InSchema(type), Raw, "");
            Report(parser, type, storesMembers: true);
        }

        private static void Report(Parser parser, ITypeSymbol type, bool storesMembers, params ISymbol[] known)
        {
            ReportWithoutGetter(parser, type);
            foreach (AttributeData data in type.GetAttributes())
            {
                string name = Attributes.NameOf(data);
                if (JsonAttributes.ConverterOf(data) is { } converter)
                {
                    if (type.TypeKind != TypeKind.Enum || !JsonAttributes.IsOfNames(converter))
                        ReportConverter(parser, type, converter, "");
                    else
                        NewtonsoftAttributes.ReportNaming(parser, type, "", data);
                }
                else if (name == Contracts + "DataContractAttribute" || BinaryAttributes.IsOptIn(data))
                {
                    if (storesMembers)
                        ReportUnnamed(parser, type, name, known);
                    else if (!name.StartsWith(BinaryAttributes.ProtoBuf, System.StringComparison.Ordinal)
                        || Attributes.Named(data, "IgnoreListHandling") is true)
                        ReportOfElements(parser, type, Short(name));
                }
                else if (BinaryAttributes.AdviceFor(data) is { } advice)
                {
                    Report(parser, type, "", "[" + Short(name) + "]", advice);
                }
                else if (Unknown(name) is { } attribute)
                {
                    Report(parser, type, "", attribute, FormOfKitbag);
                }
                else if (name is Newtonsoft + "JsonArrayAttribute" or Newtonsoft + "JsonDictionaryAttribute")
                {
                    NewtonsoftAttributes.ReportArguments(parser, type, "", data);
                }
            }
            if (NewtonsoftAttributes.OfObject(type) is { } form)
            {
                if (!storesMembers)
                    ReportOfElements(parser, type, "JsonObject");
                else if (IsOptIn(form))
                    ReportUnnamed(parser, type, Newtonsoft + "JsonObjectAttribute", known);
                NewtonsoftAttributes.ReportArguments(parser, type, "", form);
            }
            NewtonsoftAttributes.ReportMisplaced(parser, type);
            if (type.AllInterfaces.Any(i => i.ToDisplayString() == Contracts + "IObjectReference"))
                Report(parser, type, "", "IObjectReference", "GetRealObject is not called, and each object that is read is a new one: "
                    + "write a [KitbagSurrogate] that returns the existing object");
            if (Attributes.Has(type, "System.SerializableAttribute") && NewtonsoftAttributes.OfObject(type) == null
                && type.AllInterfaces.Any(i => i.ToDisplayString() == Contracts + "ISerializable"))
                Report(parser, type, "", "ISerializable", "GetObjectData is not called, and the members are stored: write a surrogate for "
                    + "another form");
        }

        // A class with one of Kitbag's callbacks probably calls the same method there.
        private static void ReportCallbacks(Parser parser, ITypeSymbol type, string whyNone)
        {
            if (whyNone.Length == 0 && type is INamedTypeSymbol named)
                ReportUnreachable(parser, named);
            if (Callbacks.HasInterface(type))
                return;
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None } && parser.IsOwn(t); t = t.BaseType)
            {
                foreach (IMethodSymbol method in t.GetMembers().OfType<IMethodSymbol>())
                {
                    foreach (string name in method.GetAttributes().Select(Attributes.NameOf).Where(s_callbacks.ContainsKey))
                    {
                        string advice = s_callbacks[name];
                        // ReportUnreachable has reported those that are not called.
                        if (whyNone.Length == 0 && MarkedCallbacks.IsAttribute(name))
                            continue;
                        Report(parser, method, "", "[" + Short(name) + "]", "the method is not called: " + (whyNone.Length == 0
                            || advice is not (BeforeWriting or AfterReading) ? advice : Instead(whyNone, advice)));
                    }
                }
                if (whyNone.Length != 0 && t.Interfaces.Any(i => i.ToDisplayString() == Contracts + "IDeserializationCallback"))
                    Report(parser, t, "", "IDeserializationCallback", "OnDeserialization is not called: "
                        + Instead(whyNone, AfterReading));
            }
        }

        private static string Instead(string whyNone, string advice) => whyNone + "; do it in the class that has it as a member, and "
            + advice.Replace("instead", "there");

        // Marked methods that would be called if they had another form, or were accessible.
        private static void ReportUnreachable(Parser parser, INamedTypeSymbol type)
        {
            foreach (string[] attributes in new[] { MarkedCallbacks.Serializing, MarkedCallbacks.Deserialized })
            {
                foreach ((INamedTypeSymbol declaring, IMethodSymbol method) in MarkedCallbacks.Of(parser, type, attributes))
                {
                    if (MarkedCallbacks.WhyNot(parser, declaring, method, attributes) is { } why)
                        Report(parser, method, "", "[" + Short(MarkedCallbacks.AttributeOf(method, attributes)) + "]", why);
                }
            }
        }

        // Such a property usually reads a former name: [JsonProperty("Buttons")] private int Old { set => Count = value; }
        private static void ReportWithoutGetter(Parser parser, ITypeSymbol type)
        {
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                foreach (IPropertySymbol property in t.GetMembers().OfType<IPropertySymbol>()
                    .Where(p => p is { IsStatic: false, IsIndexer: false, GetMethod: null, OverriddenProperty: null }))
                {
                    if (!Inclusion.IsIgnored(property)
                        && property.GetAttributes().FirstOrDefault(data => s_naming.Contains(Attributes.NameOf(data))) is { } data
                        && !IsFormer(t, JsonAttributes.Name(property) is { Length: > 0 } name ? name : property.Name))
                        Report(parser, property, "." + property.Name, "[" + Short(Attributes.NameOf(data)) + "] of a property without a "
                            + "getter", "it is neither written nor set: if it reads a former name, give that to the member that has the "
                            + "value, with [KitbagFormerName]");
                }
            }
        }

        private static bool IsFormer(ITypeSymbol type, string name) => type.GetMembers().Any(member =>
            Attributes.All(member, "Kitbag.KitbagFormerNameAttribute")
                .Any(data => data.ConstructorArguments.Any(argument => argument.Value is string former && former == name)));

        /// <summary>Reports unsupported attributes of a collection type.</summary>
        public static void ReportCollection(Parser parser, ITypeSymbol type)
        {
            const string Elements = "a collection is stored as its elements";
            ReportCallbacks(parser, type, Elements);
            foreach ((string name, ISymbol method) in Callbacks.ImplementedIn(type, allInterfaces: false))
                parser.ReportAt(method, Rules.UncalledCallback, parser.Path, name, Names.InSchema(type), Elements,
                    CollectionMembers.OrFields(type, ", or store its fields with "));
            Report(parser, type, storesMembers: false);
            if (Attributes.Has(type, Newtonsoft + "JsonArrayAttribute") && type.AllInterfaces.Any(i =>
                i.OriginalDefinition.ToDisplayString() == "System.Collections.Generic.IDictionary<TKey, TValue>"))
                Report(parser, type, "", "[JsonArray]", "a dictionary is a JSON object. Arrays of pairs are read, too");
            if (JsonAttributes.Numbers(type) is > 0)
                Report(parser, type, "", "[JsonNumberHandling]", "on a collection put it on the members that hold one");
        }

        // With such attributes, the other serializers store the members of a collection.
        private static void ReportOfElements(Parser parser, ITypeSymbol type, string attribute) =>
            Report(parser, type, "", "[" + attribute + "]", "a collection is stored as its elements, without its members: make it a member "
                + "of a class" + CollectionMembers.OrFields(type, ", or store its fields with "));

        // A member of a base class is described once for each derived class, but it is one declaration that has to be changed.
        public static void Report(Parser parser, ISymbol symbol, string step, string attribute, string advice)
        {
            if (!parser.IsOwn(symbol) || parser.IsFirst(symbol.OriginalDefinition, attribute))
                parser.ReportAt(symbol, Rules.IgnoredAttribute, parser.Path + step, attribute, advice);
        }

        // Some converters of Newtonsoft.Json write the form that Kitbag has anyway.
        private static void ReportConverter(Parser parser, ISymbol symbol, ITypeSymbol converter, string step)
        {
            if (converter.ToDisplayString() is not (Newtonsoft + "Converters.IsoDateTimeConverter"
                or Newtonsoft + "Converters.VersionConverter" or Newtonsoft + "Converters.KeyValuePairConverter"))
                Report(parser, symbol, step, "[JsonConverter(typeof(" + Names.InSchema(converter) + "))]",
                    "converters are not called. For enums, JsonStringEnumConverter is supported; for another form use a surrogate");
        }

        // An attribute of a serializer that is not supported.
        private static string? Unknown(string name)
        {
            if (name.StartsWith(JsonAttributes.SystemText, System.StringComparison.Ordinal))
            {
                string last = Short(name);
                return s_supported.Contains(last) ? null : "[" + last + "]";
            }
            return null;
        }

        /// <summary>The name of an attribute as it is written: JsonProperty.</summary>
        public static string Short(string name)
        {
            string last = name.Substring(name.LastIndexOf('.') + 1);
            return last.EndsWith("Attribute", System.StringComparison.Ordinal)
                ? last.Substring(0, last.Length - "Attribute".Length) : last;
        }

        /// <summary>Whether an attribute of a type says that only marked members are serialized.</summary>
        public static bool IsOfMarked(AttributeData data) => Attributes.NameOf(data) == Contracts + "DataContractAttribute"
            || BinaryAttributes.IsOptIn(data) || (Attributes.NameOf(data) == Newtonsoft + "JsonObjectAttribute" && IsOptIn(data));

        // MemberSerialization.OptIn is 1.
        private static bool IsOptIn(AttributeData data) =>
            data.ConstructorArguments.Any(argument => argument.Value is 1) || Attributes.Named(data, "MemberSerialization") is 1;

        // If attributes select the members, those serializers exclude the others; Kitbag serializes them all the same.
        private static void ReportUnnamed(Parser parser, ITypeSymbol type, string attribute, ISymbol[] known)
        {
            foreach (ISymbol member in type.GetMembers().Except(known, SymbolEqualityComparer.Default))
            {
                if (member is IFieldSymbol { IsConst: false }
                    or IPropertySymbol { IsIndexer: false, SetMethod.DeclaredAccessibility: Accessibility.Public }
                    && member is { IsStatic: false, IsImplicitlyDeclared: false, DeclaredAccessibility: Accessibility.Public }
                    && !Inclusion.IsIgnored(member) && !EngineTypes.IsState(member)
                    && !IsNamed(member) && !NewtonsoftAttributes.IsSpecified(member, IsNamed)
                    && !type.GetMembers(SetterCode.BackingField(member)).Any(IsNamed))
                    Report(parser, member, "." + member.Name, "[" + Short(attribute) + "]",
                        "the member is not marked for the other serializer, but is serialized by Kitbag: mark it, or use "
                        + "[KitbagIgnore] to exclude it");
            }
        }

        /// <summary>Whether an attribute includes a member if only marked members are serialized.</summary>
        public static bool IsNamed(ISymbol member) => BinaryAttributes.Includes(member)
            || Attributes.Has(member, Contracts + "DataMemberAttribute", Newtonsoft + "JsonPropertyAttribute");
    }
}
