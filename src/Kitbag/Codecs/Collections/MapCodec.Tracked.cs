using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // User-defined maps that can reach themselves: they are created before their entries are read.
    public abstract partial class MapCodec<TMap, TKey, TValue>
    {
        internal sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        internal sealed override TMap? CreateOne() => CreateWith(default, default, false, null, new KeyWork());

        private protected sealed override void FillOne(TMap? target, TMap? source) => Populate(target!, source!);

        internal sealed override void WriteTrackedJson(ref JsonWriter w, TMap? value, int number) =>
            JsonTrackedLists.Write(ref w, this, value, number);

        internal sealed override void ReadTrackedJson(ref JsonReader r, TMap? value, bool isInside, bool populate)
        {
            if (IsJsonMap && !r.PeekNextIs("$values"u8, isInside))
                Populate(value!, ReadEntries(ref r, default, default, isObject: true, isStrict: false, mayTellType: true, isInside));
            else
                JsonTrackedLists.Read(ref r, this, value, isInside);
        }
    }
}
