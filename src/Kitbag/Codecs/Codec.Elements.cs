using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Elements of collections: as columns, which may be in several memory segments, and in JSON.
    public abstract partial class Codec<T>
    {
        /// <summary>Writes the elements of a collection, and numbers according to the options.</summary>
        internal void WriteElements(ref WireWriter w, ReadOnlySpan<T> elements)
        {
            bool raw = BeginElements(ref w);
            WriteColumn(ref w, elements);
            w.RawNumbers = raw;
        }

        /// <summary>Writes the elements of several collections, and numbers according to the options.</summary>
        internal void WriteElements(ref WireWriter w, ref SegmentedSpan<T> elements)
        {
            bool raw = BeginElements(ref w);
            WriteSegments(ref w, ref elements);
            w.RawNumbers = raw;
        }

        /// <summary>Writes values as elements of a JSON array that has been started.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="elements">The values, at least one.</param>
        /// <param name="inLine">Whether formatted text contains them in one line.</param>
        internal virtual void WriteJsonElements(ref JsonWriter w, ReadOnlySpan<T> elements, bool inLine)
        {
            for (int i = 0; i < elements.Length; i++)
            {
                w.NextElement(inLine);
                WriteJson(ref w, elements[i]);
            }
        }

        /// <summary>
        /// Reads elements after the first one, as many as can be read in one step. Returns their number, which may be 0. Called for
        /// integers only.
        /// </summary>
        internal virtual int ReadJsonElements(ref JsonReader r, scoped Span<T> elements) => 0;

        // Returns the previous setting of the writer, to be restored later.
        private bool BeginElements(ref WireWriter w)
        {
            bool raw = w.RawNumbers;
            if (w.RawElements)
                w.RawNumbers = Schema.IsNumber;
            return raw;
        }

        /// <summary>Writes a column of values in several memory segments. By default they are first copied together.</summary>
        internal virtual void WriteSegments(ref WireWriter w, ref SegmentedSpan<T> segments)
        {
            ScratchMark mark = w.Mark();
            Span<T> values = w.Rent<T>(segments.Count);
            segments.CopyTo(values);
            WriteColumn(ref w, values);
            w.Release(mark);
        }

        /// <summary>Reads a column into several memory segments. By default it is first read into one.</summary>
        internal virtual void ReadSegments(ref WireReader r, ref SegmentedSpan<T> segments, ReadPlan? plan) =>
            ReadThroughCopy(ref r, ref segments, plan);
    }
}
