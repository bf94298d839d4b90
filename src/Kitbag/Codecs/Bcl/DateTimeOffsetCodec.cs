using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="DateTimeOffset"/>: the ticks of its clock reading (8 bytes) and its distance from UTC in minutes (2 bytes);
    /// in columns these two as integer columns of their own.
    /// </summary>
    [CodecFor(typeof(DateTimeOffset), CodecShape.Leaf, Slot = SlotKind.Fixed, Size = 10)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class DateTimeOffsetCodec : Codec<DateTimeOffset>
    {
        // Unsafe: two numbers are adjacent in a row. No workload of bench/ uses this.

        /// <summary>The only instance.</summary>
        public static readonly DateTimeOffsetCodec Instance = new DateTimeOffsetCodec();

        private DateTimeOffsetCodec()
        {
        }

        /// <summary>Writes a value to a row.</summary>
        public static uint Put(ref byte row, ref int at, DateTimeOffset value)
        {
            if (value.Ticks == 0 && value.Offset.Ticks == 0)
                return 0;
            LittleEndian.Store64(ref Unsafe.Add(ref row, at), (ulong)value.Ticks);
            LittleEndian.Store16(ref Unsafe.Add(ref row, at + 8), (ushort)Minutes(value));
            at += 10;
            return 1;
        }

        /// <summary>Reads a value from a row.</summary>
        public static DateTimeOffset Take(ref byte row, ref int at, int end, uint control)
        {
            if ((control & 1) == 0)
                return default;
            ref byte p = ref Slots.At(ref row, at);
            at += 10;
            if (at > end)
                return default;
            long ticks = (long)LittleEndian.Load64(ref p);
            short minutes = (short)LittleEndian.Load16(ref Unsafe.Add(ref p, 8));
            return Make(ticks, minutes);
        }

        internal static short Minutes(DateTimeOffset value) => (short)(value.Offset.Ticks / TimeSpan.TicksPerMinute);

        internal static DateTimeOffset Make(long ticks, short minutes, int index = -1)
        {
            long utc = ticks - minutes * TimeSpan.TicksPerMinute;
            if (minutes is < -840 or > 840 || ticks < 0 || ticks > DateTime.MaxValue.Ticks || utc < 0 || utc > DateTime.MaxValue.Ticks)
                throw new KitbagException(KitbagErrorReason.OutOfRange, "Found 10 bytes that are not a valid DateTimeOffset.").At(index);
            return new DateTimeOffset(ticks, new TimeSpan(minutes * TimeSpan.TicksPerMinute));
        }

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => SchemaType.BuiltIn(SchemaKind.DateTimeOffset);

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
            writer.Kind == SchemaKind.DateTimeOffset ? null : ResolveOther(writer, builder);

        /// <inheritdoc/>
        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, DateTimeOffset value) => Put(ref row, ref at, value);

        /// <inheritdoc/>
        public override DateTimeOffset ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (slot.Offset < 0)
                return default;
            int at = 0;
            return Take(ref MemoryMarshal.GetReference(r.Data.Slice(slot.Offset, 10)), ref at, 10, 1);
        }

        /// <inheritdoc/>
        public override bool HasNonDefault(ReadOnlySpan<DateTimeOffset> values)
        {
            foreach (DateTimeOffset value in values)
            {
                if (value.Ticks != 0 || value.Offset.Ticks != 0)
                    return true;
            }
            return false;
        }

        /// <inheritdoc/>
        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<DateTimeOffset> values)
        {
            ScratchMark mark = w.Mark();
            Span<long> ticks = w.Rent<long>(values.Length);
            Span<short> minutes = w.Rent<short>(values.Length);
            for (int i = 0; i < values.Length; i++)
            {
                ticks[i] = values[i].Ticks;
                minutes[i] = Minutes(values[i]);
            }
            IntegerColumn.Write(ref w, SpanBytes.Of(ticks), IntegerKind.Int64);
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(minutes), IntegerKind.Int16);
            w.Release(mark);
        }

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<DateTimeOffset> values, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<long> ticks = r.Rent<long>(values.Length);
            Span<short> minutes = r.Rent<short>(values.Length);
            IntegerColumn.Read(ref r, SpanBytes.Of(ticks), IntegerKind.Int64);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(minutes), IntegerKind.Int16);
            for (int i = 0; i < values.Length; i++)
                values[i] = Make(ticks[i], minutes[i], i);
            r.Release(mark);
        }

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, DateTimeOffset value) => JsonTimes.Write(ref w, value);

        /// <inheritdoc/>
        public override DateTimeOffset ReadJson(ref JsonReader r) => JsonTimes.ReadDateTimeOffset(ref r);
    }
}
