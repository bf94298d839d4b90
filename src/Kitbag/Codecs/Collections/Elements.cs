using System;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime.CompilerServices;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary>Provides operations that several codecs of collections use.</summary>
    internal static partial class Elements
    {
        /// <summary>Returns the number of elements of any collection.</summary>
        public static int Count<T>(IEnumerable<T> collection)
        {
            if (collection is ICollection<T> some)
                return some.Count;
            if (collection is IReadOnlyCollection<T> others)
                return others.Count;
            int count = 0;
            foreach (T _ in collection)
                count++;
            return count;
        }

        /// <summary>
        /// Returns the number of elements of a collection that is written. If it reports none, nothing is copied that would show otherwise,
        /// so the elements of a collection with a wrong count would be lost.
        /// </summary>
        public static int CountWritten<T>(IEnumerable<T> collection)
        {
            int count = Count(collection);
            if (count == 0 && !(collection is List<T> || collection is T[]))
                Copy(collection, default);
            return count;
        }

        /// <summary>Copies the elements of a collection, whose number must match the count that it reported.</summary>
        public static void Copy<T>(IEnumerable<T> collection, Span<T> elements)
        {
            int i = 0;
            foreach (T element in collection)
            {
                if (i == elements.Length)
                    throw ChangedWhileWritten.Collection();
                elements[i++] = element;
            }
            if (i != elements.Length)
                throw ChangedWhileWritten.Collection();
        }

        // A separate method keeps all values of the loop in registers: 5 % fewer instructions for 500 longs.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void AddAll<T>(HashSet<T> set, ReadOnlySpan<T> elements)
        {
            for (int i = 0; i < elements.Length; i++)
            {
                if (!set.Add(elements[i]))
                    throw new KitbagException(KitbagErrorReason.Malformed, "The element stands twice where a set is expected.").At(i);
            }
        }

        /// <summary>Adds elements to a new set.</summary>
        /// <exception cref="KitbagException">An element occurs twice, or the elements cannot be compared.</exception>
        public static void Add<T>(ISet<T> set, ReadOnlySpan<T> elements)
        {
            try
            {
                for (int i = 0; i < elements.Length; i++)
                {
                    if (!set.Add(elements[i]))
                        throw new KitbagException(KitbagErrorReason.Malformed, "The element stands twice where a set is expected.").At(i);
                }
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                throw Incomparable(e);
            }
        }

        /// <summary>Replaces the contents of a collection by those of another one.</summary>
        /// <exception cref="KitbagException">
        /// The collection rejects an element or does not keep it; its contents are then unchanged.
        /// </exception>
        public static void Replace<T>(ICollection<T> target, IEnumerable<T> source)
        {
            if (target.IsReadOnly)
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "A read-only collection cannot be populated. Read a new object.");
            int at = -1;
            var old = Array.Empty<T>();
            KitbagException? lost = null;
            try
            {
                old = new T[target.Count];
                target.CopyTo(old, 0);
                at = 0;
                target.Clear();
                // A set does not report through ICollection<T>.Add that it already has the element.
                var set = target as ISet<T>;
                foreach (T element in source)
                {
                    if (set == null)
                        target.Add(element);
                    else if (!set.Add(element))
                        throw lost = Same().At(at);
                    at++;
                }
                if (target.Count < at)
                    throw lost = Dropped(target.GetType(), target.Count, at);
            }
            catch (Exception e)
            {
                if (at >= 0)
                    Restore(target, old, e);
                if (e == lost)
                    throw;
                throw NotTaken(e).At(at);
            }
        }

        // A collection accepts its former contents again, unless it cannot be recovered; then the exception says so.
        private static void Restore<T>(ICollection<T> target, T[] old, Exception cause)
        {
            try
            {
                target.Clear();
                foreach (T element in old)
                    target.Add(element);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw new KitbagException(
                    KitbagErrorReason.Refused,
                    "The collection that is filled refused an element, and then its own old ones, so that some of them are lost: "
                        + e.Message,
                    -1,
                    cause);
            }
        }

        /// <summary>
        /// Creates the exception for a populated collection that rejects an element; its former contents have been restored.
        /// </summary>
        public static KitbagException NotTaken(Exception e) => e is ArgumentException
            ? Same(" " + e.Message, e)
            : new KitbagException(KitbagErrorReason.Refused,
                "The collection that is filled refused an element: " + e.GetType() + ", " + e.Message, -1, e);

        /// <summary>The error of elements or keys that are equal to the comparer of a populated collection.</summary>
        public static KitbagException Same(string more = "", Exception? cause = null) => new KitbagException(KitbagErrorReason.Malformed,
            "Two elements or keys are the same to the comparer of the collection that is filled." + more, -1, cause);

        public static T[] Reversed<T>(IReadOnlyCollection<T> collection)
        {
            var elements = new T[collection.Count];
            Copy(collection, elements);
            Array.Reverse(elements);
            return elements;
        }

        public static KitbagException Incomparable(Exception e) =>
            new KitbagException(KitbagErrorReason.NotSupported,
                "The elements or keys of a sorted collection cannot be compared: their type has to be an IComparable. " + e.Message, -1, e);

        /// <summary>Elements are lost, because a collection of the program does not keep all that are added.</summary>
        public static KitbagException Dropped(Type collection, int count, int added) => new KitbagException(KitbagErrorReason.Refused,
            "A '" + collection + "' contains " + count.ToString(CultureInfo.InvariantCulture) + " elements after "
            + added.ToString(CultureInfo.InvariantCulture) + " were added. Write a surrogate for it, or store its fields.");

        public static KitbagException Populated(Type collection) =>
            new KitbagException(KitbagErrorReason.NotSupported,
                "A new '" + collection + "' contains more elements than were added, because its constructor adds elements. "
                + "Give it a constructor that leaves it empty.");
    }
}
