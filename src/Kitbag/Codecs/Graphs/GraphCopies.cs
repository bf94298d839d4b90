using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Contains objects of classes that are stored by value (<c>Tracked = false</c>), for which a document or a text has one object where
    /// this program needs two: the second is a copy of the first, which is made after everything has been read.
    /// </summary>
    internal sealed class GraphCopies
    {
        private readonly Dictionary<object, (Codec Codec, object Source, int Offset)> _copies =
            new Dictionary<object, (Codec, object, int)>(ByIdentity.Comparer);

        /// <summary>Gets the number of copies.</summary>
        public int Count => _copies.Count;

        /// <summary>The copies.</summary>
        public IReadOnlyDictionary<object, (Codec Codec, object Source, int Offset)> All => _copies;

        /// <summary>Adds a copy.</summary>
        /// <param name="copy">A new object, whose members are not known yet.</param>
        /// <param name="codec">The codec of both objects.</param>
        /// <param name="source">The object to copy.</param>
        /// <param name="offset">The offset of the reference in the input, or -1 if it is unknown.</param>
        public void Add(object copy, Codec codec, object source, int offset) => _copies.Add(copy, (codec, source, offset));

        /// <summary>Returns the copies that have not been made yet, and their codecs.</summary>
        public (object Copy, Codec Codec)[] Unmade()
        {
            var all = new (object, Codec)[_copies.Count];
            int at = 0;
            foreach (KeyValuePair<object, (Codec Codec, object Source, int Offset)> copy in _copies)
                all[at++] = (copy.Key, copy.Value.Codec);
            return all;
        }

        /// <summary>Removes a copy that has been made.</summary>
        public void Remove(object copy) => _copies.Remove(copy);

        /// <summary>
        /// The message about a copy by which something is looked up: that would have to wait until it has its members, which it gets last.
        /// </summary>
        public static string CannotWait(Codec codec) => "An object of '" + KitbagException.Cut(codec.Schema.Name)
            + "' is shared, but this program's class is stored by value, with Tracked = false: no copy can be made of it within a set, a "
            + "collection of the program's own, a surrogate or as a key. Let the class be tracked.";

        /// <summary>
        /// Returns the object of which an object is to become a copy, or null if it is not a copy, or has already been made.
        /// </summary>
        public object? SourceOf(object value) => _copies.TryGetValue(value, out var copy) ? copy.Source : null;
    }

    /// <summary>Compares objects by their identity.</summary>
    internal sealed class ByIdentity : IEqualityComparer<object>
    {
        public static readonly ByIdentity Comparer = new ByIdentity();

        private ByIdentity()
        {
        }

        bool IEqualityComparer<object>.Equals(object? one, object? other) => ReferenceEquals(one, other);

        int IEqualityComparer<object>.GetHashCode(object value) => RuntimeHelpers.GetHashCode(value);
    }
}
