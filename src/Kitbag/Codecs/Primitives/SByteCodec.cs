using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="sbyte"/>: 8 bits, signed.</summary>
    [CodecFor(typeof(sbyte), CodecShape.Leaf, Slot = SlotKind.Byte)]
    public sealed class SByteCodec : IntegerCodec<sbyte>
    {
        /// <summary>The only instance.</summary>
        public static readonly SByteCodec Instance = new SByteCodec();

        private SByteCodec()
            : base(SchemaKind.SByte)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, sbyte value) => Slots.PutByte(ref row, ref at, (byte)value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static sbyte Take(ref byte row, ref int at, int end, uint control) => (sbyte)Slots.TakeByte(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, sbyte value) => Put(ref row, ref at, value);

        private protected override sbyte FromBits(ulong bits) => (sbyte)bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, sbyte value) => w.WriteInteger(value);

        /// <inheritdoc/>
        public override sbyte ReadJson(ref JsonReader r) => (sbyte)r.ReadInteger(sbyte.MinValue, sbyte.MaxValue);
    }
}
