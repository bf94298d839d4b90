using System;

namespace Kitbag.Schema
{
    /// <summary>
    /// Measures how well a type can read values of another schema: first by the number of members that are lost, then by the number of
    /// members that keep their initial values, then by the number of values that are converted.
    /// </summary>
    internal readonly struct PlanFit
    {
        // Types that occur several times count several times, so the sums must be limited here.
        private const long Most = int.MaxValue;

        /// <summary>The fit if everything is read as it was written.</summary>
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

        /// <summary>Gets the number of values that have another type.</summary>
        public long Converted { get; }

        /// <summary>Gets a value indicating whether everything is read as it was written.</summary>
        public bool IsExact => Lost == 0 && Missing == 0 && Converted == 0;

        public static PlanFit operator +(PlanFit one, PlanFit other) =>
            new PlanFit(one.Lost + other.Lost, one.Missing + other.Missing, one.Converted + other.Converted);

        /// <summary>Returns whether this fit is better than another one.</summary>
        public bool IsBetterThan(PlanFit other) =>
            Lost != other.Lost ? Lost < other.Lost
            : Missing != other.Missing ? Missing < other.Missing
            : Converted < other.Converted;
    }
}
