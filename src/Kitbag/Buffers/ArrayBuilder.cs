using System;

namespace Kitbag.Buffers
{
    /// <summary>
    /// An array that grows, for structs that no other code has lists of. Unlike a list it implements no interfaces, of whose methods
    /// programs compiled ahead of time would contain all.
    /// </summary>
    internal sealed class ArrayBuilder<T>
        where T : struct
    {
        private T[] _items = new T[4];

        public int Count { get; private set; }

        public ReadOnlySpan<T> Items => _items.AsSpan(0, Count);

        public void Add(T item)
        {
            if (Count == _items.Length)
                Array.Resize(ref _items, 2 * Count);
            _items[Count++] = item;
        }

        public void Clear() => Count = 0;

        public T[] ToArray() => Items.ToArray();
    }
}
