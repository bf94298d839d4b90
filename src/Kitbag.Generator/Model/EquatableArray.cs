using System;
using System.Collections;
using System.Collections.Generic;

namespace Kitbag.Generator.Model
{
    /// <summary>
    /// Represents an array that is equal to another one if their elements are equal, as required for cached steps of the generator.
    /// </summary>
    internal sealed class EquatableArray<T> : IEquatable<EquatableArray<T>>, IReadOnlyList<T>
        where T : IEquatable<T>
    {
        public static readonly EquatableArray<T> Empty = new EquatableArray<T>(Array.Empty<T>());

        private readonly T[] _items;

        public EquatableArray(T[] items)
        {
            _items = items;
        }

        public int Count => _items.Length;

        public T this[int index] => _items[index];

        public bool Equals(EquatableArray<T>? other) => other != null && _items.AsSpan().SequenceEqual(other._items);

        public override bool Equals(object? obj) => Equals(obj as EquatableArray<T>);

        public override int GetHashCode()
        {
            int hash = _items.Length;
            foreach (T item in _items)
                hash = hash * 31 + item.GetHashCode();
            return hash;
        }

        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)_items).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => _items.GetEnumerator();
    }
}
