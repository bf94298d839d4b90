using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Sessions;

namespace Kitbag.Net.Rooms
{
    // Runs one session after the other.
    public sealed partial class KitbagRoomClient
    {
        private const int MostDoubts = 20;

        private static readonly TimeSpan s_leastPause = TimeSpan.FromMilliseconds(50), s_mostPause = TimeSpan.FromSeconds(5);
        private static readonly Random s_random = new Random();

        private async Task<KitbagSession> BeginSessionAsync(CancellationToken connecting, CancellationToken entering)
        {
            KitbagSession session = await KitbagSession.ConnectAsync(_connect, _sessionHandlers, _options, connecting)
                .ConfigureAwait(false);
            lock (_gate)
            {
                // Also those of a session that was lost before it was ready.
                UnjoinAll();
                Volatile.Write(ref _session, session);
                Sessions++;
            }
            try
            {
                await AskAsync(session, RoomOp.Entered, (frame, number) => frame.Enter(number, _instance), default, null,
                    entering).ConfigureAwait(false);
                return session;
            }
            catch (KitbagRoomException e) when (e.Failure == KitbagRoomFailure.SessionLost && !session.IsOpen)
            {
                KitbagClose close = await session.Completion.ConfigureAwait(false);
                // A server that has no handler for the first message of a peer.
                string prefix = close.Reason == KitbagCloseReason.UnknownMessage ? "The server is not a relay. " : "";
                throw new KitbagSessionException(close.Reason, prefix + close.Text, close.Exception);
            }
            catch
            {
                session.Abort();
                throw;
            }
        }

        // Starts a new session whenever one is lost, until the client is disposed or the relay rejects it permanently.
        private async Task KeepAsync(KitbagSession? session)
        {
            KitbagClose close;
            while (true)
            {
                close = await session!.Completion.ConfigureAwait(false);
                OnLost(close);
                Report(close);
                if (!MayComeBack(close, out TimeSpan pause))
                    break;
                session = null;
                for (; session == null && !_ending.IsCancellationRequested; pause = Longer(pause))
                {
                    await PauseAsync(pause).ConfigureAwait(false);
                    try
                    {
                        session = await BeginAgainAsync().ConfigureAwait(false);
                    }
                    catch (KitbagSessionException e) when (!IsTemporary(e.Reason))
                    {
                        close = new KitbagClose(e.Reason, e.Message, byPeer: true, e);
                        Report(close);
                        End(close);
                        return;
                    }
                    catch (Exception e) when (e is not OutOfMemoryException)
                    {
                        // No relay can be reached at the moment, which may be temporary.
                        Report(ToClose(e));
                    }
                }
                if (session == null)
                    break;
                if (_ending.IsCancellationRequested)
                    await session.CloseAsync().ConfigureAwait(false);
            }
            End(close);
        }

        private async Task<KitbagSession> BeginAgainAsync()
        {
            // A session that was started is closed in order, so that the relay learns that this peer leaves.
            KitbagSession session = await BeginSessionAsync(_ending.Token, default).ConfigureAwait(false);
            try
            {
                KitbagRoom[] rooms;
                lock (_gate)
                    rooms = _rooms.ToArray();
                foreach (KitbagRoom room in rooms)
                    await JoinAgainAsync(session, room).ConfigureAwait(false);
                RoomRequest[] kept;
                lock (_gate)
                    kept = _requests.Values.Where(r => r.IsKept).OrderBy(r => r.Number).ToArray();
                // The limits of this relay may be smaller, so that a message can no longer be sent.
                foreach (RoomRequest request in kept)
                    await SendOrFailAsync(request, default).ConfigureAwait(false);
                if (session.EndException is { } lost)
                    throw lost;
                _ready.TrySetResult(true);
                return session;
            }
            catch
            {
                session.Abort();
                throw;
            }
        }

        private async Task JoinAgainAsync(KitbagSession session, KitbagRoom room)
        {
            for (int attempt = 1; ; attempt++)
            {
                try
                {
                    await JoinAsync(session, room, isAgain: true, default).ConfigureAwait(false);
                    return;
                }
                catch (KitbagRoomException e) when (e.Failure != KitbagRoomFailure.SessionLost)
                {
                    // The peer that created the room may rejoin slightly later.
                    if (e.Failure is KitbagRoomFailure.NoSuchRoom or KitbagRoomFailure.NotNow && attempt < MostDoubts && session.IsOpen)
                    {
                        await PauseAsync(s_leastPause * attempt).ConfigureAwait(false);
                        continue;
                    }
                    if (Forget(room, out _))
                        _handlers.Removed?.Invoke(room, KitbagPeerCause.RoomClosed);
                    return;
                }
            }
        }

