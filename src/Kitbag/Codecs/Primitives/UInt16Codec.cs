using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ushort"/>: 16 bits.</summary>
    [CodecFor(typeof(ushort), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class UInt16Codec : IntegerCodec<ushort>
    {
        /// <summary>The only instance.</summary>
        public static readonly UInt16Codec Instance = new UInt16Codec();

        private UInt16Codec()
            : base(SchemaKind.UInt16)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, ushort value) => Slots.PutWord32(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ushort Take(ref byte row, ref int at, int end, uint control) =>
            (ushort)Slots.TakeWord32(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, ushort value) => Put(ref row, ref at, value);

        private protected override ushort FromBits(ulong bits) => (ushort)bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, ushort value) => w.WriteInteger((ulong)value);

        /// <inheritdoc/>
        public override ushort ReadJson(ref JsonReader r) => (ushort)r.ReadUnsigned(ushort.MaxValue);

        internal override void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<ushort> elements, bool inLine)
        {
            if (w.IsText)
                base.WriteJsonElements(ref w, elements, inLine);
            else
                w.WriteIntegers(elements);
        }

        internal override int ReadJsonElements(ref JsonReader r, scoped Span<ushort> elements) =>
            r.ReadIntegers(elements, ushort.MinValue, ushort.MaxValue);
    }
}
