using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // The loop that reads. Frames are handled where they were received, one after the other. While a handler's task is not done, its frame
    // and those behind it stay where they are, and the loop goes on looking for frames that need no handler: acknowledgements, signs of
    // life, answers. So a handler may wait for those.
    internal sealed partial class Connection
    {
        // So many reads that did not have to wait are made before another session has its turn.
        private const int MostInRow = 4;

        private readonly Action _cancelRead;

        // The handler that is not done, and how many bytes its frame has.
        private Task? _pending;
        private int _pendingLength;

        // How far frames were looked at, from the first byte that is not consumed, and the position of the last of them.
        private long _scanned, _scannedPosition;

        // Where the frame begins of which not all bytes are there, as a number of bytes of the connection, and since when.
        private long _partialAt = -1, _partialSince, _consumed;

        private volatile bool _heard, _isReading;
        private long _lastHeard;

        private async Task ReadAsync()
        {
            PipeReader input = _pipe.Input;
            int inRow = 0;
            try
            {
                _scannedPosition = _session.ReceivedPosition;
                while (!_isStopped)
                {
                    _isReading = true;
                    ValueTask<ReadResult> reading = input.ReadAsync();
                    // A peer that never stops sending must not keep the thread from other sessions.
                    inRow = reading.IsCompleted ? inRow + 1 : 0;
                    if (inRow == MostInRow)
                    {
                        inRow = 0;
                        await Task.Yield();
                    }
                    ReadResult result = await reading.ConfigureAwait(false);
                    _isReading = false;
                    _heard |= !result.IsCanceled;
                    if (_isStopped || _lastWords != null)
                        return;
                    ReadOnlySequence<byte> buffer = result.Buffer;
                    long consumed = Handle(buffer);
                    _consumed += consumed;
                    // Nobody else moves the bytes that are not consumed: the payload of a handler that is not done stays where it is.
                    input.AdvanceTo(buffer.GetPosition(consumed), buffer.End);
                    if (_pending != null && ((result.IsCompleted && !_session.CanResume) || buffer.Length - consumed > _session.MaxHeld))
                        await ((Task)Task.WhenAny(_pending, _stopped.Task)).ConfigureAwait(false);
                    else if (result.IsCompleted)
                        throw new KitbagSessionException(KitbagCloseReason.ConnectionLost, "The peer has closed the connection.");
                }
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                _session.OnLost(this, e, _isReading);
            }
            finally
            {
                _isReading = false;
            }
        }

        /// <summary>Handles the frames of what was received; answers how many bytes are not needed any more.</summary>
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
                LookAhead(buffer.Slice(consumed));
            return consumed;
        }

        private long HandleInOrder(in ReadOnlySequence<byte> buffer, long consumed)
        {
            Gather();
            try
            {
                long began = _session.Now, offset = consumed;
                var frames = new FrameReader(consumed == 0 ? buffer : buffer.Slice(consumed), _session.Options.MaxFrame);
                int count = 0;
                while (frames.TryRead(out Frame frame))
                {
                    Task? pending = Handle(frame, consumed >= _scanned);
                    if (pending != null)
                    {
                        _pending = pending;
                        _pendingLength = frame.Length;
                        _scanned -= consumed;
                        if (_scanned <= 0)
                        {
                            _scanned = frame.Length;
                            _scannedPosition = _session.ReceivedPosition;
                        }
                        // Taken back by Handle, which goes on behind this frame.
                        pending.GetAwaiter().UnsafeOnCompleted(_cancelRead);
                        return consumed;
                    }
                    consumed = offset + frames.Offset;
                    // Handlers that take their time must not hold back what those before them sent.
                    if ((++count & 15) == 0 && _session.Elapsed(began, _session.Now).TotalMilliseconds > 1)
                    {
                        WriteGathered();
                        Gather();
                        began = _session.Now;
                    }
                }
                _scanned = 0;
                _scannedPosition = _session.ReceivedPosition;
                NotePartial(buffer.Length - consumed, consumed);
                return consumed;
            }
            finally
            {
                _session.Handled(_control, _pending == null ? 0 : _pendingLength);
                WriteGathered();
            }
        }

        // Answers the handler's task where it is not done.
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
            else if (isNew)
                _session.HandleControl(frame, this);
            return null;
        }

        // While a session closes here, what the peer has sent before its goodbye is still handled, and handlers may want to reply: they
        // cannot any more, but that is nobody's failure.
        private ValueTask HandleOrdered(in Frame frame)
        {
            try
            {
                return _session.HandleOrdered(frame);
            }
            catch (KitbagSessionException e) when (e.IsOfClose)
            {
                return default;
            }
        }

        private static void Finish(Task handled)
        {
            try
            {
                handled.GetAwaiter().GetResult();
            }
            catch (KitbagSessionException e) when (e.IsOfClose)
            {
                // As above.
            }
        }

        // Goes through the frames behind the one whose handler is not done.
        private void LookAhead(in ReadOnlySequence<byte> rest)
        {
            var frames = new FrameReader(rest.Slice(_scanned), _session.Options.MaxFrame);
            long began = _scanned;
            while (frames.TryRead(out Frame frame))
            {
                if (FrameKind.IsNumbered(frame.Kind))
                {
                    _session.CheckWindow(_scannedPosition, frame.Length);
                    _scannedPosition += frame.Length;
                }
                if (!FrameKind.IsOrdered(frame.Kind))
                    _session.HandleControl(frame, this);
                _scanned = began + frames.Offset;
            }
            NotePartial(rest.Length - _scanned, _scanned);
        }

        private void NotePartial(long length, long offset)
        {
            if (length == 0)
            {
                _partialAt = -1;
            }
            else if (_partialAt != _consumed + offset)
            {
                _partialAt = _consumed + offset;
                _partialSince = _session.Now;
            }
        }
    }
}
