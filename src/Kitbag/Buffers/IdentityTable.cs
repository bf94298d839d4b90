using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Numbers objects by their identity.</summary>
    internal sealed class IdentityTable
    {
        private const int FirstCapacity = 256;

        private Entry[] _entries = new Entry[FirstCapacity];
        private int _count;

        /// <summary>Finds the number of an object; gives it one where it has none.</summary>
        /// <param name="value">The object.</param>
        /// <param name="next">The number that it is given.</param>
        /// <returns>Its number: <paramref name="next"/> where it was not there.</returns>
        public int FindOrAdd(object value, int next)
        {
            // Half of the entries are free, so that few steps are taken.
            if (_count * 2 >= _entries.Length)
                Grow();
            Entry[] entries = _entries;
            int hash = Hash(value), mask = entries.Length - 1;
            for (int at = hash & mask; ; at = (at + 1) & mask)
            {
                ref Entry entry = ref entries[at];
                if (ReferenceEquals(entry.Value, value))
                    return entry.Number;
                if (entry.Value != null)
                    continue;
                entry.Value = value;
                entry.Hash = hash;
                entry.Number = next;
                _count++;
                return next;
            }
        }

        // The runtime's hash codes of objects are good in some of their bits only.
        private static int Hash(object value) => (int)((uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B9u >> 3);

        private void Grow()
        {
            Entry[] old = _entries;
            var entries = new Entry[old.Length * 2];
            int mask = entries.Length - 1;
            foreach (ref readonly Entry entry in old.AsSpan())
            {
                if (entry.Value == null)
                    continue;
                int at = entry.Hash & mask;
                while (entries[at].Value != null)
                    at = (at + 1) & mask;
                entries[at] = entry;
            }
            _entries = entries;
        }

        private struct Entry
        {
            public object? Value;
            public int Hash, Number;
        }
    }
}
