using System;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    /// <summary>Reads the bytes of a document that lies in one piece of memory. Knows bytes, no types.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref partial struct WireReader
    {
        private ReadOnlySpan<byte> _data;
        // The document, while a row is read that was put together elsewhere, and where in it to go on.
        private ReadOnlySpan<byte> _document;
        private int _documentPosition;
        // Where a row may end: the end of the data, but in a row that was put together elsewhere nowhere.
        private int _rowEnd;
        private readonly KitbagLimits _limits;
        // Where only a part of the document is in memory: the data ends where that part does. Else null.
        private readonly IPartialBytes? _parts;
        private CallState? _call;
        private int _position;
        private long _budget;

        internal WireReader(ReadOnlySpan<byte> data, KitbagLimits limits)
            : this(data, limits, limits.AllocationFor(data.Length))
        {
        }

        internal WireReader(ReadOnlySpan<byte> data, KitbagLimits limits, long budget)
        {
            _data = data;
            _rowEnd = data.Length;
            _document = default;
            _documentPosition = 0;
            _limits = limits;
            _parts = null;
            _call = null;
            _position = 0;
            _budget = budget;
        }

        /// <summary>What is left of the allocation budget.</summary>
        internal readonly long Budget => _budget;

        /// <summary>Bytes read so far.</summary>
        public readonly int Position => _position;

        /// <summary>Bytes that are left.</summary>
        public readonly int Remaining => _data.Length - _position;

        /// <summary>The limits of the call.</summary>
        public readonly KitbagLimits Limits => _limits;

        internal readonly ReadOnlySpan<byte> Data => _data;

        private CallState Call => _call ??= CallState.Acquire();

        /// <summary>The objects with an identity that are read; null where there are none.</summary>
        internal object? Graph
        {
            readonly get => _call?.Graph;
            set => Call.Graph = value;
        }

        /// <summary>Counts the comparisons of keys that the call takes.</summary>
        internal KeyWork KeyWork =>
            Call.KeyWork.Within(_limits.MaxKeyComparisons, "KitbagLimits." + nameof(KitbagLimits.MaxKeyComparisons));

        /// <summary>
        /// Counts bytes against the allocation budget. To be called before anything is allocated whose size the input determines.
        /// </summary>
        /// <param name="bytes">How many bytes are to be allocated.</param>
        /// <exception cref="KitbagException">The budget does not suffice.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Charge(long bytes)
        {
            if ((_budget -= bytes) < 0)
                ThrowBudget(bytes);
        }

        /// <summary>Memory for so many values, counted against the budget until it is released; what it holds is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">How many.</param>
        public Span<T> Rent<T>(int count)
        {
            Charge(Scratch.SizeOf(count, Unsafe.SizeOf<T>()));
            return Call.Scratch.Rent<T>(count);
        }

        /// <summary>How much memory is rented now.</summary>
        internal ScratchMark Mark() => Call.Scratch.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        internal void Release(in ScratchMark mark) => _budget += _call!.Scratch.Release(mark);

        /// <summary>
        /// The bytes of a row: its control bits and stored bytes, <see cref="Remaining"/> at most. Reading them as <c>Layout.Slots</c> do
        /// touches nothing outside of the document; <see cref="EndRow"/> finds out whether more was used than there is.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly ref byte BeginRow() => ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), (IntPtr)_position);

        /// <summary>Counts the bytes of a row as read.</summary>
        /// <param name="used">Control bytes and stored bytes.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void EndRow(int used)
        {
            int end = _position + used;
            if ((uint)end > (uint)_rowEnd)
                EndOtherRow(used);
            else
                _position = end;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void EndOtherRow(int used)
        {
            if (_document.IsEmpty || used > _data.Length)
                ThrowTruncated(used);
            LeaveRow();
        }

        /// <summary>
        /// Has the next row be read from elsewhere; after its end the document goes on where it is. To be followed by
        /// <see cref="LeaveRow"/>, whatever happens.
        /// </summary>
        /// <param name="row">The row; what follows it may be read, but has no meaning.</param>
        internal void EnterRow(ReadOnlySpan<byte> row)
        {
            _document = _data;
            _documentPosition = _position;
            _data = row;
            _position = 0;
            _rowEnd = 0;
        }

        /// <summary>Goes back to the document, where that has not happened.</summary>
        internal void LeaveRow()
        {
            if (_document.IsEmpty)
                return;
            _data = _document;
            _position = _documentPosition;
            _rowEnd = _data.Length;
            _document = default;
        }

        /// <summary>Reads one byte.</summary>
        internal byte ReadByte()
        {
            if (_position >= _data.Length)
                Load(1);
            return _data[_position++];
        }

        /// <summary>The next byte, which stays unread.</summary>
        internal byte PeekByte()
        {
            if (_position >= _data.Length)
                Load(1);
            return _data[_position];
        }

        /// <summary>Reads an unsigned LEB128 number.</summary>
        internal ulong ReadVarint()
        {
            ulong value = 0;
            for (int shift = 0; shift < 64; shift += 7)
            {
                byte b = ReadByte();
                if (shift == 63 && b > 1)
                    break;
                value |= (ulong)(b & 0x7F) << shift;
                if (b < 0x80)
                    return value;
            }
            throw Error(KitbagErrorReason.Malformed, "A number exceeds 64 bits; expected a varint of at most 10 bytes.");
        }

        /// <summary>Reads a varint that counts something or measures a length.</summary>
        /// <param name="most">The largest value that is accepted.</param>
        /// <param name="what">What is counted, for the error message.</param>
        internal int ReadCount(int most, string what)
        {
            ulong value = ReadVarint();
            if (value > (ulong)most)
                throw Error(KitbagErrorReason.Malformed, what + ": found " + value.ToString(CultureInfo.InvariantCulture)
                    + ", expected at most " + most.ToString(CultureInfo.InvariantCulture) + ".");
            return (int)value;
        }

        /// <summary>Reads a varint that counts something of which a limit of the call allows only so many.</summary>
        internal int ReadCountWithin(int limit, string property, string what)
        {
            ulong value = ReadVarint();
            if (value > (ulong)limit)
                throw Error(KitbagErrorReason.LimitExceeded, what + ": found " + value.ToString(CultureInfo.InvariantCulture)
                    + "; KitbagLimits." + property + " allows " + limit.ToString(CultureInfo.InvariantCulture) + ".");
            return (int)value;
        }

        /// <summary>Reads a zigzag varint.</summary>
        internal long ReadZigzag()
        {
            ulong value = ReadVarint();
            return (long)(value >> 1) ^ -(long)(value & 1);
        }

        /// <summary>Reads bytes without copying them.</summary>
        /// <param name="count">How many.</param>
        internal ReadOnlySpan<byte> ReadBytes(int count)
        {
            if ((uint)count > (uint)(_data.Length - _position))
                Load(count);
            ReadOnlySpan<byte> bytes = _data.Slice(_position, count);
            _position += count;
            return bytes;
        }

        /// <summary>Copies numbers to where they belong; nobody reads these bytes again.</summary>
        /// <param name="image">Where to; so many bytes are read.</param>
        internal void ReadImage(scoped Span<byte> image)
        {
            ReadOnlySpan<byte> bytes = ReadBytes(image.Length);
            if (image.Length < MovableBytes.Least)
                bytes.CopyTo(image);
            else
                MovableBytes.Move(bytes, image);
        }

        /// <summary>Passes over bytes.</summary>
        /// <param name="count">How many.</param>
        internal void Skip(long count)
        {
            if ((ulong)count > (ulong)(_data.Length - _position))
                SkipFar(count);
            else
                _position += (int)count;
        }

        /// <summary>Reads bits, least significant first, as many as there is room for.</summary>
        /// <param name="bits">Where they go, one an element.</param>
        internal void ReadBits(scoped Span<bool> bits)
        {
            ReadOnlySpan<byte> bytes = ReadMask(bits.Length);
            BitSets.Unpack(bytes, bits);
        }

        /// <summary>Reads so many bits as they stand in their bytes; those behind the last have to be 0.</summary>
        internal ReadOnlySpan<byte> ReadMask(int count)
        {
            ReadOnlySpan<byte> bytes = ReadBytes((int)((count + 7L) >> 3));
            if ((count & 7) != 0 && bytes[bytes.Length - 1] >> (count & 7) != 0)
                throw Error(KitbagErrorReason.Malformed,
                    "A bit is set after the last of " + count.ToString(CultureInfo.InvariantCulture)
                    + "; expected bits of 0 up to the end of the byte.");
            return bytes;
        }

        /// <summary>An exception for what stands just before the current position.</summary>
        /// <param name="reason">The kind of failure.</param>
        /// <param name="message">What was found and what was expected.</param>
        public readonly KitbagException Error(KitbagErrorReason reason, string message) => new KitbagException(reason, message, _position);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private readonly void ThrowTruncated(long wanted) => throw new KitbagException(
            KitbagErrorReason.Truncated,
            "The input ends too early: expected " + wanted.ToString(CultureInfo.InvariantCulture) + " more byte(s), found "
                + (Length - _position).ToString(CultureInfo.InvariantCulture) + ".",
            _position);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void ThrowBudget(long bytes)
        {
            if (_call?.Threads is { KeyWork: { } } threads && threads.TryTake(-_budget))
            {
                _budget = 0;
                return;
            }
            // It was not allocated: who reads once more to find the place has as much as there was here.
            _budget += bytes;
            throw new KitbagException(
                KitbagErrorReason.LimitExceeded,
                "What the input describes needs more memory than the "
                    + _limits.AllocationFor(Length).ToString(CultureInfo.InvariantCulture)
                    + " bytes allowed. If the input is trusted, raise KitbagLimits.MaxAllocation.",
                _position);
        }

        /// <summary>
        /// Goes back to the start, to read all once more. What was allocated stays counted, scratch memory too that a failure has left
        /// rented.
        /// </summary>
        /// <param name="more">What may be allocated beyond what is left.</param>
        internal void Restart(long more = 0)
        {
            _position = 0;
            _budget += more;
            _call?.Restart();
        }

        /// <summary>Gives the scratch memory back. Always to be called.</summary>
        internal void Dispose()
        {
            CallState? call = _call;
            _call = null;
            call?.Return();
        }
    }
}
