using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// One connection of a session: a loop that reads its pipe and a loop that writes it. When either of them fails, the session is told
    /// once, and the pipe is closed when both have ended.
    /// </summary>
    internal sealed partial class Connection
    {
        private readonly KitbagSession _session;
        private readonly IDuplexPipe _pipe;
        private readonly TaskCompletionSource<bool> _loopsDone = NewSource(), _stopped = NewSource();

        // No deadline counts time before this: the connection was not there, or this process was not running.
        private long _deadlinesFrom;

        private volatile bool _isStopped;

        /// <param name="session">The session.</param>
        /// <param name="pipe">What is read and written.</param>
        /// <param name="window">How many bytes the peer accepts beyond those that it has acknowledged.</param>
        /// <param name="pending">A handler of the connection before that is still running; null where there is none.</param>
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

        /// <summary>How many bytes the peer accepts beyond those that it has acknowledged.</summary>
        public int PeerWindow { get; }

        /// <summary>
        /// Completes when nothing is read or written any more, so that memory that was being sent is free. A handler may still be running.
        /// </summary>
        public Task LoopsDone => _loopsDone.Task;

        /// <summary>The task of the handler that is still running.</summary>
        public Task? Pending => _pending;

        private object Gate => _session.Gate;

        /// <summary>Starts to read and to write.</summary>
        public void Start() => _ = RunAsync();

        /// <summary>Ends both loops without waiting for a read or a write that is under way.</summary>
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

        /// <summary>Closes a pipe that is not read or written any more.</summary>
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
                // The session has ended, or has another connection, so an error of closing this one concerns nobody.
            }
        }

        /// <summary>
        /// Lets all deadlines begin anew: this process was not running, and has not read what the peer may have sent meanwhile. The caller
        /// holds the session's lock.
        /// </summary>
        public void RestartDeadlines(long now) => _deadlinesFrom = now;

        /// <summary>
        /// Checks the deadlines of the connection. Called a few times in each heartbeat interval, under the session's lock.
        /// </summary>
        /// <param name="now">The time.</param>
        /// <param name="waiter">The send that has waited longest for room in the send buffer; null where none waits.</param>
        /// <returns>How the session or the connection ends, or null.</returns>
        public KitbagClose? Tick(long now, SendWaiter? waiter)
        {
            KitbagSessionOptions options = _session.Options;
            // A thread that is handling frames has no time to read; that says nothing about the peer.
            if (_heard || !_isReading)
            {
                _heard = false;
                _lastHeard = now;
            }
            if (IsOver(_lastHeard, options.SilenceTimeout, now))
                return new KitbagClose(KitbagCloseReason.ConnectionLost,
                    "Nothing was received from the peer for " + options.SilenceTimeout.TotalSeconds + " s.", false);
            long partialSince = Volatile.Read(ref _partialSince);
            if (partialSince != NoTime && IsOver(partialSince, options.FrameTimeout, now))
                return new KitbagClose(KitbagCloseReason.TimedOut,
                    "A frame was not completed within " + options.FrameTimeout.TotalSeconds + " s.", false);
            if (_isWriting && IsOver(_writingSince, options.SendTimeout, now))
                return NothingTaken(_writingSince, "The peer took nothing of what was sent for ");
            if (waiter != null && IsOver(waiter.Since, options.SendTimeout, now))
                return NothingTaken(waiter.Since, "A send has waited for the peer for ");
            if (_writeFailure != null && IsOver(_writingSince, options.CloseTimeout, now))
                return new KitbagClose(KitbagCloseReason.ConnectionLost, "Nothing can be sent: " + _writeFailure.Message, false,
                    _writeFailure);
            if (_session.Elapsed(_lastHeard, now) >= options.HeartbeatInterval)
                _control.Ping();
            // A peer that can resume holds what it has sent until this end says that it has it, and a silence may be long.
            if (_session.CanResume && _session.HasUnacknowledged)
                _control.Ack();
            return null;
        }

        private bool IsOver(long since, TimeSpan limit, long now) => _session.Elapsed(Math.Max(since, _deadlinesFrom), now) >= limit;

        // A peer that can be heard is slow. One that is silent, too, may be unreachable, and a session that can resume waits for it.
        private KitbagClose NothingTaken(long since, string what)
        {
            bool isSilent = _session.CanResume && _lastHeard <= Math.Max(since, _deadlinesFrom);
            return new KitbagClose(isSilent ? KitbagCloseReason.ConnectionLost : KitbagCloseReason.SlowPeer,
                what + _session.Options.SendTimeout.TotalSeconds + " s.", byPeer: false);
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
                // The peer learns at once that the connection is over; the memory of the pipe, in which the payload lies, stays until the
                // handler is done with it.
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

        // The session has ended while the handler was running. That its sends fail concerns nobody; other exceptions are reported.
        private void ReportFailure(Task? handler)
        {
            if (handler?.Exception?.InnerException is { } e && (e as KitbagSessionException)?.ClosedSession != _session
                && _session.IsCurrent(this))
                Unobserved.Report(e);
        }
    }
}
