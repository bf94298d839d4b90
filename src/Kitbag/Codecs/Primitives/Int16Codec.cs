using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="short"/>: 16 bits, signed.</summary>
    [CodecFor(typeof(short), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class Int16Codec : IntegerCodec<short>
    {
        /// <summary>The only instance.</summary>
        public static readonly Int16Codec Instance = new Int16Codec();

        private Int16Codec()
            : base(SchemaKind.Int16)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, short value) => Slots.PutWord32(ref row, ref at, Slots.Zigzag((int)value));

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static short Take(ref byte row, ref int at, int end, uint control) =>
            (short)Slots.Unzigzag(Slots.TakeWord32(ref row, ref at, end, control));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, short value) => Put(ref row, ref at, value);

        private protected override short FromBits(ulong bits) => (short)Slots.Unzigzag((uint)bits);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, short value) => w.WriteInteger(value);

        /// <inheritdoc/>
        public override short ReadJson(ref JsonReader r) => (short)r.ReadInteger(short.MinValue, short.MaxValue);

        internal override void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<short> elements, bool inLine)
        {
            if (w.IsText)
                base.WriteJsonElements(ref w, elements, inLine);
            else
                w.WriteIntegers(elements);
        }

        internal override int ReadJsonElements(ref JsonReader r, scoped Span<short> elements) =>
            r.ReadIntegers(elements, short.MinValue, short.MaxValue);
    }
}
