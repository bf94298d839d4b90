using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Attributes of MemoryPack, MessagePack and protobuf-net.</summary>
    internal static class BinaryAttributes
    {
        /// <summary>The beginning of the names of attributes.</summary>
        public const string MemoryPack = "MemoryPack.MemoryPack", MessagePack = "MessagePack.", ProtoBuf = "ProtoBuf.Proto";

        /// <summary>What to do about an attribute that excludes a member from another serializer only.</summary>
        public const string Stored = "the member is stored: exclude it with [KitbagIgnore]";

        private const string NoFormatter = "formatters are not called: for another form use a surrogate";

        private static readonly Dictionary<string, string> s_advice = new Dictionary<string, string>
        {
            [MemoryPack + "IgnoreAttribute"] = Stored,
            [MessagePack + "IgnoreMemberAttribute"] = Stored,
            [ProtoBuf + "IgnoreAttribute"] = Stored,
            [MessagePack + "MessagePackFormatterAttribute"] = NoFormatter,
        };

        /// <summary>Attributes that select the constructor for reading.</summary>
        public static readonly string[] Constructors =
        {
            MemoryPack + "ConstructorAttribute", MessagePack + "SerializationConstructorAttribute",
        };

        /// <summary>Whether an attribute includes a member although it is not public.</summary>
        public static bool Includes(ISymbol member) => Attributes.Has(member, MemoryPack + "IncludeAttribute", MessagePack + "KeyAttribute",
            ProtoBuf + "MemberAttribute") || (member.ContainingType is { } type && Attributes.All(type, ProtoBuf + "PartialMemberAttribute")
                .Any(data => data.ConstructorArguments.Any(argument => argument.Value is string name && name == member.Name)));

        /// <summary>Whether an attribute of a type includes all its fields: ImplicitFields.AllFields is 2.</summary>
        public static bool IncludesFields(INamedTypeSymbol type) =>
            Attributes.All(type, ProtoBuf + "ContractAttribute").Any(data => Attributes.Named(data, "ImplicitFields") is 2);

        /// <summary>Whether an attribute of a type says that only members with an attribute are serialized.</summary>
        public static bool IsOptIn(AttributeData data) => Attributes.NameOf(data) == ProtoBuf + "ContractAttribute"
            && Attributes.Named(data, "ImplicitFields") is null or 0 && Attributes.Named(data, "Surrogate") == null;

        /// <summary>What to do instead of using an attribute that is not supported; null for other attributes.</summary>
        public static string? AdviceFor(AttributeData data)
        {
            string name = Attributes.NameOf(data);
            if (s_advice.TryGetValue(name, out string? advice))
                return advice;
            if (name == ProtoBuf + "ContractAttribute" && Attributes.Named(data, "Surrogate") != null)
                return "its Surrogate is not used: declare one with [KitbagSurrogate]";
            return IsFormatter(data.AttributeClass) ? NoFormatter : null;
        }

        // The formatters of MemoryPack are attributes themselves.
        private static bool IsFormatter(INamedTypeSymbol? attribute)
        {
            for (INamedTypeSymbol? t = attribute?.BaseType; t != null; t = t.BaseType)
            {
                if (t.OriginalDefinition.ToDisplayString().StartsWith(MemoryPack + "CustomFormatterAttribute<", StringComparison.Ordinal))
                    return true;
            }
            return false;
        }
    }
}
