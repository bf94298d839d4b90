using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // A program's own collections that reach themselves: they exist before they have their elements.
    public abstract partial class CollectionCodec<TCollection, TElement>
    {
        private protected sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * ((long)_cost.Each + Cost.Reference));

        private protected sealed override TCollection? CreateOne() => CreateWith(default, null, new KeyWork());

        private protected sealed override void Fill(ref WireReader r, Span<TCollection?> objects, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<TCollection?> sources = r.Rent<TCollection?>(objects.Length);
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

        internal sealed override void WriteTrackedJson(ref JsonWriter w, TCollection? value, int number) =>
            JsonTrackedLists.Write(ref w, this, value, number);

        internal sealed override void ReadTrackedJson(ref JsonReader r, TCollection? value, bool isInside, bool populate) =>
            JsonTrackedLists.Read(ref r, this, value, isInside);
    }
}
