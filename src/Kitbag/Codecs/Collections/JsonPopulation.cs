using System.Collections.Concurrent;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>Adds elements to existing collections, according to [JsonObjectCreationHandling(Populate)].</summary>
    internal static class JsonPopulation
    {
        /// <summary>Returns whether elements can be added to a collection.</summary>
        public static bool CanAdd<TCollection, TElement>(TCollection collection) =>
            collection is ICollection<TElement> { IsReadOnly: false } or Queue<TElement> or Stack<TElement>
                or IProducerConsumerCollection<TElement>;

        /// <summary>Adds elements to a collection that supports it; sets ignore elements that they already contain.</summary>
        public static void AddAll<TCollection, TElement>(TCollection collection, TElement[] elements)
        {
            foreach (TElement element in elements)
            {
                switch (collection)
                {
                    case ICollection<TElement> list:
                        list.Add(element);
                        break;
                    case Queue<TElement> queue:
                        queue.Enqueue(element);
                        break;
                    case Stack<TElement> stack:
                        stack.Push(element);
                        break;
                    case IProducerConsumerCollection<TElement> concurrent:
                        concurrent.TryAdd(element);
                        break;
                }
            }
        }
    }
}
