using System;
using Kitbag.Buffers;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of the elements of collections, which may lie in several pieces of memory.
    public abstract partial class Codec<T>
    {
        /// <summary>Writes the elements of a collection, numbers as the options say.</summary>
        internal void WriteElements(ref WireWriter w, ReadOnlySpan<T> elements)
        {
            bool raw = BeginElements(ref w);
            WriteColumn(ref w, elements);
            w.RawNumbers = raw;
        }

        /// <summary>Writes the elements of several collections, numbers as the options say.</summary>
        internal void WriteElements(ref WireWriter w, ref SegmentedSpan<T> elements)
        {
            bool raw = BeginElements(ref w);
            WriteSegments(ref w, ref elements);
            w.RawNumbers = raw;
        }

        // Answers what the writer has to be set back to.
        private bool BeginElements(ref WireWriter w)
        {
            bool raw = w.RawNumbers;
            if (w.RawElements)
                w.RawNumbers = Schema.IsNumber;
            return raw;
        }

        /// <summary>Writes a column of values that lie in several pieces; copied together first, unless the codec can do without.</summary>
        internal virtual void WriteSegments(ref WireWriter w, ref SegmentedSpan<T> segments)
        {
            ScratchMark mark = w.Mark();
            Span<T> values = w.Rent<T>(segments.Count);
            segments.CopyTo(values);
            WriteColumn(ref w, values);
            w.Release(mark);
        }

        /// <summary>Reads a column into several pieces of memory; into one first, unless the codec can do without.</summary>
        internal virtual void ReadSegments(ref WireReader r, ref SegmentedSpan<T> segments, ReadPlan? plan) =>
            ReadThroughCopy(ref r, ref segments, plan);
    }
}
