using System;
using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>
    /// The ids in a text that is read without identities, by a program in which no class is tracked. Such a program keeps unknown members
    /// with the references in them, but not the ids of the objects that it reads: a reference to one of these would have no target.
    /// </summary>
    internal sealed class JsonKeptIds
    {
        /// <summary>Gets the ids within members that are kept.</summary>
        public HashSet<string> Kept { get; } = new HashSet<string>(StringComparer.Ordinal);

        /// <summary>Gets or sets the ids of the whole text; null if they have not been needed.</summary>
        public Dictionary<string, JsonPosition>? All { get; set; }
    }
}
