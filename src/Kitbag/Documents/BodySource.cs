using System;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>
    /// Describes where the body starts and how it is read; null means with the schema of this program. Small, because one is created for
    /// each message.
    /// </summary>
    internal readonly struct BodySource
    {
        public readonly DocumentPlan? Plan;

        /// <summary>The offset of the body in the input; 0 if there is no header.</summary>
        public readonly int BodyOffset;

        /// <summary>The part of the allocation budget that the schema has used.</summary>
        public readonly int Allocated;

        /// <summary>Whether the body has tracked objects even if the schema has no tracked types.</summary>
        public readonly bool HasUnknownObjects;

        public BodySource(int bodyOffset, DocumentPlan? plan, long allocated, bool hasUnknownObjects = false)
        {
            HasUnknownObjects = hasUnknownObjects;
            Plan = plan;
            BodyOffset = bodyOffset;
            Allocated = (int)Math.Min(allocated, int.MaxValue);
        }

        /// <summary>Gets the plan of the root, or null if the body has this program's own schema.</summary>
        public ReadPlan? Root => Plan?.Root;

        /// <summary>Returns the plan for tracked objects.</summary>
        public GraphPlan GraphOf(Codec codec) =>
            (Plan == null ? codec.Graph : Plan.Graph).With(HasUnknownObjects, Plan?.UnknownCases ?? KitbagUnknownCases.Refuse);

        public bool IsBare => BodyOffset == 0;

        public SchemaType WriterOf(Codec codec) =>
            Plan == null || (Plan.Root == null && Plan.Graph == GraphPlan.None) ? codec.Schema : Plan.Writer;
    }
}