        private void OnLost(KitbagClose close)
        {
            List<RoomRequest> lost;
            lock (_gate)
            {
                if (_ready.Task.IsCompleted)
                    Volatile.Write(ref _ready, NewSource());
                lost = _requests.Values.Where(r => !r.IsKept).ToList();
                foreach (RoomRequest request in lost)
                    _requests.Remove(request.Number);
                UnjoinAll();
            }
            foreach (RoomRequest request in lost)
                request.Fail(Lost(ToException(close)));
        }

        // Marks all rooms as not joined. The caller holds the lock.
        private void UnjoinAll()
        {
            _byNumber.Clear();
            _unwanted.Clear();
            foreach (KitbagRoom room in _rooms)
                room.Unjoin();
        }

        // Tells the program why there is no session. The program closes the last one itself.
        private void Report(KitbagClose close)
        {
            if (_ending.IsCancellationRequested || _handlers.Disconnected is not { } disconnected)
                return;
            try
            {
                disconnected(this, close);
            }
            catch (Exception e)
            {
                Unobserved.Report(e);
            }
        }

        private static KitbagRoomException Lost(Exception? reason) =>
            new KitbagRoomException(KitbagRoomFailure.SessionLost, "The session was lost before the relay responded."
                + (reason == null ? "" : " " + reason.Message), reason);

        private KitbagRoomException TimedOut()
        {
            var reason = new TimeoutException("The relay did not respond within " + _options.RequestTimeout.TotalSeconds + " s.");
            return new KitbagRoomException(KitbagRoomFailure.SessionLost, reason.Message, reason);
        }

        private static KitbagSessionException ToException(KitbagClose close) =>
            new KitbagSessionException(close.Reason, close.Text, close.Exception);

        // Describes why a session could not be started. A session that was lost before all rooms were joined is the reason itself.
        private static KitbagClose ToClose(Exception exception) => (exception as KitbagSessionException ?? exception.InnerException)
            is KitbagSessionException e
            ? new KitbagClose(e.Reason, e.Message, byPeer: false, exception)
            : new KitbagClose(KitbagCloseReason.ConnectionLost, exception.Message, byPeer: false, exception);

        private void End(KitbagClose close)
        {
            List<RoomRequest> requests;
            lock (_gate)
            {
                _isDisposed = true;
                _ending.Cancel();
                requests = _requests.Values.ToList();
                _requests.Clear();
            }
            OnLost(close);
            Exception exception = ToException(close);
            _ready.TrySetException(exception);
            _ = _ready.Task.Exception;
            foreach (RoomRequest request in requests)
                request.Fail(exception);
            _completion.TrySetResult(close);
        }

        // A relay that is stopping sends "again in N ms" as the message.
        private bool MayComeBack(KitbagClose close, out TimeSpan pause)
        {
            pause = s_leastPause;
            if (_ending.IsCancellationRequested)
                return false;
            if (!close.IsByPeer)
                return IsTemporary(close.Reason);
            string[] words = close.Message.Split(' ');
            if (close.Reason == KitbagCloseReason.GoingAway && words.Length == 4 && words[0] == "again"
                && int.TryParse(words[2], NumberStyles.None, CultureInfo.InvariantCulture, out int milliseconds))
                pause = TimeSpan.FromMilliseconds(milliseconds);
            return IsTemporary(close.Reason) && close.Message != "do not come back";
        }

        private static bool IsTemporary(KitbagCloseReason reason) => reason is KitbagCloseReason.ConnectionLost
            or KitbagCloseReason.TimedOut or KitbagCloseReason.Busy or KitbagCloseReason.UnknownSession or KitbagCloseReason.GoingAway
            or KitbagCloseReason.SlowPeer or KitbagCloseReason.Aborted or KitbagCloseReason.Protocol;

        // Applies jitter: many clients may lose their sessions at the same time, and should not all reconnect at the same time.
        private static TimeSpan Longer(TimeSpan pause)
        {
            long most = Math.Min(Math.Max(pause.Ticks, s_leastPause.Ticks) * 2, s_mostPause.Ticks);
            lock (s_random)
                return TimeSpan.FromTicks((long)(most * (0.5 + s_random.NextDouble() / 2)));
        }

        private async Task PauseAsync(TimeSpan time)
        {
            var over = NewSource();
            using ITimer timer = _options.Time.CreateTimer(state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), over, time,
                Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration registration = _ending.Token.Register(() => over.TrySetResult(true));
            await over.Task.ConfigureAwait(false);
        }
    }
}
