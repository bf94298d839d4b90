using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// The strings of a column that was read, in scratch memory: each once, and which of them stand where. To put them where they belong
    /// from here saves a store of each to memory that the garbage collector has to hear of.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly ref struct DictionaryStrings
    {
        // Unsafe: indexes were checked when the column was read (bench/: save-game).

        private readonly ReadOnlySpan<string?> _strings;
        private readonly ReadOnlySpan<uint> _indexes;
        private readonly int _length;

        /// <summary>One string after the other.</summary>
        internal DictionaryStrings(ReadOnlySpan<string?> strings)
        {
            _strings = strings;
            _indexes = default;
            _length = strings.Length;
        }

        /// <summary>The strings that the indexes say; all of them have to be less than there are strings.</summary>
        internal DictionaryStrings(ReadOnlySpan<string?> strings, ReadOnlySpan<uint> indexes)
        {
            _strings = strings;
            _indexes = indexes;
            _length = indexes.Length;
        }

        /// <summary>How many there are, nulls included.</summary>
        public int Length => _length;

        /// <summary>Whether there is a string: of a member that the document lacks there is none.</summary>
        /// <param name="index">The index of the object.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Has(int index) => (uint)index < (uint)_length;

        /// <summary>A string.</summary>
        /// <param name="index">Which one: less than <see cref="Length"/>.</param>
        public string? this[int index]
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => _indexes.IsEmpty ? _strings[index] : Unsafe.Add(ref MemoryMarshal.GetReference(_strings), (IntPtr)_indexes[index]);
        }

        /// <summary>Copies all of them.</summary>
        internal void CopyTo(Span<string?> values)
        {
            for (int i = 0; i < values.Length; i++)
                values[i] = this[i];
        }
    }
}
