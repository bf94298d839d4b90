using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // The reading loop. Frames are handled in the memory into which they were received, in order. While the task of a handler is not
    // complete, its frame and those after it stay in the buffer, and the loop continues to read in order to find frames that do not wait
    // for handlers (acknowledgements, pings, responses). So a handler can await those without a deadlock.
    internal sealed partial class Connection
    {
        // After this many reads that completed synchronously, the loop yields, so that a peer that never stops sending does not occupy a
        // thread of the pool.
        private const int MaxSynchronousReads = 4;

        private const long NoTime = long.MinValue;

        private readonly Action _cancelRead;

        // What the next frame waits for: the task of the handler that is still running, and the length of its frame; or until waiting
        // requests were started, and 0.
        private Task? _pending;
        private int _pendingLength;
        private bool _isTurn;

        // Whether LookAhead has found a goodbye, which the peer does not repeat if it has ended.
        private bool _hasSeenGoodbye;

        // The number of bytes after the last consumed byte in which LookAhead has already handled frames, and the position, in the peer's
        // numbered frames, of the end of the last of these frames.
        private long _scanned, _scannedPosition;

        // The offset at which the incomplete frame starts, in bytes since the start of the connection, and the time when its first byte was
        // seen.
        private long _partialAt = -1, _consumed;
        private long _partialSince = NoTime;

        private volatile bool _heard, _isReading;
        private long _lastHeard;

        private async Task ReadAsync()
        {
            PipeReader input = _pipe.Input;
            int synchronousReads = 0;
            try
            {
                _scannedPosition = _session.ReceivedPosition;
                while (!_isStopped)
                {
                    _isReading = true;
                    ValueTask<ReadResult> reading = input.ReadAsync();
                    synchronousReads = reading.IsCompleted ? synchronousReads + 1 : 0;
                    if (synchronousReads == MaxSynchronousReads)
                    {
                        synchronousReads = 0;
                        await Task.Yield();
                    }
                    ReadResult result = await reading.ConfigureAwait(false);
                    _isReading = false;
                    _heard |= !result.IsCanceled;
                    if (IsEnding)
                        return;
                    ReadOnlySequence<byte> buffer = result.Buffer;
                    long consumed = Handle(buffer);
                    _consumed += consumed;
                    // Nothing more can be read before the handler is done, because the peer has closed the connection or has sent more than
                    // it may while the handler runs. Of a session that can be resumed, the peer sends the rest again, unless it has ended.
                    bool hasEnded = result.IsCompleted && (!_session.MayResume || _hasSeenGoodbye),
                        isFull = buffer.Length - consumed > _session.MaxHeld;
                    // Bytes that are not consumed stay in place, so the payload of a running handler remains valid. Memory that is consumed
                    // may be reused at once, so the buffer must not be used after this call.
                    input.AdvanceTo(buffer.GetPosition(consumed), buffer.End);
                    // The peer is gone, so the requests that block the next frame are canceled: nobody waits for their responses.
                    if (_pending != null && hasEnded && _isTurn)
                        _session.CancelRequests();
                    if (_pending != null && (hasEnded || isFull))
                        await ((Task)Task.WhenAny(_pending, _stopped.Task)).ConfigureAwait(false);
                    else if (result.IsCompleted)
                        throw new KitbagSessionException(KitbagCloseReason.ConnectionLost, "The peer has closed the connection.");
                }
            }
            catch (Exception e)
            {
                _session.OnLost(this, e, _isReading);
            }
            finally
            {
                _isReading = false;
            }
        }

        // The session no longer uses this connection, or only has to send the reason of its failure.
        private bool IsEnding => _isStopped || _failure != null;

        /// <summary>Handles the complete frames in the received data. Returns the number of consumed bytes.</summary>
        private long Handle(in ReadOnlySequence<byte> buffer)
        {
            long consumed = 0;
            if (_pending is { IsCompleted: true })
            {
                Task done = _pending;
                _pending = null;
                Finish(done);
                consumed = _pendingLength;
                _session.Handled(_control, pending: 0);
            }
            if (_pending == null)
                consumed = HandleInOrder(buffer, consumed);
            if (_pending != null)
                LookAhead(buffer.Slice(consumed), consumed);
            return consumed;
        }

        private long HandleInOrder(in ReadOnlySequence<byte> buffer, long consumed)
        {
            BeginBatch();
            try
            {
                long began = _session.Now, offset = consumed;
                var frames = new FrameReader(consumed == 0 ? buffer : buffer.Slice(consumed), _session.Options.MaxFrame);
                int count = 0;
                while (!IsEnding && frames.TryRead(out Frame frame))
                {
                    // A frame that has to wait for its turn is handled later, as if it had not been received yet.
                    Task? turn = FrameKind.IsOrdered(frame.Kind) ? _session.TurnOf(frame.Kind) : null;
                    Task? pending = turn ?? Handle(frame, consumed >= _scanned);
                    if (pending != null)
                    {
                        _pending = pending;
                        _isTurn = turn != null;
                        _pendingLength = _isTurn ? 0 : frame.Length;
                        _scanned -= consumed;
                        if (_scanned <= 0)
                        {
                            _scanned = _pendingLength;
                            _scannedPosition = _session.ReceivedPosition;
                        }
                        _session.Handled(_control, _pendingLength);
                        // Wakes the reading loop, which continues after this frame.
                        pending.GetAwaiter().UnsafeOnCompleted(_cancelRead);
                        return consumed;
                    }
                    consumed = offset + frames.Offset;
                    // In a batch of slow handlers, messages that the first handlers have sent must not be delayed for long.
                    if ((++count & 15) == 0 && _session.Elapsed(began, _session.Now).TotalMilliseconds > 1)
                    {
                        EndBatch();
                        BeginBatch();
                        began = _session.Now;
                    }
                }
                _scanned = 0;
                _scannedPosition = _session.ReceivedPosition;
                _session.Handled(_control, pending: 0);
                NotePartial(buffer.Length - consumed, consumed);
                return consumed;
            }
            finally
            {
                EndBatch();
            }
        }

        // Returns the task of the handler if it is still running. isNew is false for a frame that LookAhead has seen.
        private Task? Handle(in Frame frame, bool isNew)
        {
            if (FrameKind.IsNumbered(frame.Kind))
                _session.Receive(frame.Length);
            if (FrameKind.IsOrdered(frame.Kind))
            {
                ValueTask handled = HandleOrdered(frame);
                if (handled.IsCompletedSuccessfully)
                    handled.GetAwaiter().GetResult();
                else
                    return handled.AsTask();
            }
            else if (isNew || frame.Kind == FrameKind.Cancel)
                // The request that is canceled may have started only after LookAhead has seen the cancellation.
                _session.HandleControl(frame, this);
            return null;
        }

        // While this end closes the session, messages that the peer sent before its goodbye are still handled. A handler that replies then
        // gets the exception of a closed session, which is not a failure of the handler.
        private ValueTask HandleOrdered(in Frame frame)
        {
            try
            {
                return _session.HandleOrdered(frame);
            }
            catch (KitbagSessionException e) when (e.ClosedSession == _session)
            {
                _session.IsInHandler = false;
                return default;
            }
        }

        private void Finish(Task handled)
        {
            _session.IsInHandler = true;
            try
            {
                handled.GetAwaiter().GetResult();
            }
            catch (KitbagSessionException e) when (e.ClosedSession == _session)
            {
                // As in HandleOrdered.
            }
            _session.IsInHandler = false;
        }

        // Handles the frames after the one of the running handler that do not wait for handlers. The rest starts at offset consumed of the
        // received data.
        private void LookAhead(in ReadOnlySequence<byte> rest, long consumed)
        {
            var frames = new FrameReader(rest.Slice(_scanned), _session.Options.MaxFrame);
            long began = _scanned;
            while (!IsEnding && frames.TryRead(out Frame frame))
            {
                if (FrameKind.IsNumbered(frame.Kind))
                {
                    _session.CheckWindow(_scannedPosition, frame.Length);
                    _scannedPosition += frame.Length;
                }
                if (!FrameKind.IsOrdered(frame.Kind))
                    _session.HandleControl(frame, this);
                _hasSeenGoodbye |= frame.Kind == FrameKind.Goodbye;
                _scanned = began + frames.Offset;
            }
            NotePartial(rest.Length - _scanned, consumed + _scanned);
        }

        // Records the time since which a frame is incomplete. The timer reads it on another thread.
        private void NotePartial(long length, long offset)
        {
            if (length == 0)
            {
                _partialAt = -1;
                Volatile.Write(ref _partialSince, NoTime);
            }
            else if (_partialAt != _consumed + offset)
            {
                _partialAt = _consumed + offset;
                Volatile.Write(ref _partialSince, _session.Now);
            }
        }
    }
}
