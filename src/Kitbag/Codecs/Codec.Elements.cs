using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // The elements of collections: as columns, for which they may lie in several pieces of memory, and in JSON.
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

        /// <summary>Writes values as elements of an array of JSON, which has begun.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="elements">The values, at least one.</param>
        /// <param name="inLine">Whether text has them in one line.</param>
        internal virtual void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<T> elements, bool inLine)
        {
            for (int i = 0; i < elements.Length; i++)
            {
                w.NextElement(inLine);
                WriteJson(ref w, elements[i]);
            }
        }

        /// <summary>
        /// Reads elements behind the one that was read, as many as can be read at once; answers how many, which may be none. Asked for
        /// integers only.
        /// </summary>
        internal virtual int ReadJsonElements(ref JsonReader r, scoped Span<T> elements) => 0;

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
