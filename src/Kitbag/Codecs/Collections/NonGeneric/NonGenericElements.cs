using System;
using System.Collections;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>Provides operations that the codecs of non-generic collections use.</summary>
    internal static class NonGenericElements
    {
        /// <summary>Returns the number of elements of any collection, like <see cref="Elements.CountWritten{T}"/>.</summary>
        /// <exception cref="KitbagException">It is a multidimensional array, whose lengths would be lost.</exception>
        public static int CountWritten(IEnumerable collection)
        {
            if (collection is Array { Rank: > 1 })
                throw new KitbagException(KitbagErrorReason.NotSupported, "A '" + TypeText.Of(collection.GetType())
                    + "' cannot be written as a list: its lengths would be lost. Declare the member as an array.");
            return collection is ICollection { Count: not 0 and var count } ? count : Elements.CountWritten(Of<object?>(collection));
        }

        /// <summary>Returns a collection whose elements are of one type as a generic one.</summary>
        public static IEnumerable<T> Of<T>(IEnumerable collection) =>
            collection is ICollection counted ? new CollectionView<T>(counted) : Enumerate<T>(collection);

        /// <summary>Copies the elements of a collection, whose number must match the count that it reported.</summary>
        public static void Copy(IEnumerable collection, Span<object?> elements) => Elements.Copy(Enumerate<object?>(collection), elements);

        /// <summary>Replaces the contents of a list by those of another one.</summary>
        /// <exception cref="KitbagException">The list rejects an element; its contents are then unchanged.</exception>
        public static void Replace<T>(IList target, IEnumerable source) =>
            Elements.Replace(new ListView<T>(target), Enumerate<T>(source));

        /// <summary>Replaces the contents of a dictionary by those of another one.</summary>
        /// <exception cref="KitbagException">The dictionary rejects an entry; its contents are then unchanged.</exception>
        public static void Replace(IDictionary target, IDictionary source) => Elements.Replace(new MapView(target), EntriesOf(source));

        /// <summary>Copies the entries of a dictionary, whose number must match the count that it reported.</summary>
        public static void Copy(IDictionary map, Span<object> keys, Span<object?> values) => Entries.Copy(EntriesOf(map), keys, values);

        private static IEnumerable<T> Enumerate<T>(IEnumerable collection)
        {
            foreach (object? element in collection)
            {
                yield return element is T || (element == null && default(T) == null) ? (T)element!
                    : throw new KitbagException(KitbagErrorReason.NotSupported, "A '" + TypeText.Of(collection.GetType()) + "' contains "
                        + (element == null ? "null" : "a '" + TypeText.Of(element.GetType()) + "'") + ", but its elements are of type '"
                        + TypeText.Of(typeof(T)) + "'.");
            }
        }

        private static IEnumerable<KeyValuePair<object, object?>> EntriesOf(IDictionary map)
        {
            IDictionaryEnumerator entry = map.GetEnumerator();
            using (entry as IDisposable)
            {
                while (entry.MoveNext())
                    yield return new KeyValuePair<object, object?>(entry.Key, entry.Value);
            }
        }

        /// <summary>A non-generic collection as a generic one.</summary>
        private class CollectionView<T> : ICollection<T>
        {
            private readonly ICollection _collection;

            public CollectionView(ICollection collection) => _collection = collection;

            public int Count => _collection.Count;

            public virtual bool IsReadOnly => true;

            public virtual void Add(T item) => throw new NotSupportedException();

            public virtual void Clear() => throw new NotSupportedException();

            public bool Contains(T item) => throw new NotSupportedException();

            public void CopyTo(T[] array, int arrayIndex) => Elements.Copy(this, array.AsSpan(arrayIndex));

            public bool Remove(T item) => throw new NotSupportedException();

            public IEnumerator<T> GetEnumerator() => Enumerate<T>(_collection).GetEnumerator();

            IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        }

        /// <summary>A non-generic list as a generic collection.</summary>
        private sealed class ListView<T> : CollectionView<T>
        {
            private readonly IList _list;

            public ListView(IList list)
                : base(list) => _list = list;

            public override bool IsReadOnly => _list.IsReadOnly || _list.IsFixedSize;

            public override void Add(T item) => _list.Add(item);

            public override void Clear() => _list.Clear();
        }

        /// <summary>A non-generic dictionary as a generic collection.</summary>
        private sealed class MapView : ICollection<KeyValuePair<object, object?>>
        {
            private readonly IDictionary _map;

            public MapView(IDictionary map) => _map = map;

            public int Count => _map.Count;

            public bool IsReadOnly => _map.IsReadOnly || _map.IsFixedSize;

            public void Add(KeyValuePair<object, object?> item) => _map.Add(item.Key, item.Value);

            public void Clear() => _map.Clear();

            public bool Contains(KeyValuePair<object, object?> item) => throw new NotSupportedException();

            public void CopyTo(KeyValuePair<object, object?>[] array, int arrayIndex) =>
                Elements.Copy(this, array.AsSpan(arrayIndex));

            public bool Remove(KeyValuePair<object, object?> item) => throw new NotSupportedException();

            public IEnumerator<KeyValuePair<object, object?>> GetEnumerator() => EntriesOf(_map).GetEnumerator();

            IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        }
    }
}
