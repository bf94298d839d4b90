using System;
using System.Collections.Concurrent;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The part of a plan for members of a document that the reader's type does not have and keeps.</summary>
    internal sealed class UnknownMembers : UnknownPart
    {
        // Bounded, because documents may come from untrusted sources.
        private const int MostReadings = 16;

        /// <summary>The plan of a document in which an object has no member directly.</summary>
        public static readonly ReadPlan OfNothing =
            new ReadPlan(new SchemaType(SchemaKind.Object, ""), Array.Empty<ReadPlan?>(), Array.Empty<int>());

        private readonly ConcurrentDictionary<KeptShape, KeptReading> _readings = new ConcurrentDictionary<KeptShape, KeptReading>();

        private UnknownMembers(KeptMembers? kept, bool hasStore, bool mayKnow, bool isPartial, KitbagUnknownCases unknownCases)
        {
            UnknownCases = unknownCases;
            Kept = kept;
            HasStore = hasStore;
            MayKnow = mayKnow;
            IsPartial = isPartial;
        }

        /// <summary>Gets the members that the document's type has and the reader's does not, or null if there are none.</summary>
        public KeptMembers? Kept { get; }

        /// <summary>Gets a value indicating whether the document contains members that its writer did not know.</summary>
        public bool HasStore { get; }

        /// <summary>Gets a value indicating whether the reader may know members that the writer did not know.</summary>
        public bool MayKnow { get; }

        /// <summary>
        /// Gets or initializes a value indicating whether kept members are texts that the reader may know: the members of an object whose
        /// class an older program lacks are all kept together.
        /// </summary>
        public bool HasTexts { get; private init; }

        /// <summary>Gets how values of a union among the kept members are handled whose types the reader lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; }

        /// <inheritdoc/>
        public override bool IsPartial { get; }

        /// <summary>Creates the part of the plan.</summary>
        /// <param name="description">The reader's members.</param>
        /// <param name="writer">The writer's type.</param>
        /// <param name="targets">For each of the writer's members, the index of the reader's member that it is read into, or -1.</param>
        /// <param name="caseName">The class of the objects if the program does not have it; otherwise empty.</param>
        /// <returns>The part, or null if the type does not keep unknown members.</returns>
        /// <param name="builder">The builder of the plan.</param>
        public static UnknownMembers? Of(ObjectDescription description, SchemaType writer, int[] targets, string caseName,
            PlanBuilder builder)
        {
            int own = description.Unknown;
            if (own < 0)
                return null;
            // Whether they were stand-ins of another class, which must know the class of the objects.
            bool wasOther = builder.ReadsOthers;
            // Only a block has members under two names.
            bool[]? stale = builder.IsOfBlock
                ? Array.ConvertAll(writer.MemberArray, member => description.Find(member.Name) >= 0)
                : null;
            KeptMembers? kept = KeptMembers.Of(writer, targets, stale, caseName, builder.TrackKept);
            bool hasStore = Array.IndexOf(targets, own) >= 0, isWhole = true;
            // A member under a former name may have been kept under its current one.
            for (int i = 0; i < description.Names.Count; i++)
                isWhole &= Array.IndexOf(targets, i) is >= 0 and int step && writer.MemberArray[step].Name == description.Names[i];
            bool mayKnow = hasStore && (!isWhole || kept != null || wasOther);
            bool hasTexts = kept != null && Array.Exists(writer.MemberArray, member => KeptShape.IsJson(member.Name, out _, out _));
            return new UnknownMembers(kept, hasStore, mayKnow, mayKnow || hasTexts, builder.UnknownCases) { HasTexts = hasTexts };
        }

        /// <summary>Returns the members of a block that remain unknown if the reader knows some of them.</summary>
        public static UnknownMembers OfRest(KeptMembers? rest) =>
            new UnknownMembers(rest, false, false, true, KitbagUnknownCases.Refuse);

        /// <summary>Returns how a block is read.</summary>
        public bool TryGet(KeptShape shape, out KeptReading? reading) => _readings.TryGetValue(shape, out reading);

        /// <summary>Caches how a block is read.</summary>
        public void Add(KeptShape shape, KeptReading reading)
        {
            if (_readings.Count < MostReadings)
                _readings.TryAdd(shape, reading);
        }
    }
}
