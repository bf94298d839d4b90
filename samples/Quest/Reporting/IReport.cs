using System;
using System.Collections.Generic;
using Quest.Measuring;

namespace Quest.Reporting
{
    /// <summary>The output of the program.</summary>
    public interface IReport
    {
        /// <summary>Prints a line.</summary>
        void Line(string text);

        /// <summary>
        /// Runs work that consists of several steps, and shows the progress. The work passes the name of each step before it begins.
        /// </summary>
        void Track(int steps, Action<Action<string>> work);

        /// <summary>Prints the measurements.</summary>
        void Table(IReadOnlyList<Row> rows);
    }
}
