using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents an integer column. A chunk is decoded when one of its values is requested. The starts of chunks are found from the
    /// lengths of the packed blocks before them.
    /// </summary>
    internal sealed class PackedChunks
    {
        private readonly Body _body;
        private readonly IntegerKind _kind;
        private readonly int _count, _size, _start;
        private readonly bool _isRaw;
        private readonly List<int> _starts = new List<int>();
        private byte[]? _image;
        private int _decoded = -1;

        /// <summary>Opens an integer column.</summary>
        public PackedChunks(Body body, int position, int count, IntegerKind kind)
        {
            _body = body;
            _kind = kind;
            _count = count;
            _size = IntegerKinds.SizeOf(kind);
            WireReader r = body.Read(position);
            _isRaw = count != 0 && IntegerColumn.ReadForm(ref r, kind);
            _start = r.Position;
            if (_isRaw)
                r.Skip((long)count * _size);
            _starts.Add(_start);
        }

        private PackedChunks(Body body, int count, IntegerKind kind, int position)
        {
            _body = body;
            _kind = kind;
            _count = count;
            _size = IntegerKinds.SizeOf(kind);
            _start = position;
            _starts.Add(position);
        }

        /// <summary>Opens packed blocks that stand without a mode byte: those of floating point numbers.</summary>
        public static PackedChunks OfBlocks(Body body, int position, int count, IntegerKind kind) =>
            new PackedChunks(body, count, kind, position);

        public int Count => _count;

        /// <summary>Gets the position of the end of the column.</summary>
        public int End
        {
            get
            {
                if (_isRaw)
                    return _start + _count * _size;
                if (_count == 0)
                    return _start;
                int last = (_count - 1) / Column.Chunk;
                FindChunk(last);
                WireReader r = _body.Read(_starts[last]);
                PackedBlockReader.SkipAll(ref r, _count - last * Column.Chunk);
                _body.Passed(r.Position);
                return r.Position;
            }
        }

        /// <summary>A value, sign- or zero-extended.</summary>
        public ulong this[int index]
        {
            get
            {
                if (_isRaw)
                    return IntegerKinds.Load(ref MemoryMarshal.GetReference(_body.Slice(_start + index * _size, _size)), 0, _kind);
                int chunk = index / Column.Chunk;
                if (_decoded != chunk)
                    Decode(chunk);
                return IntegerKinds.Load(ref _image![0], index - chunk * Column.Chunk, _kind);
            }
        }

        private void Decode(int chunk)
        {
            int count = Math.Min(Column.Chunk, _count - chunk * Column.Chunk);
            FindChunk(chunk);
            _decoded = -1;
            if (_image == null || _image.Length < count * _size)
            {
                _body.Memory.Hold(count * _size - (_image?.Length ?? 0));
                _image = new byte[count * _size];
            }
            WireReader r = _body.Read(_starts[chunk]);
            PackedBlockReader.ReadAll(ref r, ref _image[0], count, _kind, _kind);
            _body.Passed(r.Position);
            _decoded = chunk;
        }

        private void FindChunk(int chunk)
        {
            if (chunk < _starts.Count)
                return;
            _body.Memory.Charge((chunk + 1L - _starts.Count) * sizeof(int));
            WireReader r = _body.Read(_starts[_starts.Count - 1]);
            while (_starts.Count <= chunk)
            {
                PackedBlockReader.SkipAll(ref r, Column.Chunk);
                _body.Passed(r.Position);
                _starts.Add(r.Position);
            }
        }
    }

    /// <summary>Specifies what the numbers in a list of prefixes measure.</summary>
    internal enum PrefixUse
    {
        /// <summary>The bytes of strings.</summary>
        Strings,

        /// <summary>The elements of collections.</summary>
        Collections,

        /// <summary>The elements of collections that may name a comparer.</summary>
        TextCollections,
    }

    /// <summary>Represents length prefixes, and the starts of the ranges that they measure: the sums of the preceding ones.</summary>
    internal sealed class PrefixList
    {
        private readonly Body _body;
        private readonly PackedChunks _prefixes;
        private readonly PrefixUse _use;

        // At the start of each chunk, and where the last one ends: as far as they have been asked for.
        private readonly List<long> _sums = new List<long> { 0 };
        private readonly List<int>? _comparersBefore;
        private readonly long[] _starts;
        private readonly int[]? _comparers;
        private readonly int _comparerStart;
        private int _decoded = -1;

        public PrefixList(Body body, int position, int count, PrefixUse use)
        {
            _body = body;
            _use = use;
            _prefixes = new PackedChunks(body, position, count, IntegerKind.UInt32);
            _starts = new long[Math.Min(count, Column.Chunk)];
            body.Memory.Charge(_starts.Length * 12L + (count / Column.Chunk + 1) * 12L);
            if (use == PrefixUse.TextCollections)
            {
                _comparersBefore = new List<int> { 0 };
                _comparers = new int[_starts.Length];
            }
            _comparerStart = End = _prefixes.End;
            if (use == PrefixUse.Strings)
                return;
            // The number of elements must be known before the first one is opened.
            long total = Total;
            WireReader r = body.Read(_comparerStart);
            if (_comparersBefore != null)
                r.Skip(_comparersBefore[_comparersBefore.Count - 1]);
            End = r.Position;
            LengthPrefixes.Checked(ref r, total);
        }

        /// <summary>Gets the position of the end of the prefixes, including the numbers of comparers.</summary>
        public int End { get; }

        /// <summary>Gets the sum of all prefixes.</summary>
        public long Total => SumAt((_prefixes.Count + Column.Chunk - 1) / Column.Chunk);

        /// <summary>Returns a prefix without the bit for a comparer.</summary>
        /// <param name="index">The index of the prefix.</param>
        /// <param name="start">The sum of the prefixes before it.</param>
        /// <param name="comparer">The number of its comparer, or 0.</param>
        public uint At(int index, out long start, out byte comparer)
        {
            int chunk = index / Column.Chunk, at = index - chunk * Column.Chunk;
            if (_decoded != chunk)
                Decode(chunk);
            start = _starts[at];
            comparer = 0;
            var prefix = (uint)_prefixes[index];
            if (_comparers == null || prefix < Layout.Comparers.Named)
                return prefix;
            WireReader r = _body.Read(_comparerStart + _comparers[at]);
            comparer = Layout.Comparers.Read(ref r, ref prefix);
            return prefix;
        }

        // Returns the sum of the prefixes before a chunk.
        private long SumAt(int chunk)
        {
            for (int next = _sums.Count - 1; next < chunk; next++)
            {
                long sum = _sums[next];
                int comparers = 0, end = Math.Min(_prefixes.Count, (next + 1) * Column.Chunk);
                for (int i = next * Column.Chunk; i < end; i++)
                {
                    var prefix = (uint)_prefixes[i];
                    sum += Measure(prefix);
                    if (prefix >= Layout.Comparers.Named && _comparers != null)
                        comparers++;
                }
                _comparersBefore?.Add(_comparersBefore[next] + comparers);
                _sums.Add(sum);
            }
            return _sums[chunk];
        }

        private void Decode(int chunk)
        {
            int first = chunk * Column.Chunk, count = Math.Min(Column.Chunk, _prefixes.Count - first);
            long sum = SumAt(chunk);
            int comparers = _comparersBefore == null ? 0 : _comparersBefore[chunk];
            _decoded = -1;
            for (int i = 0; i < count; i++)
            {
                var prefix = (uint)_prefixes[first + i];
                _starts[i] = sum;
                sum += Measure(prefix);
                if (_comparers != null)
                {
                    _comparers[i] = comparers;
                    comparers += prefix >= Layout.Comparers.Named ? 1 : 0;
                }
            }
            _decoded = chunk;
        }

        private long Measure(uint prefix)
        {
            if (_use == PrefixUse.Strings)
                return StringForm.ByteCount(prefix);
            if (_use == PrefixUse.TextCollections)
                prefix &= ~Layout.Comparers.Named;
            return prefix == 0 ? 0 : prefix - 1;
        }
    }
}
