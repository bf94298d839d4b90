using System;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    /// <summary>Reads the bytes of a document in contiguous memory, without knowledge of types.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref partial struct WireReader
    {
        private ReadOnlySpan<byte> _data;
        // The document and the position in it, while a row is read that was built elsewhere.
        private ReadOnlySpan<byte> _document;
        private int _documentPosition;
        // The limit of a row: the end of the data, or none in a row that was built elsewhere.
        private int _rowEnd;
        private readonly KitbagLimits _limits;
        // The document if only a part of it is in memory, in which case the data ends with that part; otherwise null.
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

        /// <summary>Gets the rest of the allocation budget.</summary>
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

        /// <summary>Gets the counter of the key comparisons of the call.</summary>
        internal KeyWork KeyWork =>
            Call.KeyWork.Within(_limits.MaxKeyComparisons, "KitbagLimits." + nameof(KitbagLimits.MaxKeyComparisons));

        /// <summary>
        /// Charges bytes to the allocation budget. Must be called before any allocation whose size is determined by the input.
        /// </summary>
        /// <param name="bytes">The number of bytes to allocate.</param>
        /// <exception cref="KitbagException">The budget is exceeded.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Charge(long bytes)
        {
            if ((_budget -= bytes) < 0)
                ThrowBudget(bytes);
        }

        /// <summary>Rents memory for values, charged to the budget until it is released; it is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">The number of values.</param>
        public Span<T> Rent<T>(int count)
        {
            Charge(Scratch.SizeOf(count, Unsafe.SizeOf<T>()));
            return Call.Scratch.Rent<T>(count);
        }

        /// <summary>Returns a mark of the memory that is currently rented.</summary>
        internal ScratchMark Mark() => Call.Scratch.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        internal void Release(in ScratchMark mark) => _budget += _call!.Scratch.Release(mark);

        /// <summary>
        /// The bytes of a row: its control bits and stored bytes, <see cref="Remaining"/> at most. Reading them as <c>Layout.Slots</c> do
        /// touches nothing outside of the document; <see cref="EndRow"/> finds out whether more was used than there is.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly ref byte BeginRow() => ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), (IntPtr)_position);

        /// <summary>The bytes of a row, and how many are available: <see cref="Remaining"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly ref byte BeginRow(out int end)
        {
            end = Remaining;
            return ref BeginRow();
        }

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
        /// Reads the next row from other memory; after its end, the document continues at its position. Must be followed by <see
        /// cref="LeaveRow"/> in any case.
        /// </summary>
        /// <param name="row">The row; bytes after it may be read, but are meaningless.</param>
        internal void EnterRow(ReadOnlySpan<byte> row)
        {
            _document = _data;
            _documentPosition = _position;
            _data = row;
            _position = 0;
            _rowEnd = 0;
        }

        /// <summary>Returns to the document, if that has not happened yet.</summary>
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

        /// <summary>Returns the next byte without consuming it.</summary>
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

        /// <summary>Reads a varint that is a count or a length.</summary>
        /// <param name="most">The maximum value.</param>
        /// <param name="what">What is counted, for the error message.</param>
        internal int ReadCount(int most, string what)
        {
            ulong value = ReadVarint();
            if (value > (ulong)most)
                throw Error(KitbagErrorReason.Malformed, what + ": found " + value.ToString(CultureInfo.InvariantCulture)
                    + ", expected at most " + most.ToString(CultureInfo.InvariantCulture) + ".");
            return (int)value;
        }

        /// <summary>Reads a varint that is a count, which a limit of the call bounds.</summary>
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

        /// <summary>Reads bytes; returns the first one.</summary>
        /// <param name="count">How many.</param>
        internal ref byte TakeBytes(int count)
        {
            if ((uint)count > (uint)Remaining)
                Load(count);
            ref byte first = ref BeginRow();
            _position += count;
            return ref first;
        }

        /// <summary>Copies numbers to their destination; these bytes are not read again.</summary>
        /// <param name="image">The destination, whose size is the number of bytes to read.</param>
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

        /// <summary>Reads bits, least significant first, until the destination is full.</summary>
        /// <param name="bits">The destination, one element for each bit.</param>
        internal void ReadBits(scoped Span<bool> bits)
        {
            ReadOnlySpan<byte> bytes = ReadMask(bits.Length);
            BitSets.Unpack(bytes, bits);
        }

        /// <summary>Reads bits without unpacking them; unused bits of the last byte must be 0.</summary>
        internal ReadOnlySpan<byte> ReadMask(int count)
        {
            ReadOnlySpan<byte> bytes = ReadBytes((int)((count + 7L) >> 3));
            if ((count & 7) != 0 && bytes[bytes.Length - 1] >> (count & 7) != 0)
                throw Error(KitbagErrorReason.Malformed,
                    "A bit is set after the last of " + count.ToString(CultureInfo.InvariantCulture)
                    + "; expected bits of 0 up to the end of the byte.");
            return bytes;
        }

        /// <summary>Creates an exception for the data just before the current position.</summary>
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
            // Nothing was allocated: a second reading that locates the failure needs the same budget as this one.
            _budget += bytes;
            throw new KitbagException(
                KitbagErrorReason.LimitExceeded,
                "What the input describes needs more memory than the "
                    + _limits.AllocationFor(Length).ToString(CultureInfo.InvariantCulture)
                    + " bytes allowed. If the input is trusted, raise KitbagLimits.MaxAllocation.",
                _position);
        }

        /// <summary>
        /// Returns to the start in order to read everything again. Allocations remain charged, including scratch memory that was still
        /// rented when reading failed.
        /// </summary>
        /// <param name="more">The additional budget.</param>
        internal void Restart(long more = 0)
        {
            _position = 0;
            _budget += more;
            _call?.Restart();
        }

        /// <summary>Returns the scratch memory. Must always be called.</summary>
        internal void Dispose()
        {
            CallState? call = _call;
            _call = null;
            call?.Return();
        }
    }
}
