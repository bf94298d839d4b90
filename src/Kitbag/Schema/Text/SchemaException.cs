using System;

namespace Kitbag.Schema
{
    /// <summary>
    /// The exception that is thrown for an invalid schema. It is internal: the library converts it to a <c>KitbagException</c>, and the
    /// generator, which links this file, to a diagnostic.
    /// </summary>
    internal sealed class SchemaException : Exception
    {
        public SchemaException(string message, int place, bool isLimit = false)
            : base(message)
        {
            Place = place;
            IsLimit = isLimit;
        }

        /// <summary>Gets the line, starting with 1, in a text, or the offset in bytes; 0 or less if it is unknown.</summary>
        public int Place { get; }

        /// <summary>Gets a value indicating whether a limit was exceeded.</summary>
        public bool IsLimit { get; }
    }
}
