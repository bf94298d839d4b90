using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="TimeSpan"/>: ticks of 100 ns.</summary>
    [CodecFor(typeof(TimeSpan), CodecShape.Leaf, Slot = SlotKind.Word64)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class TimeSpanCodec : IntegerCodec<TimeSpan>
    {
        /// <summary>The only instance.</summary>
        public static readonly TimeSpanCodec Instance = new TimeSpanCodec();

        private TimeSpanCodec()
            : base(SchemaKind.TimeSpan)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, TimeSpan value) => Slots.PutWord64(ref row, ref at, Slots.Zigzag(value.Ticks));

        /// <summary>Reads a value from a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static TimeSpan Take(ref byte row, ref int at, int end, uint control) =>
            new TimeSpan(Slots.Unzigzag(Slots.TakeWord64(ref row, ref at, end, control)));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, TimeSpan value) => Put(ref row, ref at, value);

        private protected override TimeSpan FromBits(ulong bits) => new TimeSpan(Slots.Unzigzag(bits));

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, TimeSpan value) => JsonTimes.Write(ref w, value);

        /// <inheritdoc/>
        public override TimeSpan ReadJson(ref JsonReader r) => JsonTimes.ReadTimeSpan(ref r);
    }
}
