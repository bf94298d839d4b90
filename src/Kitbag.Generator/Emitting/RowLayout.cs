using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Where the members of an object stand in a row.</summary>
    internal sealed class RowLayout
    {
        public RowLayout(AssemblyEmitter assembly, TypeModel type)
        {
            Type = type;
            Members = new RowMember[type.Members.Count];
            int bit = 0, stored = 0;
            for (int i = 0; i < Members.Length; i++)
            {
                TypeModel memberType = assembly.Type(type.Members[i].TypeKey);
                TypeModel inner = memberType.Shape == ShapeKind.Nullable ? assembly.Type(memberType.Parts[0]) : memberType;
                Members[i] = new RowMember(type.Members[i], memberType, inner, assembly.Codec(memberType.Key), assembly.Codec(inner.Key), i, bit);
                bit += Members[i].ControlBits;
                stored += memberType.SlotBytes;
            }
            ControlBytes = bit == 0 ? 1 : (bit + 7) / 8;
            MaxBytes = ControlBytes + stored;
        }

        public TypeModel Type { get; }

        public RowMember[] Members { get; }

        public int ControlBytes { get; }

        /// <summary>Control bytes and the most stored bytes.</summary>
        public int MaxBytes { get; }
    }

    /// <summary>A member in a row.</summary>
    internal sealed class RowMember
    {
        public RowMember(MemberModel member, TypeModel type, TypeModel inner, string codec, string innerCodec, int index, int bit)
        {
            Member = member;
            Type = type;
            Inner = inner;
            Codec = codec;
            InnerCodec = innerCodec;
            Bit = bit;
            Local = "m" + index.ToString(System.Globalization.CultureInfo.InvariantCulture);
            ControlBits = (IsNullable ? 1 : 0) + type.Slot switch
            {
                SlotKind.Struct => 0,
                SlotKind.Word32 or SlotKind.Word64 or SlotKind.Double64 => 2,
                _ => 1,
            };
        }

        public MemberModel Member { get; }

        public TypeModel Type { get; }

        /// <summary>The type without <c>?</c>.</summary>
        public TypeModel Inner { get; }

        public string Codec { get; }

        public string InnerCodec { get; }

        public int Bit { get; }

        public int ControlBits { get; }

        /// <summary>The local that holds it. Members' own names might be anything.</summary>
        public string Local { get; }

        public bool IsNullable => Type.Shape == ShapeKind.Nullable;
    }
}
