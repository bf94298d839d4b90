using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A codec of values that are stored as their memory image, which may have any bits.</summary>
    /// <typeparam name="T">The type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class ImageCodec<T> : Codec<T>
        where T : unmanaged
    {
        // Unsafe: values are stored as their memory image (bench/: envelope, vector3).

        private protected ImageCodec() => IsImage = true;

        /// <inheritdoc/>
        public sealed override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value) =>
            Slots.PutImage(ref row, ref at, value);

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            slot.Offset < 0 ? default : Unsafe.ReadUnaligned<T>(ref MemoryMarshal.GetReference(r.Data.Slice(slot.Offset,
                Unsafe.SizeOf<T>())));

        /// <inheritdoc/>
        public sealed override bool HasNonDefault(ReadOnlySpan<T> values) => Defaults.AnyByte(MemoryMarshal.AsBytes(values));

        /// <inheritdoc/>
        public sealed override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values) =>
            FixedColumn.Write(ref w, SpanBytes.Of(values), Unsafe.SizeOf<T>());

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan) =>
            FixedColumn.Read(ref r, SpanBytes.Of(values), Unsafe.SizeOf<T>());
    }
}
