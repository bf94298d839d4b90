using System;
using System.Buffers;
using System.Collections.Generic;

namespace Kitbag.Json
{
    /// <summary>
    /// Brings the entries of one written object or array into order. They are sorted as they are written, by their bytes, so
    /// that no type needs an order of its own.
    /// </summary>
    internal sealed class EntrySorter : IComparer<int>
    {
        private readonly byte[] _buffer;
        private readonly int[] _starts, _ends;
        private readonly double[]? _numbers;

        private EntrySorter(byte[] buffer, int[] starts, int[] ends, double[]? numbers)
        {
            _buffer = buffer;
            _starts = starts;
            _ends = ends;
            _numbers = numbers;
        }

        public static void Sort(byte[] buffer, ReadOnlySpan<int> starts, int end, bool byNumber)
        {
            int count = starts.Length;
            // What stands between two entries, a comma, a line feed and spaces, is as long everywhere.
            int between = 0;
            while (buffer[starts[1] - 1 - between] != ',')
                between++;
            between++;
            var ends = new int[count];
            var order = new int[count];
            for (int i = 0; i < count; i++)
            {
                ends[i] = i + 1 < count ? starts[i + 1] - between : end;
                order[i] = i;
            }
            int[] from = starts.ToArray();
            var sorter = new EntrySorter(buffer, from, ends, byNumber ? Numbers(buffer, from, ends) : null);
            Array.Sort(order, sorter);

            int first = from[0], length = end - first;
            byte[] copy = ArrayPool<byte>.Shared.Rent(length);
            Buffer.BlockCopy(buffer, first, copy, 0, length);
            int at = first;
            for (int i = 0; i < count; i++)
            {
                if (i != 0)
                {
                    Buffer.BlockCopy(copy, from[1] - between - first, buffer, at, between);
                    at += between;
                }
                int entry = order[i], size = ends[entry] - from[entry];
                Buffer.BlockCopy(copy, from[entry] - first, buffer, at, size);
                at += size;
            }
            ArrayPool<byte>.Shared.Return(copy);
        }

        // Two numbers that are one as a double still differ as text.
        private static double[] Numbers(byte[] buffer, int[] starts, int[] ends)
        {
            var numbers = new double[starts.Length];
            for (int i = 0; i < numbers.Length; i++)
            {
                int start = starts[i] + (buffer[starts[i]] == '"' ? 1 : 0), at = start;
                if (!FloatParser.TryParse(buffer.AsSpan(0, ends[i]), ref at, out numbers[i]))
                    numbers[i] = double.NaN;
            }
            return numbers;
        }

        public int Compare(int x, int y)
        {
            int order = _numbers == null ? 0 : _numbers[x].CompareTo(_numbers[y]);
            return order != 0 ? order : Text(x).SequenceCompareTo(Text(y));
        }

        private ReadOnlySpan<byte> Text(int entry) => _buffer.AsSpan(_starts[entry], _ends[entry] - _starts[entry]);
    }
}
