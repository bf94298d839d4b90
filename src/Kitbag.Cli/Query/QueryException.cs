using System;
using System.Globalization;

namespace Kitbag.Cli.Query
{
    /// <summary>A query is malformed, or does not match its values.</summary>
    internal sealed class QueryException : Exception
    {
        public QueryException(string message, int position)
            : base(message) => Position = position;

        /// <summary>The position in the query, in characters.</summary>
        public int Position { get; }

        /// <summary>The problem and its position.</summary>
        public override string Message => base.Message + " Position: " + (Position + 1).ToString(CultureInfo.InvariantCulture) + ".";
    }
}
