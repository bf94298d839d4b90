using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // The loop that writes. While one write is under way, what is sent gathers in the log and goes with the next one.
    internal sealed partial class Connection : IValueTaskSource
    {
        // So many bytes are written at once, even where a batch of handlers gathers more.
        private const int FullBatch = 64 * 1024;

        private readonly ControlFrames _control = new ControlFrames();
        private ManualResetValueTaskSourceCore<bool> _wake;
        private bool _isIdle, _isScheduled, _isGathering, _isMidFrame, _isBlocked, _isWriting, _hasSaidAll;
        private long _writingSince;
        private KitbagClose? _lastWords;
        private Exception? _writeFailure;

        /// <summary>
        /// Something is there to be written. Called under the session's lock; what the answer asks for is to be done outside of it.
        /// </summary>
        public WriteSignal Signal()
        {
            if (!_isIdle || _isScheduled || _isStopped)
                return WriteSignal.None;
            if (_isGathering)
                return _session.Log.Written - _session.Log.Sent >= FullBatch ? WriteSignal.Now : WriteSignal.None;
            _isScheduled = true;
            return WriteSignal.Scheduled;
        }

        /// <summary>Lets the loop write: here until it has to wait, or on another thread.</summary>
        public void Write(WriteSignal signal)
        {
            if (signal == WriteSignal.Now)
                Wake();
            else if (signal == WriteSignal.Scheduled)
                Schedule();
        }

        /// <summary>Lets the loop write here, until it has to wait.</summary>
        public void Wake()
        {
            lock (Gate)
            {
                _isScheduled = false;
                if (!_isIdle)
                    return;
                _isIdle = false;
            }
            _wake.SetResult(true);
        }

        /// <summary>Says one last thing, before all that waits in the log, and ends; false where the last thing is said already.</summary>
        public bool EndWith(KitbagClose close)
        {
            lock (Gate)
            {
                if (_hasSaidAll)
                    return false;
                _lastWords = close;
            }
            _pipe.Input.CancelPendingRead();
            Wake();
            return true;
        }

        /// <summary>Whether the last words are, or were, about an error.</summary>
        public bool HasFailed => _lastWords != null;

        /// <summary>
        /// Answers a ping. Who asks may wait for room, so until all that was sent before the ping is handled, each step is acknowledged.
        /// </summary>
        public void Pong(long value)
        {
            WriteSignal signal;
            lock (Gate)
            {
                _session.AcknowledgeUntil(Math.Max(_scannedPosition, _session.ReceivedPosition));
                _control.Pong(value);
                signal = Signal();
            }
            Write(signal);
        }

        ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _wake.GetStatus(token);

        void IValueTaskSource.GetResult(short token) => _wake.GetResult(token);

        void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token,
            ValueTaskSourceOnCompletedFlags flags) => _wake.OnCompleted(continuation, state, token, flags);

        // What handlers send from here on is gathered, until the whole batch is handled.
        private void Gather()
        {
            lock (Gate)
                _isGathering = true;
        }

        private void WriteGathered()
        {
            lock (Gate)
            {
                _isGathering = false;
                if (!_isIdle || !HasWork())
                    return;
            }
            Wake();
        }

        private bool HasWork() => !_control.IsEmpty || _session.Log.Written != _session.Log.Sent || _session.IsSayingGoodbye
            || _session.IsWaitingForRoom;

        private async Task WriteAsync()
        {
            try
            {
                while (true)
                {
                    bool isLog, isLast = false, isIdle = false;
                    ReadOnlyMemory<byte> chunk;
                    lock (Gate)
                    {
                        if (_isStopped)
                            return;
                        if (!TryTake(out chunk, out isLog, out isLast))
                        {
                            _wake.Reset();
                            _isIdle = isIdle = true;
                        }
                        else
                        {
                            _isWriting = true;
                            _hasSaidAll |= isLast;
                            _writingSince = _session.Now;
                        }
                    }
                    if (isIdle)
                    {
                        await new ValueTask(this, _wake.Version).ConfigureAwait(false);
                        continue;
                    }
                    FlushResult result = await _pipe.Output.WriteAsync(chunk).ConfigureAwait(false);
                    Written(chunk.Length, isLog, result.IsCompleted);
                    // After a goodbye the peer may still send, and has to be told what is taken; after an error nothing follows.
                    if (isLast)
                        _session.OnGoodbyeWritten(this);
                    if (isLast && HasFailed)
                        return;
                }
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // The peer may have said why before it closed: the loop that reads comes to that, or to the end.
                lock (Gate)
                {
                    _isWriting = false;
                    _writeFailure = e;
                    _writingSince = _session.Now;
                }
                if (HasFailed)
                    _session.OnGoodbyeWritten(this);
            }
        }

        private void Written(int length, bool isLog, bool isCompleted)
        {
            RoomWaiter? sent = null, room = null;
            lock (Gate)
            {
                _isWriting = false;
                if (isLog && !_session.IsOver && !_isStopped)
                {
                    sent = _session.Log.Complete(length);
                    room = _session.TakeWaiters();
                }
            }
            sent?.Complete();
            KitbagSession.Complete(room);
            if (isCompleted)
                throw new KitbagSessionException(KitbagCloseReason.ConnectionLost, "The peer has closed the connection.");
        }

        private bool TryTake(out ReadOnlyMemory<byte> chunk, out bool isLog, out bool isLast)
        {
            isLog = isLast = false;
            SendLog log = _session.Log;
            if (!_isMidFrame)
            {
                if (_lastWords != null)
                {
                    chunk = _control.Take(new Goodbye(_lastWords.Reason, _lastWords.Message));
                    return isLast = true;
                }
                if (!_control.IsEmpty)
                {
                    chunk = _control.Take(_session.Acknowledging(), _session.Now);
                    return true;
                }
            }
            if (log.TryTake(log.Acknowledged + PeerWindow, out chunk, out _isMidFrame))
            {
                _isBlocked = false;
                return isLog = true;
            }
            if (log.Written == log.Sent && !_session.IsWaitingForRoom)
            {
                if (!_session.IsSayingGoodbye)
                    return false;
                chunk = _control.Take(_session.TakeGoodbye());
                return isLast = true;
            }
            if (_isBlocked)
                return false;
            // The peer's window is full, or what was sent is kept until the peer has it: ask what it has taken by now.
            _isBlocked = true;
            _control.Ping();
            chunk = _control.Take(_session.Acknowledging(), _session.Now);
            return true;
        }
    }

    /// <summary>What is to be done after something was put into the log.</summary>
    internal enum WriteSignal
    {
        /// <summary>Nothing: it will be written.</summary>
        None,

        /// <summary>It is to be written at once.</summary>
        Now,

        /// <summary>It is to be written by another thread, so that more can gather.</summary>
        Scheduled,
    }
}
