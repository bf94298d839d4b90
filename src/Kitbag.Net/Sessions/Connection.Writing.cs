using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // The writing loop. While one write is under way, what is sent meanwhile gathers in the log and goes out with the next write.
    internal sealed partial class Connection : IValueTaskSource
    {
        // While a batch of received frames is handled, what the handlers send is gathered until there are so many bytes.
        private const int FullBatch = 64 * 1024;

        private readonly ControlFrames _control = new ControlFrames();
        private ManualResetValueTaskSourceCore<bool> _wake;

        // All of these are guarded by the session's lock. isIdle: the loop waits for Wake. isScheduled: a thread of the pool will call
        // Wake. isGathering: a batch of received frames is being handled. isMidFrame: the next bytes have to continue a frame.
        // isBlocked: there is something in the log, the peer's window has no room for it, and a ping has asked the peer for an
        // acknowledgement. hasTakenGoodbye: the last frame is being written or was written.
        private bool _isIdle, _isScheduled, _isGathering, _isMidFrame, _isBlocked, _isWriting, _hasTakenGoodbye;
        private long _writingSince;
        private KitbagClose? _failure;
        private Exception? _writeFailure;

        /// <summary>
        /// There is something to be written. Called under the session's lock; the caller passes the result to <see cref="Write"/> after it
        /// has left the lock.
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

        /// <summary>Wakes the loop where that is necessary, on this thread or on another.</summary>
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
        /// Sends a goodbye with the reason of a failure ahead of everything that waits in the log, and ends. False where a goodbye was
        /// written before.
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

        /// <summary>Whether the goodbye of this end tells of a failure.</summary>
        public bool HasFailed => _failure != null;

        /// <summary>
        /// Answers a ping. The peer may be waiting for room in the window, so each step is acknowledged until everything is handled that
        /// was sent before the ping.
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

        // What handlers send is gathered until the whole batch of received frames is handled.
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
                    // After a goodbye the peer may still send, and needs acknowledgements; after a failure nothing follows.
                    if (isLast)
                        _session.OnGoodbyeWritten(this);
                    if (isLast && HasFailed)
                        return;
                }
            }
            catch (Exception e)
            {
                // The peer may have sent a goodbye with a reason before it closed the connection. The reading loop finds that, or the end
                // of the connection; if it finds neither, Tick ends the connection after a time.
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
            // How much of the chunk was written is not known then.
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
            {
                _isBlocked = false;
                return isLog = true;
            }
            if (log.Written == log.Sent && !_session.IsWaitingForRoom)
            {
                if (!_session.HasGoodbye)
                    return false;
                chunk = _session.TakeGoodbye().Write();
                return isLast = true;
            }
            if (_isBlocked)
                return false;
            // The peer's window is full, or the buffer is full of what the peer has not acknowledged: the ping asks for an acknowledgement.
            _isBlocked = true;
            _control.Ping();
            chunk = _control.Take(_session.Acknowledging(), _session.Now);
            return true;
        }
    }

    /// <summary>What has to be done after something was put into the log.</summary>
    internal enum WriteSignal
    {
        /// <summary>Nothing: it will be written without that.</summary>
        None,

        /// <summary>The loop is to be woken at once, on the same thread.</summary>
        Now,

        /// <summary>The loop is to be woken by another thread, so that more can gather until then.</summary>
        Scheduled,
    }
}
