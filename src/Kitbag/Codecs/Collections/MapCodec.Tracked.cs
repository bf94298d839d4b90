using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // A program's own maps that reach themselves: they exist before they have their entries.
    public abstract partial class MapCodec<TMap, TKey, TValue>
    {
        private protected sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        private protected sealed override TMap? CreateOne() => CreateWith(default, default, false, null, new KeyWork());

        private protected sealed override void Fill(ref WireReader r, Span<TMap?> objects, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<TMap?> sources = r.Rent<TMap?>(objects.Length);
            ReadColumnByPlan(ref r, sources, plan);
            for (int i = 0; plan?.Check == null && i < objects.Length; i++)
            {
                try
                {
                    Populate(objects[i]!, sources[i] ?? throw NullObject(ref r));
                }
                catch (Exception e) when (UserCodeError.Is(e))
                {
                    throw UserCodeError.Of(e, r.Position).At(i);
                }
            }
            r.Release(mark);
        }

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
