using System;

namespace Kitbag.Relay.Backplane
{
    /// <summary>The exception that is thrown when an entry could not be kept, or the history of a stream could not be read.</summary>
    internal sealed class BackplaneException : Exception
    {
        public BackplaneException(string message, bool inDoubt = false, Exception? inner = null)
            : base(message, inner)
        {
            InDoubt = inDoubt;
        }

        /// <summary>Gets a value indicating whether the entry may have been kept nevertheless.</summary>
        public bool InDoubt { get; }
    }
}
