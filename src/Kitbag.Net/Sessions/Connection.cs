using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Represents one connection of a session: a loop that reads its pipe and a loop that writes it. When either of them fails, the session
    /// is notified once, and the pipe is closed when both have ended.
    /// </summary>
    internal sealed partial class Connection
    {
        private readonly KitbagSession _session;
        private readonly IDuplexPipe _pipe;
        private readonly TaskCompletionSource<bool> _loopsDone = NewSource(), _stopped = NewSource();

        // Deadlines do not count time before this, because the connection did not exist or this process was not running.
        private long _deadlinesFrom;

        private volatile bool _isStopped;

        /// <param name="session">The session.</param>
        /// <param name="pipe">The pipe to read and write.</param>
        /// <param name="window">The number of bytes that the peer accepts beyond those that it has acknowledged.</param>
        /// <param name="pending">The handler of the previous connection that is still running, or null.</param>
        public Connection(KitbagSession session, IDuplexPipe pipe, int window, Task? pending)
        {
            _session = session;
            _pipe = pipe;
            PeerWindow = window;
            _cancelRead = pipe.Input.CancelPendingRead;
            _deadlinesFrom = _lastHeard = session.Now;
            _pending = pending;
            pending?.GetAwaiter().UnsafeOnCompleted(_cancelRead);
        }

        /// <summary>Gets the number of bytes that the peer accepts beyond those that it has acknowledged.</summary>
        public int PeerWindow { get; }

        /// <summary>Gets the pipe, which may be closed.</summary>
        public IDuplexPipe Pipe => _pipe;

        /// <summary>
        /// Gets a task that completes when both loops have ended, so that memory that was being sent is free. A handler may still be
        /// running.
        /// </summary>
        public Task LoopsDone => _loopsDone.Task;

        /// <summary>Gets the task of the handler that is still running.</summary>
        public Task? Pending => _pending;

        private object Gate => _session.Gate;

        /// <summary>Starts both loops.</summary>
        public void Start() => _ = RunAsync();

        /// <summary>Ends both loops without waiting for a read or a write that is in progress.</summary>
        public void Stop()
        {
            lock (Gate)
            {
                if (_isStopped)
                    return;
                _isStopped = true;
            }
            _stopped.TrySetResult(true);
            _pipe.Input.CancelPendingRead();
            _pipe.Output.CancelPendingFlush();
            Wake();
        }

        /// <summary>Closes a pipe that is no longer read or written.</summary>
        public static async ValueTask CloseAsync(IDuplexPipe pipe)
        {
            try
            {
                await pipe.Output.CompleteAsync().ConfigureAwait(false);
                await pipe.Input.CompleteAsync().ConfigureAwait(false);
                if (pipe is IAsyncDisposable asynchronous)
                    await asynchronous.DisposeAsync().ConfigureAwait(false);
                else
                    (pipe as IDisposable)?.Dispose();
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // The session has ended, or has another connection, so errors while closing this one are irrelevant.
            }
        }

        /// <summary>
        /// Restarts all deadlines, because this process was not running and has not read what the peer may have sent meanwhile. The caller
        /// holds the session's lock.
        /// </summary>
        public void RestartDeadlines(long now) => _deadlinesFrom = now;

        /// <summary>
        /// Checks the deadlines of the connection. Called a few times in each heartbeat interval, under the session's lock.
        /// </summary>
        /// <param name="now">The current time.</param>
        /// <param name="waiter">The send that has waited longest for space in the send buffer, or null.</param>
        /// <returns>How the session or the connection ends, or null.</returns>
        public KitbagClose? Tick(long now, SendWaiter? waiter)
        {
            KitbagSessionOptions options = _session.Options;
            // A thread that is handling frames has no time to read, so silence is not the fault of the peer.
            if (_heard || !_isReading)
            {
                _heard = false;
                _lastHeard = now;
            }
            if (IsOver(_lastHeard, options.SilenceTimeout, now))
                return new KitbagClose(KitbagCloseReason.ConnectionLost,
                    "Nothing was received from the peer for " + options.SilenceTimeout.TotalSeconds
                    + " s (KitbagSessionOptions.SilenceTimeout).", false);
            long partialSince = Volatile.Read(ref _partialSince);
            if (partialSince != NoTime && IsOver(partialSince, options.FrameTimeout, now))
                return new KitbagClose(KitbagCloseReason.TimedOut,
                    "A frame was not completed within " + options.FrameTimeout.TotalSeconds
                    + " s (KitbagSessionOptions.FrameTimeout).", false);
            if (_isWriting && IsOver(_writingSince, options.SendTimeout, now))
                return NothingTaken(_writingSince, "The peer has not received any of the sent data for ");
            if (waiter != null && IsOver(waiter.Since, options.SendTimeout, now))
                return NothingTaken(waiter.Since, "A send operation has waited for the peer for ");
            if (_writeFailure != null && IsOver(_writingSince, options.CloseTimeout, now))
                return new KitbagClose(KitbagCloseReason.ConnectionLost, "Sending has failed: " + _writeFailure.Message, false,
                    _writeFailure);
            if (_session.Elapsed(_lastHeard, now) >= options.HeartbeatInterval)
                _control.Ping();
            // A peer that can resume keeps the sent data until this end acknowledges it, and there may be no other traffic for a long time.
            if (_session.CanResume && _session.HasUnacknowledged)
                _control.Ack();
            return null;
        }

        private bool IsOver(long since, TimeSpan limit, long now) => _session.Elapsed(Math.Max(since, _deadlinesFrom), now) >= limit;

        // A peer that still sends data is slow. A peer that is also silent may be unreachable, and a session that can be resumed waits for
        // it.
        private KitbagClose NothingTaken(long since, string what)
        {
            bool isSilent = _session.CanResume && _lastHeard <= Math.Max(since, _deadlinesFrom);
            return new KitbagClose(isSilent ? KitbagCloseReason.ConnectionLost : KitbagCloseReason.SlowPeer,
                what + _session.Options.SendTimeout.TotalSeconds + " s (KitbagSessionOptions.SendTimeout).", byPeer: false);
        }

        private static TaskCompletionSource<bool> NewSource() =>
            new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);

        private async Task RunAsync()
        {
            Task writing = WriteAsync(), reading = ReadAsync();
            await reading.ConfigureAwait(false);
            await writing.ConfigureAwait(false);
            _loopsDone.SetResult(true);
            if (_pending is { IsCompleted: false })
            {
                // The peer detects at once that the connection has ended. The memory of the pipe, which contains the payload, is kept until
                // the handler is done with it.
                await CompleteOutputAsync().ConfigureAwait(false);
                await ((Task)Task.WhenAny(_pending)).ConfigureAwait(false);
            }
            ReportFailure(_pending);
            await CloseAsync(_pipe).ConfigureAwait(false);
        }

        private async ValueTask CompleteOutputAsync()
        {
            try
            {
                await _pipe.Output.CompleteAsync().ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // As in CloseAsync.
            }
        }

        // The session has ended while the handler was running. Failures of its sends are expected; other exceptions are reported.
        private void ReportFailure(Task? handler)
        {
            if (handler?.Exception?.InnerException is { } e && (e as KitbagSessionException)?.ClosedSession != _session
                && _session.IsCurrent(this))
                Unobserved.Report(e);
        }
    }
}
