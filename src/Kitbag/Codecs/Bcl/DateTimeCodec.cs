using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="DateTime"/>: ticks of 100 ns since the year 1, and in the two highest bits the kind (0 unspecified, 1 UTC, 2 local). The
    /// clock reading is kept, whatever the time zone of the reader.
    /// </summary>
    [CodecFor(typeof(DateTime), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 8)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class DateTimeCodec : IntegerCodec<DateTime>
    {
        // Unsafe: the 64 bits of a DateTime are stored; its own method changes local times (bench/: envelope).

        /// <summary>The only instance.</summary>
        public static readonly DateTimeCodec Instance = new DateTimeCodec();

        private DateTimeCodec()
            : base(SchemaKind.DateTime)
        {
        }

        /// <summary>Writes a value to a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static uint Put(ref byte row, ref int at, DateTime value) => Slots.PutImage(ref row, ref at, ToBits(value));

        /// <summary>Reads a value from a row.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static DateTime Take(ref byte row, ref int at, int end, uint control) =>
            FromTicks(Slots.TakeImage<ulong>(ref row, ref at, end, control));

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, DateTime value) => Put(ref row, ref at, value);

        private protected override DateTime FromBits(ulong bits) => FromTicks(bits);

        private protected override int FindInvalid(ReadOnlySpan<DateTime> values)
        {
            ReadOnlySpan<ulong> numbers = MemoryMarshal.Cast<DateTime, ulong>(values);
            for (int i = 0; i < numbers.Length; i++)
            {
                if (!IsValid(numbers[i]))
                    return i;
            }
            return -1;
        }

        // A DateTime is these 64 bits on every runtime; the public ToBinary would move local times by the time zone.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static ulong ToBits(DateTime value) => Unsafe.As<DateTime, ulong>(ref value);

        private static bool IsValid(ulong bits) => (bits & 0x3FFFFFFFFFFFFFFF) <= (ulong)DateTime.MaxValue.Ticks;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static DateTime FromTicks(ulong bits)
        {
            if (!IsValid(bits))
                ThrowInvalid();
            return Unsafe.As<ulong, DateTime>(ref bits);
        }

        private static void ThrowInvalid() =>
            throw new KitbagException(KitbagErrorReason.OutOfRange, "Found a number that is no DateTime.");

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, DateTime value) => JsonTimes.Write(ref w, value);

        /// <inheritdoc/>
        public override DateTime ReadJson(ref JsonReader r) => JsonTimes.ReadDateTime(ref r);
    }
}
