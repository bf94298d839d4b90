using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="uint"/>: 32 bits.</summary>
    [CodecFor(typeof(uint), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class UInt32Codec : IntegerCodec<uint>
    {
        /// <summary>The only instance.</summary>
        public static readonly UInt32Codec Instance = new UInt32Codec();

        private UInt32Codec()
            : base(SchemaKind.UInt32)
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, uint value) => Slots.PutWord32(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Take(ref byte row, ref int at, int end, uint control) => Slots.TakeWord32(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, uint value) => Put(ref row, ref at, value);

        private protected override uint FromBits(ulong bits) => (uint)bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, uint value) => w.WriteInteger((ulong)value);

        /// <inheritdoc/>
        public override uint ReadJson(ref JsonReader r) => (uint)r.ReadUnsigned(uint.MaxValue);

        internal override void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<uint> elements, bool inLine)
        {
            if (w.IsText)
                base.WriteJsonElements(ref w, elements, inLine);
            else
                w.WriteIntegers(elements);
        }

        internal override int ReadJsonElements(ref JsonReader r, scoped Span<uint> elements) =>
            r.ReadIntegers(elements, uint.MinValue, uint.MaxValue);
    }
}
