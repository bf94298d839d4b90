using System;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Unknown members of an object that a migration creates: those that the object of the older type kept.
    public abstract partial class ObjectCodec<T>
    {
        // A document that has no member directly.
        private static readonly ReadPlan s_none =
            new ReadPlan(new SchemaType(SchemaKind.Object, ""), Array.Empty<ReadPlan?>(), Array.Empty<int>());

        internal sealed override void ReadKept(ref WireReader r, T value, KitbagUnknown kept)
        {
            if (kept.Block is not { } block)
                return;
            // The block may contain the members of other objects as well.
            KeptBlock own = block.Count == 1 ? block : KeptBlock.Of(block.Shape, new[] { block.Values[kept.Index] });
            SetUnknown(value, new KitbagUnknown(own, 0));
            ReadAll(ref r, own, new[] { value }, Resolve(own, s_none));
        }
    }
}
