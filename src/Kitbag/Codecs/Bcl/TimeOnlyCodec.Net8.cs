using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="TimeOnly"/>: ticks of 100 ns since midnight.</summary>
    [CodecFor(typeof(TimeOnly), CodecShape.Leaf, Slot = SlotKind.Word64)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class TimeOnlyCodec : IntegerCodec<TimeOnly>
    {
        /// <summary>The only instance.</summary>
        public static readonly TimeOnlyCodec Instance = new TimeOnlyCodec();

        private TimeOnlyCodec()
            : base(SchemaKind.TimeOnly)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, TimeOnly value) => Slots.PutWord64(ref row, ref at, (ulong)value.Ticks);

        /// <summary>Reads a value from a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static TimeOnly Take(ref byte row, ref int at, int end, uint control) =>
            FromTicks(Slots.TakeWord64(ref row, ref at, end, control));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, TimeOnly value) => Put(ref row, ref at, value);

        private protected override TimeOnly FromBits(ulong bits) => FromTicks(bits);

        private protected override int FindInvalid(ReadOnlySpan<TimeOnly> values)
        {
            ReadOnlySpan<ulong> numbers = System.Runtime.InteropServices.MemoryMarshal.Cast<TimeOnly, ulong>(values);
            for (int i = 0; i < numbers.Length; i++)
            {
                if (!IsValid(numbers[i]))
                    return i;
            }
            return -1;
        }

        private static bool IsValid(ulong ticks) => ticks < TimeSpan.TicksPerDay;

        private static TimeOnly FromTicks(ulong ticks) => IsValid(ticks)
            ? new TimeOnly((long)ticks)
            : throw new KitbagException(KitbagErrorReason.OutOfRange, "Found a number that is no TimeOnly.");

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, TimeOnly value) => JsonTimes.Write(ref w, value);

        /// <inheritdoc/>
        public override TimeOnly ReadJson(ref JsonReader r) => JsonTimes.ReadTimeOnly(ref r);
    }
}
