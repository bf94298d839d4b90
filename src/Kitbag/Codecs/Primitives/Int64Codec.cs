using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="long"/>: 64 bits, signed.</summary>
    [CodecFor(typeof(long), CodecShape.Leaf, Slot = SlotKind.Word64)]
    public sealed class Int64Codec : IntegerCodec<long>
    {
        /// <summary>The only instance.</summary>
        public static readonly Int64Codec Instance = new Int64Codec();

        private Int64Codec()
            : base(SchemaKind.Int64)
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, long value) => Slots.PutWord64(ref row, ref at, Slots.Zigzag(value));

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long Take(ref byte row, ref int at, int end, uint control) =>
            Slots.Unzigzag(Slots.TakeWord64(ref row, ref at, end, control));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, long value) => Put(ref row, ref at, value);

        private protected override long FromBits(ulong bits) => Slots.Unzigzag(bits);

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, long value) => w.WriteInteger(value);

        /// <inheritdoc/>
        public override long ReadJson(ref JsonReader r) => r.ReadInteger(long.MinValue, long.MaxValue);

        internal override void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<long> elements, bool inLine)
        {
            if (w.IsText)
                base.WriteJsonElements(ref w, elements, inLine);
            else
                w.WriteIntegers(elements);
        }

        internal override int ReadJsonElements(ref JsonReader r, scoped Span<long> elements) =>
            r.ReadIntegers(elements, long.MinValue, long.MaxValue);
    }
}
