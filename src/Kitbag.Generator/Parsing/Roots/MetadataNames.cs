using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Metadata;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The marked names of a compiled assembly (<see cref="MarkedNames"/>), read from its metadata, without those of types and members that
    /// other assemblies cannot access.
    /// </summary>
    internal sealed class MetadataNames
    {
        private readonly MetadataReader _reader;
        private readonly bool _isFriend;
        private readonly HashSet<string> _names;

        /// <param name="reader">The metadata of the assembly.</param>
        /// <param name="isFriend">Whether the assembly lets the compilation access its internal types and members.</param>
        /// <param name="names">Receives the names.</param>
        public MetadataNames(MetadataReader reader, bool isFriend, HashSet<string> names)
        {
            _reader = reader;
            _isFriend = isFriend;
            _names = names;
        }

        public void Scan()
        {
            foreach (CustomAttributeHandle handle in _reader.CustomAttributes)
            {
                CustomAttribute attribute = _reader.GetCustomAttribute(handle);
                if (attribute.Parent.Kind != HandleKind.GenericParameter || !IsRoot(attribute.Constructor))
                    continue;
                EntityHandle owner = _reader.GetGenericParameter((GenericParameterHandle)attribute.Parent).Parent;
                if (owner.Kind == HandleKind.MethodDefinition)
                    AddMethod(_reader.GetMethodDefinition((MethodDefinitionHandle)owner));
                else
                    AddType((TypeDefinitionHandle)owner);
            }
        }

        private bool IsRoot(EntityHandle constructor)
        {
            if (constructor.Kind == HandleKind.MethodDefinition)
            {
                TypeDefinition own = _reader.GetTypeDefinition(_reader.GetMethodDefinition((MethodDefinitionHandle)constructor)
                    .GetDeclaringType());
                return IsRoot(own.Name, own.Namespace);
            }
            if (_reader.GetMemberReference((MemberReferenceHandle)constructor).Parent is not { Kind: HandleKind.TypeReference } parent)
                return false;
            TypeReference type = _reader.GetTypeReference((TypeReferenceHandle)parent);
            return IsRoot(type.Name, type.Namespace);
        }

        private bool IsRoot(StringHandle name, StringHandle space) =>
            _reader.StringComparer.Equals(name, MarkedNames.RootAttribute) && _reader.StringComparer.Equals(space, MarkedNames.Space);

        private void AddMethod(MethodDefinition method)
        {
            if (IsAccessible(method) && IsAccessible(method.GetDeclaringType()))
                _names.Add(_reader.GetString(method.Name));
        }

        private void AddType(TypeDefinitionHandle handle)
        {
            if (!IsAccessible(handle))
                return;
            TypeDefinition type = _reader.GetTypeDefinition(handle);
            string name = _reader.GetString(type.Name).Split('`')[0];
            MarkedNames.AddAny(name, _names);
            if (IsStruct(type))
                MarkedNames.AddType(name, _names);
            foreach (MethodDefinitionHandle member in type.GetMethods())
            {
                MethodDefinition method = _reader.GetMethodDefinition(member);
                if (!IsAccessible(method))
                    continue;
                if (_reader.StringComparer.Equals(method.Name, ConstructorInfo.ConstructorName))
                    MarkedNames.AddType(name, _names);
                else
                    _names.Add(_reader.GetString(method.Name));
            }
        }

        // A struct can be created without a constructor.
        private bool IsStruct(TypeDefinition type) => type.BaseType is { IsNil: false, Kind: HandleKind.TypeReference } handle
            && _reader.StringComparer.Equals(_reader.GetTypeReference((TypeReferenceHandle)handle).Name, nameof(System.ValueType));

        private bool IsAccessible(MethodDefinition method) => (method.Attributes & MethodAttributes.MemberAccessMask) switch
        {
            MethodAttributes.Public or MethodAttributes.Family or MethodAttributes.FamORAssem => true,
            MethodAttributes.Assembly or MethodAttributes.FamANDAssem => _isFriend,
            _ => false,
        };

        private bool IsAccessible(TypeDefinitionHandle handle)
        {
            for (; !handle.IsNil; handle = _reader.GetTypeDefinition(handle).GetDeclaringType())
            {
                switch (_reader.GetTypeDefinition(handle).Attributes & TypeAttributes.VisibilityMask)
                {
                    case TypeAttributes.Public or TypeAttributes.NestedPublic or TypeAttributes.NestedFamily
                        or TypeAttributes.NestedFamORAssem:
                    case TypeAttributes.NotPublic or TypeAttributes.NestedAssembly or TypeAttributes.NestedFamANDAssem when _isFriend:
                        break;
                    default:
                        return false;
                }
            }
            return true;
        }
    }
}
