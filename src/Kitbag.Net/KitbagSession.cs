using System;
using System.IO.Pipelines;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    /// <summary>
    /// Represents a session between two programs, in which both send messages and requests, each of which is handled once and in order. All
    /// members are thread-safe.
    /// </summary>
    public sealed partial class KitbagSession : IAsyncDisposable
    {
        private const long FirstGeneration = 1;

        private readonly KitbagHandlers _handlers;
        private readonly TaskCompletionSource<KitbagClose> _completion =
            new TaskCompletionSource<KitbagClose>(TaskCreationOptions.RunContinuationsAsynchronously);

        private readonly CancellationTokenSource _ended = new CancellationTokenSource();
        private readonly ITimer _timer;

        // The time of the last timer tick, and the interval between two ticks above which this process, not the peer, must have been
        // suspended (the process was stopped, or the machine was asleep).
        private readonly TimeSpan _longestTick;
        private long _lastTick;
        private Connection? _connection;
        private ISessionAdmission? _admission;

        private KitbagSession(KitbagHandlers handlers, KitbagSessionOptions options, byte[] token, int peerMaxFrame)
        {
            _handlers = handlers;
            handlers.Use();
            Options = options;
            Ended = _ended.Token;
            Log = new SendLog(keepsSent: token.Length != 0, Math.Min(peerMaxFrame, options.MaxFrame));
            _token = token;
            _generation = FirstGeneration;
            TimeSpan period = TimeSpan.FromTicks(Math.Max(TimeSpan.TicksPerMillisecond, options.HeartbeatInterval.Ticks / 3));
            TimeSpan shortest = Shorter(options.SilenceTimeout, Shorter(options.SendTimeout, options.FrameTimeout));
            _longestTick = TimeSpan.FromTicks(Math.Max(2 * period.Ticks, shortest.Ticks / 2));
            _lastTick = Now;
            _timer = options.Time.CreateTimer(state => ((KitbagSession)state!).Tick(), this, period, period);
        }

        /// <summary>Gets the options of the session.</summary>
        public KitbagSessionOptions Options { get; }

        /// <summary>Gets a task that completes when the session has ended. The task never fails.</summary>
        public Task<KitbagClose> Completion => _completion.Task;

        /// <summary>Gets a token that is canceled when the session has ended.</summary>
        public CancellationToken Ended { get; }

        /// <summary>
        /// Gets or sets any object that the program wants to associate with the session. On a server it is initially the
        /// <see cref="KitbagAuthenticationContext.State"/> that authentication has set.
        /// </summary>
        public object? State { get; set; }

        /// <summary>
        /// Gets the server that has accepted the session, for example to send a message to all its sessions; null at a client, and for
        /// sessions that were started by <see cref="AcceptAsync(IDuplexPipe, KitbagHandlers, KitbagSessionOptions, CancellationToken)"/>.
        /// </summary>
        public KitbagServer? Server { get; private set; }

        /// <summary>
        /// Gets the endpoint of the peer, an <see cref="IPEndPoint"/> for TCP with and without TLS. It is that of the current connection,
        /// or of the last one if there is none. Null if it is unknown: for pipes of the program, and for streams and WebSockets for which
        /// the program did not specify it.
        /// </summary>
        public EndPoint? RemoteEndPoint
        {
            get
            {
                lock (Gate)
                    return KitbagTransport.RemoteEndPointOf(_connection?.Pipe);
            }
        }

        /// <summary>
        /// Gets the number of sent bytes that are buffered: not yet taken by the connection or, in a session that can be resumed, not yet
        /// acknowledged by the peer.
        /// </summary>
        public long PendingBytes
        {
            get
            {
                lock (Gate)
                    return Log.Held;
            }
        }

        /// <summary>
        /// Gets the number of bytes that the connection has taken since the session started: messages, requests, responses and schemas,
        /// including their frames.
        /// </summary>
        public long BytesSent
        {
            get
            {
                lock (Gate)
                    return Log.Sent;
            }
        }

        /// <summary>Gets the lock that guards the log, the state and the connection.</summary>
        internal object Gate { get; } = new object();

        internal SendLog Log { get; }

        /// <summary>
        /// Gets or sets a value indicating whether the program's code is running, or threw the exception that ends the reading loop. Only
        /// that loop uses this property.
        /// </summary>
        internal bool IsInHandler { get; set; }

        internal long Now => Options.Time.GetTimestamp();

        /// <summary>Starts a session as the client of a connection.</summary>
        /// <param name="pipe">The connection, which is closed with the session, also if the session is not established.</param>
        /// <param name="handlers">The handlers for messages and requests of the server.</param>
        /// <param name="options">Options for the session, or null to use <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The session.</returns>
        /// <exception cref="KitbagSessionException">The server rejected the session, or violated the protocol.</exception>
        public static Task<KitbagSession> ConnectAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (pipe == null)
                throw new ArgumentNullException(nameof(pipe));
            return ConnectAsync(pipe, null, handlers, CheckArguments(handlers, options), cancellationToken);
        }

        /// <summary>Starts a session as the server of a connection.</summary>
        /// <param name="pipe">The connection, which is closed with the session, also if the session is not established.</param>
        /// <param name="handlers">The handlers for messages and requests of the client.</param>
        /// <param name="options">Options for the session, or null to use <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The session.</returns>
        /// <exception cref="KitbagSessionException">The client was rejected, or violated the protocol.</exception>
        public static Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (pipe == null)
                throw new ArgumentNullException(nameof(pipe));
            return AcceptAsync(pipe, handlers, CheckArguments(handlers, options), null, null, cancellationToken);
        }

        /// <summary>
        /// Closes the session, and waits for the goodbye of the peer for at most <see cref="KitbagSessionOptions.CloseTimeout"/>.
        /// </summary>
        public ValueTask DisposeAsync() => CloseAsync();

        internal TimeSpan Elapsed(long since, long now) => Options.Time.GetElapsedTime(since, now);

        /// <summary>
        /// Starts a session or, if the client requests it, resumes one from a table, provided that the admission permits it. A new session
        /// is passed to <paramref name="beforeReading"/> when it can send, but before its first message is handled.
        /// </summary>
        internal static async Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, KitbagHandlers handlers, KitbagSessionOptions options,
            SessionTable? table, ISessionAdmission? admission, CancellationToken cancellationToken,
            Action<KitbagSession>? beforeReading = null)
        {
            try
            {
                Hello hello = await HandshakeFrames.ReceiveHelloAsync(pipe, options, cancellationToken).ConfigureAwait(false);
                return await AcceptAsync(pipe, hello, handlers, options, table, admission, beforeReading, cancellationToken)
                    .ConfigureAwait(false);
            }
            catch (Exception e)
            {
                if (e is KitbagSessionException { Reason: not (KitbagCloseReason.ConnectionLost or KitbagCloseReason.TimedOut) } refusal)
                    await HandshakeFrames.RefuseAsync(pipe, refusal, options, cancellationToken).ConfigureAwait(false);
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

        private bool HasConnection
        {
            get
            {
                lock (Gate)
                    return _connection != null;
            }
        }

        private static async Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, Hello hello, KitbagHandlers handlers,
            KitbagSessionOptions options, SessionTable? table, ISessionAdmission? admission, Action<KitbagSession>? beforeReading,
            CancellationToken cancellationToken)
        {
            KitbagSession? session = null;
            if (hello.Token.Length != 0)
                session = table?.Find(hello.Token) ?? throw new KitbagSessionException(KitbagCloseReason.UnknownSession,
                    "The session is unknown: it has ended, or its server was restarted.");
            var client = new KitbagAuthenticationContext(hello.Credentials, KitbagTransport.RemoteEndPointOf(pipe), session);
            await HandshakeFrames.AuthenticateAsync(client, options, admission, cancellationToken).ConfigureAwait(false);
            if (session != null)
            {
                await session.ResumeAsync(pipe, hello, cancellationToken).ConfigureAwait(false);
                return session;
            }
            bool canResume = table != null && options.ResumeTimeout > TimeSpan.Zero && hello.Generation != 0;
            byte[] token = canResume ? SessionTable.NewToken() : Array.Empty<byte>();
            var welcome = new Welcome(options.ReceiveWindow, options.MaxFrame, token, 0);
            session = new KitbagSession(handlers, options, token, hello.MaxFrame)
            {
                Server = table?.Server,
                State = client.State,
                _admission = admission,
            };
            if (canResume)
                table!.Add(token, session);
            try
            {
                await HandshakeFrames.WriteAsync(pipe, welcome.Write(), options, cancellationToken).ConfigureAwait(false);
            }
            catch
            {
                // Nothing else would end the session. But a client that received the welcome may have resumed it over another connection.
                if (!session.HasConnection)
                    session.Abort();
                throw;
            }
            session.Attach(pipe, hello.Window, FirstGeneration, null, beforeReading);
            return session;
        }

        private static async Task<KitbagSession> ConnectAsync(IDuplexPipe pipe, Func<CancellationToken, Task<IDuplexPipe>>? connect,
            KitbagHandlers handlers, KitbagSessionOptions options, CancellationToken cancellationToken)
        {
            try
            {
                bool canResume = connect != null && options.ResumeTimeout > TimeSpan.Zero;
                var hello = new Hello(options.ReceiveWindow, options.MaxFrame, Array.Empty<byte>(), canResume ? 1 : 0, 0,
                    options.Credentials.ToArray());
                Welcome welcome = await HandshakeFrames.SendHelloAsync(pipe, hello, options, cancellationToken).ConfigureAwait(false);
                var session = new KitbagSession(handlers, options, canResume ? welcome.Token : Array.Empty<byte>(), welcome.MaxFrame)
                {
                    _connect = connect,
                };
                session.Attach(pipe, welcome.Window, FirstGeneration, null);
                return session;
            }
            catch
            {
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

        private static TimeSpan Shorter(TimeSpan one, TimeSpan other) => one < other ? one : other;

        private static KitbagSessionOptions CheckArguments(KitbagHandlers handlers, KitbagSessionOptions? options)
        {
            if (handlers == null)
                throw new ArgumentNullException(nameof(handlers));
            options ??= KitbagSessionOptions.Default;
            options.Check();
            return options;
        }
    }
}
