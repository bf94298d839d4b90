using System;

namespace Kitbag.Schema
{
    /// <summary>
    /// What is wrong with a schema. It stays within Kitbag: the library makes a <c>KitbagException</c> of it, the generator, which links
    /// this file, a diagnostic.
    /// </summary>
    internal sealed class SchemaException : Exception
    {
        public SchemaException(string message, int place, bool isLimit = false)
            : base(message)
        {
            Place = place;
            IsLimit = isLimit;
        }

        /// <summary>Of a text the line, from 1; of bytes the offset. 0 or less where there is none.</summary>
        public int Place { get; }

        /// <summary>Whether a limit was exceeded.</summary>
        public bool IsLimit { get; }
    }
}
