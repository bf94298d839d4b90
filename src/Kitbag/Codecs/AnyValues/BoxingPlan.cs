using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Reads values that were written as one of the types that an <see cref="object"/> can contain as objects.</summary>
    internal sealed class BoxingPlan : ConvertingPlan<object>
    {
        private const int LargestBox = Cost.ObjectHeader + 16;

        private readonly UnionCase<object> _case;
        private readonly bool _mayBeNull;

        public BoxingPlan(UnionCase<object> one, SchemaType writer, ReadPlan? part)
            : base(writer, part)
        {
            _case = one;
            _mayBeNull = writer.HasNull;
        }

        public override object ReadSlot(ref WireReader r, in SlotValue slot)
        {
            if (_mayBeNull && !slot.IsPresent)
                return null!;
            r.Charge(LargestBox);
            return _case.ReadSlot(ref r, slot, Part);
        }

        public override void ReadColumn(ref WireReader r, Span<object> values) => _case.ReadColumn(ref r, values, Part);
    }
}
