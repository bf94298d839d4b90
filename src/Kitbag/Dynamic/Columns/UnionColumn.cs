using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Values of a union: which type each has, and a column for each type that occurs.</summary>
    internal sealed class UnionColumn : Column
    {
        private readonly PackedChunks _numbers;

        // The types that occur, in the order of their numbers: the start of the column of each, and its number of values.
        private readonly SortedList<uint, int> _cases = new SortedList<uint, int>();
        private readonly int[] _counts;
        private readonly Column?[] _columns;

        // The number of values of each type before each chunk.
        private readonly List<int[]> _before = new List<int[]>();
        private readonly int[] _places;
        private int _decoded = -1;
        private int _found;
        private int _next;

        public UnionColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            _numbers = new PackedChunks(body, position, count, IntegerKind.UInt32);
            _places = new int[Math.Min(count, Chunk)];
            body.Memory.Hold(_places.Length * sizeof(int));
            uint last = 0;
            for (int i = 0; i < count; i++)
            {
                var number = (uint)_numbers[i];
                if (number == last || number == 0 || _cases.ContainsKey(number))
                    continue;
                if (number > (uint)type.MemberArray.Length)
                {
                    WireReader r = body.Read(position);
                    throw LengthPrefixes.NoSuchType(ref r, number, type.MemberArray.Length, type.Name);
                }
                _cases.Add(number, 0);
                last = number;
            }
            for (int i = 0; i < _cases.Count; i++)
                _cases[_cases.Keys[i]] = i;
            _counts = new int[_cases.Count];
            _columns = new Column?[_cases.Count];
            for (int start = 0; start < count; start += Chunk)
            {
                body.Memory.Charge(_counts.Length * 4L + 32);
                _before.Add((int[])_counts.Clone());
                CountChunk(start, _counts, null);
            }
            _next = _numbers.End;
        }

        private void CountChunk(int start, int[] counts, int[]? places)
        {
            uint last = 0;
            int at = -1, end = Math.Min(Count, start + Chunk);
            for (int i = start; i < end; i++)
            {
                var number = (uint)_numbers[i];
                if (number == 0)
                    continue;
                if (number != last)
                    at = _cases[number];
                last = number;
                if (places != null)
                    places[i - start] = counts[at];
                counts[at]++;
            }
        }

        public override uint CaseAt(int index, out Column? column, out int place)
        {
            var number = (uint)_numbers[index];
            column = null;
            place = 0;
            if (number == 0)
                return 0;
            int chunk = index / Chunk;
            if (_decoded != chunk)
            {
                _decoded = -1;
                CountChunk(chunk * Chunk, (int[])_before[chunk].Clone(), _places);
                _decoded = chunk;
            }
            place = _places[index - chunk * Chunk];
            column = OpenCase(_cases[number]);
            return number;
        }

        private Column OpenCase(int at)
        {
            while (_found <= at)
            {
                SchemaType type = Type.MemberArray[(int)_cases.Keys[_found] - 1].Type;
                _columns[_found] = Open(Body, type, _next, _counts[_found]);
                if (_found + 1 < _columns.Length)
                {
                    WireReader r = Body.Read(_next);
                    try
                    {
                        Body.SkipColumn(ref r, type, _counts[_found]);
                        _next = r.Position;
                    }
                    finally
                    {
                        r.Dispose();
                    }
                }
                _found++;
            }
            return _columns[at]!;
        }
    }
}
