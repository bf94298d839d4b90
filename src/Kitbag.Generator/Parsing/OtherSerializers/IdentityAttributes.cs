using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Attributes of other serializers that say that objects keep their identity.</summary>
    internal static class IdentityAttributes
    {
        /// <summary>What to do instead.</summary>
        public const string Advice =
            "objects keep their identity if their class is tracked: mark it with [KitbagSerializable(Tracked = true)]";

        /// <summary>The attribute of a member, as messages name it.</summary>
        public const string OfMember = "[ProtoMember(AsReference)]";

        private const string Contracts = "System.Runtime.Serialization.";

        /// <summary>The attribute of a type or its nearest base class that has one, as messages name it; null if there is none.</summary>
        public static string? Of(ITypeSymbol type)
        {
            if (NewtonsoftAttributes.OfObject(type) is { } form && Attributes.Named(form, "IsReference") is true)
                return "[JsonObject(IsReference)]";
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.GetAttributes().Select(Name).FirstOrDefault(name => name != null) is { } name)
                    return name;
            }
            return null;
        }

        private static string? Name(AttributeData data) => Attributes.NameOf(data) switch
        {
            Contracts + "DataContractAttribute" when Attributes.Named(data, "IsReference") is true => "[DataContract(IsReference)]",
            Contracts + "CollectionDataContractAttribute" when Attributes.Named(data, "IsReference") is true =>
                "[CollectionDataContract(IsReference)]",
            BinaryAttributes.ProtoBuf + "ContractAttribute" when Attributes.Named(data, "AsReferenceDefault") is true =>
                "[ProtoContract(AsReferenceDefault)]",
            BinaryAttributes.MemoryPack + "ableAttribute" when data.ConstructorArguments.Any(IsCircularReference) =>
                "[MemoryPackable(GenerateType.CircularReference)]",
            _ => null,
        };

        private static bool IsCircularReference(TypedConstant value) => value.Type is { TypeKind: TypeKind.Enum } type
            && type.GetMembers("CircularReference").OfType<IFieldSymbol>().Any(field => Equals(field.ConstantValue, value.Value));

        /// <summary>The types of the objects that keep their identity according to an attribute of a member.</summary>
        public static IEnumerable<ITypeSymbol> OfObjectsIn(ISymbol member) => Attributes.All(member, BinaryAttributes.ProtoBuf
            + "MemberAttribute").Any(data => Attributes.Named(data, "AsReference") is true)
            ? WithElements(Members.TypeOf(member)) : Enumerable.Empty<ITypeSymbol>();

        private static IEnumerable<ITypeSymbol> WithElements(ITypeSymbol type) => (type switch
        {
            IArrayTypeSymbol array => WithElements(array.ElementType),
            INamedTypeSymbol named => named.TypeArguments.SelectMany(WithElements),
            _ => Enumerable.Empty<ITypeSymbol>(),
        }).Prepend(type);
    }
}
