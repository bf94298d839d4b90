using System;
using System.Collections.Generic;
using System.Linq;
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
        private readonly CaseCodec[] _cases;
        private Dictionary<Codec, uint>? _numbers;

        public MixedUnionCodec(SchemaType type, UnionCase<UnionValue>[] cases, CaseCodec[] codecs, string? discriminator)
            : base(type.Name, cases, false)
        {
            _cases = codecs;
            if (discriminator != null)
                Discriminator = discriminator;
        }

        private protected override uint NumberOfOther(UnionValue value) => value.Number;

        // An object is one value for all references, but tells its case in none of them.
        internal override bool TryRefer(object found, Codec codec, out UnionValue? value)
        {
            if (codec is CaseCodec other)
                (found, codec) = (((UnionValue)found).Value!, other.Objects);
            value = codec == this ? (UnionValue)found : Numbers.TryGetValue(codec, out uint number) ? new UnionValue(number, found) : null;
            return value != null;
        }

        // Without those of classes with the same members in two namespaces, which are one type here, unless they are tracked.
        private Dictionary<Codec, uint> Numbers => _numbers ??= _cases.GroupBy(one => one.Objects).Where(same => same.Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Number);
    }

    /// <summary>One case of such a union.</summary>
    internal sealed class CaseCodec : WrappedCodec<UnionValue>
    {
        private readonly Codec _case;

        /// <param name="inner">The codec of the case as one of objects.</param>
        /// <param name="case">The codec itself.</param>
        /// <param name="number">1 + the place of the case.</param>
        public CaseCodec(Codec<object?> inner, Codec @case, uint number)
            : base(inner, 32)
        {
            _case = @case;
            Number = number;
        }

        /// <summary>1 + the place of the case.</summary>
        public uint Number { get; }

        /// <summary>The codec of the objects of the case, not that of references to them.</summary>
        public Codec Objects => _case.TrackedCodec ?? _case;

        protected override UnionValue Wrap(object? value) => new UnionValue(Number, value);

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
