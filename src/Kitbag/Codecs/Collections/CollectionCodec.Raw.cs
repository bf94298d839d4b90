using System;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Bodies of raw numbers: they are read directly into the collection, without a second copy in memory.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        internal sealed override bool TryReadImage(ReadOnlySpan<byte> start, long bodyLength, KitbagLimits limits, BodyReader read,
            [MaybeNullWhen(false)] out TCollection? value)
        {
            value = default;
            if (!BitConverter.IsLittleEndian || !TryGetImage(out int size, out byte raw))
                return false;
            var r = new WireReader(start, limits, limits.AllocationFor((int)Math.Min(bodyLength, int.MaxValue)));
            try
            {
                SlotShape shape = RowSlot;
                var slots = new SlotReader(ref r, shape.ControlBits);
                uint prefix = (uint)slots.Next(ref r, shape).Bits;
                int count = (int)Math.Min(prefix, int.MaxValue) - 1;
                // Only a memory image can have this length and this first byte.
                if (count <= 0 || r.Remaining == 0 || r.PeekByte() != raw || bodyLength - r.Position - 1 != (long)count * size)
                    return false;
                Charge(ref r, 1, count);
                if (!TryCreate(count, out TCollection? collection, out Span<TElement> elements))
                    return false;
                read(r.Position + 1, SpanBytes.Of(elements));
                value = collection;
                return true;
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.Truncated or KitbagErrorReason.Malformed)
            {
                // The ordinary read reports the error.
                return false;
            }
            finally
            {
                r.Dispose();
            }
        }

        // For plain numbers only: other types have invalid values, or are stored as numbers without being numbers.
        private bool TryGetImage(out int size, out byte raw)
        {
            Type element = typeof(TElement);
            bool isFloat = element == typeof(float) || element == typeof(double);
            size = element == typeof(byte) || element == typeof(sbyte) ? 1
                : element == typeof(short) || element == typeof(ushort) ? 2
                : element == typeof(int) || element == typeof(uint) || element == typeof(float) ? 4
                : element == typeof(long) || element == typeof(ulong) || element == typeof(double) ? 8 : 0;
            raw = isFloat ? FloatForm.Raw : size == 1 ? ByteForm.Raw : IntegerForm.Raw;
            return size != 0 && !IsTracked;
        }
    }
}
