using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // A program's own maps that reach themselves: they exist before they have their entries.
    public abstract partial class MapCodec<TMap, TKey, TValue>
    {
        private protected sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        private protected sealed override TMap? CreateOne() => CreateWith(default, default, false, null, new KeyWork());

        private protected sealed override void FillOne(TMap? target, TMap? source) => Populate(target!, source!);
    }
}
