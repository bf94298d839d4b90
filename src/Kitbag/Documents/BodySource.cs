using System;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>
    /// Where the body starts, and how it is read: null means as this program writes. Small, for each message makes one.
    /// </summary>
    internal readonly struct BodySource
    {
        public readonly ReadPlan? Plan;

        /// <summary>Where in the input the body begins; 0 where there is no header.</summary>
        public readonly int BodyOffset;

        /// <summary>What the schema has taken of the allocation budget.</summary>
        public readonly int Allocated;

        public BodySource(int bodyOffset, ReadPlan? plan, long allocated)
        {
            Plan = plan;
            BodyOffset = bodyOffset;
            Allocated = (int)Math.Min(allocated, int.MaxValue);
        }

        public bool IsBare => BodyOffset == 0;

        public SchemaType WriterOf(Codec codec) => Plan?.Writer ?? codec.Schema;
    }
}
