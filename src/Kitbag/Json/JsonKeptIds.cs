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
        private readonly HashSet<string> _kept = new HashSet<string>(StringComparer.Ordinal);
        private Dictionary<string, JsonPosition>? _all;

        /// <summary>Records the ids within the value of a member that is kept.</summary>
        public void Add(ReadOnlySpan<byte> value, KitbagJsonOptions options) => _kept.UnionWith(IndexIds(value, options, null).Keys);

        /// <summary>Returns whether the value of a member refers to an object of the text of which the id is not kept.</summary>
        /// <param name="value">The text of the value.</param>
        /// <param name="r">The reader of the whole text.</param>
        public bool MissesTarget(scoped ReadOnlySpan<byte> value, ref JsonReader r)
        {
            var references = new HashSet<string>(StringComparer.Ordinal);
            IndexIds(value, r.Options, references);
            references.ExceptWith(_kept);
            // Other references are data, such as those of a JSON Schema.
            return references.Count != 0 && references.Overlaps((_all ??= r.IndexIds()).Keys);
        }

        private static Dictionary<string, JsonPosition> IndexIds(
            scoped ReadOnlySpan<byte> value, KitbagJsonOptions options, HashSet<string>? references)
        {
            var r = new JsonReader(value, options);
            try
            {
                return r.IndexIds(references);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
