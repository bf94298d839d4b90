using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The strings of a column that was read, in scratch memory: each distinct string once, and the indexes of all. Assigning them directly
    /// from here saves one store of each reference, with its cost for the garbage collector.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct DictionaryStrings
    {
        // Unsafe: indexes were checked when the column was read (bench/: save-game).

        private readonly ReadOnlySpan<string?> _strings;
        private readonly ReadOnlySpan<uint> _indexes;
        private readonly int _length;

        /// <summary>A list of strings without indexes.</summary>
        internal DictionaryStrings(ReadOnlySpan<string?> strings)
        {
            _strings = strings;
            _indexes = default;
            _length = strings.Length;
        }

        /// <summary>A list of strings with indexes into it, all of which must be less than its length.</summary>
        internal DictionaryStrings(ReadOnlySpan<string?> strings, ReadOnlySpan<uint> indexes)
        {
            _strings = strings;
            _indexes = indexes;
            _length = indexes.Length;
        }

        /// <summary>The number of strings, including nulls.</summary>
        public int Length => _length;

        /// <summary>Whether there is a string: not for a member that the document lacks.</summary>
        /// <param name="index">The index of the object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => (uint)index < (uint)_length;

        /// <summary>Gets a string.</summary>
        /// <param name="index">The index, less than <see cref="Length"/>.</param>
        public string? this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get
            {
                // The JIT removes this check after Has; those of the spans it would not.
                if ((uint)index >= (uint)_length)
                    throw new IndexOutOfRangeException();
                if (!_indexes.IsEmpty)
                    index = (int)Unsafe.Add(ref MemoryMarshal.GetReference(_indexes), index);
                return Unsafe.Add(ref MemoryMarshal.GetReference(_strings), index);
            }
        }

        /// <summary>Copies all of them.</summary>
        internal void CopyTo(Span<string?> values)
        {
            for (int i = 0; i < values.Length; i++)
                values[i] = this[i];
        }
    }
}
