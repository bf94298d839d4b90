using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // What happens between two connections of a session. The log keeps what the peer has not acknowledged; each end tells the other up to
    // which position it has all frames, and sending goes on from there. What a handler was given counts as had, so nothing comes twice.
    public sealed partial class KitbagSession
    {
        private static readonly Random s_random = new Random();
        private static readonly TimeSpan s_leastPause = TimeSpan.FromMilliseconds(50), s_mostPause = TimeSpan.FromSeconds(5);

        // How a client connects again, and how its session is found; null and empty on a server.
        private Func<CancellationToken, Task<IDuplexPipe>>? _connect;
        private byte[] _token = Array.Empty<byte>();

        // Which connection of the session this is. What an earlier one still does or says does not count.
        private long _generation;
        private bool _isAway;
        private int _timesAway;
        private ITimer? _awayTimer;

        /// <summary>Whether there is a connection now. What is sent without one waits for the next.</summary>
        public bool IsConnected
        {
            get
            {
                lock (Gate)
                    return !_isAway && !_isOver;
            }
        }

        /// <summary>Whether the session outlives its connection.</summary>
        internal bool CanResume => Log.KeepsSent;

        /// <summary>
        /// Begins a session as the client, that connects again by itself where the connection is lost, for
        /// <see cref="KitbagSessionOptions.ResumeTimeout"/> and as long as the server keeps the session. Nothing is lost or handled twice.
        /// </summary>
        /// <param name="connect">Makes a connection; called for the first one, and for each one after that.</param>
        /// <param name="handlers">What is done with what the server sends.</param>
        /// <param name="options">What the session may use, with the time for which it is kept.</param>
        /// <param name="cancellationToken">Gives up the first connection.</param>
        /// <exception cref="KitbagSessionException">The server refuses, or does not speak the protocol.</exception>
        public static async Task<KitbagSession> ConnectAsync(Func<CancellationToken, Task<IDuplexPipe>> connect,
            KitbagHandlers handlers, KitbagSessionOptions options, CancellationToken cancellationToken = default)
        {
            if (connect == null)
                throw new ArgumentNullException(nameof(connect));
            CheckArguments(handlers, options ?? throw new ArgumentNullException(nameof(options)));
            return await ConnectAsync(await connect(cancellationToken).ConfigureAwait(false), connect, handlers, options,
                cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Goes on with a client that has come back; its pipe is closed where it cannot.</summary>
        /// <exception cref="KitbagSessionException">It cannot.</exception>
        internal async Task ResumeAsync(IDuplexPipe pipe, Hello hello, CancellationToken cancellationToken)
        {
            Connection? old;
            lock (Gate)
            {
                if (_close != null)
                    throw new KitbagSessionException(KitbagCloseReason.UnknownSession, "The session has ended.");
                if (hello.Generation <= _generation)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "A later connection has resumed the session already.");
                _generation = hello.Generation;
                old = _connection;
                if (!_isAway)
                    GoAway();
            }
            // The server may not have noticed that the old one is lost; or it has not begun, as the client was faster.
            old?.Stop();
            if (old != null)
                await old.LoopsDone.ConfigureAwait(false);
            ReadOnlyMemory<byte> welcome;
            lock (Gate)
            {
                if (hello.Generation != _generation)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "A later connection has resumed the session already.");
                Log.Rewind(hello.Position);
                welcome = new Welcome(Options.ReceiveWindow, Options.MaxFrame, _token, TellReceived()).Write();
            }
            await FirstFrames.WriteAsync(pipe, welcome, Options, cancellationToken).ConfigureAwait(false);
            Attach(pipe, hello.Window, hello.Generation, old);
        }

        // Sends and receives over a new connection. Where a still newer one has come meanwhile, it is left to that.
        private void Attach(IDuplexPipe pipe, int window, long generation, Connection? old)
        {
            var connection = new Connection(this, pipe, window, old?.Pending);
            RoomWaiter? room;
            bool isLate;
            lock (Gate)
            {
                isLate = generation != _generation || _isOver;
                room = isLate ? null : TakeWaiters();
                if (!isLate)
                {
                    _connection = connection;
                    _isAway = false;
                    _awayTimer?.Dispose();
                    _awayTimer = null;
                }
            }
            if (isLate)
                connection.Stop();
            connection.Start();
            Complete(room);
        }

        // From here on the peer counts what was received as acknowledged.
        private long TellReceived() => _acknowledged = _received;

        // The connection is lost, and the session waits for another one. Called under the lock.
        private void GoAway()
        {
            _isAway = true;
            int time = ++_timesAway;
            _awayTimer = Options.Time.CreateTimer(state => GiveUpWaiting(time), null, Options.ResumeTimeout, Timeout.InfiniteTimeSpan);
            if (_connect != null)
                _ = ReconnectAsync(_connection!);
        }

        private void GiveUpWaiting(int time)
        {
            lock (Gate)
            {
                if (!_isAway || time != _timesAway)
                    return;
            }
            End(new KitbagClose(KitbagCloseReason.ConnectionLost,
                "The connection was lost, and was not made anew within " + Options.ResumeTimeout.TotalSeconds + " s.", byPeer: false));
        }

        private async Task ReconnectAsync(Connection old)
        {
            await old.LoopsDone.ConfigureAwait(false);
            for (TimeSpan pause = s_leastPause; !Ended.IsCancellationRequested; pause = Longer(pause))
            {
                IDuplexPipe? pipe = null;
                try
                {
                    pipe = await _connect!(Ended).ConfigureAwait(false);
                    long generation, received;
                    lock (Gate)
                    {
                        generation = ++_generation;
                        received = TellReceived();
                    }
                    var hello = new Hello(Options.ReceiveWindow, Options.MaxFrame, _token, generation, received,
                        Options.Credentials.ToArray());
                    Welcome welcome = await FirstFrames.SayHelloAsync(pipe, hello, Options, Ended).ConfigureAwait(false);
                    lock (Gate)
                    {
                        if (_isOver)
                            return;
                        Log.Rewind(welcome.Position);
                    }
                    Attach(pipe, welcome.Window, generation, old);
                    return;
                }
                catch (KitbagSessionException e) when (e.Reason is not (KitbagCloseReason.ConnectionLost or KitbagCloseReason.TimedOut
                    or KitbagCloseReason.Busy))
                {
                    await Connection.CloseAsync(pipe!).ConfigureAwait(false);
                    End(new KitbagClose(e.Reason, e.Message, byPeer: true, e));
                    return;
                }
                catch (Exception e) when (e is not OutOfMemoryException)
                {
                    // There is no way to the server now; there may be one soon.
                    if (pipe != null)
                        await Connection.CloseAsync(pipe).ConfigureAwait(false);
                }
                await PauseAsync(pause).ConfigureAwait(false);
            }
        }

        // Many clients lose their connections at one moment; they should not all come back at another.
        private static TimeSpan Longer(TimeSpan pause)
        {
            long most = Math.Min(pause.Ticks * 2, s_mostPause.Ticks);
            lock (s_random)
                return TimeSpan.FromTicks((long)(most * (0.5 + s_random.NextDouble() / 2)));
        }

        private async Task PauseAsync(TimeSpan time)
        {
            var over = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            using ITimer timer = Options.Time.CreateTimer(state => ((TaskCompletionSource<bool>)state!).TrySetResult(true), over, time,
                Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration registration = Ended.Register(() => over.TrySetResult(true));
            await over.Task.ConfigureAwait(false);
        }
    }
}
