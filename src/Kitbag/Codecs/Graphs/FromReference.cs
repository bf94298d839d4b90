using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads references to tracked objects as values, because this program's type has no identity. An object that is referred to twice
    /// becomes two values.
    /// </summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal sealed class FromReference<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _codec;
        private readonly ValuePart _part;

        public FromReference(Codec<T> codec, SchemaType writer, ValuePart part)
            : base(writer)
        {
            _codec = codec;
            _part = part;
        }

        public override T ReadSlot(ref WireReader r, in SlotValue slot) => slot.Bits == 0
            ? NullValues.Read<T>(ref r, _codec.Schema)
            : ((GraphReader)r.Graph!).ReadValue(ref r, _codec, _part, (uint)slot.Bits);

        public override void ReadColumn(ref WireReader r, Span<T> values) => ReadReferences(ref r, values);

        public override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present) => ReadReferences(ref r, values, present);
    }

    /// <summary>Reads values as tracked objects to which nothing else refers.</summary>
    /// <typeparam name="T">The reader's class.</typeparam>
    internal sealed class ToTracked<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _objects;

        public ToTracked(Codec<T> objects, SchemaType writer, ReadPlan? part)
            : base(writer, part)
        {
            _objects = objects;
        }

        public override T ReadSlot(ref WireReader r, in SlotValue slot)
        {
            T value = _objects.ReadSlotByPlan(ref r, slot, Part);
            Complete(ref r, value, isNew: true);
            return value;
        }

        public override void ReadColumn(ref WireReader r, Span<T> values)
        {
            _objects.ReadColumnByPlan(ref r, values, Part);
            foreach (T value in values)
                Complete(ref r, value, isNew: true);
        }

        // Its parts come first: in a document with tracked objects, they may be any of these objects.
        private void Complete(ref WireReader r, T value, bool isNew)
        {
            if (value is null || Part?.Check != null)
                return;
            if (r.Graph is GraphReader graph)
            {
                graph.CompleteLater(_objects, value, Part, isNew);
                return;
            }
            if (isNew)
                _objects.ConstructOne(value, new PresentMembers(Part, null));
            _objects.CompleteOne(value);
        }

        /// <summary>Populates an object that exists.</summary>
        public void ReadInto(ref WireReader r, T target)
        {
            _objects.ReadRootIntoByPlan(ref r, target, Part);
            Complete(ref r, target, isNew: false);
        }
    }
}
