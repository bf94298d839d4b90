using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Continues a session on another connection. The log keeps everything that the peer has not acknowledged. In the handshake, each end
    // tells the other the position up to which it has received all frames, and sending continues from there. A frame counts as received
    // when it is passed to its handler, so no frame is handled twice.
    public sealed partial class KitbagSession
    {
        private static readonly Random s_random = new Random();
        private static readonly TimeSpan s_leastPause = TimeSpan.FromMilliseconds(50), s_mostPause = TimeSpan.FromSeconds(5);

        // Creates another connection for a client; null on a server.
        private Func<CancellationToken, Task<IDuplexPipe>>? _connect;

        // Identifies the session on the server; empty if the session cannot be resumed.
        private readonly byte[] _token;

        // The number of the latest connection of the session, assigned by the client. Earlier connections must not change anything.
        private long _generation;

        // Whether the session waits for its next connection, how many times it has waited, and the timer for the resume timeout.
        private bool _isDisconnected;
        private Exception? _lostBecause;
        private int _disconnections;
        private ITimer? _resumeTimer;

        /// <summary>
        /// Gets a value indicating whether the session currently has a connection. Without one, sent messages wait for the next connection.
        /// </summary>
        public bool IsConnected
        {
            get
            {
                lock (Gate)
                    return !_isDisconnected && !_isOver;
            }
        }

        /// <summary>Gets a value indicating whether the session outlives its connections.</summary>
        internal bool CanResume => Log.KeepsSent;

        /// <summary>Gets a value indicating whether the session outlives its current connection.</summary>
        internal bool MayResume => CanResume && !_isLastConnection;

        /// <summary>
        /// Starts a session as the client. If the connection is lost, the client reconnects for up to
        /// <see cref="KitbagSessionOptions.ResumeTimeout"/>, as long as the server keeps the session. No message is lost or handled twice.
        /// </summary>
        /// <param name="connect">A function that creates a connection. It is called for the first and for each further connection.</param>
        /// <param name="handlers">The handlers for messages and requests of the server.</param>
        /// <param name="options">Options for the session, including the time for which it can be resumed.</param>
        /// <param name="cancellationToken">A token to cancel the first connection.</param>
        /// <returns>The session.</returns>
        /// <exception cref="KitbagSessionException">The server rejected the session, or violated the protocol.</exception>
        public static async Task<KitbagSession> ConnectAsync(Func<CancellationToken, Task<IDuplexPipe>> connect,
            KitbagHandlers handlers, KitbagSessionOptions options, CancellationToken cancellationToken = default)
        {
            if (connect == null)
                throw new ArgumentNullException(nameof(connect));
            CheckArguments(handlers, options ?? throw new ArgumentNullException(nameof(options)));
            return await ConnectAsync(await connect(cancellationToken).ConfigureAwait(false), connect, handlers, options,
                cancellationToken).ConfigureAwait(false);
        }

        /// <summary>Continues the session on a new connection of its client.</summary>
        /// <exception cref="KitbagSessionException">The session has ended, or the hello does not match it.</exception>
        internal async Task ResumeAsync(IDuplexPipe pipe, Hello hello, CancellationToken cancellationToken)
        {
            Connection? old;
            lock (Gate)
            {
                if (_isOver || _hasFailed)
                    throw new KitbagSessionException(KitbagCloseReason.UnknownSession, "The session has ended.");
                if (hello.Generation <= _generation)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "A later connection has already resumed the session.");
                _generation = hello.Generation;
                old = _connection;
                if (!_isDisconnected)
                    OnDisconnected(null);
            }
            // This end may not have detected yet that the old connection is lost. There is no old connection if a client lost its first one
            // and reconnected before this end was ready.
            old?.Stop();
            if (old != null)
                await old.LoopsDone.ConfigureAwait(false);
            ReadOnlyMemory<byte> welcome;
            lock (Gate)
            {
                if (hello.Generation != _generation)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "A later connection has already resumed the session.");
                Log.Rewind(hello.Position);
                welcome = new Welcome(Options.ReceiveWindow, Options.MaxFrame, _token, TellReceived()).Write();
            }
            await HandshakeFrames.WriteAsync(pipe, welcome, Options, cancellationToken).ConfigureAwait(false);
            Attach(pipe, hello.Window, hello.Generation, old);
        }

        // Starts to send and receive over a new connection, unless a newer one has already replaced it.
        private void Attach(IDuplexPipe pipe, int window, long generation, Connection? old, Action<KitbagSession>? beforeReading = null)
        {
            var connection = new Connection(this, pipe, window, old?.Pending);
            SendWaiter? room;
            bool isLate;
            lock (Gate)
            {
                isLate = generation != _generation || _isOver;
                room = isLate ? null : TakeWaiters();
                if (!isLate)
                {
                    _connection = connection;
                    _isDisconnected = _goodbyeTaken = _goodbyeWritten = _goodbyeReceived = false;
                    _resumeTimer?.Dispose();
                    _resumeTimer = null;
                }
            }
            if (isLate)
                connection.Stop();
            beforeReading?.Invoke(this);
            connection.Start();
            Complete(room);
            _admission?.OnConnectionChanged(this);
        }

        // Returns the position for a handshake. The peer treats everything before it as acknowledged.
        private long TellReceived() => _acknowledged = _received;

        // Lets the session wait for another connection after the current one was lost. The caller holds the lock.
        private void OnDisconnected(Exception? exception)
        {
            _isDisconnected = true;
            _lostBecause = exception;
            int time = ++_disconnections;
            TimeSpan limit = _close == null ? Options.ResumeTimeout : Shorter(Options.ResumeTimeout, Options.CloseTimeout);
            _resumeTimer = Options.Time.CreateTimer(state => TryGiveUpResuming(time, limit), null, limit, Timeout.InfiniteTimeSpan);
            if (_connect != null)
                _ = ReconnectAsync(_connection!);
        }

        // Ends the session if it has no connection and, where the number of a disconnection is given, had none since then.
        private bool TryGiveUpResuming(int? disconnection, TimeSpan limit)
        {
            Exception? exception;
            lock (Gate)
            {
                if (!_isDisconnected || (disconnection ?? _disconnections) != _disconnections)
                    return false;
                exception = _lostBecause;
            }
            EndDisconnected(new KitbagClose(KitbagCloseReason.ConnectionLost, "The connection was lost and was not re-established within "
                + limit.TotalSeconds + " s." + (exception == null ? "" : " " + exception.Message), byPeer: false, exception));
            return true;
        }

        // Ends the session because it cannot be resumed. If the peer has said goodbye, its reason is what matters to the program.
        private void EndDisconnected(KitbagClose close)
        {
            KitbagClose? known = _close;
            End(known is { IsByPeer: true } ? known : close);
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
                    Welcome welcome = await HandshakeFrames.SendHelloAsync(pipe, hello, Options, Ended).ConfigureAwait(false);
                    lock (Gate)
                    {
                        // If the session has ended meanwhile, Attach closes the connection.
                        if (!_isOver)
                            Log.Rewind(welcome.Position);
                    }
                    Attach(pipe, welcome.Window, generation, old);
                    return;
                }
                catch (KitbagSessionException e) when (e.Reason is not (KitbagCloseReason.ConnectionLost or KitbagCloseReason.TimedOut
                    or KitbagCloseReason.Busy))
                {
                    await Connection.CloseAsync(pipe!).ConfigureAwait(false);
                    EndDisconnected(new KitbagClose(e.Reason, e.Message, byPeer: true, e));
                    return;
                }
                catch (Exception e) when (e is not OutOfMemoryException)
                {
                    // The server is currently unreachable, which may be temporary.
                    lock (Gate)
                        _lostBecause = e;
                    if (pipe != null)
                        await Connection.CloseAsync(pipe).ConfigureAwait(false);
                }
                await PauseAsync(pause).ConfigureAwait(false);
            }
        }

        // Doubles the pause and applies jitter, so that clients that lost their connections at the same time do not reconnect at the same
        // time.
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
