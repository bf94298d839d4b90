using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="char"/>: a UTF-16 code unit.</summary>
    [CodecFor(typeof(char), CodecShape.Leaf, Slot = SlotKind.Word32)]
    public sealed class CharCodec : IntegerCodec<char>
    {
        /// <summary>The only instance.</summary>
        public static readonly CharCodec Instance = new CharCodec();

        private CharCodec()
            : base(SchemaKind.Char)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, char value) => Slots.PutWord32(ref row, ref at, value);

        /// <summary>Reads a value from a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static char Take(ref byte row, ref int at, int end, uint control) => (char)Slots.TakeWord32(ref row, ref at, end, control);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, char value) => Put(ref row, ref at, value);

        private protected override char FromBits(ulong bits) => (char)bits;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, char value) => JsonScalars.Write(ref w, value);

        /// <inheritdoc/>
        public override char ReadJson(ref JsonReader r) => JsonScalars.ReadChar(ref r);
    }
}
