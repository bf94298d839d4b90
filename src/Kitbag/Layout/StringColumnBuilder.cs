using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// Gathers a column of strings, one after the other. As long as strings repeat, only their indexes are stored: storing a reference
    /// costs more than a number, because of the garbage collector's write barrier.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct StringColumnBuilder
    {
        private readonly Span<uint> _indexes;
        private StringDictionary _dictionary;

        // All strings, once it is known that too few of them repeat.
        private Span<string?> _strings;
        private int _question;

        /// <summary>Begins a column.</summary>
        /// <param name="w">The writer of the column.</param>
        /// <param name="count">The number of strings, including nulls.</param>
        public StringColumnBuilder(scoped ref WireWriter w, int count)
        {
            _indexes = w.Rent<uint>(count);
            _dictionary = new StringDictionary(ref w, count);
            _strings = default;
            _question = count > DictionaryChoice.FewGathered ? DictionaryChoice.FirstQuestion : int.MaxValue;
        }

        /// <summary>Adds the next string.</summary>
        /// <param name="w">The writer of the column.</param>
        /// <param name="at">The number of strings added before.</param>
        /// <param name="value">The string, or null.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(scoped ref WireWriter w, int at, string? value)
        {
            if ((uint)at < (uint)_strings.Length)
                _strings[at] = value;
            else if (_dictionary.TryGetRecent(value, out uint index))
                _indexes[at] = index;
            else
                AddOther(ref w, at, value);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void AddOther(scoped ref WireWriter w, int at, string? value)
        {
            if (!_dictionary.TryAdd(ref w, value, out _indexes[at]))
            {
                KeepAll(ref w, at);
                _strings[at] = value;
            }
            else if (_dictionary.Count >= _question)
            {
                _question *= 2;
                if (DictionaryChoice.RepeatTooSeldom(_dictionary.Count, CountPresent(at + 1), at + 1))
                    KeepAll(ref w, at + 1);
            }
        }

        private readonly int CountPresent(int count)
        {
            int present = 0;
            foreach (uint index in _indexes.Slice(0, count))
                present += index != 0 ? 1 : 0;
            return present;
        }

        private void KeepAll(scoped ref WireWriter w, int count)
        {
            _strings = w.Rent<string?>(_indexes.Length);
            for (int i = 0; i < count; i++)
                _strings[i] = _dictionary[_indexes[i]];
        }

        /// <summary>Whether any string was added that is not null.</summary>
        public readonly bool HasNonDefault => _dictionary.Count != 0;

        /// <summary>Writes the column. All strings must have been added.</summary>
        /// <param name="w">The writer.</param>
        /// <exception cref="KitbagException">One of them is too long: more than 2^30 bytes and not Latin-1.</exception>
        public readonly void Write(ref WireWriter w) => Write(ref w, asks: false);

        internal readonly void Write(ref WireWriter w, bool asks)
        {
            if (_strings.IsEmpty)
                StringColumn.Write(ref w, _dictionary, _indexes, asks);
            else
                StringColumn.Write(ref w, _strings);
        }
    }
}
