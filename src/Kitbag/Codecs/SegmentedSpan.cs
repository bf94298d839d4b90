using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Values one after the other that lie in one piece of memory, or in those of several lists or arrays; given out piece by piece,
    /// so that what many short lists hold is not copied together first.
    /// </summary>
    /// <typeparam name="T">The values.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct SegmentedSpan<T>
    {
        // To call for a copy of a few values costs more than to store them.
        private const int Few = 8;

        // Unsafe: lists and arrays are kept as objects (bench/: save-game).
        // Spans of them, and all that lists can do, would be in programs that are compiled ahead of time for each class, though nothing
        // there is a list of it.
        private readonly ReadOnlySpan<object?> _collections;
        private readonly bool _areLists;
        private Span<T> _rest;
        private int _next, _left;
        private bool _nullsAreTold;

        internal SegmentedSpan(ReadOnlySpan<T> values)
            : this(values.Length)
        {
            _rest = Spans.Writable(values);
        }

        /// <param name="collections">Lists or arrays of values, as objects: code that names lists would name those of each class.</param>
        /// <param name="areLists">Whether they are lists.</param>
        /// <param name="count">How many values they have.</param>
        internal SegmentedSpan(ReadOnlySpan<object?> collections, bool areLists, int count)
            : this(count)
        {
            _collections = collections;
            _areLists = areLists;
        }

        private SegmentedSpan(int count)
        {
            _collections = default;
            _areLists = false;
            _rest = default;
            _next = 0;
            _left = count;
            _nullsAreTold = false;
        }

        /// <summary>What is left where nulls have been left out, which has been written already.</summary>
        internal static SegmentedSpan<T> OfPresent(ReadOnlySpan<T> values) => new SegmentedSpan<T>(values) { _nullsAreTold = true };

        /// <summary>How many values are still to be given out.</summary>
        public readonly int Count => _left;

        /// <summary>Gives out the next of them.</summary>
        /// <param name="segment">Those that lie in one piece, at least one.</param>
        /// <returns>False when there are no more.</returns>
        public bool Next(out Span<T> segment)
        {
            while (_left > 0)
            {
                int count = Math.Min(_rest.Length, _left);
                if (count != 0)
                {
                    segment = _rest.Slice(0, count);
                    _rest = _rest.Slice(count);
                    _left -= count;
                    return true;
                }
                object? collection = _collections[_next++];
                if (_areLists)
                {
                    Memories.TryGetSpan(Unsafe.As<List<T>?>(collection), out ReadOnlySpan<T> elements);
                    _rest = Spans.Writable(elements);
                }
                else
                {
                    // An array of a derived class may stand here to be read from; what is written to was made by us.
                    _rest = Spans.Writable<T>(Unsafe.As<T[]?>(collection));
                }
            }
            segment = default;
            return false;
        }

        /// <summary>Whether any value is null.</summary>
        public readonly bool AnyNull()
        {
            SegmentedSpan<T> all = this;
            while (all.Next(out Span<T> segment))
            {
                foreach (T value in segment)
                {
                    if (value is null)
                        return true;
                }
            }
            return false;
        }

        /// <summary>Writes that no value is null.</summary>
        /// <param name="w">Where to.</param>
        public readonly void WriteNoNulls(ref WireWriter w)
        {
            if (!_nullsAreTold)
                Nulls.WriteNone(ref w);
        }

        /// <summary>Lets <see cref="Next"/> give out only so many, until it is called again.</summary>
        internal void Take(int count) => _left = count;

        /// <summary>Gives out all values that are left in one piece: where they lie, or copied.</summary>
        internal ReadOnlySpan<T> TakeAll(scoped ref WireWriter w)
        {
            SegmentedSpan<T> all = this;
            if (Next(out Span<T> segment) && _left == 0)
                return segment;
            Span<T> copy = w.Rent<T>(all.Count);
            all.CopyTo(copy);
            this = all;
            return copy;
        }

        /// <summary>Passes over what is left.</summary>
        internal void Skip()
        {
            while (Next(out _))
            {
            }
        }

        internal void CopyTo(Span<T> values)
        {
            for (; Next(out Span<T> segment); values = values.Slice(segment.Length))
                Copy(segment, values);
        }

        internal void CopyFrom(ReadOnlySpan<T> values)
        {
            for (; Next(out Span<T> segment); values = values.Slice(segment.Length))
                Copy(values.Slice(0, segment.Length), segment);
        }

        /// <summary>Puts each value where its bit is set, and null elsewhere.</summary>
        internal void Expand(ReadOnlySpan<T> present, ReadOnlySpan<bool> bits)
        {
            int next = 0, at = 0;
            while (Next(out Span<T> segment))
            {
                for (int i = 0; i < segment.Length; i++)
                    segment[i] = bits[at++] ? present[next++] : default!;
            }
        }

        private static void Copy(ReadOnlySpan<T> source, Span<T> destination)
        {
            if (source.Length > Few)
            {
                source.CopyTo(destination);
                return;
            }
            for (int i = 0; i < source.Length; i++)
                destination[i] = source[i];
        }
    }
}
