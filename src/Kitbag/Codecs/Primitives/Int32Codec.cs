using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="int"/>: 32 bits, signed.</summary>
    [CodecFor(typeof(int), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class Int32Codec : IntegerCodec<int>
    {
        /// <summary>The only instance.</summary>
        public static readonly Int32Codec Instance = new Int32Codec();

        private Int32Codec()
            : base(SchemaKind.Int32)
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, int value) => Slots.PutWord32(ref row, ref at, Slots.Zigzag(value));

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Take(ref byte row, ref int at, int end, uint control) =>
            Slots.Unzigzag(Slots.TakeWord32(ref row, ref at, end, control));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, int value) => Put(ref row, ref at, value);

        private protected override int FromBits(ulong bits) => Slots.Unzigzag((uint)bits);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, int value) => w.WriteInteger(value);

        /// <inheritdoc/>
        public override int ReadJson(ref JsonReader r) => (int)r.ReadInteger(int.MinValue, int.MaxValue);

        internal override void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<int> elements, bool inLine)
        {
            if (w.IsText)
                base.WriteJsonElements(ref w, elements, inLine);
            else
                w.WriteIntegers(elements);
        }

        internal override int ReadJsonElements(ref JsonReader r, scoped Span<int> elements) =>
            r.ReadIntegers(elements, int.MinValue, int.MaxValue);
    }
}
