using System;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // How a session ends: by goodbyes of both ends, by an error of one, or because the connection is lost.
    public sealed partial class KitbagSession
    {
        // How the session ends or has ended; from then on nothing more is sent.
        private KitbagClose? _close;
        private bool _goodbyeSent, _goodbyeWritten, _goodbyeReceived, _isOver;
        private ITimer? _failTimer;

        /// <summary>Whether messages can be sent.</summary>
        public bool IsOpen => Volatile.Read(ref _close) == null;

        /// <summary>Whether the session has ended. Asked under the lock.</summary>
        internal bool IsOver => _isOver;

        /// <summary>Whether a goodbye is to be written behind the last message. Asked under the lock.</summary>
        internal bool IsSayingGoodbye => _close != null && !_goodbyeSent;

        /// <summary>
        /// Says goodbye after all that was sent, and waits for the peer's, which comes after all that the peer sent: until then messages
        /// are handled. After <see cref="KitbagSessionOptions.CloseTimeout"/> the session ends in any case.
        /// </summary>
        /// <param name="reason">What the peer is told.</param>
        /// <param name="message">What the peer is told, for people; at most 1,024 bytes of it in UTF-8.</param>
        public async ValueTask CloseAsync(KitbagCloseReason reason = KitbagCloseReason.Done, string message = "")
        {
            if (message == null)
                throw new ArgumentNullException(nameof(message));
            WriteSignal signal;
            lock (Gate)
            {
                _close ??= new KitbagClose(reason, message, byPeer: false);
                signal = _connection!.Signal();
            }
            _connection!.Write(signal);
            using ITimer timer = Options.Time.CreateTimer(state => ((KitbagSession)state!).Abort(), this, Options.CloseTimeout,
                Timeout.InfiniteTimeSpan);
            await Completion.ConfigureAwait(false);
        }

        /// <summary>Ends the session at once; what was not sent is lost, and the peer finds the connection closed.</summary>
        public void Abort() => End(new KitbagClose(KitbagCloseReason.Aborted, "The session was aborted.", byPeer: false));

        internal Goodbye TakeGoodbye()
        {
            _goodbyeSent = true;
            return _close!.IsByPeer ? new Goodbye(KitbagCloseReason.Done, "") : new Goodbye(_close.Reason, _close.Message);
        }

        /// <summary>The goodbye was written; after an error nobody waits for the peer's.</summary>
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

        /// <summary>A loop of a connection has ended by an exception: of the pipe, of what the peer sent, or of a handler.</summary>
        internal void OnLost(Connection connection, Exception exception, bool isOfPipe) => Fail(connection, exception switch
        {
            KitbagSessionException e => new KitbagClose(e.Reason, e.Message, false, e),
            _ when isOfPipe =>
                new KitbagClose(KitbagCloseReason.ConnectionLost, "The connection was lost: " + exception.Message, false, exception),
            KitbagException e => new KitbagClose(KitbagCloseReason.BadMessage, e.Message, false, e),
            _ => new KitbagClose(KitbagCloseReason.HandlerFailed, "A handler failed.", false, exception),
        });

        private void Fail(Connection connection, KitbagClose close)
        {
            bool isAway = false, isMute = close.Reason is KitbagCloseReason.ConnectionLost or KitbagCloseReason.SlowPeer;
            lock (Gate)
            {
                if (_isOver || connection != _connection || _isAway)
                    return;
                if (close.Reason == KitbagCloseReason.ConnectionLost && CanResume && _close == null)
                {
                    GoAway();
                    isAway = true;
                }
            }
            if (isAway)
            {
                connection.Stop();
                return;
            }
            lock (Gate)
            {
                // The peer has left, as it said.
                if (isMute && _goodbyeReceived)
                    close = _close!;
                Volatile.Write(ref _close, close);
                // The last words may not get through; the peer is at fault, and is not waited for long.
                _failTimer ??= isMute ? null : Options.Time.CreateTimer(state => ((KitbagSession)state!).EndAsIs(), this,
                    Options.CloseTimeout, Timeout.InfiniteTimeSpan);
            }
            if (isMute || !connection.EndWith(close))
                End(close);
        }

        private void OnGoodbye(in Goodbye goodbye)
        {
            WriteSignal signal;
            bool isDone;
            lock (Gate)
            {
                if (_goodbyeReceived)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer says goodbye twice.");
                _goodbyeReceived = true;
                _close ??= new KitbagClose(goodbye.Reason, goodbye.Message, byPeer: true);
                isDone = _goodbyeWritten;
                signal = _connection!.Signal();
            }
            if (isDone)
                End(_close);
            else
                _connection!.Write(signal);
        }

        private void End(KitbagClose close)
        {
            RoomWaiter? waiters;
            PendingRequest[] requests;
            Connection? connection;
            lock (Gate)
            {
                if (_isOver)
                    return;
                _isOver = true;
                // The peer's goodbye that answers one from here comes after all was handled.
                bool isAnswered = _goodbyeWritten && _goodbyeReceived && !close.IsByPeer;
                close.UnconfirmedBytes = isAnswered ? 0 : Log.Written - Log.Acknowledged;
                connection = _connection;
                Volatile.Write(ref _close, close);
                waiters = _firstWaiter;
                _firstWaiter = _lastWaiter = null;
                requests = new PendingRequest[_pendingRequests.Count];
                _pendingRequests.Values.CopyTo(requests, 0);
                _pendingRequests.Clear();
            }
            _timer.Dispose();
            _failTimer?.Dispose();
            _awayTimer?.Dispose();
            connection?.Stop();
            _ = ReleaseAsync(connection);
            Exception exception = close.ToException();
            Fail(waiters, exception);
            foreach (PendingRequest request in requests)
                request.Fail(exception);
            _ended.Cancel();
            _completion.TrySetResult(close);
        }

        private void EndAsIs() => End(_close!);

        // Memory that the connection may still be sending is given back when it is done with it.
        private async Task ReleaseAsync(Connection? connection)
        {
            if (connection != null)
                await connection.Done.ConfigureAwait(false);
            RoomWaiter? borrowed;
            lock (Gate)
                borrowed = Log.Clear();
            Fail(borrowed, _close!.ToException());
        }

        private void Tick()
        {
            KitbagClose? close;
            Connection connection;
            WriteSignal signal = WriteSignal.None;
            lock (Gate)
            {
                if (_isOver || _isAway || _connection == null)
                    return;
                connection = _connection;
                long now = Now;
                close = connection.Tick(now);
                if (close == null && _firstWaiter != null && Elapsed(_firstWaiter.Since, now) >= Options.SendTimeout)
                    close = new KitbagClose(KitbagCloseReason.SlowPeer,
                        "A send has waited for the peer for " + Options.SendTimeout.TotalSeconds + " s.", byPeer: false);
                if (close == null)
                    signal = connection.Signal();
            }
            connection.Write(signal);
            if (close != null)
                Fail(connection, close);
        }
    }
}
