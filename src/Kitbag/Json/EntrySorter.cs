using System;
using System.Buffers;
using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>
    /// Sorts the entries of one written object or array. They are sorted after they were written, by their bytes, so that types need not be
    /// comparable.
    /// </summary>
    internal sealed class EntrySorter : IComparer<int>
    {
        private readonly byte[] _text;
        private readonly int[] _starts, _ends;
        private readonly double[]? _numbers;

        private EntrySorter(byte[] text, int[] starts, int[] ends, bool byNumber)
        {
            _text = text;
            _starts = starts;
            _ends = ends;
            _numbers = byNumber ? Numbers() : null;
        }

        /// <summary>Sorts the entries at the end of a text.</summary>
        /// <param name="text">The text.</param>
        /// <param name="starts">The starts of the entries, in their current order; two or more.</param>
        /// <param name="byNumber">Whether the entries start with numbers, to be sorted by value.</param>
        public static void Sort(Span<byte> text, ReadOnlySpan<int> starts, bool byNumber)
        {
            Span<byte> all = text.Slice(starts[0]);
            byte[] copy = ArrayPool<byte>.Shared.Rent(all.Length);
            all.CopyTo(copy);
            EntrySorter sorter = Of(copy, all.Length, starts, byNumber, out int between);
            ReadOnlySpan<byte> separator = copy.AsSpan(sorter._ends[0], between);
            int at = 0;
            foreach (int entry in sorter.Order())
            {
                if (at != 0)
                {
                    separator.CopyTo(all.Slice(at));
                    at += between;
                }
                sorter.Text(entry).CopyTo(all.Slice(at));
                at += sorter.Text(entry).Length;
            }
            ArrayPool<byte>.Shared.Return(copy);
        }

        /// <summary>Returns the order in which the entries at the end of a text would be if they were sorted.</summary>
        /// <inheritdoc cref="Sort"/>
        public static int[] Order(ReadOnlySpan<byte> text, ReadOnlySpan<int> starts, bool byNumber)
        {
            byte[] copy = text.Slice(starts[0]).ToArray();
            return Of(copy, copy.Length, starts, byNumber, out _).Order();
        }

        private static EntrySorter Of(byte[] copy, int length, ReadOnlySpan<int> starts, bool byNumber, out int between)
        {
            int count = starts.Length, first = starts[0];
            // The text between two entries (a comma, a line feed and spaces) has the same length everywhere.
            between = 0;
            while (copy[starts[1] - first - 1 - between] != ',')
                between++;
            between++;
            int[] from = new int[count], to = new int[count];
            for (int i = 0; i < count; i++)
            {
                from[i] = starts[i] - first;
                to[i] = i + 1 < count ? starts[i + 1] - first - between : length;
            }
            return new EntrySorter(copy, from, to, byNumber);
        }

        private int[] Order()
        {
            var order = new int[_starts.Length];
            for (int i = 0; i < order.Length; i++)
                order[i] = i;
            Array.Sort(order, this);
            return order;
        }

        private double[] Numbers()
        {
            var numbers = new double[_starts.Length];
            for (int i = 0; i < numbers.Length; i++)
            {
                int at = _starts[i] + (_text[_starts[i]] == '"' ? 1 : 0);
                if (!FloatParser.TryParse(_text.AsSpan(0, _ends[i]), ref at, out numbers[i]))
                    numbers[i] = double.NaN;
            }
            return numbers;
        }

        public int Compare(int x, int y)
        {
            int order = _numbers == null ? 0 : _numbers[x].CompareTo(_numbers[y]);
            if (order == 0)
                order = Text(x).SequenceCompareTo(Text(y));
            // Entries of equal keys keep their order.
            return order != 0 ? order : x.CompareTo(y);
        }

        private ReadOnlySpan<byte> Text(int entry) => _text.AsSpan(_starts[entry], _ends[entry] - _starts[entry]);
    }
}
