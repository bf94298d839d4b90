using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="byte"/>: 8 bits.</summary>
    [CodecFor(typeof(byte), CodecShape.Leaf, Slot = SlotKind.Byte)]
    public sealed class ByteCodec : IntegerCodec<byte>
    {
        /// <summary>The only instance.</summary>
        public static readonly ByteCodec Instance = new ByteCodec();

        private ByteCodec()
            : base(SchemaKind.Byte)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, byte value) => Slots.PutByte(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static byte Take(ref byte row, ref int at, int end, uint control) => Slots.TakeByte(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, byte value) => Put(ref row, ref at, value);

        private protected override byte FromBits(ulong bits) => (byte)bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, byte value) => w.WriteInteger((ulong)value);

        /// <inheritdoc/>
        public override byte ReadJson(ref JsonReader r) => (byte)r.ReadUnsigned(byte.MaxValue);
    }
}
