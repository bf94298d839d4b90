using System;
using Kitbag.Buffers;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // User-defined collections that can reach themselves: they are created before their elements are read. Others are created from one.
    public abstract partial class LengthPrefixCodec<T>
    {
        private protected sealed override ReadPlan ResolveReference(SchemaType writer, PlanBuilder builder) =>
            new FromReference<T>(this, writer, builder.TrackValue(this, writer.Element!));

        internal sealed override void Fill(ref WireReader r, Span<T> objects, ReadPlan? plan)
        {
            ScratchMark mark = r.Mark();
            Span<T> sources = r.Rent<T>(objects.Length);
            ReadColumnByPlan(ref r, sources, plan);
            for (int i = 0; plan?.Check == null && i < objects.Length; i++)
            {
                if (sources[i] is null)
                    throw NullObject(ref r);
                try
                {
                    FillOne(objects[i], sources[i]);
                }
                catch (Exception e) when (UserCodeError.Is(e))
                {
                    throw UserCodeError.Of(e, r.Position).At(i);
                }
            }
            r.Release(mark);
        }

        /// <summary>Populates an existing collection with the value that was read.</summary>
        private protected virtual void FillOne(T target, T source) => throw NotTracked();
    }
}
