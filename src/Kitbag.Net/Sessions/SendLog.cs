using System;
using System.Buffers;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// The numbered frames that a session sends, from the oldest that the peer may ask for again to the newest. A position in it is the
    /// number of bytes before it since the session began; both ends count alike. Not safe for threads: the session's lock guards it.
    /// </summary>
    internal sealed class SendLog : IBufferWriter<byte>
    {
        /// <summary>Payloads from this size on lie in a segment of their own.</summary>
        public const int LargePayload = 16 * 1024;

        // What Kitbag's writers ask for at least.
        private const int LeastSpan = 256, SegmentSize = 64 * 1024, MostFree = 4;

        private readonly int _maxFrame;
        private LogSegment? _first, _last, _free;
        private int _freeCount;

        // The segment that is sent, and how many of its bytes were sent.
        private LogSegment? _sending;
        private int _sendAt;

        // The frame that is written: where it begins in the last segment, where its header begins and where it ends by now.
        private int _frame, _header, _at;
        private byte[]? _bytes;

        public SendLog(bool keepsSent, int maxFrame)
        {
            KeepsSent = keepsSent;
            _maxFrame = maxFrame;
        }

        /// <summary>Whether what was sent is kept until it is acknowledged.</summary>
        public bool KeepsSent { get; }

        /// <summary>The position after the last frame.</summary>
        public long Written { get; private set; }

        /// <summary>The position up to which the connection has taken all bytes.</summary>
        public long Sent { get; private set; }

        /// <summary>The position up to which bytes were given to the connection.</summary>
        public long Taken { get; private set; }

        /// <summary>The position up to which the peer has taken all frames.</summary>
        public long Acknowledged { get; private set; }

        /// <summary>How many bytes wait here, for the connection or for the peer.</summary>
        public long Held => Written - (KeepsSent ? Acknowledged : Sent);

        /// <summary>Begins a frame, whose bytes before the header are expected to be <paramref name="prefix"/>.</summary>
        public void Begin(int prefix)
        {
            if (_bytes != null)
                throw new InvalidOperationException("A message is sent while another one is written: by code that the writing calls.");
            if (_last?.Writable == null || _last.IsContinuation || _last.Writable.Length - _last.Length < prefix + LeastSpan)
                AddSegment(SegmentSize);
            _bytes = _last!.Writable!;
            _frame = _last.Length;
            _header = _at = _frame + prefix;
        }

        /// <summary>How many bytes the header has by now.</summary>
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

        /// <summary>Drops the frame that is written.</summary>
        public void Abort() => _bytes = null;

        /// <summary>
        /// Ends the frame that is written: puts its prefix before the header, and the payload behind it. A large payload is not copied
        /// where what was sent is not kept; then the answer is the segment that refers to it.
        /// </summary>
        public LogSegment? End(ReadOnlySpan<byte> prefix, ReadOnlyMemory<byte> payload)
        {
            int header = HeaderLength, following = prefix.Length + header + payload.Length;
            if (payload.Length > _maxFrame || following > _maxFrame)
            {
                Abort();
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A message of " + ((long)prefix.Length + header + payload.Length) + " bytes is above the limit of " + _maxFrame + ".");
            }
            int before = Varint.Length(following) + prefix.Length, room = before + header;
            bool isLarge = payload.Length >= LargePayload;
            Require(Math.Max(0, _frame + room - _at) + (isLarge ? 0 : payload.Length));
            Span<byte> frame = _bytes.AsSpan(_frame);
            // The prefix has nearly always the size that was expected.
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

        /// <summary>Appends a whole frame.</summary>
        public void Append(ReadOnlySpan<byte> frame)
        {
            Begin(0);
            Require(frame.Length);
            frame.CopyTo(_bytes.AsSpan(_at));
            _last!.Length = _at + frame.Length;
            Written = _last.End;
            _bytes = null;
        }

        /// <summary>
        /// Takes what may be sent next: whole frames, as many as lie in one piece and end at or before a position; where nothing is on its
        /// way, one frame in any case. False where there is nothing, or nothing that may be sent yet.
        /// </summary>
        /// <param name="most">The position.</param>
        /// <param name="chunk">The bytes. They stay where they are until <see cref="Complete"/>.</param>
        /// <param name="isOpen">Whether the next chunk continues the last frame of this one.</param>
        public bool TryTake(long most, out ReadOnlyMemory<byte> chunk, out bool isOpen)
        {
            chunk = default;
            isOpen = false;
            _sending ??= _first;
            while (_sending != null && _sendAt == _sending.Length && _sending.Next != null)
            {
                _sending = _sending.Next;
                _sendAt = 0;
            }
            if (_sending == null || _sendAt == _sending.Length)
                return false;
            int length = _sending.Length - _sendAt;
            if (!_sending.IsContinuation && _sending.End + _sending.Continued > most)
                length = FramesUpTo(most);
            if (length == 0)
                return false;
            chunk = _sending.Memory.Slice(_sendAt, length);
            isOpen = _sendAt + length == _sending.Length && _sending.Continued != 0;
            Taken = Sent + length;
            return true;
        }

        /// <summary>The connection has taken the bytes of the last chunk; answers who waited for that.</summary>
        public RoomWaiter? Complete(int length)
        {
            RoomWaiter? waiter = _sending!.Waiter;
            _sending.Waiter = null;
            _sendAt += length;
            Sent += length;
            ReleaseUpTo(KeepsSent ? Math.Min(Sent, Acknowledged) : Sent);
            return waiter;
        }

        /// <summary>The peer has taken all frames before a position.</summary>
        /// <exception cref="KitbagSessionException">That is not what was sent.</exception>
        public void Acknowledge(long position)
        {
            if (position < Acknowledged || position > Taken)
                throw new KitbagSessionException(KitbagCloseReason.Protocol,
                    "Position " + position + " is acknowledged, outside of " + Acknowledged + " to " + Taken + ".");
            Acknowledged = position;
            if (KeepsSent)
                ReleaseUpTo(Math.Min(Sent, Acknowledged));
        }

        /// <summary>Sends what follows a position, for a new connection.</summary>
        public void Rewind(long position)
        {
            Acknowledge(position);
            Sent = Taken = position;
            ReleaseUpTo(position);
            _sending = _first;
            while (_sending != null && _sending.End <= position && _sending.Next != null)
                _sending = _sending.Next;
            _sendAt = _sending == null ? 0 : (int)(position - _sending.Position);
        }

        /// <summary>Gives all memory back; answers who waited for some of it to be sent.</summary>
        public RoomWaiter? Clear()
        {
            RoomWaiter? waiters = null;
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

        // How many bytes from here on are frames that end before a position.
        private int FramesUpTo(long most)
        {
            ReadOnlySpan<byte> rest = _sending!.Memory.Span.Slice(_sendAt, _sending.Length - _sendAt);
            long room = most - Sent, frames = 0;
            while (frames < rest.Length)
            {
                int prefix = Varint.Read(rest.Slice((int)frames), out long following);
                long length = prefix + following;
                if (frames + length > room && (frames != 0 || Sent != Acknowledged))
                    break;
                frames += length;
            }
            return (int)Math.Min(frames, rest.Length);
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

        // Room for so many bytes more; the frame moves where this segment has none.
        private void Require(int size)
        {
            size = Math.Max(size, 1);
            if (_bytes!.Length - _at >= size)
                return;
            int used = _at - _frame, header = _header - _frame;
            if ((long)used + size > (long)_maxFrame + LargePayload)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A message is above the limit of " + _maxFrame + " bytes.");
            ReadOnlySpan<byte> written = _bytes.AsSpan(_frame, used);
            // Most headers that have no room here need little more, but one that grows should not be copied often.
            AddSegment(Math.Max(SegmentSize, (used + size) * 2));
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
