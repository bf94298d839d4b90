using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="ulong"/>: 64 bits.</summary>
    [CodecFor(typeof(ulong), CodecShape.Leaf, Slot = SlotKind.Word64)]
    public sealed class UInt64Codec : IntegerCodec<ulong>
    {
        /// <summary>The only instance.</summary>
        public static readonly UInt64Codec Instance = new UInt64Codec();

        private UInt64Codec()
            : base(SchemaKind.UInt64)
        {
            IsNumber = true;
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, ulong value) => Slots.PutWord64(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Take(ref byte row, ref int at, int end, uint control) => Slots.TakeWord64(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, ulong value) => Put(ref row, ref at, value);

        private protected override ulong FromBits(ulong bits) => bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, ulong value) => w.WriteInteger(value);

        /// <inheritdoc/>
        public override ulong ReadJson(ref JsonReader r) => r.ReadUnsigned(ulong.MaxValue);
    }
}
