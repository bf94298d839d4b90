using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The plans that a codec has made for the schemas of documents it was given; bounded, for documents may come from anywhere.
    /// </summary>
    internal sealed class PlanCache
    {
        // What those of one root may keep, what all may keep together, and the largest schema that is kept.
        private const int MostPlans = 32, MostBytes = 4 << 20, MostBytesOfAll = 64 << 20, LargestSchema = 64 << 10;

        private static long s_bytesOfAll;

        private readonly object _adding = new object();
        private volatile Entry[] _entries = Array.Empty<Entry>();
        private int _clock;

        /// <summary>The bytes that the plans take, as far as they are known.</summary>
        internal long Bytes
        {
            get
            {
                long bytes = 0;
                foreach (Entry entry in _entries)
                    bytes += entry.Size.Allocated;
                return bytes;
            }
        }

        /// <summary>The plan for a schema.</summary>
        /// <param name="root">The codec whose plans these are.</param>
        /// <param name="schemaBytes">The schema.</param>
        /// <param name="limits">What is accepted.</param>
        /// <param name="unknownCases">What becomes of concrete types that the program lacks.</param>
        /// <param name="allocated">Raised by what the schema takes of the allocation budget.</param>
        public DocumentPlan Get(Codec root, ReadOnlySpan<byte> schemaBytes, KitbagLimits limits, KitbagUnknownCases unknownCases,
            ref long allocated)
        {
            foreach (Entry entry in _entries)
            {
                // What was read under other limits is read anew where these would refuse it, to be refused in the same words.
                if (schemaBytes.SequenceEqual(entry.Schema) && entry.Serves(limits, unknownCases))
                    return Use(entry);
            }
            SchemaType writer = SchemaReader.Read(schemaBytes, limits, out SchemaSize size);
            allocated += size.Allocated;
            DocumentPlan plan = DocumentPlan.Of(root, writer, new PlanBuilder(unknownCases));
            if (schemaBytes.Length <= LargestSchema)
                Add(new Entry(schemaBytes.ToArray(), unknownCases, plan, size));
            return plan;
        }

        /// <summary>Finds the plan of a document that begins as one did whose plan is kept, without a checksum, not null.</summary>
        /// <param name="document">The document.</param>
        /// <param name="limits">What is accepted.</param>
        /// <param name="unknownCases">What becomes of concrete types that the program lacks.</param>
        /// <param name="plan">The plan.</param>
        /// <returns>How many bytes the header has, or -1.</returns>
        public int Find(ReadOnlySpan<byte> document, KitbagLimits limits, KitbagUnknownCases unknownCases, out DocumentPlan? plan)
        {
            foreach (Entry entry in _entries)
            {
                if (!document.StartsWith(entry.Header) || !entry.Serves(limits, unknownCases))
                    continue;
                plan = Use(entry);
                return entry.Header.Length;
            }
            plan = null;
            return -1;
        }

        // Of the one that was used last, which it nearly always is, nothing is written.
        private DocumentPlan Use(Entry entry)
        {
            if (entry.Used != _clock)
                entry.Used = ++_clock;
            return entry.Plan;
        }

        private void Add(Entry added)
        {
            lock (_adding)
            {
                var entries = new List<Entry>(_entries);
                entries.RemoveAll(e => e.UnknownCases == added.UnknownCases && added.Header.AsSpan().SequenceEqual(e.Header));
                long before = Bytes, bytes = added.Size.Allocated;
                foreach (Entry entry in entries)
                    bytes += entry.Size.Allocated;
                while (entries.Count != 0
                    && (bytes > MostBytes || entries.Count >= MostPlans
                    || Volatile.Read(ref s_bytesOfAll) + bytes - before > MostBytesOfAll))
                {
                    int oldest = 0;
                    for (int i = 1; i < entries.Count; i++)
                    {
                        if (entries[i].Used - entries[oldest].Used < 0)
                            oldest = i;
                    }
                    bytes -= entries[oldest].Size.Allocated;
                    entries.RemoveAt(oldest);
                }
                if (Interlocked.Add(ref s_bytesOfAll, bytes - before) > MostBytesOfAll)
                {
                    Interlocked.Add(ref s_bytesOfAll, before - bytes);
                    return;
                }
                added.Used = ++_clock;
                entries.Insert(0, added);
                _entries = entries.ToArray();
            }
        }

        private sealed class Entry
        {
            // What a document of the schema begins with, the schema included.
            public readonly byte[] Header;
            public readonly KitbagUnknownCases UnknownCases;
            public readonly DocumentPlan Plan;
            public readonly SchemaSize Size;

            // A time of the cache's clock, which races may set wrong by a little: it only decides who goes.
            public int Used;

            private readonly int _schemaLength;

            public Entry(byte[] schema, KitbagUnknownCases unknownCases, DocumentPlan plan, SchemaSize size)
            {
                Header = DocumentFormat.EmbeddedHeader(schema);
                _schemaLength = schema.Length;
                UnknownCases = unknownCases;
                Plan = plan;
                Size = size;
            }

            public ReadOnlySpan<byte> Schema => Header.AsSpan(Header.Length - _schemaLength);

            public bool Serves(KitbagLimits limits, KitbagUnknownCases unknownCases) =>
                UnknownCases == unknownCases && Size.IsWithin(limits);
        }
    }
}
