using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Represents a union of classes: the object itself specifies its class.</summary>
    internal sealed class ClassUnionCodec : UnionCodec<ObjectValue>
    {
        private readonly SchemaType _type;

        public ClassUnionCodec(SchemaType type, UnionCase<ObjectValue>[] cases, string? discriminator)
            : base(type.Name, cases, false)
        {
            _type = type;
            if (discriminator != null)
                Discriminator = discriminator;
        }

        private protected override uint NumberOfOther(ObjectValue value)
        {
            SchemaMember[] cases = _type.MemberArray;
            for (int i = 0; i < cases.Length; i++)
            {
                SchemaType one = cases[i].Type.Kind == SchemaKind.Reference ? cases[i].Type.Element! : cases[i].Type;
                if (one == value.Codec.Type)
                    return (uint)i + 1;
            }
            throw new KitbagException(KitbagErrorReason.SchemaMismatch, "Found a '" + KitbagException.Cut(value.Codec.Type.Name)
                + "', which is not a derived type of '" + KitbagException.Cut(_type.Name) + "'.");
        }
    }

    /// <summary>A union that has cases other than classes.</summary>
    internal sealed class MixedUnionCodec : UnionCodec<UnionValue>
    {
        public MixedUnionCodec(SchemaType type, UnionCase<UnionValue>[] cases, string? discriminator)
            : base(type.Name, cases, false)
        {
            if (discriminator != null)
                Discriminator = discriminator;
        }

        private protected override uint NumberOfOther(UnionValue value) => value.Number;
    }

    /// <summary>One case of such a union.</summary>
    internal sealed class CaseCodec : WrappedCodec<UnionValue>
    {
        private readonly uint _number;

        public CaseCodec(Codec<object?> inner, uint number)
            : base(inner, 32) => _number = number;

        protected override UnionValue Wrap(object? value) => new UnionValue(_number, value);

        protected override object? Unwrap(UnionValue value) => value.Value;

        internal override void WriteRoot(ref WireWriter w, UnionValue value) => Inner.WriteRoot(ref w, value.Value);

        internal override UnionValue ReadRoot(ref WireReader r, ReadPlan? plan) => Wrap(Inner.ReadRootByPlan(ref r, plan));

        internal override bool HoldsUnregistered => Inner.HoldsUnregistered;

        internal override bool IsJsonType(string name) => Inner.IsJsonType(name);

        internal override bool IsJsonObject => Inner.IsJsonObject;

        internal override bool IsJsonList => Inner.IsJsonList;

        internal override bool IsJsonMap => Inner.IsJsonMap;

        internal override bool HasKeyLike(UnionValue value, string tag) => Inner.HasKeyLike(value.Value, tag);

        internal override UnionValue ReadJsonMap(ref JsonReader r) => Wrap(Inner.ReadJsonMap(ref r));
    }
}
