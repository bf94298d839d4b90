using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    /// <summary>
    /// A conversation of two programs over one connection: messages and requests, both ways, each handled once and in order. All members
    /// may be called by any number of threads.
    /// </summary>
    public sealed partial class KitbagSession : IAsyncDisposable
    {
        private readonly KitbagHandlers _handlers;
        private readonly TaskCompletionSource<KitbagClose> _completion =
            new TaskCompletionSource<KitbagClose>(TaskCreationOptions.RunContinuationsAsynchronously);

        private readonly CancellationTokenSource _ended = new CancellationTokenSource();
        private readonly ITimer _timer;
        private Connection? _connection;

        private KitbagSession(KitbagHandlers handlers, KitbagSessionOptions options, byte[] token, int peerMaxFrame)
        {
            _handlers = handlers;
            handlers.Use();
            Options = options;
            Ended = _ended.Token;
            Log = new SendLog(keepsSent: token.Length != 0, Math.Min(peerMaxFrame, options.MaxFrame));
            _token = token;
            _generation = 1;
            TimeSpan period = TimeSpan.FromTicks(Math.Max(TimeSpan.TicksPerMillisecond, options.HeartbeatInterval.Ticks / 3));
            _timer = options.Time.CreateTimer(state => ((KitbagSession)state!).Tick(), this, period, period);
        }

        /// <summary>What the session may use.</summary>
        public KitbagSessionOptions Options { get; }

        /// <summary>How the session ended, once it has. The task never fails.</summary>
        public Task<KitbagClose> Completion => _completion.Task;

        /// <summary>Canceled when the session has ended.</summary>
        public CancellationToken Ended { get; }

        /// <summary>Whatever the program wants to keep with the session.</summary>
        public object? State { get; set; }

        /// <summary>How many bytes of what was sent wait for the connection or the peer.</summary>
        public long PendingBytes
        {
            get
            {
                lock (Gate)
                    return Log.Held;
            }
        }

        /// <summary>
        /// How many bytes the connection has taken since the session began: messages, requests, answers and schemas, with their frames.
        /// </summary>
        public long BytesSent
        {
            get
            {
                lock (Gate)
                    return Log.Sent;
            }
        }

        /// <summary>Guards the log, the state and the connection.</summary>
        internal object Gate { get; } = new object();

        internal SendLog Log { get; }

        internal long Now => Options.Time.GetTimestamp();

        /// <summary>Begins a session as the client of a connection.</summary>
        /// <param name="pipe">The connection; closed with the session, also where none begins.</param>
        /// <param name="handlers">What is done with what the server sends.</param>
        /// <param name="options">What the session may use; null for <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="KitbagSessionException">The server refuses, or does not speak the protocol.</exception>
        public static Task<KitbagSession> ConnectAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (pipe == null)
                throw new ArgumentNullException(nameof(pipe));
            return ConnectAsync(pipe, null, handlers, CheckArguments(handlers, options), cancellationToken);
        }

        /// <summary>Begins a session as the server of a connection.</summary>
        /// <param name="pipe">The connection; closed with the session, also where none begins.</param>
        /// <param name="handlers">What is done with what the client sends.</param>
        /// <param name="options">What the session may use; null for <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="KitbagSessionException">The client may not have a session, or does not speak the protocol.</exception>
        public static Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (pipe == null)
                throw new ArgumentNullException(nameof(pipe));
            return AcceptAsync(pipe, handlers, CheckArguments(handlers, options), null, cancellationToken);
        }

        /// <summary>Says goodbye, and waits for the peer's, for <see cref="KitbagSessionOptions.CloseTimeout"/> at most.</summary>
        public ValueTask DisposeAsync() => CloseAsync();

        internal TimeSpan Elapsed(long since, long now) => Options.Time.GetElapsedTime(since, now);

        /// <summary>Begins a session, or goes on with one, where a table says which can be resumed.</summary>
        internal static async Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, KitbagHandlers handlers, KitbagSessionOptions options,
            SessionTable? table, CancellationToken cancellationToken)
        {
            try
            {
                Hello hello = await FirstFrames.HearHelloAsync(pipe, options, cancellationToken).ConfigureAwait(false);
                try
                {
                    return await AcceptAsync(pipe, hello, handlers, options, table, cancellationToken).ConfigureAwait(false);
                }
                catch (KitbagSessionException e)
                {
                    await FirstFrames.RefuseAsync(pipe, e, options, cancellationToken).ConfigureAwait(false);
                    throw;
                }
            }
            catch
            {
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

        private static async Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, Hello hello, KitbagHandlers handlers,
            KitbagSessionOptions options, SessionTable? table, CancellationToken cancellationToken)
        {
            KitbagSession? session;
            if (hello.Token.Length != 0)
            {
                session = table?.Find(hello.Token) ?? throw new KitbagSessionException(KitbagCloseReason.UnknownSession,
                    "There is no such session: it has ended, or its server was started anew.");
                await session.ResumeAsync(pipe, hello, cancellationToken).ConfigureAwait(false);
                return session;
            }
            bool canResume = table != null && options.ResumeTimeout > TimeSpan.Zero && hello.Generation != 0;
            byte[] token = canResume ? SessionTable.NewToken() : Array.Empty<byte>();
            var welcome = new Welcome(options.ReceiveWindow, options.MaxFrame, token, 0);
            session = new KitbagSession(handlers, options, token, hello.MaxFrame);
            if (canResume)
                table!.Add(token, session);
            await FirstFrames.WriteAsync(pipe, welcome.Write(), options, cancellationToken).ConfigureAwait(false);
            session.Attach(pipe, hello.Window, session._generation, null);
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
                Welcome welcome = await FirstFrames.SayHelloAsync(pipe, hello, options, cancellationToken).ConfigureAwait(false);
                var session = new KitbagSession(handlers, options, canResume ? welcome.Token : Array.Empty<byte>(), welcome.MaxFrame)
                {
                    _connect = connect,
                };
                session.Attach(pipe, welcome.Window, session._generation, null);
                return session;
            }
            catch
            {
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

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
