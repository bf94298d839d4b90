using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Metrics;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Peers
{
    /// <summary>
    /// Sends frames to one peer. Nearly always a frame is copied directly into the session. If the peer is slow or away, and the session
    /// has no space, frames wait here: the oldest sheddable ones are dropped, and the peer is told; if that is not sufficient, the peer is
    /// disconnected. Senders never wait. All members are guarded by the session's lock.
    /// </summary>
    internal sealed class Outbox
    {
        private readonly RelayLimits _limits;
        private readonly RelayMetrics _metrics;
        private readonly Queue<Waiting> _waiting = new();
        private readonly Queue<Waiting> _sheddable = new();
        private Dictionary<long, long>? _dropped;
        private KitbagSession? _session;
        // The time in milliseconds after which a peer that receives nothing counts as stalled.
        private const long StallTime = 3000;

        private bool _isDraining;
        private volatile bool _isCut;
        private long _bytes, _lastProgress;

        public Outbox(RelayLimits limits, RelayMetrics metrics)
        {
            _limits = limits;
            _metrics = metrics;
        }

        /// <summary>Gets the number of bytes that wait here.</summary>
        public long WaitingBytes => _bytes;

        /// <summary>
        /// Gets a value indicating whether many bytes wait here although the peer is receiving: its senders are faster than it is.
        /// </summary>
        public bool IsCongested => Volatile.Read(ref _bytes) > _limits.MaxQueueBytes / 4 && !IsStalled;

        /// <summary>Gets a value indicating whether bytes wait here, and the peer has not received anything for some time.</summary>
        public bool IsStalled => _isCut
            || (Volatile.Read(ref _bytes) != 0 && Environment.TickCount64 - Volatile.Read(ref _lastProgress) > StallTime);

        /// <summary>Gets a value indicating whether so many bytes wait here that data that can be sent later should be postponed.</summary>
        public bool IsHalfFull => Volatile.Read(ref _bytes) > _limits.MaxQueueBytes / 2;

        /// <summary>Gets the number of frames that were sent, including those that wait in the session.</summary>
        public long Frames { get; private set; }

        /// <summary>Gets the number of bytes of these frames.</summary>
        public long Bytes { get; private set; }

        public void Begin(KitbagSession session) => _session = session;

        /// <summary>Sends a frame that must not be lost.</summary>
        public void Send(byte[] frame) => Send(frame, ReadOnlySequence<byte>.Empty, isSheddable: false, 0);

        /// <summary>Sends a frame that consists of its head and the rest, which may be in the receive buffer.</summary>
        public void Send(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> rest, bool isSheddable, long room)
        {
            KitbagSession session = _session!;
            bool isSignal;
            lock (session.Gate)
            {
                if (_isCut || !session.IsOpen)
                    return;
                if (_isDraining || !session.TryAppend(head, rest, out isSignal))
                {
                    Wait(head, rest, isSheddable, room);
                    return;
                }
                Frames++;
                Bytes += head.Length + rest.Length;
            }
            if (isSignal)
                session.Signaled();
        }

        /// <summary>
        /// Returns a task that completes when nothing waits here and the session has space, so that a large amount of data can be sent.
        /// </summary>
        public async ValueTask WhenRoomAsync()
        {
            KitbagSession session = _session!;
            while (true)
            {
                await session.WhenRoomAsync();
                lock (session.Gate)
                {
                    if (!_isDraining)
                        return;
                }
                await Task.Delay(1);
            }
        }

        private void Wait(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> rest, bool isSheddable, long room)
        {
            int length = head.Length + (int)rest.Length;
            var waiting = new Waiting(ArrayPool<byte>.Shared.Rent(length), length, room);
            head.CopyTo(waiting.Frame);
            rest.CopyTo(waiting.Frame.AsSpan(head.Length));
            _waiting.Enqueue(waiting);
            if (isSheddable)
                _sheddable.Enqueue(waiting);
            _bytes += length;
            while (_bytes > _limits.MaxQueueBytes && _sheddable.TryDequeue(out Waiting? oldest))
                Drop(oldest);
            if (_bytes > _limits.MaxQueueBytes)
            {
                Cut();
            }
            else if (!_isDraining)
            {
                _isDraining = true;
                _lastProgress = Environment.TickCount64;
                _ = DrainAsync();
            }
        }

        private void Drop(Waiting oldest)
        {
            if (oldest.Frame.Length == 0)
                return;
            _bytes -= oldest.Length;
            oldest.Release();
            _dropped ??= [];
            _dropped[oldest.Room] = _dropped.GetValueOrDefault(oldest.Room) + 1;
            _metrics.Dropped(DropReason.SlowPeer);
        }

        private void Cut()
        {
            _isCut = true;
            Clear();
            _metrics.Dropped(DropReason.Overflow);
            // Not on this thread, because messages of other peers are being sent by the caller.
            KitbagSession session = _session!;
            _ = Task.Run(() => session.Cut(KitbagCloseReason.SlowPeer, "The queue of this peer is full."));
        }

        private async Task DrainAsync()
        {
            KitbagSession session = _session!;
            try
            {
                // The sender holds locks.
                await Task.Yield();
                while (true)
                {
                    await session.WhenRoomAsync();
                    bool isSignal, isDone;
                    lock (session.Gate)
                    {
                        isDone = Fill(session, out isSignal);
                        _isDraining = !isDone;
                    }
                    if (isSignal)
                        session.Signaled();
                    if (isDone)
                        return;
                }
            }
            catch (KitbagSessionException)
            {
                // The session has ended; the waiting frames are lost with it.
                lock (session.Gate)
                    Clear();
            }
        }

        private bool Fill(KitbagSession session, out bool isSignal)
        {
            isSignal = false;
            while (!_isCut)
            {
                if (_dropped is { Count: > 0 } && !TellDropped(session, ref isSignal))
                    return false;
                if (!_waiting.TryPeek(out Waiting? next))
                    break;
                // A dropped frame is empty.
                if (next.Frame.Length != 0)
                {
                    if (!TryAppend(session, next.Frame.AsSpan(0, next.Length), ref isSignal))
                        return false;
                    _bytes -= next.Length;
                    next.Release();
                    _lastProgress = Environment.TickCount64;
                }
                _waiting.Dequeue();
                if (_sheddable.TryPeek(out Waiting? oldest) && oldest == next)
                    _sheddable.Dequeue();
            }
            return true;
        }

        private bool TellDropped(KitbagSession session, ref bool isSignal)
        {
            var header = new FrameBuilder();
            foreach ((long room, long count) in _dropped!)
            {
                if (!TryAppend(session, RelayFrames.Control(header.Gap(room, KitbagGapCause.TooSlow, count, "")), ref isSignal))
                    return false;
                _dropped.Remove(room);
            }
            return true;
        }

        private bool TryAppend(KitbagSession session, ReadOnlySpan<byte> frame, ref bool isSignal)
        {
            if (!session.TryAppend(frame, ReadOnlySequence<byte>.Empty, out bool signal))
                return false;
            isSignal |= signal;
            Frames++;
            Bytes += frame.Length;
            return true;
        }

        private void Clear()
        {
            foreach (Waiting waiting in _waiting)
                waiting.Release();
            _waiting.Clear();
            _sheddable.Clear();
            _dropped = null;
            _bytes = 0;
            _isCut = true;
        }

        /// <summary>Represents a waiting frame in pooled memory, which is returned when the frame is dropped or sent.</summary>
        private sealed class Waiting
        {
            public Waiting(byte[] frame, int length, long room)
            {
                Frame = frame;
                Length = length;
                Room = room;
            }

            public byte[] Frame { get; private set; }

            public int Length { get; }

            public long Room { get; }

            public void Release()
            {
                if (Frame.Length != 0)
                    ArrayPool<byte>.Shared.Return(Frame);
                Frame = [];
            }
        }
    }
}
