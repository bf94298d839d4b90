using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Caches the plans of a codec for the schemas of documents. The cache is bounded, because documents may come from untrusted sources.
    /// </summary>
    internal sealed class PlanCache
    {
        // The limits for one root and for all of them together, and the largest schema that is cached.
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

        /// <summary>Returns the plan for a schema.</summary>
        /// <param name="root">The codec to which the plans belong.</param>
        /// <param name="schemaBytes">The schema.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="unknownCases">How values of concrete types are handled that the program lacks.</param>
        /// <param name="allocated">Increased by the part of the allocation budget that the schema uses.</param>
        public DocumentPlan Get(Codec root, ReadOnlySpan<byte> schemaBytes, KitbagLimits limits, KitbagUnknownCases unknownCases,
            ref long allocated)
        {
            foreach (Entry entry in _entries)
            {
                // A schema that was read with other limits is read again if the current ones would reject it, so that the message is the
                // same.
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

        /// <summary>Finds the plan of a document that starts like one whose plan is cached, without a checksum and not null.</summary>
        /// <param name="document">The document.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="unknownCases">How values of concrete types are handled that the program lacks.</param>
        /// <param name="plan">The plan.</param>
        /// <returns>The length of the header in bytes, or -1.</returns>
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

        // Nothing is written if the plan is the one that was used last, which is nearly always the case.
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
            // The start of documents with the schema, including the schema.
            public readonly byte[] Header;
            public readonly KitbagUnknownCases UnknownCases;
            public readonly DocumentPlan Plan;
            public readonly SchemaSize Size;

            // A time of the cache's clock, which races may make slightly wrong: it only decides which entry is removed.
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
