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
        public readonly DocumentPlan? Plan;

        /// <summary>Where in the input the body begins; 0 where there is no header.</summary>
        public readonly int BodyOffset;

        /// <summary>What the schema has taken of the allocation budget.</summary>
        public readonly int Allocated;

        public BodySource(int bodyOffset, DocumentPlan? plan, long allocated)
        {
            Plan = plan;
            BodyOffset = bodyOffset;
            Allocated = (int)Math.Min(allocated, int.MaxValue);
        }

        /// <summary>How the root is read; null where this program's own schema wrote it.</summary>
        public ReadPlan? Root => Plan?.Root;

        /// <summary>How tracked objects are read.</summary>
        public GraphPlan GraphOf(Codec codec) => Plan == null ? codec.Graph : Plan.Graph;

        public bool IsBare => BodyOffset == 0;

        public SchemaType WriterOf(Codec codec) =>
            Plan == null || (Plan.Root == null && Plan.Graph == GraphPlan.None) ? codec.Schema : Plan.Writer;
    }
}
