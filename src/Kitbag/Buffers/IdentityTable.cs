using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Numbers objects by their identity, in the order in which they are added.</summary>
    internal sealed class IdentityTable
    {
        private const int FirstCapacity = 256, KeptCapacity = 1 << 18;

        [ThreadStatic]
        private static IdentityTable? t_kept;

        // The first is the object that is looked for next more often than not, so no look into the entries is needed.
        private object?[] _objects = new object?[FirstCapacity / 2];
        private TypedPlace[] _places = new TypedPlace[FirstCapacity / 2];
        private Entry[] _entries = new Entry[FirstCapacity];

        /// <summary>How many objects there are.</summary>
        public int Count { get; private set; }

        /// <summary>What the caller notes of an object.</summary>
        public ref TypedPlace this[int number] => ref _places[number];

        /// <summary>A table without objects; to be returned.</summary>
        public static IdentityTable Acquire()
        {
            IdentityTable table = t_kept ?? new IdentityTable();
            t_kept = null;
            return table;
        }

        /// <summary>Keeps the memory of the table for the next call of the thread.</summary>
        public void Return()
        {
            if (_entries.Length > KeptCapacity)
                return;
            _entries.AsSpan().Clear();
            _objects.AsSpan(0, Count).Clear();
            Count = 0;
            t_kept = this;
        }

        /// <summary>Finds the number of an object; gives it the next one where it has none.</summary>
        /// <param name="value">The object.</param>
        /// <param name="last">
        /// The number that was found last; -1 at first. Most objects are referred to in the order in which they were added, or several
        /// times in a row: these are found without a look into the table.
        /// </param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FindOrAdd(object value, ref int last)
        {
            object?[] objects = _objects;
            int next = last + 1;
            if ((uint)next < (uint)objects.Length && ReferenceEquals(objects[next], value))
                return last = next;
            if ((uint)last < (uint)objects.Length && ReferenceEquals(objects[last], value))
                return last;
            return last = FindOrAdd(value);
        }

        /// <summary>Takes a number for an object that is not to be found.</summary>
        public int AddNothing()
        {
            if (Count == _objects.Length)
                Grow();
            _objects[Count] = null;
            return Count++;
        }

        private int FindOrAdd(object value)
        {
            // Half of the entries are free, so that few steps are taken.
            if (Count == _objects.Length)
                Grow();
            Entry[] entries = _entries;
            int hash = Hash(value), mask = entries.Length - 1;
            for (int at = hash & mask; ; at = (at + 1) & mask)
            {
                ref Entry entry = ref entries[at];
                if (entry.Number == 0)
                {
                    entry.Hash = hash;
                    _objects[Count] = value;
                    entry.Number = ++Count;
                    return Count - 1;
                }
                if (entry.Hash == hash && ReferenceEquals(_objects[entry.Number - 1], value))
                    return entry.Number - 1;
            }
        }

        // The runtime's hash codes of objects are good in some of their bits only.
        private static int Hash(object value) => (int)((uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B9u >> 3);

        private void Grow()
        {
            Array.Resize(ref _objects, _objects.Length * 2);
            Array.Resize(ref _places, _objects.Length);
            Entry[] old = _entries;
            var entries = new Entry[old.Length * 2];
            int mask = entries.Length - 1;
            foreach (Entry entry in old)
            {
                if (entry.Number == 0)
                    continue;
                int at = entry.Hash & mask;
                while (entries[at].Number != 0)
                    at = (at + 1) & mask;
                entries[at] = entry;
            }
            _entries = entries;
        }

        // Without the object itself: memory without references costs the garbage collector nothing.
        private struct Entry
        {
            // 1 + the number; 0 where the entry is free.
            public int Hash, Number;
        }
    }

    /// <summary>The number of an object's type, and its place among the objects of that.</summary>
    internal struct TypedPlace
    {
        public int Type, Place;
    }
}
