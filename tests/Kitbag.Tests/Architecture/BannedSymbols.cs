using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Kitbag.Tests
{
    /// <summary>
    /// A list of members of other assemblies that an assembly must not use, each with the reason. A line is "symbol; reason", or
    /// "symbol; reason; namespace" where the types of one namespace may use it. A symbol is a member (a property stands for its accessors),
    /// a type, with all of its members, or a namespace with all that is in it ("N.*").
    /// </summary>
    internal sealed class BannedSymbols
    {
        private readonly Dictionary<string, string> _reasons = new();
        private readonly Dictionary<string, string> _exempted = new();

        public static BannedSymbols Load(string file)
        {
            var list = new BannedSymbols();
            foreach (string line in File.ReadAllLines(file).Where(l => l.Length != 0 && l[0] != '#'))
            {
                string[] parts = line.Split("; ");
                bool isExempted = parts.Length > 2 && parts[^1].StartsWith("Kitbag.", StringComparison.Ordinal);
                list._reasons.Add(parts[0], string.Join("; ", parts[1..(isExempted ? ^1 : ^0)]));
                if (isExempted)
                    list._exempted.Add(parts[0], parts[^1] + ".");
            }
            return list;
        }

        public IEnumerable<string> Symbols => _reasons.Keys;

        public IEnumerable<string> Reasons => _reasons.Values;

        /// <summary>The uses that the list forbids: "method: symbol; reason".</summary>
        public string[] Violations(string assembly)
        {
            using var image = new PEReader(ImmutableArray.Create(File.ReadAllBytes(assembly)));
            MetadataReader reader = image.GetMetadataReader();
            var found = new SortedSet<string>(StringComparer.Ordinal);
            foreach (TypeDefinitionHandle type in reader.TypeDefinitions)
            {
                foreach (MethodDefinitionHandle handle in reader.GetTypeDefinition(type).GetMethods())
                {
                    MethodDefinition method = reader.GetMethodDefinition(handle);
                    if (method.RelativeVirtualAddress == 0)
                        continue;
                    foreach (EntityHandle token in MethodTokens.Read(image.GetMethodBody(method.RelativeVirtualAddress).GetILReader()))
                    {
                        if (NameOf(reader, token) is not { } used || Find(used.Type, used.Member) is not { } symbol)
                            continue;
                        string user = TypeName(reader, type) + "." + reader.GetString(method.Name);
                        if (_exempted.TryGetValue(symbol, out string? space) && user.StartsWith(space, StringComparison.Ordinal))
                            continue;
                        found.Add(user + ": " + symbol + "; " + _reasons[symbol]);
                    }
                }
            }
            return found.ToArray();
        }

        private string? Find(string type, string member)
        {
            string name = member.StartsWith("get_", StringComparison.Ordinal) || member.StartsWith("set_", StringComparison.Ordinal)
                ? member[4..]
                : member;
            if (_reasons.ContainsKey(type + "." + name))
                return type + "." + name;
            // A type that is nested in one that is banned is banned, too.
            string outer = type.Split('+')[0];
            if (_reasons.ContainsKey(outer))
                return outer;
            for (int dot = outer.LastIndexOf('.'); dot > 0; dot = outer.LastIndexOf('.', dot - 1))
            {
                if (_reasons.ContainsKey(outer[..dot] + ".*"))
                    return outer[..dot] + ".*";
            }
            return null;
        }

        private static (string Type, string Member)? NameOf(MetadataReader reader, EntityHandle token)
        {
            if (token.Kind == HandleKind.MethodSpecification)
                token = reader.GetMethodSpecification((MethodSpecificationHandle)token).Method;
            if (token.Kind != HandleKind.MemberReference)
                return null;
            MemberReference member = reader.GetMemberReference((MemberReferenceHandle)token);
            return TypeName(reader, member.Parent) is { } type ? (type, reader.GetString(member.Name)) : null;
        }

        private static string? TypeName(MetadataReader reader, EntityHandle handle)
        {
            switch (handle.Kind)
            {
                case HandleKind.TypeDefinition:
                    TypeDefinition definition = reader.GetTypeDefinition((TypeDefinitionHandle)handle);
                    return definition.GetDeclaringType() is { IsNil: false } outer
                        ? TypeName(reader, outer) + "+" + reader.GetString(definition.Name)
                        : reader.GetString(definition.Namespace) + "." + reader.GetString(definition.Name);
                case HandleKind.TypeReference:
                    TypeReference reference = reader.GetTypeReference((TypeReferenceHandle)handle);
                    return reference.ResolutionScope.Kind == HandleKind.TypeReference
                        ? TypeName(reader, reference.ResolutionScope) + "+" + reader.GetString(reference.Name)
                        : reader.GetString(reference.Namespace) + "." + reader.GetString(reference.Name);
                case HandleKind.TypeSpecification:
                    BlobReader blob = reader.GetBlobReader(reader.GetTypeSpecification((TypeSpecificationHandle)handle).Signature);
                    if (blob.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
                        return null;
                    // Class or value type.
                    blob.ReadCompressedInteger();
                    return TypeName(reader, blob.ReadTypeHandle());
                default:
                    return null;
            }
        }
    }
}
