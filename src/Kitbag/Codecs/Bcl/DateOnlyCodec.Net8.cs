using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary><see cref="DateOnly"/>: days since the year 1.</summary>
    [CodecFor(typeof(DateOnly), CodecShape.Leaf, Slot = SlotKind.Word32)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class DateOnlyCodec : IntegerCodec<DateOnly>
    {
        /// <summary>The only instance.</summary>
        public static readonly DateOnlyCodec Instance = new DateOnlyCodec();

        private DateOnlyCodec()
            : base(SchemaKind.DateOnly)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, DateOnly value) => Slots.PutWord32(ref row, ref at, Slots.Zigzag(value.DayNumber));

        /// <summary>Reads a value from a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static DateOnly Take(ref byte row, ref int at, int end, uint control) =>
            FromDays(Slots.Unzigzag(Slots.TakeWord32(ref row, ref at, end, control)));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, DateOnly value) => Put(ref row, ref at, value);

        private protected override DateOnly FromBits(ulong bits) => FromDays(Slots.Unzigzag((uint)bits));

        private protected override int FindInvalid(ReadOnlySpan<DateOnly> values)
        {
            ReadOnlySpan<int> numbers = System.Runtime.InteropServices.MemoryMarshal.Cast<DateOnly, int>(values);
            for (int i = 0; i < numbers.Length; i++)
            {
                if (!IsValid(numbers[i]))
                    return i;
            }
            return -1;
        }

        private static bool IsValid(int days) => (uint)days <= (uint)DateOnly.MaxValue.DayNumber;

        private static DateOnly FromDays(int days) => IsValid(days)
            ? DateOnly.FromDayNumber(days)
            : throw new KitbagException(KitbagErrorReason.OutOfRange, "Found a number that is no DateOnly.");

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, DateOnly value) => JsonTimes.Write(ref w, value);

        /// <inheritdoc/>
        public override DateOnly ReadJson(ref JsonReader r) => JsonTimes.ReadDateOnly(ref r);
    }
}
