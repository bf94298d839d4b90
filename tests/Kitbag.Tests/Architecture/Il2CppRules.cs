using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Kitbag.Tests
{
    /// <summary>
    /// Finds code in an assembly that IL2CPP cannot compile, or runs differently: declarations and calls of generic virtual methods;
    /// generic types and methods that instantiate themselves with ever larger arguments; exception filters that write to fields. IL2CPP
    /// generates code for every instantiation over value types that other code names. Without generic virtual methods and types that are
    /// constructed at run time (which <see cref="BannedSymbols"/> finds), no other instantiations are needed.
    /// </summary>
    internal sealed class Il2CppRules : ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>
    {
        private readonly PEReader _image;
        private readonly MetadataReader _reader;
        private readonly SortedSet<string> _found = new(StringComparer.Ordinal);
        // For each type parameter, the type parameters in whose arguments it occurs; true if it is only a part of the argument.
        private readonly Dictionary<string, Dictionary<string, bool>> _flows = new();
        private (TypeDefinitionHandle Type, MethodDefinitionHandle Method) _place;

        private Il2CppRules(string assembly)
        {
            _image = new PEReader(ImmutableArray.Create(File.ReadAllBytes(assembly)));
            _reader = _image.GetMetadataReader();
        }

        /// <summary>The violations, each as "method: violation".</summary>
        public static string[] Violations(string assembly)
        {
            var rules = new Il2CppRules(assembly);
            foreach (TypeDefinitionHandle type in rules._reader.TypeDefinitions)
                rules.ReadType(type);
            rules.FindGrowth();
            return rules._found.ToArray();
        }

        private void ReadType(TypeDefinitionHandle handle)
        {
            TypeDefinition type = _reader.GetTypeDefinition(handle);
            _place = (handle, default);
            Use(type.BaseType);
            foreach (InterfaceImplementationHandle implementation in type.GetInterfaceImplementations())
                Use(_reader.GetInterfaceImplementation(implementation).Interface);
            foreach (FieldDefinitionHandle field in type.GetFields())
                Flow(_reader.GetFieldDefinition(field).DecodeSignature(this, _place));
            foreach (MethodDefinitionHandle method in type.GetMethods())
            {
                _place = (handle, method);
                ReadMethod(_reader.GetMethodDefinition(method));
            }
        }

        private void ReadMethod(MethodDefinition method)
        {
            if (IsVirtual(method) && method.GetGenericParameters().Count != 0)
                Add("is virtual and generic");
            if (method.RelativeVirtualAddress == 0)
                return;
            MethodBodyBlock body = _image.GetMethodBody(method.RelativeVirtualAddress);
            if (!body.LocalSignature.IsNil)
            {
                foreach (GenericUse local in _reader.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(this, _place))
                    Flow(local);
            }
            foreach (EntityHandle token in MethodTokens.Read(body.GetILReader()))
                Use(token);
            foreach (ExceptionRegion region in body.ExceptionRegions.Where(r => r.Kind == ExceptionRegionKind.Filter))
            {
                byte[] code = body.GetILBytes()![region.FilterOffset..region.HandlerOffset];
                if (MethodTokens.StoresField(code))
                    Add("writes to a field in an exception filter");
            }
        }

        private void Use(EntityHandle handle)
        {
            switch (handle.Kind)
            {
                case HandleKind.TypeSpecification:
                    Flow(_reader.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(this, _place));
                    break;
                case HandleKind.MemberReference:
                    Use(_reader.GetMemberReference((MemberReferenceHandle)handle).Parent);
                    break;
                case HandleKind.MethodSpecification:
                    MethodSpecification generic = _reader.GetMethodSpecification((MethodSpecificationHandle)handle);
                    Use(generic.Method);
                    ImmutableArray<GenericUse> arguments = generic.DecodeSignature(this, _place);
                    (string name, bool isVirtual) = Describe(generic.Method);
                    if (isVirtual)
                        Add("calls the virtual and generic " + name);
                    Flow(new GenericUse(generic.Method.Kind == HandleKind.MethodDefinition ? "method " + name : null, "", arguments));
                    break;
            }
        }

        private (string Name, bool IsVirtual) Describe(EntityHandle method)
        {
            if (method.Kind == HandleKind.MethodDefinition)
                return (NameOf((MethodDefinitionHandle)method), IsVirtual(_reader.GetMethodDefinition((MethodDefinitionHandle)method)));
            MemberReference member = _reader.GetMemberReference((MemberReferenceHandle)method);
            string name = _reader.GetString(member.Name);
            EntityHandle parent = member.Parent;
            if (parent.Kind == HandleKind.TypeSpecification)
                parent = GenericDefinition((TypeSpecificationHandle)parent);
            if (parent.Kind == HandleKind.TypeDefinition)
            {
                var own = (TypeDefinitionHandle)parent;
                bool isVirtual = _reader.GetTypeDefinition(own).GetMethods().Select(_reader.GetMethodDefinition)
                    .Any(m => _reader.GetString(m.Name) == name && m.GetGenericParameters().Count != 0 && IsVirtual(m));
                return (NameOf(own) + "." + name, isVirtual);
            }
            TypeReference type = _reader.GetTypeReference((TypeReferenceHandle)parent);
            string full = _reader.GetString(type.Namespace) + "." + _reader.GetString(type.Name);
            return (full + "." + name, AppDomain.CurrentDomain.GetAssemblies().Select(a => a.GetType(full)).OfType<Type>().Take(1)
                .Any(t => t.GetMethods().Any(m => m.Name == name && m.IsGenericMethod && m.IsVirtual && !m.IsFinal)));
        }

        private EntityHandle GenericDefinition(TypeSpecificationHandle handle)
        {
            BlobReader signature = _reader.GetBlobReader(_reader.GetTypeSpecification(handle).Signature);
            if (signature.ReadSignatureTypeCode() != SignatureTypeCode.GenericTypeInstance)
                return default;
            signature.ReadCompressedInteger();
            return signature.ReadTypeHandle();
        }

        // A type parameter that flows back into itself within a larger type would need infinitely many instantiations.
        private void FindGrowth()
        {
            Dictionary<string, string[]> edges = _flows.ToDictionary(f => f.Key, f => f.Value.Keys.ToArray());
            foreach (string[] cycle in Cycles.Find(edges))
            {
                string? grown = cycle.FirstOrDefault(from => _flows[from].Any(to => to.Value && cycle.Contains(to.Key)));
                if (grown != null)
                    _found.Add(string.Join(", ", cycle.Order(StringComparer.Ordinal)) + ": need each other over ever larger arguments");
            }
            foreach ((string from, Dictionary<string, bool> to) in _flows)
            {
                if (to.TryGetValue(from, out bool grows) && grows)
                    _found.Add(from + ": needs itself over ever larger arguments");
            }
        }

        private void Flow(GenericUse use)
        {
            for (int i = 0; i < use.Arguments.Length; i++)
            {
                if (use.Definition != null)
                    Flow(use.Arguments[i], use.Definition + " " + i, false);
                Flow(use.Arguments[i]);
            }
        }

        private void Flow(GenericUse argument, string to, bool grows)
        {
            if (argument.Parameter.Length != 0)
            {
                if (!_flows.TryGetValue(argument.Parameter, out Dictionary<string, bool>? targets))
                    _flows.Add(argument.Parameter, targets = new Dictionary<string, bool>());
                targets[to] = grows || targets.GetValueOrDefault(to);
            }
            foreach (GenericUse part in argument.Arguments)
                Flow(part, to, true);
        }

        private static bool IsVirtual(MethodDefinition method) =>
            (method.Attributes & MethodAttributes.Virtual) != 0 && (method.Attributes & MethodAttributes.Final) == 0;

        private void Add(string what) => _found.Add(NameOf(_place.Method) + ": " + what);

        private string NameOf(MethodDefinitionHandle method) =>
            NameOf(_reader.GetMethodDefinition(method).GetDeclaringType()) + "."
                + _reader.GetString(_reader.GetMethodDefinition(method).Name);

        private string NameOf(TypeDefinitionHandle handle)
        {
            TypeDefinition type = _reader.GetTypeDefinition(handle);
            string name = _reader.GetString(type.Name), space = _reader.GetString(type.Namespace);
            return !type.GetDeclaringType().IsNil ? NameOf(type.GetDeclaringType()) + "+" + name
                : space.Length == 0 ? name : space + "." + name;
        }

        GenericUse ISimpleTypeProvider<GenericUse>.GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte kind) =>
            new(NameOf(handle), "", []);

        GenericUse ISimpleTypeProvider<GenericUse>.GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte kind) =>
            GenericUse.Other;

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetTypeFromSpecification(
            MetadataReader reader, (TypeDefinitionHandle Type, MethodDefinitionHandle Method) place, TypeSpecificationHandle handle,
            byte kind) => reader.GetTypeSpecification(handle).DecodeSignature(this, place);

        GenericUse ISimpleTypeProvider<GenericUse>.GetPrimitiveType(PrimitiveTypeCode code) => GenericUse.Other;

        GenericUse ISZArrayTypeProvider<GenericUse>.GetSZArrayType(GenericUse element) => new(null, "", [element]);

        GenericUse IConstructedTypeProvider<GenericUse>.GetArrayType(GenericUse element, ArrayShape shape) => new(null, "", [element]);

        GenericUse IConstructedTypeProvider<GenericUse>.GetByReferenceType(GenericUse element) => element;

        GenericUse IConstructedTypeProvider<GenericUse>.GetGenericInstantiation(GenericUse generic, ImmutableArray<GenericUse> arguments) =>
            new(generic.Definition, "", arguments);

        GenericUse IConstructedTypeProvider<GenericUse>.GetPointerType(GenericUse element) => element;

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetFunctionPointerType(
            MethodSignature<GenericUse> signature) => GenericUse.Other;

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetGenericMethodParameter(
            (TypeDefinitionHandle Type, MethodDefinitionHandle Method) place, int index) =>
            new(null, "method " + NameOf(place.Method) + " " + index, []);

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetGenericTypeParameter(
            (TypeDefinitionHandle Type, MethodDefinitionHandle Method) place, int index) => new(null, NameOf(place.Type) + " " + index, []);

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetModifiedType(
            GenericUse modifier, GenericUse type, bool isRequired) => type;

        GenericUse ISignatureTypeProvider<GenericUse, (TypeDefinitionHandle Type, MethodDefinitionHandle Method)>.GetPinnedType(
            GenericUse element) => element;
    }

    /// <summary>A type in a signature.</summary>
    /// <param name="Definition">The name of a type or method of the assembly; null for others.</param>
    /// <param name="Parameter">The type parameter that it is, or an empty string.</param>
    /// <param name="Arguments">Its type arguments.</param>
    internal sealed record GenericUse(string? Definition, string Parameter, ImmutableArray<GenericUse> Arguments)
    {
        public static readonly GenericUse Other = new(null, "", []);
    }
}
