using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads numbers of one kind as another one, by value. Integers among each other, and as floating point numbers, have ways of their
    /// own, which are faster.
    /// </summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal sealed class NumberPlan<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _codec;

        public NumberPlan(Codec<T> codec, SchemaType writer)
            : base(writer)
        {
            _codec = codec;
        }

        public override T ReadSlot(ref WireReader r, in SlotValue slot) => Convert(ref r, Numbers.OfSlot(ref r, slot, Writer), -1);

        public override void ReadColumn(ref WireReader r, Span<T> values)
        {
            ScratchMark mark = r.Mark();
            var numbers = new Numbers(ref r, Writer, values.Length);
            for (int i = 0; i < values.Length; i++)
                values[i] = Convert(ref r, numbers[i], i);
            r.Release(mark);
        }

        private T Convert(ref WireReader r, in Number number, int index)
        {
            if (_codec.TryFromNumber(number, out T value))
                return value;
            throw r.Error(KitbagErrorReason.OutOfRange, "Found " + number + ", which is no '" + _codec.Schema + "'.").At(index);
        }
    }
}
