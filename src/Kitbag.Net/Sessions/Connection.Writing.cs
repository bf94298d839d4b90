using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // The writing loop. Frames that are sent while a write is in progress are collected in the log and written together by the next write.
    internal sealed partial class Connection : IValueTaskSource
    {
        // While a batch of received frames is handled, frames that the handlers send are collected up to this number of bytes.
        private const int FullBatch = 64 * 1024;

        private readonly ControlFrames _control = new ControlFrames();
        private ManualResetValueTaskSourceCore<bool> _wake;

        // All of these are guarded by the session's lock. isIdle: the loop waits for Wake. isScheduled: a thread of the pool will call
        // Wake. isGathering: a batch of received frames is being handled. isMidFrame: the next bytes must continue a frame.
        // hasTakenGoodbye: the last frame is being written or was written.
        private bool _isIdle, _isScheduled, _isGathering, _isMidFrame, _isWriting, _hasTakenGoodbye;

        // The position up to which a ping has requested acknowledgements.
        private long _pingedPosition;
        private long _writingSince;
        private KitbagClose? _failure;
        private Exception? _writeFailure;

        /// <summary>
        /// Signals that there is something to write. The caller holds the session's lock, and passes the result to <see cref="Write"/>
        /// after releasing it.
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

        /// <summary>Wakes the loop if necessary, on this thread or on another.</summary>
        public void Write(WriteSignal signal)
        {
            if (signal == WriteSignal.Now)
                Wake();
            else if (signal == WriteSignal.Scheduled)
                Schedule();
        }

        /// <summary>Wakes the loop, which runs on this thread until it has to wait.</summary>
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

        /// <summary>
        /// Sends a goodbye with the reason of a failure ahead of all data in the log, and ends. Returns false if a goodbye was already
        /// written.
        /// </summary>
        public bool FailWith(KitbagClose close)
        {
            lock (Gate)
            {
                if (_hasTakenGoodbye)
                    return false;
                _failure = close;
            }
            _pipe.Input.CancelPendingRead();
            Wake();
            return true;
        }

        /// <summary>Gets a value indicating whether the goodbye of this end reports a failure.</summary>
        public bool HasFailed => _failure != null;

        /// <summary>
        /// Responds to a ping. The peer may be waiting for space in the window, so each step is acknowledged until everything is handled
        /// that was sent before the ping.
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

        /// <summary>Acknowledges everything that was handled. The caller holds the session's lock, and signals that afterwards.</summary>
        public void Acknowledge() => _control.Ack();

        ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _wake.GetStatus(token);

        void IValueTaskSource.GetResult(short token) => _wake.GetResult(token);

        void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token,
            ValueTaskSourceOnCompletedFlags flags) => _wake.OnCompleted(continuation, state, token, flags);

        // Starts to collect the frames that handlers send, until the whole batch of received frames is handled.
        private void BeginBatch()
        {
            lock (Gate)
                _isGathering = true;
        }

        private void EndBatch()
        {
            lock (Gate)
            {
                _isGathering = false;
                if (!_isIdle || !HasWork())
                    return;
            }
            Wake();
        }

        private bool HasWork() => !_control.IsEmpty || _session.Log.Written != _session.Log.Sent || _session.HasGoodbye
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
                            _hasTakenGoodbye |= isLast;
                            _writingSince = _session.Now;
                        }
                    }
                    if (isIdle)
                    {
                        await new ValueTask(this, _wake.Version).ConfigureAwait(false);
                        continue;
                    }
                    FlushResult result = await _pipe.Output.WriteAsync(chunk).ConfigureAwait(false);
                    Written(chunk.Length, isLog, result);
                    // After a goodbye, the peer may still send data and needs acknowledgements; after a failure, nothing follows.
                    if (isLast)
                        _session.OnGoodbyeWritten(this);
                    if (isLast && HasFailed)
                        return;
                }
            }
            catch (Exception e)
            {
                // The peer may have sent a goodbye with a reason before it closed the connection. The reading loop finds that goodbye, or
                // the end of the connection; if it finds neither, Tick ends the connection after a timeout.
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

        private void Written(int length, bool isLog, in FlushResult result)
        {
            // It is unknown how much of the chunk was written.
            if (result.IsCanceled)
                throw new KitbagSessionException(KitbagCloseReason.ConnectionLost, "A write was canceled.");
            SendWaiter? sent = null, room = null;
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
            if (result.IsCompleted)
                throw new KitbagSessionException(KitbagCloseReason.ConnectionLost, "The peer has closed the connection.");
        }

        private bool TryTake(out ReadOnlyMemory<byte> chunk, out bool isLog, out bool isLast)
        {
            isLog = isLast = false;
            SendLog log = _session.Log;
            if (!_isMidFrame)
            {
                if (_failure != null)
                {
                    chunk = new Goodbye(_failure.Reason, _failure.Message).Write();
                    return isLast = true;
                }
                if (!_control.IsEmpty)
                {
                    chunk = _control.Take(_session.Acknowledging(), _session.Now);
                    return true;
                }
            }
            if (log.TryTake(log.Acknowledged + PeerWindow, out chunk, out _isMidFrame))
                return isLog = true;
            if (log.Written == log.Sent && !_session.IsWaitingForRoom)
            {
                if (!_session.HasGoodbye)
                    return false;
                chunk = _session.TakeGoodbye().Write();
                return isLast = true;
            }
            // The peer's window is full, or the buffer is full of unacknowledged data, so a ping requests acknowledgements of everything
            // that was sent before. Another one would only cause more of them.
            if (log.Acknowledged < _pingedPosition)
                return false;
            _pingedPosition = log.Sent;
            _control.Ping();
            chunk = _control.Take(_session.Acknowledging(), _session.Now);
            return true;
        }
    }

    /// <summary>Specifies what must be done after data was added to the log.</summary>
    internal enum WriteSignal
    {
        /// <summary>Nothing: the data will be written anyway.</summary>
        None,

        /// <summary>The loop must be woken at once, on the same thread.</summary>
        Now,

        /// <summary>The loop must be woken on another thread, so that more data can be collected until then.</summary>
        Scheduled,
    }
}
