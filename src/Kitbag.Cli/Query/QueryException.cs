using System;
using System.Globalization;

namespace Kitbag.Cli.Query
{
    /// <summary>A query that cannot be understood, or that does not fit the values it meets.</summary>
    internal sealed class QueryException : Exception
    {
        public QueryException(string message, int position)
            : base(message) => Position = position;

        /// <summary>Characters from the start of the query.</summary>
        public int Position { get; }

        /// <summary>What is wrong, and where.</summary>
        public override string Message => base.Message + " Position: " + (Position + 1).ToString(CultureInfo.InvariantCulture) + ".";
    }
}
