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
    /// A sequence of values in one memory segment, or in those of several lists or arrays, returned segment by segment, so that the
    /// elements of many short lists need not be copied together first.
    /// </summary>
    /// <typeparam name="T">The values.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct SegmentedSpan<T>
    {
        // Copying so few values costs less than a call.
        private const int Few = 8;

        // Unsafe: lists and arrays are stored as objects (bench/: save-game).
        // Spans of them, and all members of lists, would otherwise be in ahead-of-time compiled programs for each class, even if the
        // program has no list of it.
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

        /// <param name="collections">Lists or arrays of values, as objects: code that refers to their types would be compiled for each
        /// class.</param>
        /// <param name="areLists">Whether they are lists.</param>
        /// <param name="count">The number of their values.</param>
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

        /// <summary>The values after nulls were removed, which have been written already.</summary>
        internal static SegmentedSpan<T> OfPresent(ReadOnlySpan<T> values) => new SegmentedSpan<T>(values) { _nullsAreTold = true };

        /// <summary>The number of remaining values.</summary>
        public readonly int Count => _left;

        /// <summary>Returns the next values.</summary>
        /// <param name="segment">Adjacent values, at least one.</param>
        /// <returns>False if there are no more.</returns>
        public bool Next(out Span<T> segment)
        {
            while (_left > 0)
            {
                Span<T> next = _rest;
                _rest = default;
                if (next.IsEmpty)
                {
                    object? collection = _collections[_next++];
                    ReadOnlySpan<T> elements;
                    if (_areLists)
                        Memories.TryGetSpan(Unsafe.As<List<T>?>(collection), out elements);
                    else // An array of a derived class may be read from; an array that is written to was created by the library.
                        elements = Unsafe.As<T[]?>(collection);
                    next = Spans.Writable(elements);
                }
                if (next.Length > _left)
                {
                    _rest = next.Slice(_left);
                    next = next.Slice(0, _left);
                }
                _left -= next.Length;
                segment = next;
                if (!next.IsEmpty)
                    return true;
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

        /// <summary>Whether it has been written already which values are null.</summary>
        internal readonly bool NullsAreTold => _nullsAreTold;

        /// <summary>Writes that no value is null.</summary>
        /// <param name="w">The writer.</param>
        public readonly void WriteNoNulls(ref WireWriter w)
        {
            if (!_nullsAreTold)
                Nulls.WriteNone(ref w);
        }

        /// <summary>Limits <see cref="Next"/> to a number of values, until it is called again.</summary>
        internal void Take(int count) => _left = count;

        /// <summary>Returns all remaining values in one segment: in place, or copied.</summary>
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

        /// <summary>Skips the remaining values.</summary>
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

        /// <summary>Moves each value to a position whose bit is set, and sets the others to null.</summary>
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
