using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // User-defined collections that can reach themselves: they are created before their elements are read.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        internal sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        internal sealed override TCollection? CreateOne() => CreateWith(default, null, new KeyWork());

        private protected sealed override void FillOne(TCollection? target, TCollection? source) => Populate(target!, source!);

        internal sealed override void WriteTrackedJson(ref JsonWriter w, TCollection? value, int number) =>
            JsonTrackedLists.Write(ref w, this, value, number);

        internal sealed override void ReadTrackedJson(ref JsonReader r, TCollection? value, bool isInside, bool populate) =>
            JsonTrackedLists.Read(ref r, this, value, isInside);
    }
}
