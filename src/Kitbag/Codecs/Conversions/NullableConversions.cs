using System;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Reads values that were written as <c>T?</c> as <c>T</c>; null is accepted only if T has it.</summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal sealed class FromNullable<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _codec;

        public FromNullable(Codec<T> codec, SchemaType writer, ReadPlan? part)
            : base(writer, new[] { part })
        {
            _codec = codec;
        }

        public override T ReadSlot(ref WireReader r, in SlotValue slot) =>
            slot.IsPresent ? _codec.ReadSlotByPlan(ref r, slot, Part) : NullValues.Read<T>(ref r, _codec.Schema);

        public override void ReadColumn(ref WireReader r, Span<T> values)
        {
            ScratchMark mark = r.Mark();
            Span<bool> bits = r.Rent<bool>(values.Length);
            Span<T> present = r.Rent<T>(NullValues.ReadPresent(ref r, bits, _codec.Schema, _codec.HasNull));
            try
            {
                _codec.ReadColumnByPlan(ref r, present, Part);
            }
            catch (KitbagException e)
            {
                e.At(Nulls.PlaceOf(e.PendingIndex, bits));
                throw;
            }
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = bits[i] ? present[next++] : default!;
            r.Release(mark);
        }
    }

    /// <summary>
    /// Reads values that were written as <c>T</c> as <c>T?</c>; if the writer's type has its own null, that becomes null.
    /// </summary>
    /// <typeparam name="T">The underlying type of the reader's type.</typeparam>
    internal sealed class ToNullable<T> : ConvertingPlan<T?>
        where T : struct
    {
        private readonly Codec<T> _value;
        private readonly bool _mayBeNull;

        public ToNullable(Codec<T> value, SchemaType writer, ReadPlan? part)
            : base(writer, new[] { part })
        {
            _value = value;
            _mayBeNull = writer.HasNull;
        }

        public override T? ReadSlot(ref WireReader r, in SlotValue slot) =>
            _mayBeNull && !slot.IsPresent ? null : _value.ReadSlotByPlan(ref r, slot, Part);

        public override void ReadColumn(ref WireReader r, Span<T?> values)
        {
            // Null among tracked objects is null among values.
            if (Writer.Kind == SchemaKind.Reference)
            {
                ReadReferences(ref r, values);
                return;
            }
            ScratchMark mark = r.Mark();
            Span<T> read = r.Rent<T>(values.Length);
            Span<bool> present = default;
            if (_mayBeNull)
            {
                present = r.Rent<bool>(values.Length);
                _value.ReadOptionalByPlan(ref r, read, present, Part);
            }
            else
            {
                _value.ReadColumnByPlan(ref r, read, Part);
            }
            for (int i = 0; i < values.Length; i++)
                values[i] = present.IsEmpty || present[i] ? read[i] : (T?)null;
            r.Release(mark);
        }
    }
}
