using System;
using System.Buffers;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Represents the queue of numbered frames that a session sends, from the oldest that may have to be sent again to the newest. A
    /// position is the number of bytes in the queue before it, counted from the start of the session; both ends count the same bytes. This
    /// class is not thread-safe: the caller holds the session's lock.
    /// </summary>
    internal sealed partial class SendLog : IBufferWriter<byte>
    {
        /// <summary>The minimum size of a payload that is sent from the caller's memory if sent data is not kept.</summary>
        public const int LargePayload = 16 * 1024;

        // SegmentSize is the usual size of a segment. LeastSegment is the size of the first one if little data is expected; each further
        // one is Growth times as large. LeastSpan is the minimum that Kitbag's writers request from an IBufferWriter. The connection gets
        // at most MostChunk bytes at a time: its deadline for a write applies to one chunk, and a large frame on a slow line takes longer
        // than that.
        private const int LeastSpan = 256, LeastSegment = 1024, LittleSegment = 4096, Growth = 2, MostFree = 4, MostChunk = 256 * 1024;

        private static readonly int SegmentSize = BufferPool.Sending.Size;

        private readonly int _maxFrame;
        private LogSegment? _first, _last, _free;
        private int _freeCount;

        // The segment that is being sent, and the number of its bytes that were sent.
        private LogSegment? _sending;
        private int _sendAt;

        // The end of the last frame that is known to fit into the peer's window. Chunks before it are not checked again.
        private long _permitted;

        // The frame that is being written: its start in the last segment, the start of its header, and its current end.
        private int _frame, _header, _at;
        private byte[]? _bytes;

        public SendLog(bool keepsSent, int maxFrame)
        {
            KeepsSent = keepsSent;
            _maxFrame = maxFrame;
        }

        /// <summary>Gets a value indicating whether sent data is kept until it is acknowledged.</summary>
        public bool KeepsSent { get; }

        /// <summary>Gets the position after the last frame.</summary>
        public long Written { get; private set; }

        /// <summary>Gets the position up to which the connection has written all bytes.</summary>
        public long Sent { get; private set; }

        /// <summary>
        /// Gets the position up to which bytes were passed to the connection, which may still be writing the last of them.
        /// </summary>
        public long Taken { get; private set; }

        /// <summary>Gets the position up to which the peer has acknowledged all frames.</summary>
        public long Acknowledged { get; private set; }

        /// <summary>Gets the number of buffered bytes: those not yet written or, if sent data is kept, not yet acknowledged.</summary>
        public long Held => Written - (KeepsSent ? Acknowledged : Sent);

        /// <summary>
        /// Starts a frame. <paramref name="prefix"/> bytes are reserved for the fields before the header, whose sizes are not known yet.
        /// </summary>
        public void Begin(int prefix)
        {
            if (_bytes != null)
                throw new InvalidOperationException(
                    "Code that runs while a message is serialized cannot send another message in the same session.");
            if (_last?.Writable == null || _last.IsContinuation || _last.Writable.Length - _last.Length < prefix + LeastSpan)
                AddSegment(NextSize);
            _bytes = _last!.Writable!;
            _frame = _last.Length;
            _header = _at = _frame + prefix;
        }

        // Determines the size of the next segment. After a payload in its own segment, the next message probably has a large payload, too.
        // If sent data is kept until it is acknowledged, data that is sent after a silence stays for some seconds, so with thousands of
        // idle peers each of them holds that much.
        private int NextSize => _last == null ? (KeepsSent ? LeastSegment : SegmentSize)
            : _last.IsContinuation ? LittleSegment
            : KeepsSent ? Math.Min(SegmentSize, Growth * (_last.Writable?.Length ?? LeastSegment)) : SegmentSize;

        /// <summary>Gets the number of bytes of the header that were written so far.</summary>
        public int HeaderLength => _at - _header;

        public void Advance(int count) => _at += count;

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            Require(sizeHint);
            return _bytes.AsMemory(_at);
        }

        public Span<byte> GetSpan(int sizeHint = 0)
        {
            Require(sizeHint);
            return _bytes.AsSpan(_at);
        }

        /// <summary>Discards the frame that is being written.</summary>
        public void Abort() => _bytes = null;

        /// <summary>
        /// Completes the frame that is being written: puts its length and <paramref name="prefix"/> before the header, and the payload
        /// after it. If sent data is not kept, a large payload is not copied; the segment that refers to it is returned.
        /// </summary>
        public LogSegment? End(ReadOnlySpan<byte> prefix, ReadOnlyMemory<byte> payload)
        {
            int header = HeaderLength, following = prefix.Length + header + payload.Length;
            if (payload.Length > _maxFrame || following > _maxFrame)
            {
                Abort();
                throw KitbagSessionException.ExceedsMaxFrame(
                    "A message of " + ((long)prefix.Length + header + payload.Length) + " bytes", _maxFrame);
            }
            int before = Varint.Length(following) + prefix.Length, room = before + header;
            // A payload that is kept has to be copied in any case. A segment of its own only avoids moving the frame to a larger one.
            bool isLarge = payload.Length >= (KeepsSent ? SegmentSize : LargePayload);
            Require(Math.Max(0, _frame + room - _at) + (isLarge ? 0 : payload.Length));
            Span<byte> frame = _bytes.AsSpan(_frame);
            // The prefix nearly always has the size that Begin reserved.
            if (_frame + before != _header)
                frame.Slice(_header - _frame, header).CopyTo(frame.Slice(before));
            int at = Varint.Write(frame, following);
            prefix.CopyTo(frame.Slice(at));
            LogSegment? borrowed = null;
            if (isLarge)
            {
                _last!.Length = _frame + room;
                Written = _last.End;
                _last.Continued = payload.Length;
                borrowed = AddPayload(payload);
            }
            else
            {
                payload.Span.CopyTo(frame.Slice(room));
                _last!.Length = _frame + room + payload.Length;
            }
            Written = _last!.End;
            _bytes = null;
            return borrowed;
        }

        /// <summary>Appends a complete frame.</summary>
        /// <exception cref="KitbagSessionException">The frame is too long.</exception>
        public void Append(ReadOnlySpan<byte> frame)
        {
            if (frame.Length > _maxFrame)
                throw KitbagSessionException.ExceedsMaxFrame("A frame of " + frame.Length + " bytes", _maxFrame);
            Begin(0);
            Require(frame.Length);
            frame.CopyTo(_bytes.AsSpan(_at));
            _last!.Length = _at + frame.Length;
            Written = _last.End;
            _bytes = null;
        }

        /// <summary>Appends a complete frame, which consists of two parts.</summary>
        public void Append(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> rest)
        {
            int length = head.Length + (int)rest.Length;
            if (_bytes != null)
                throw new InvalidOperationException(
                    "Code that runs while a message is serialized cannot send another message in the same session.");
            if (_last?.Writable == null || _last.IsContinuation || _last.Writable.Length - _last.Length < length)
                AddSegment(Math.Max(NextSize, length));
            Span<byte> frame = _last!.Writable.AsSpan(_last.Length, length);
            head.CopyTo(frame);
            rest.CopyTo(frame.Slice(head.Length));
            _last.Length += length;
            Written = _last.End;
        }

        /// <summary>Gets the maximum length of a frame, not counting its length prefix.</summary>
        public int MaxFrame => _maxFrame;

        /// <summary>
        /// Returns the next bytes to write: as many as are contiguous in memory, of frames that end at or before a position. If everything
        /// that was sent is acknowledged, one frame of any length is permitted. Returns false if there is nothing to write or the window
        /// has no space for it.
        /// </summary>
        /// <param name="windowEnd">The position up to which the peer accepts frames.</param>
        /// <param name="chunk">The bytes. Their memory does not change until <see cref="Complete"/>.</param>
        /// <param name="isMidFrame">Whether the chunk may end within a frame, so that nothing else may be written before the next
        /// chunk.</param>
        public bool TryTake(long windowEnd, out ReadOnlyMemory<byte> chunk, out bool isMidFrame)
        {
            chunk = default;
            isMidFrame = false;
            _sending ??= _first;
            while (_sending != null && _sendAt == _sending.Length && _sending.Next != null)
            {
                _sending = _sending.Next;
                _sendAt = 0;
            }
            if (_sending == null || _sendAt == _sending.Length)
                return false;
            int rest = _sending.Length - _sendAt;
            if (Sent >= _permitted)
            {
                long frames = _sending.End + _sending.Continued <= windowEnd ? rest + _sending.Continued : FramesUpTo(windowEnd);
                if (frames == 0)
                    return false;
                _permitted = Sent + frames;
            }
            int length = (int)Math.Min(Math.Min(rest, MostChunk), _permitted - Sent);
            chunk = _sending.Memory.Slice(_sendAt, length);
            Taken = Sent + length;
            isMidFrame = Taken < _permitted;
            return true;
        }

        /// <summary>
        /// Records that the connection has written the last chunk. Returns the sender that waited for its payload to be written, if that is
        /// complete.
        /// </summary>
        public SendWaiter? Complete(int length)
        {
            _sendAt += length;
            Sent += length;
            SendWaiter? waiter = null;
            if (_sendAt == _sending!.Length)
            {
                waiter = _sending.Waiter;
                _sending.Waiter = null;
            }
            ReleaseUpTo(KeepsSent ? Math.Min(Sent, Acknowledged) : Sent);
            return waiter;
        }

        /// <summary>Releases all memory. Returns the senders that waited for their payloads to be written, as a linked list.</summary>
        public SendWaiter? Clear()
        {
            SendWaiter? waiters = null;
            for (LogSegment? segment = _first; segment != null;)
            {
                LogSegment? next = segment.Next;
                if (segment.Waiter != null)
                {
                    segment.Waiter.Next = waiters;
                    waiters = segment.Waiter;
                }
                segment.Release();
                segment = next;
            }
            _first = _last = _sending = _free = null;
            _sendAt = 0;
            return waiters;
        }

        // Returns the number of bytes from here on that are frames that end at or before a position.
        private long FramesUpTo(long windowEnd)
        {
            long room = windowEnd - Sent, frames = 0;
            while (_sendAt + frames < _sending!.Length)
            {
                long length = FrameLength(_sending, (int)(_sendAt + frames));
                if (frames + length > room && (frames != 0 || Sent != Acknowledged))
                    break;
                frames += length;
            }
            return frames;
        }

        private LogSegment? AddPayload(ReadOnlyMemory<byte> payload)
        {
            if (!KeepsSent)
            {
                LogSegment borrowed = Add();
                borrowed.Borrow(payload, Written);
                borrowed.IsContinuation = true;
                return borrowed;
            }
            AddSegment(payload.Length);
            _last!.IsContinuation = true;
            payload.Span.CopyTo(_last!.Writable);
            _last.Length = payload.Length;
            return null;
        }

        // Ensures space for more bytes of the frame that is being written; moves the frame to a larger segment if the current one is full.
        private void Require(int size)
        {
            size = Math.Max(size, 1);
            if (_bytes!.Length - _at >= size)
                return;
            int used = _at - _frame, header = _header - _frame;
            if ((long)used + size > (long)_maxFrame + LargePayload)
                throw KitbagSessionException.ExceedsMaxFrame("A message", _maxFrame);
            ReadOnlySpan<byte> written = _bytes.AsSpan(_frame, used);
            // Twice the size, so that a growing header is copied only a few times.
            AddSegment((int)Math.Max(NextSize, Math.Min(2L * (used + size), _maxFrame + LargePayload)));
            _bytes = _last!.Writable!;
            written.CopyTo(_bytes);
            _frame = 0;
            _header = header;
            _at = used;
        }

        private void AddSegment(int size) => Add().Rent(size, Written);

        private LogSegment Add()
        {
            LogSegment segment = _free ?? new LogSegment();
            if (_free != null)
            {
                _free = segment.Next;
                _freeCount--;
                segment.Next = null;
            }
            if (_last == null)
                _first = segment;
            else
                _last.Next = segment;
            _last = segment;
            return segment;
        }

        private void ReleaseUpTo(long position)
        {
            while (_first != null && _first.End <= position)
            {
                LogSegment released = _first;
                _first = released.Next;
                if (_first == null)
                    _last = null;
                if (_sending == released)
                {
                    _sending = _first;
                    _sendAt = 0;
                }
                released.Release();
                if (_freeCount == MostFree)
                    continue;
                released.Next = _free;
                _free = released;
                _freeCount++;
            }
        }
    }
}
