using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of values that are stored in a row as a length prefix of 32 bits (0 for null) and a payload.</summary>
    /// <typeparam name="T">The type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract partial class LengthPrefixCodec<T> : Codec<T>
    {
        /// <summary>The length prefix of a value; 0 for null.</summary>
        /// <param name="value">The value.</param>
        public abstract uint LengthPrefix(T value);

        /// <summary>Writes the payload of a value that is not null.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The value.</param>
        /// <param name="prefix">Its length prefix.</param>
        public abstract void WritePayload(ref WireWriter w, T value, uint prefix);

        /// <summary>Writes the payload of a value unless it is null.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The value.</param>
        /// <param name="prefix">Its length prefix.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void WritePayloadIfAny(ref WireWriter w, T value, uint prefix)
        {
            if (prefix != 0)
                WritePayload(ref w, value, prefix);
        }

        /// <summary>Reads a value's payload.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="prefix">The length prefix; null is returned for 0.</param>
        /// <param name="plan">The plan for reading another schema; null for the reader's own schema.</param>
        public abstract T ReadPayload(ref WireReader r, uint prefix, ReadPlan? plan);

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            Slots.PutWord32(ref row, ref at, LengthPrefix(value));

        /// <inheritdoc/>
        public sealed override void WritePayload(ref WireWriter w, T value)
        {
            uint prefix = LengthPrefix(value);
            if (prefix != 0)
                WritePayload(ref w, value, prefix);
        }

        internal sealed override SlotShape RowSlot => new SlotShape(SlotKind.Word32);

        internal override void WriteRoot(ref WireWriter w, T value)
        {
            // The length prefix is computed only once: for a string, this examines all characters.
            uint prefix = LengthPrefix(value);
            ref byte row = ref w.Reserve(1 + RowSlot.MaxBytes + 8);
            int at = 1;
            Slots.StoreControl(ref row, Slots.PutWord32(ref row, ref at, prefix), 1);
            w.Advance(at);
            if (prefix != 0)
                WritePayload(ref w, value, prefix);
        }

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => ReadPayload(ref r, (uint)slot.Bits, plan);
    }
}
