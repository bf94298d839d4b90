using System;
using System.Collections.Generic;
using Quest.Measuring;

namespace Quest.Reporting
{
    /// <summary>Where the program says what it does.</summary>
    public interface IReport
    {
        /// <summary>Says one thing.</summary>
        void Line(string text);

        /// <summary>Does work of some steps; the work names each step before it begins.</summary>
        void Track(int steps, Action<Action<string>> work);

        /// <summary>Shows what was measured.</summary>
        void Table(IReadOnlyList<Row> rows);
    }
}
