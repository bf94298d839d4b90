using System;
using System.IO.Pipelines;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// One pipe of a session: a loop that reads, one that writes. When either ends, the session learns of it once and the pipe is closed.
    /// </summary>
    internal sealed partial class Connection
    {
        private readonly KitbagSession _session;
        private readonly IDuplexPipe _pipe;
        private readonly TaskCompletionSource<bool> _done = NewSource(), _loopsDone = NewSource(), _stopped = NewSource();

        private volatile bool _isStopped;

        /// <param name="session">The session.</param>
        /// <param name="pipe">What is read and written.</param>
        /// <param name="window">How many bytes the peer takes beyond those it has acknowledged.</param>
        /// <param name="pending">The handler of an earlier connection that is not done; null where there is none.</param>
        public Connection(KitbagSession session, IDuplexPipe pipe, int window, Task? pending)
        {
            _session = session;
            _pipe = pipe;
            PeerWindow = window;
            _cancelRead = pipe.Input.CancelPendingRead;
            _lastHeard = session.Now;
            _pending = pending;
            pending?.GetAwaiter().UnsafeOnCompleted(_cancelRead);
        }

        /// <summary>How many bytes the peer takes beyond those it has acknowledged.</summary>
        public int PeerWindow { get; }

        /// <summary>Done when the connection is over and the pipe is closed.</summary>
        public Task Done => _done.Task;

        /// <summary>Done when nothing is read or written any more; a handler may still be at work.</summary>
        public Task LoopsDone => _loopsDone.Task;

        /// <summary>The handler that is not done.</summary>
        public Task? Pending => _pending;

        private object Gate => _session.Gate;

        /// <summary>Begins to read and to write.</summary>
        public void Start() => _ = RunAsync();
        /// <summary>Ends both loops; what is under way is not waited for.</summary>
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

        /// <summary>Closes a pipe of which nobody reads or writes any more.</summary>
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
                // The pipe is given up; what its last bytes ran into does not matter any more.
            }
        }

        /// <summary>
        /// Looks, a few times in each heartbeat, whether the peer is still there and does what it began. Called under the session's lock.
        /// </summary>
        /// <returns>How the session is to end, or null.</returns>
        public KitbagClose? Tick(long now)
        {
            KitbagSessionOptions options = _session.Options;
            if (_heard || !_isReading)
            {
                _heard = false;
                _lastHeard = now;
            }
            if (_session.Elapsed(_lastHeard, now) >= options.SilenceTimeout)
                return new KitbagClose(KitbagCloseReason.ConnectionLost,
                    "Nothing was heard of the peer for " + options.SilenceTimeout.TotalSeconds + " s.", false);
            if (_partialAt >= 0 && _session.Elapsed(_partialSince, now) >= options.FrameTimeout)
                return new KitbagClose(KitbagCloseReason.TimedOut,
                    "A frame was not completed within " + options.FrameTimeout.TotalSeconds + " s.", false);
            if (_isWriting && _session.Elapsed(_writingSince, now) >= options.SendTimeout)
                return new KitbagClose(KitbagCloseReason.SlowPeer,
                    "The peer took nothing of what was sent for " + options.SendTimeout.TotalSeconds + " s.", false);
            if (_writeFailure != null && _session.Elapsed(_writingSince, now) >= options.CloseTimeout)
                return new KitbagClose(KitbagCloseReason.ConnectionLost, "Nothing can be sent: " + _writeFailure.Message, false,
                    _writeFailure);
            if (_session.Elapsed(_lastHeard, now) >= options.HeartbeatInterval)
                _control.Ping();
            return null;
        }

        private static TaskCompletionSource<bool> NewSource() =>
            new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);

        private async Task RunAsync()
        {
            Task writing = WriteAsync(), reading = ReadAsync();
            await reading.ConfigureAwait(false);
            await writing.ConfigureAwait(false);
            _loopsDone.SetResult(true);
            // Its payload lies in the memory of the pipe.
            if (_pending != null)
                await ((Task)Task.WhenAny(_pending)).ConfigureAwait(false);
            await CloseAsync(_pipe).ConfigureAwait(false);
            _done.SetResult(true);
        }
    }
}
