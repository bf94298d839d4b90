using System;
using System.Buffers;
using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// A large input in memory that is returned to the system in parts, as the numbers in it are copied to their destination, so that they
    /// are not in memory twice. Must be disposed.
    /// </summary>
    internal sealed unsafe class MovableBytes : MemoryManager<byte>
    {
        /// <summary>The smallest input, and the smallest array in it, for which this is worthwhile.</summary>
        public const int Least = 1 << 20;

        // A multiple of the page size of any system.
        private const int Piece = 1 << 20;

        [ThreadStatic]
        private static MovableBytes? t_current;

        private static long s_totalMoved;

        private readonly int _length;
        private byte* _start;
        private MovableBytes? _outer;
        private BodyReader? _again;
        private bool _isKept;
        private long _moved;

        private MovableBytes(byte* start, int length)
        {
            _start = start;
            _length = length;
        }

        /// <summary>Allocates memory of a length; null if memory that can be returned in parts is not available.</summary>
        public static MovableBytes? TryCreate(int length)
        {
            byte* start = SystemMemory.TryReserve(length);
            return start == null ? null : new MovableBytes(start, length);
        }

        /// <summary>The number of bytes that all threads have returned while reading, for tests.</summary>
        public static long TotalMoved => Interlocked.Read(ref s_totalMoved);

        /// <summary>Begins to read a value from it, on this thread.</summary>
        /// <param name="again">Reads the input again if it is malformed and the position of the error is needed.</param>
        public void Begin(BodyReader again)
        {
            _again = again;
            _outer = t_current;
            t_current = this;
        }

        /// <summary>Ends reading the value.</summary>
        public void End() => t_current = _outer;

        /// <summary>Disables returning memory on this thread, because some of it may be read twice.</summary>
        public static void Keep()
        {
            if (t_current is { } bytes)
                bytes._isKept = true;
        }

        /// <summary>Reads memory again that was returned, so that an error in the input can be located.</summary>
        public static void Restore()
        {
            if (t_current is not { _moved: not 0 } bytes)
                return;
            bytes._moved = 0;
            bytes._isKept = true;
            try
            {
                bytes._again!(0, bytes.GetSpan());
            }
            catch (Exception e) when (e is KitbagException or System.IO.IOException or UnauthorizedAccessException)
            {
                // The numbers stay 0, because none of them can be malformed.
            }
        }

        /// <summary>Copies numbers that are not needed in the input afterwards.</summary>
        public static void Move(ReadOnlySpan<byte> from, scoped Span<byte> to)
        {
            if (t_current is { _isKept: false } bytes)
                bytes.MoveOut(from, to);
            else
                from.CopyTo(to);
        }

        private void MoveOut(ReadOnlySpan<byte> from, scoped Span<byte> to)
        {
            fixed (byte* first = from)
            {
                if (first < _start || first >= _start + _length)
                {
                    from.CopyTo(to);
                    return;
                }
                // Only pages without other data.
                long page = Environment.SystemPageSize, given = ((long)first + page - 1) / page * page;
                for (int at = 0; at < from.Length; at += Piece)
                {
                    int some = Math.Min(Piece, from.Length - at);
                    from.Slice(at, some).CopyTo(to.Slice(at));
                    long end = (long)(first + at + some) / page * page;
                    if (end <= given)
                        continue;
                    SystemMemory.GiveBack((byte*)given, end - given);
                    Interlocked.Add(ref s_totalMoved, end - given);
                    _moved += end - given;
                    given = end;
                }
            }
        }

        /// <inheritdoc/>
        public override Span<byte> GetSpan() =>
            _start != null ? new Span<byte>(_start, _length) : throw new ObjectDisposedException(nameof(MovableBytes));

        /// <inheritdoc/>
        public override MemoryHandle Pin(int elementIndex = 0) => new MemoryHandle(_start + elementIndex);

        /// <inheritdoc/>
        public override void Unpin()
        {
        }

        /// <inheritdoc/>
        protected override void Dispose(bool disposing)
        {
            if (_start == null)
                return;
            SystemMemory.Free(_start, _length);
            _start = null;
        }
    }
}
