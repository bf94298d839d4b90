using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Sessions;
using Kitbag.Net.Transports;

namespace Kitbag.Net
{
    /// <summary>Accepts TCP connections, with or without TLS, and creates a session for each client.</summary>
    public sealed class KitbagServer : IAsyncDisposable
    {
        private const int Backlog = 1024;

        private readonly Socket _listener;
        private readonly KitbagHandlers _handlers;
        private readonly KitbagSessionOptions _options;
        private readonly SslServerAuthenticationOptions? _tls;
        private readonly ConcurrentDictionary<KitbagSession, bool> _sessions = new ConcurrentDictionary<KitbagSession, bool>();
        private readonly SessionTable _table;
        private readonly CancellationTokenSource _stopping = new CancellationTokenSource();
        private readonly Task _accepting;

        private KitbagServer(Socket listener, KitbagHandlers handlers, KitbagSessionOptions options, SslServerAuthenticationOptions? tls)
        {
            _listener = listener;
            _handlers = handlers;
            _options = options;
            _tls = tls;
            _table = new SessionTable { Server = this };
            EndPoint = (IPEndPoint)listener.LocalEndPoint!;
            _accepting = AcceptAsync();
        }

        /// <summary>Gets the local endpoint of the server.</summary>
        public IPEndPoint EndPoint { get; }

        /// <summary>
        /// Gets a snapshot of the open sessions. A session is one of them before its first message is handled. Any of them may end at any
        /// time, whereupon sending to it throws a <see cref="KitbagSessionException"/>.
        /// </summary>
        public ICollection<KitbagSession> Sessions => _sessions.Keys;

        /// <summary>
        /// Occurs when a client has started a session; its first messages may already have been handled. Handlers must not block. If a
        /// handler throws, the session ends.
        /// </summary>
        public event Action<KitbagSession>? Opened;

        /// <summary>
        /// Occurs when a client was not given a session, because it violated the protocol, was rejected or could not be authenticated, or
        /// when a handler of <see cref="Opened"/> failed. If <see cref="KitbagSessionOptions.Authenticate"/> threw an exception, that is
        /// the <see cref="Exception.InnerException"/>. Handlers must not block.
        /// </summary>
        public event Action<Exception>? Refused;

        /// <summary>Starts a server.</summary>
        /// <param name="endPoint">The local endpoint; use port 0 for any free port.</param>
        /// <param name="handlers">The handlers for messages and requests of clients.</param>
        /// <param name="options">Options for the sessions, or null to use <see cref="KitbagSessionOptions.Default"/>.</param>
        /// <param name="tls">The TLS options with the certificate, or null for no TLS.</param>
        /// <returns>The server.</returns>
        /// <exception cref="SocketException">The server cannot listen on the address.</exception>
        public static KitbagServer Start(IPEndPoint endPoint, KitbagHandlers handlers, KitbagSessionOptions? options = null,
            SslServerAuthenticationOptions? tls = null)
        {
            if (endPoint == null)
                throw new ArgumentNullException(nameof(endPoint));
            if (handlers == null)
                throw new ArgumentNullException(nameof(handlers));
            options ??= KitbagSessionOptions.Default;
            options.Check();
            var listener = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                listener.Bind(endPoint);
                listener.Listen(Backlog);
                return new KitbagServer(listener, handlers, options, tls);
            }
            catch
            {
                listener.Dispose();
                throw;
            }
        }

        /// <summary>Stops listening and closes all sessions with <see cref="KitbagCloseReason.GoingAway"/>.</summary>
        public async ValueTask DisposeAsync()
        {
            _stopping.Cancel();
            _listener.Dispose();
            await _accepting.ConfigureAwait(false);
            var closing = new List<Task>();
            foreach (KitbagSession session in Sessions)
                closing.Add(session.CloseFinallyAsync(KitbagCloseReason.GoingAway, "The server is stopping.").AsTask());
            await Task.WhenAll(closing).ConfigureAwait(false);
        }

        private async Task AcceptAsync()
        {
            while (!_stopping.IsCancellationRequested)
            {
                try
                {
                    Socket socket = await _listener.AcceptAsync().ConfigureAwait(false);
                    // On another thread: a client may have sent its hello and messages already, and the program's code that handles them
                    // must not delay other clients.
                    _ = Task.Run(() => BeginAsync(socket));
                }
                catch (Exception e) when (e is SocketException or ObjectDisposedException)
                {
                    // Either a client disconnected before it was accepted, or too many files are open; later calls may succeed. Or the
                    // server is stopping.
                    if (!_stopping.IsCancellationRequested)
                        await Task.Delay(10).ConfigureAwait(false);
                }
            }
        }

        private async Task BeginAsync(Socket socket)
        {
            try
            {
                IDuplexPipe pipe = _tls == null
                    ? KitbagTransport.FromSocket(socket)
                    : await SecureAsync(socket, _tls).ConfigureAwait(false);
                bool isNew = false;
                KitbagSession session = await KitbagSession.AcceptAsync(pipe, _handlers, _options, _table, null, _stopping.Token,
                    beforeReading: added => isNew = _sessions.TryAdd(added, true)).ConfigureAwait(false);
                // A session that was resumed is in the dictionary already, unless its first connection failed during the handshake.
                if (isNew || _sessions.TryAdd(session, true))
                    await HoldAsync(session).ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                socket.Dispose();
                Refused?.Invoke(e);
            }
        }

        private async Task HoldAsync(KitbagSession session)
        {
            try
            {
                if (_stopping.IsCancellationRequested)
                    session.Abort();
                Opened?.Invoke(session);
                await session.Completion.ConfigureAwait(false);
            }
            catch
            {
                // A handler of Opened threw an exception, so this session cannot be used.
                session.Abort();
                throw;
            }
            finally
            {
                _sessions.TryRemove(session, out _);
            }
        }

        private async Task<IDuplexPipe> SecureAsync(Socket socket, SslServerAuthenticationOptions tls)
        {
            socket.NoDelay = true;
            var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(_stopping.Token);
            using ITimer timer = TimeLimit.On(limit, _options.HandshakeTimeout, _options.Time);
            try
            {
                await stream.AuthenticateAsServerAsync(tls, limit.Token).ConfigureAwait(false);
                return KitbagTransport.FromStream(stream, SocketTransport.EndPointOf(socket));
            }
            catch
            {
                await stream.DisposeAsync().ConfigureAwait(false);
                throw;
            }
        }
    }
}
