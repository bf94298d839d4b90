using System;

namespace Kitbag.Relay.Backplane
{
    /// <summary>An entry could not be kept, or the history of a stream not be read.</summary>
    internal sealed class BackplaneException : Exception
    {
        public BackplaneException(string message, bool inDoubt = false, Exception? inner = null)
            : base(message, inner)
        {
            InDoubt = inDoubt;
        }

        /// <summary>Whether the entry may be kept all the same.</summary>
        public bool InDoubt { get; }
    }
}
