using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Kitbag.Tests
{
    /// <summary>
    /// One use of a type of the assembly by another one, with the files that declare them, relative to the root of the project.
    /// </summary>
    internal sealed record CompiledReference(string From, string FromFile, string To, string ToFile)
    {
        public string FromFolder => FolderOf(FromFile);

        public string ToFolder => FolderOf(ToFile);

        private static string FolderOf(string file) => file.Contains('/', StringComparison.Ordinal) ? file.Split('/')[0] : "(root)";
    }

    /// <summary>
    /// All references between the types of an assembly, as its metadata has them: bases, interfaces, attributes, signatures, local
    /// variables, and what the bodies of methods use. The symbols next to the assembly specify which file declares a type or a method.
    /// </summary>
    internal sealed class CompiledReferences : ISignatureTypeProvider<object?, object?>
    {
        private static readonly Guid s_typeDocuments = new("932E74BC-DBA9-4478-8D46-0F32A7BAB3D3");

        private readonly string _root;
        private readonly PEReader _image;
        private readonly MetadataReader _reader, _symbols;
        private readonly Dictionary<TypeDefinitionHandle, string> _files = new();
        private readonly HashSet<CompiledReference> _found = new();
        private string _from = "", _fromFile = "";

        private CompiledReferences(string assembly, string root)
        {
            _root = root.Replace('\\', '/') + "/";
            _image = new PEReader(ImmutableArray.Create(File.ReadAllBytes(assembly)));
            _reader = _image.GetMetadataReader();
            byte[] symbols = File.ReadAllBytes(Path.ChangeExtension(assembly, ".pdb"));
            _symbols = MetadataReaderProvider.FromPortablePdbImage(ImmutableArray.Create(symbols)).GetMetadataReader();
        }

        /// <summary>Reads an assembly.</summary>
        /// <param name="assembly">The path of the assembly; its symbols are in the same folder.</param>
        /// <param name="root">The folder of the project.</param>
        public static IReadOnlyCollection<CompiledReference> Read(string assembly, string root)
        {
            var references = new CompiledReferences(assembly, root);
            foreach (TypeDefinitionHandle type in references._reader.TypeDefinitions)
                references.FindFile(type);
            foreach (TypeDefinitionHandle type in references._reader.TypeDefinitions)
                references.ReadType(type);
            return references._found;
        }

        private void FindFile(TypeDefinitionHandle type)
        {
            foreach (CustomDebugInformationHandle handle in _symbols.GetCustomDebugInformation(type))
            {
                CustomDebugInformation information = _symbols.GetCustomDebugInformation(handle);
                if (_symbols.GetGuid(information.Kind) == s_typeDocuments)
                {
                    BlobReader blob = _symbols.GetBlobReader(information.Value);
                    _files[type] = NameOf(MetadataTokens.DocumentHandle(blob.ReadCompressedInteger()));
                    return;
                }
            }
            foreach (MethodDefinitionHandle method in _reader.GetTypeDefinition(type).GetMethods())
            {
                if (FileOf(method) is { } file)
                {
                    _files[type] = file;
                    // The main file of a type in several files has the name of the type.
                    if (Path.GetFileNameWithoutExtension(file) == FullName(type).Split('.')[^1].Split('`')[0])
                        return;
                }
            }
        }

        private string? FileOf(MethodDefinitionHandle method)
        {
            MethodDebugInformation information = _symbols.GetMethodDebugInformation(method);
            if (!information.Document.IsNil)
                return NameOf(information.Document);
            foreach (SequencePoint point in information.GetSequencePoints())
                return NameOf(point.Document);
            return null;
        }

        private string NameOf(DocumentHandle document)
        {
            string name = _symbols.GetString(_symbols.GetDocument(document).Name).Replace('\\', '/');
            int at = name.IndexOf("src/Kitbag/", StringComparison.Ordinal);
            return name.StartsWith(_root, StringComparison.Ordinal) ? name[_root.Length..] : at < 0 ? name : name[(at + 11)..];
        }

        private TypeDefinitionHandle Outermost(TypeDefinitionHandle type)
        {
            while (_reader.GetTypeDefinition(type).GetDeclaringType() is { IsNil: false } outer)
                type = outer;
            return type;
        }

        private string FullName(TypeDefinitionHandle type)
        {
            TypeDefinition definition = _reader.GetTypeDefinition(Outermost(type));
            return _reader.GetString(definition.Namespace) + "." + _reader.GetString(definition.Name);
        }

        private string FileOf(TypeDefinitionHandle type) =>
            _files.TryGetValue(Outermost(type), out string? file) || _files.TryGetValue(type, out file) ? file : "";

        private void ReadType(TypeDefinitionHandle handle)
        {
            TypeDefinition type = _reader.GetTypeDefinition(handle);
            _from = FullName(handle);
            string home = FileOf(handle);
            // Types that the compiler generates have no file.
            if (home.Length == 0)
                return;
            _fromFile = home;
            Use(type.BaseType);
            UseAttributes(type.GetCustomAttributes());
            UseConstraints(type.GetGenericParameters());
            foreach (InterfaceImplementationHandle implementation in type.GetInterfaceImplementations())
                Use(_reader.GetInterfaceImplementation(implementation).Interface);
            foreach (FieldDefinitionHandle field in type.GetFields())
            {
                _reader.GetFieldDefinition(field).DecodeSignature(this, null);
                UseAttributes(_reader.GetFieldDefinition(field).GetCustomAttributes());
            }
            foreach (MethodDefinitionHandle method in type.GetMethods())
            {
                _fromFile = FileOf(method) ?? home;
                ReadMethod(_reader.GetMethodDefinition(method));
            }
        }

        private void ReadMethod(MethodDefinition method)
        {
            method.DecodeSignature(this, null);
            UseAttributes(method.GetCustomAttributes());
            UseConstraints(method.GetGenericParameters());
            if (method.RelativeVirtualAddress == 0)
                return;
            MethodBodyBlock body = _image.GetMethodBody(method.RelativeVirtualAddress);
            if (!body.LocalSignature.IsNil)
                _reader.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(this, null);
            foreach (ExceptionRegion region in body.ExceptionRegions)
                Use(region.CatchType);
            foreach (EntityHandle token in MethodTokens.Read(body.GetILReader()))
                Use(token);
        }

        private void UseAttributes(CustomAttributeHandleCollection attributes)
        {
            foreach (CustomAttributeHandle attribute in attributes)
                Use(_reader.GetCustomAttribute(attribute).Constructor);
        }

        private void UseConstraints(GenericParameterHandleCollection parameters)
        {
            foreach (GenericParameterHandle parameter in parameters)
            {
                foreach (GenericParameterConstraintHandle constraint in _reader.GetGenericParameter(parameter).GetConstraints())
                    Use(_reader.GetGenericParameterConstraint(constraint).Type);
            }
        }

        private void Use(EntityHandle handle)
        {
            if (handle.IsNil)
                return;
            switch (handle.Kind)
            {
                case HandleKind.TypeDefinition:
                    Add((TypeDefinitionHandle)handle, null);
                    break;
                case HandleKind.TypeSpecification:
                    _reader.GetTypeSpecification((TypeSpecificationHandle)handle).DecodeSignature(this, null);
                    break;
                case HandleKind.MethodDefinition:
                    var method = (MethodDefinitionHandle)handle;
                    Add(_reader.GetMethodDefinition(method).GetDeclaringType(), FileOf(method));
                    break;
                case HandleKind.FieldDefinition:
                    Add(_reader.GetFieldDefinition((FieldDefinitionHandle)handle).GetDeclaringType(), null);
                    break;
                case HandleKind.MemberReference:
                    MemberReference member = _reader.GetMemberReference((MemberReferenceHandle)handle);
                    Use(member.Parent);
                    if (member.GetKind() == MemberReferenceKind.Field)
                        member.DecodeFieldSignature(this, null);
                    else
                        member.DecodeMethodSignature(this, null);
                    break;
                case HandleKind.MethodSpecification:
                    MethodSpecification generic = _reader.GetMethodSpecification((MethodSpecificationHandle)handle);
                    Use(generic.Method);
                    generic.DecodeSignature(this, null);
                    break;
            }
        }

        private void Add(TypeDefinitionHandle type, string? file)
        {
            string to = FullName(type);
            file ??= FileOf(type);
            if (file.Length != 0 && to != _from)
                _found.Add(new CompiledReference(_from, _fromFile, to, file));
        }

        // Every type that occurs in a signature is used; the decoded signature itself is not needed.
        object? ISimpleTypeProvider<object?>.GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind)
        {
            Add(handle, null);
            return null;
        }

        object? ISignatureTypeProvider<object?, object?>.GetTypeFromSpecification(
            MetadataReader reader, object? context, TypeSpecificationHandle handle, byte rawTypeKind)
        {
            reader.GetTypeSpecification(handle).DecodeSignature(this, null);
            return null;
        }

        object? ISimpleTypeProvider<object?>.GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte kind) => null;

        object? ISimpleTypeProvider<object?>.GetPrimitiveType(PrimitiveTypeCode typeCode) => null;

        object? ISZArrayTypeProvider<object?>.GetSZArrayType(object? elementType) => null;

        object? IConstructedTypeProvider<object?>.GetArrayType(object? elementType, ArrayShape shape) => null;

        object? IConstructedTypeProvider<object?>.GetByReferenceType(object? elementType) => null;

        object? IConstructedTypeProvider<object?>.GetGenericInstantiation(object? generic, ImmutableArray<object?> arguments) => null;

        object? IConstructedTypeProvider<object?>.GetPointerType(object? elementType) => null;

        object? ISignatureTypeProvider<object?, object?>.GetFunctionPointerType(MethodSignature<object?> signature) => null;

        object? ISignatureTypeProvider<object?, object?>.GetGenericMethodParameter(object? context, int index) => null;

        object? ISignatureTypeProvider<object?, object?>.GetGenericTypeParameter(object? context, int index) => null;

        object? ISignatureTypeProvider<object?, object?>.GetModifiedType(object? modifier, object? type, bool isRequired) => null;

        object? ISignatureTypeProvider<object?, object?>.GetPinnedType(object? elementType) => null;
    }
}
