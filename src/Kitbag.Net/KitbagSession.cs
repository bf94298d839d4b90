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
        private Connection _connection;

        private KitbagSession(IDuplexPipe pipe, KitbagHandlers handlers, KitbagSessionOptions options, int peerWindow, int peerMaxFrame)
        {
            _handlers = handlers;
            handlers.Use();
            Options = options;
            Ended = _ended.Token;
            Log = new SendLog(keepsSent: false, Math.Min(peerMaxFrame, options.MaxFrame));
            _connection = new Connection(this, pipe, peerWindow);
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
        public static async Task<KitbagSession> ConnectAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            options = CheckArguments(pipe, handlers, options);
            try
            {
                var hello = new Hello(options.ReceiveWindow, options.MaxFrame, Array.Empty<byte>(), 1, 0, options.Credentials.ToArray());
                Welcome welcome = await FirstFrames.SayHelloAsync(pipe, hello, options, cancellationToken).ConfigureAwait(false);
                return Begin(pipe, handlers, options, welcome.Window, welcome.MaxFrame);
            }
            catch
            {
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

        /// <summary>Begins a session as the server of a connection.</summary>
        /// <param name="pipe">The connection; closed with the session, also where none begins.</param>
        /// <param name="handlers">What is done with what the client sends.</param>
        /// <param name="options">What the session may use; null for <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="KitbagSessionException">The client may not have a session, or does not speak the protocol.</exception>
        public static async Task<KitbagSession> AcceptAsync(IDuplexPipe pipe, KitbagHandlers handlers,
            KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            options = CheckArguments(pipe, handlers, options);
            try
            {
                Hello hello = await FirstFrames.HearHelloAsync(pipe, options, cancellationToken).ConfigureAwait(false);
                var welcome = new Welcome(options.ReceiveWindow, options.MaxFrame, Array.Empty<byte>(), 0);
                await FirstFrames.WriteAsync(pipe, welcome.Write(), options, cancellationToken).ConfigureAwait(false);
                return Begin(pipe, handlers, options, hello.Window, hello.MaxFrame);
            }
            catch
            {
                await Connection.CloseAsync(pipe).ConfigureAwait(false);
                throw;
            }
        }

        /// <summary>Says goodbye, and waits for the peer's, for <see cref="KitbagSessionOptions.CloseTimeout"/> at most.</summary>
        public ValueTask DisposeAsync() => CloseAsync();

        internal TimeSpan Elapsed(long since, long now) => Options.Time.GetElapsedTime(since, now);

        private static KitbagSession Begin(IDuplexPipe pipe, KitbagHandlers handlers, KitbagSessionOptions options, int window,
            int maxFrame)
        {
            var session = new KitbagSession(pipe, handlers, options, window, maxFrame);
            session._connection.Start();
            return session;
        }

        private static KitbagSessionOptions CheckArguments(IDuplexPipe pipe, KitbagHandlers handlers, KitbagSessionOptions? options)
        {
            if (pipe == null)
                throw new ArgumentNullException(nameof(pipe));
            if (handlers == null)
                throw new ArgumentNullException(nameof(handlers));
            options ??= KitbagSessionOptions.Default;
            options.Check();
            return options;
        }
    }
}
