using System;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Ends sessions: by a goodbye from each end, by a failure at one end, or because the connection was lost.
    public sealed partial class KitbagSession
    {
        // How the session is ending or has ended. Nothing more can be sent once this is set.
        private KitbagClose? _close;
        private bool _hasFailed, _isOver;
        private volatile bool _isLastConnection;

        // The goodbyes over the current connection. Like acknowledgements, they are not repeated by the log, but by each connection.
        private bool _goodbyeTaken, _goodbyeWritten, _goodbyeReceived;
        private ITimer? _failTimer;

        /// <summary>Gets a value indicating whether messages can be sent.</summary>
        public bool IsOpen => Volatile.Read(ref _close) == null;

        /// <summary>Gets an exception that tells how the session is ending or has ended, or null.</summary>
        internal KitbagSessionException? EndException => Volatile.Read(ref _close)?.ToException(this);

        /// <summary>Gets a value indicating whether the session has ended. The caller holds the lock.</summary>
        internal bool IsOver => _isOver;

        /// <summary>Gets a value indicating whether a goodbye must be written after the last message. The caller holds the lock.</summary>
        internal bool HasGoodbye => _close != null && !_goodbyeTaken;

        /// <summary>
        /// Sends a goodbye after all pending messages, and waits for the goodbye of the peer, which follows everything that the peer sent;
        /// messages are handled until then. The session ends after <see cref="KitbagSessionOptions.CloseTimeout"/> in any case.
        /// </summary>
        /// <param name="reason">The reason that is sent to the peer.</param>
        /// <param name="message">A description that is sent to the peer, truncated to 1,024 bytes in UTF-8.</param>
        /// <param name="cancellationToken">
        /// A token to end the session immediately, as by <see cref="Abort"/>: pending messages are lost, and the peer's goodbye is not
        /// awaited. If it is already canceled, no goodbye is sent. No exception is thrown, because the session has ended then.
        /// </param>
        /// <returns>A task that completes when the session has ended. <see cref="Completion"/> contains how.</returns>
        public async ValueTask CloseAsync(KitbagCloseReason reason = KitbagCloseReason.Done, string message = "",
            CancellationToken cancellationToken = default)
        {
            if (message == null)
                throw new ArgumentNullException(nameof(message));
            if (cancellationToken.IsCancellationRequested)
                Abort();
            WriteSignal signal;
            lock (Gate)
            {
                _close ??= new KitbagClose(reason, message, byPeer: false);
                signal = _connection!.Signal();
            }
            _connection!.Write(signal);
            using ITimer timer = Options.Time.CreateTimer(state => ((KitbagSession)state!).GiveUpClosing(), this, Options.CloseTimeout,
                Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration canceled = cancellationToken.Register(state => ((KitbagSession)state!).Abort(), this);
            await Completion.ConfigureAwait(false);
        }

        /// <summary>
        /// Closes the session of a server that accepts no more connections. If the connection is or gets lost, the session ends at once,
        /// because the peer cannot resume it.
        /// </summary>
        internal ValueTask CloseFinallyAsync(KitbagCloseReason reason, string message)
        {
            lock (Gate)
                _isLastConnection = true;
            if (!IsConnected)
                Abort();
            return CloseAsync(reason, message);
        }

        private void GiveUpClosing()
        {
            if (!TryGiveUpResuming(null, Options.CloseTimeout))
                Abort();
        }

        /// <summary>Ends the session immediately. Unsent messages are lost, and the peer's connection is closed.</summary>
        public void Abort() => End(new KitbagClose(KitbagCloseReason.Aborted, "The session was aborted.", byPeer: false));

        /// <summary>Ends the session and tells the peer the reason at once, ahead of all data that is waiting to be sent.</summary>
        internal void Cut(KitbagCloseReason reason, string message)
        {
            Connection? connection;
            bool isAway;
            lock (Gate)
            {
                connection = _connection;
                isAway = _isDisconnected;
            }
            var close = new KitbagClose(reason, message, byPeer: false);
            if (isAway || connection == null)
                End(close);
            else
                Fail(connection, close);
        }

        /// <summary>Returns the goodbye and marks it as taken, because it is written only once. The caller holds the lock.</summary>
        internal Goodbye TakeGoodbye()
        {
            _goodbyeTaken = true;
            return _close!.IsByPeer ? new Goodbye(KitbagCloseReason.Done, "") : new Goodbye(_close.Reason, _close.Message);
        }

        /// <summary>
        /// Handles the completion of the write of this end's goodbye. After a failure, the peer's goodbye is not awaited.
        /// </summary>
        internal void OnGoodbyeWritten(Connection connection)
        {
            bool isDone;
            lock (Gate)
            {
                _goodbyeWritten = true;
                isDone = connection == _connection && (_goodbyeReceived || connection.HasFailed);
            }
            if (isDone)
                End(_close!);
        }

        /// <summary>
        /// Handles an exception that ended the reading loop of a connection: of the pipe, caused by received data, or of a handler.
        /// </summary>
        internal void OnLost(Connection connection, Exception exception, bool isOfPipe) => Fail(connection, exception switch
        {
            _ when IsInHandler => new KitbagClose(KitbagCloseReason.HandlerFailed, "A handler failed.", false, exception),
            KitbagSessionException e => new KitbagClose(e.Reason, e.Message, false, e),
            _ when isOfPipe =>
                new KitbagClose(KitbagCloseReason.ConnectionLost, "The connection was lost: " + exception.Message, false, exception),
            _ => CloseOfUnreadable(exception),
        });

        /// <summary>Ends the session because a received request cannot be read.</summary>
        internal void OnUnreadable(Exception exception)
        {
            while (true)
            {
                Connection connection;
                lock (Gate)
                {
                    if (_isOver || _hasFailed)
                        return;
                    connection = _connection!;
                }
                // It has no effect if the session is resumed on another connection just now.
                Fail(connection, CloseOfUnreadable(exception));
            }
        }

        /// <summary>Returns whether a connection is the latest one of the session.</summary>
        internal bool IsCurrent(Connection connection)
        {
            lock (Gate)
                return connection == _connection;
        }

        private static KitbagClose CloseOfUnreadable(Exception exception) => exception is KitbagException
            ? new KitbagClose(KitbagCloseReason.BadMessage, exception.Message, false, exception)
            : new KitbagClose(KitbagCloseReason.HandlerFailed, "A frame could not be handled.", false, exception);

        private void Fail(Connection connection, KitbagClose close)
        {
            // The reason cannot be sent over a connection that is lost or blocked.
            bool canTell = close.Reason is not (KitbagCloseReason.ConnectionLost or KitbagCloseReason.SlowPeer);
            bool resumes = false;
            lock (Gate)
            {
                if (_isOver || connection != _connection || (_isDisconnected && !canTell))
                    return;
                // A session that is closing continues until both ends have sent everything and their goodbyes.
                if (close.Reason == KitbagCloseReason.ConnectionLost && MayResume && !_hasFailed)
                {
                    OnDisconnected(close.Exception ?? close.ToException(this));
                    resumes = true;
                }
                else
                {
                    // The peer has sent its goodbye and then closed the connection, which is permitted.
                    if (!canTell && _goodbyeReceived)
                        close = _close!;
                    Volatile.Write(ref _close, close);
                    _hasFailed = true;
                    // The connection was lost before the handler failed, so the reason cannot be sent.
                    canTell &= !_isDisconnected;
                    // The peer may never read the goodbye. This timeout limits how long a peer that violated the protocol is awaited.
                    if (canTell)
                    {
                        _failTimer ??= Options.Time.CreateTimer(state => ((KitbagSession)state!).EndAsIs(), this, Options.CloseTimeout,
                            Timeout.InfiniteTimeSpan);
                    }
                }
            }
            if (resumes)
            {
                connection.Stop();
                _admission?.OnConnectionChanged(this);
            }
            else if (!canTell || !connection.FailWith(close))
                End(close);
        }

        private void OnGoodbye(in Goodbye goodbye)
        {
            WriteSignal signal;
            bool isDone;
            lock (Gate)
            {
                if (_goodbyeReceived)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer has sent a second goodbye.");
                _goodbyeReceived = true;
                _close ??= KitbagClose.ByPeer(goodbye.Reason, goodbye.Message);
                isDone = _goodbyeWritten;
                // The peer learns that everything was handled before it ends.
                _handled = _received;
                if (HasUnacknowledged)
                    _connection!.Acknowledge();
                signal = _connection!.Signal();
            }
            if (isDone)
                End(_close);
            else
                _connection!.Write(signal);
        }

        private void End(KitbagClose close)
        {
            SendWaiter? waiters;
            PendingRequest[] requests;
            Connection? connection;
            TaskCompletionSource<bool>? turn;
            lock (Gate)
            {
                if (_isOver)
                    return;
                _isOver = true;
                close.UnconfirmedBytes = Log.Written - Log.Acknowledged;
                connection = _connection;
                Volatile.Write(ref _close, close);
                waiters = TakeAllWaiters();
                requests = new PendingRequest[_pendingRequests.Count];
                _pendingRequests.Values.CopyTo(requests, 0);
                _pendingRequests.Clear();
                _waitingRequests.Clear();
                turn = _turn;
            }
            turn?.TrySetResult(true);
            _timer.Dispose();
            _failTimer?.Dispose();
            _resumeTimer?.Dispose();
            connection?.Stop();
            _ = ReleaseAsync(connection);
            Exception exception = close.ToException(this);
            Fail(waiters, exception);
            foreach (PendingRequest request in requests)
                request.Fail(exception);
            try
            {
                _ended.Cancel();
            }
            catch (AggregateException e)
            {
                // A callback that the program registered threw an exception. The session ends nevertheless.
                Unobserved.Report(e);
            }
            _completion.TrySetResult(close);
        }

        private void EndAsIs() => End(_close!);

        // The connection may still be sending from memory of the log and from payloads of callers, who wait for the end of the write.
        private async Task ReleaseAsync(Connection? connection)
        {
            if (connection != null)
                await connection.LoopsDone.ConfigureAwait(false);
            SendWaiter? waiters;
            lock (Gate)
                waiters = Log.Clear();
            Fail(waiters, _close!.ToException(this));
        }

        private void Tick()
        {
            KitbagClose? close;
            Connection connection;
            WriteSignal signal = WriteSignal.None;
            lock (Gate)
            {
                if (_isOver || _isDisconnected || _connection == null)
                    return;
                connection = _connection;
                long now = Now, last = _lastTick;
                _lastTick = now;
                if (Elapsed(last, now) >= _longestTick)
                    connection.RestartDeadlines(now);
                close = connection.Tick(now, _firstWaiter);
                if (close == null)
                    signal = connection.Signal();
            }
            connection.Write(signal);
            if (close != null)
                Fail(connection, close);
        }
    }
}
