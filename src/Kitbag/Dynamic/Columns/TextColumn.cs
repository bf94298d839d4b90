using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Strings: in place, or as places among the distinct ones.</summary>
    internal sealed class TextColumn : Column
    {
        private readonly Mask? _mask;
        private readonly TextList _strings;
        private readonly PackedChunks? _indexes;

        public TextColumn(Body body, SchemaType type, int position, int count)
            : base(body, type, count, position)
        {
            WireReader r = body.Read(position);
            int mode = StringColumn.ReadMode(ref r);
            if ((mode & StringForms.Sparse) != 0)
            {
                _mask = new Mask(body, r.Position, count);
                r.MoveTo(_mask.End);
                count = _mask.Total;
            }
            int strings = count;
            if ((mode & StringForms.Dictionary) != 0)
                strings = r.ReadCount(count, "The number of distinct strings of a column");
            _strings = (mode & StringForms.FrontCoded) != 0
                ? new FrontCodedList(body, r.Position, strings)
                : new TextList(body, r.Position, strings);
            if ((mode & StringForms.Dictionary) != 0)
                _indexes = new PackedChunks(body, _strings.End, count, IntegerKind.UInt32);
        }

        public override string? TextAt(int index)
        {
            if (_mask != null)
            {
                if (!_mask[index])
                    return null;
                index = _mask.RankOf(index);
            }
            if (_indexes == null)
                return _strings[index];
            ulong place = _indexes[index];
            if (place == 0)
                return null;
            if (place > (ulong)_strings.Count)
                throw new KitbagException(KitbagErrorReason.Malformed, "A string column refers to distinct string "
                    + IntegerKinds.Text(place, false) + "; expected at most " + IntegerKinds.Text((ulong)_strings.Count, false) + ".",
                    _indexes.End);
            return _strings[(int)place - 1];
        }
    }

    /// <summary>Represents strings; the location of each is found from the lengths of those before it.</summary>
    internal class TextList
    {
        private readonly PrefixList _prefixes;
        private int _last = -1;
        private string? _text;

        public TextList(Body body, int position, int count)
        {
            Body = body;
            Count = count;
            _prefixes = new PrefixList(body, position, count, PrefixUse.Strings);
        }

        public int Count { get; }

        /// <summary>Gets the position of the end of the last string; all length prefixes are read for this.</summary>
        public int End
        {
            get
            {
                WireReader r = Body.Read(_prefixes.End);
                r.Skip(_prefixes.Total);
                return r.Position;
            }
        }

        protected Body Body { get; }

        /// <summary>A string.</summary>
        public virtual string? this[int index]
        {
            get
            {
                if (_last == index)
                    return _text;
                WireReader r = ReaderAt(index, out uint prefix);
                _text = StringForm.Read(ref r, prefix);
                _last = index;
                return _text;
            }
        }

        /// <summary>A reader at the characters of a string.</summary>
        protected WireReader ReaderAt(int index, out uint prefix)
        {
            prefix = _prefixes.At(index, out long start, out _);
            WireReader r = Body.Read(_prefixes.End);
            r.Skip(start);
            return r;
        }
    }

    /// <summary>
    /// Represents front-coded strings, which are decoded in chunks, each starting from the last string of the previous one.
    /// </summary>
    internal sealed class FrontCodedList : TextList
    {
        private readonly PackedChunks _shared;
        private readonly List<string> _before = new List<string> { "" };
        private string?[]? _strings;
        private long _held;
        private int _decoded = -1;

        public FrontCodedList(Body body, int position, int count)
            : this(body, new PackedChunks(body, position, count, IntegerKind.UInt32))
        {
        }

        private FrontCodedList(Body body, PackedChunks shared)
            : base(body, shared.End, shared.Count) => _shared = shared;

        public override string? this[int index]
        {
            get
            {
                int chunk = index / Column.Chunk;
                for (int next = Math.Min(_before.Count - 1, chunk); _decoded != chunk; next++)
                    Decode(next);
                return _strings![index - chunk * Column.Chunk];
            }
        }

        private void Decode(int chunk)
        {
            int first = chunk * Column.Chunk, count = Math.Min(Column.Chunk, Count - first);
            _decoded = -1;
            _strings ??= new string?[Math.Min(Count, Column.Chunk)];
            string previous = _before[chunk];
            long budget = Body.Limits.AllocationFor(Body.Length);
            for (int i = 0; i < count; i++)
            {
                ulong shared = _shared[first + i];
                WireReader r = ReaderAt(first + i, out uint prefix);
                if (shared > (ulong)previous.Length || (prefix == 0 && shared != 0))
                    throw r.Error(KitbagErrorReason.Malformed, "A string shares " + IntegerKinds.Text(shared, false)
                        + " characters with the one before; expected at most "
                        + IntegerKinds.Text((ulong)(prefix == 0 ? 0 : previous.Length), false) + ".");
                if (prefix == 0)
                    previous = "";
                else if (prefix != StringForm.EmptyPrefix || (int)shared != previous.Length)
                    previous = StringForm.ReadAfter(ref r, previous.AsSpan(0, (int)shared), prefix);
                if ((budget -= 2L * previous.Length) < 0)
                    throw r.Error(KitbagErrorReason.LimitExceeded, "The strings of a column need more memory than is allowed.");
                _strings[i] = prefix == 0 ? null : previous;
            }
            if (chunk + 1 == _before.Count)
            {
                Body.Memory.Charge(24 + 2L * previous.Length);
                _before.Add(previous);
            }
            long held = Body.Limits.AllocationFor(Body.Length) - budget + count * (long)sizeof(long);
            Body.Memory.Hold(held - _held);
            _held = held;
            _decoded = chunk;
        }
    }
}
