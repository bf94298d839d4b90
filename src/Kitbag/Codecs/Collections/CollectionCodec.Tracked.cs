using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // A program's own collections that reach themselves: they exist before they have their elements.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        private protected sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        private protected sealed override TCollection? CreateOne() => CreateWith(default, null, new KeyWork());

        private protected sealed override void FillOne(TCollection? target, TCollection? source) => Populate(target!, source!);
    }
}
