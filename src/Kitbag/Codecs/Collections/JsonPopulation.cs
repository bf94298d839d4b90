using System.Collections.Concurrent;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>Adds elements to collections that exist, as [JsonObjectCreationHandling(Populate)] asks.</summary>
    internal static class JsonPopulation
    {
        /// <summary>Adds an element. Answers whether the collection can be added to; sets pass over what they have.</summary>
        public static bool TryAdd<TCollection, TElement>(TCollection collection, TElement element)
        {
            switch (collection)
            {
                case ICollection<TElement> { IsReadOnly: false } list:
                    list.Add(element);
                    return true;
                case Queue<TElement> queue:
                    queue.Enqueue(element);
                    return true;
                case Stack<TElement> stack:
                    stack.Push(element);
                    return true;
                case IProducerConsumerCollection<TElement> concurrent:
                    return concurrent.TryAdd(element);
                default:
                    return false;
            }
        }
    }
}
