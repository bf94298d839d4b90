using System;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of values that stand in a row as a head of 32 bits (0 for null) and a tail.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public abstract class HeadCodec<T> : Codec<T>
    {
        /// <summary>The head of a value; 0 for null.</summary>
        /// <param name="value">The value.</param>
        public abstract uint Head(T value);

        /// <summary>Writes the tail of a value that is not null.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="value">The value.</param>
        /// <param name="head">Its head.</param>
        public abstract void WriteTail(ref WireWriter w, T value, uint head);

        /// <summary>Reads a value's tail.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="head">The head; 0 gives null.</param>
        /// <param name="plan">How, where another schema wrote it; else null.</param>
        public abstract T ReadTail(ref WireReader r, uint head, ReadPlan? plan);

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref byte row, ref int at, T value) => Slots.PutWord32(ref row, ref at, Head(value));

        /// <inheritdoc/>
        public sealed override void WriteTail(ref WireWriter w, T value)
        {
            uint head = Head(value);
            if (head != 0)
                WriteTail(ref w, value, head);
        }

        internal sealed override void WriteRoot(ref WireWriter w, T value)
        {
            // The head is found once: of a string all characters are looked at for it.
            uint head = Head(value);
            ref byte row = ref w.Reserve(1 + Schema.Slot.MaxBytes + 8);
            int at = 1;
            Slots.StoreControl(ref row, Slots.PutWord32(ref row, ref at, head), 1);
            w.Advance(at);
            if (head != 0)
                WriteTail(ref w, value, head);
        }

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => ReadTail(ref r, (uint)slot.Bits, plan);
    }
}
