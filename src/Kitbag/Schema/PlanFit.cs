using System;

namespace Kitbag.Schema
{
    /// <summary>
    /// How well a type reads what another schema wrote: the fewer of its members are lost, the better; then the fewer members stay as they
    /// are made; then the fewer values are converted.
    /// </summary>
    internal readonly struct PlanFit
    {
        // Types that are met several times count several times, so that the sums have no bound of their own.
        private const long Most = int.MaxValue;

        /// <summary>All is read as it was written.</summary>
        public static readonly PlanFit Exact = default;

        public PlanFit(long lost, long missing, long converted)
        {
            Lost = Math.Min(lost, Most);
            Missing = Math.Min(missing, Most);
            Converted = Math.Min(converted, Most);
        }

        /// <summary>Members of the document that have no place.</summary>
        public long Lost { get; }

        /// <summary>Members that the document lacks.</summary>
        public long Missing { get; }

        /// <summary>Values of which the type is another one.</summary>
        public long Converted { get; }

        /// <summary>Whether all is read as it was written.</summary>
        public bool IsExact => Lost == 0 && Missing == 0 && Converted == 0;

        public static PlanFit operator +(PlanFit one, PlanFit other) =>
            new PlanFit(one.Lost + other.Lost, one.Missing + other.Missing, one.Converted + other.Converted);

        /// <summary>Whether this is better than another one.</summary>
        public bool IsBetterThan(PlanFit other) =>
            Lost != other.Lost ? Lost < other.Lost
            : Missing != other.Missing ? Missing < other.Missing
            : Converted < other.Converted;
    }
}
