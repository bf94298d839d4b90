using System;
using System.Collections.Concurrent;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>What becomes of the members of a document that the reader's type lacks and keeps: a part of its plan.</summary>
    internal sealed class UnknownMembers
    {
        // Documents may come from anywhere.
        private const int MostReadings = 16;

        private readonly ConcurrentDictionary<KeptShape, KeptReading> _readings = new ConcurrentDictionary<KeptShape, KeptReading>();

        private UnknownMembers(KeptMembers? kept, bool hasStore, bool mayKnow)
        {
            Kept = kept;
            HasStore = hasStore;
            MayKnow = mayKnow;
        }

        /// <summary>The document's own members that the type lacks; null where there are none.</summary>
        public KeptMembers? Kept { get; }

        /// <summary>Whether the document has, of its objects, members that the program which wrote it did not know.</summary>
        public bool HasStore { get; }

        /// <summary>Whether something may be known, or be known better, of the members which that program did not know.</summary>
        public bool MayKnow { get; }

        /// <summary>Finds out what becomes of them.</summary>
        /// <param name="description">The reader's members.</param>
        /// <param name="writer">The writer's type.</param>
        /// <param name="targets">For each of the writer's members the reader's that takes it, or -1.</param>
        /// <param name="caseName">The class of the objects, where the program lacks that; else empty.</param>
        /// <returns>Null where the type keeps nothing.</returns>
        /// <param name="builder">The builder of the plan.</param>
        public static UnknownMembers? Of(ObjectDescription description, SchemaType writer, int[] targets, string caseName,
            PlanBuilder builder)
        {
            int own = description.Unknown;
            if (own < 0)
                return null;
            // Whether objects of another class stood for them, which had to know their class.
            bool wasOther = builder.ReadsOthers;
            KeptMembers? kept = KeptMembers.Of(writer, targets, null, caseName, target =>
            {
                builder.HasMetReferences = true;
                return builder.KeptTargets != null
                    && Array.Exists(builder.KeptTargets, part => part.Writer.Identity.Equals(target.Identity));
            });
            bool hasStore = Array.IndexOf(targets, own) >= 0, isWhole = true;
            for (int i = 0; i < description.Names.Count; i++)
                isWhole &= Array.IndexOf(targets, i) >= 0;
            return new UnknownMembers(kept, hasStore, hasStore && (!isWhole || kept != null || wasOther));
        }

        /// <summary>What becomes of what is left of what was kept, where a part of it is known.</summary>
        public static UnknownMembers OfRest(KeptMembers? rest) => new UnknownMembers(rest, false, false);

        /// <summary>How what was kept of objects is read.</summary>
        public bool TryGet(KeptShape shape, out KeptReading? reading) => _readings.TryGetValue(shape, out reading);

        /// <summary>Remembers how it is read.</summary>
        public void Add(KeptShape shape, KeptReading reading)
        {
            if (_readings.Count < MostReadings)
                _readings.TryAdd(shape, reading);
        }
    }
}
