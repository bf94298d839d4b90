using System;
using System.IO;
using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Transports;

namespace Kitbag.Net
{
    /// <summary>Creates pipes for connections, on which a <see cref="KitbagSession"/> runs.</summary>
    public static class KitbagTransport
    {
        // The operating system accepts connections for a server process that hangs, and the TLS and WebSocket handshakes then never
        // complete. A client that knows several servers must be able to try another one.
        private static readonly TimeSpan s_most = TimeSpan.FromSeconds(15);

        /// <summary>Creates a pipe for a connected socket, which is closed with the pipe.</summary>
        /// <param name="socket">The socket, of a protocol that preserves the order of bytes.</param>
        /// <returns>The pipe.</returns>
        public static IDuplexPipe FromSocket(Socket socket) =>
            new SocketTransport(socket ?? throw new ArgumentNullException(nameof(socket)));

        /// <summary>
        /// Creates a pipe for a bidirectional stream, such as an <see cref="SslStream"/>, which is disposed with the pipe.
        /// </summary>
        /// <param name="stream">The stream.</param>
        /// <param name="remoteEndPoint">The <see cref="KitbagSession.RemoteEndPoint"/> of the session, or null if it is unknown.</param>
        /// <returns>The pipe.</returns>
        public static IDuplexPipe FromStream(Stream stream, EndPoint? remoteEndPoint = null) =>
            new StreamTransport(stream ?? throw new ArgumentNullException(nameof(stream)), remoteEndPoint);

        /// <summary>
        /// Creates a pipe for a WebSocket of a client or a server, which is closed with the pipe. Data is sent in binary messages, whose
        /// boundaries have no meaning.
        /// </summary>
        /// <param name="socket">The WebSocket.</param>
        /// <param name="remoteEndPoint">The <see cref="KitbagSession.RemoteEndPoint"/> of the session, or null if it is unknown.</param>
        /// <returns>The pipe.</returns>
        public static IDuplexPipe FromWebSocket(WebSocket socket, EndPoint? remoteEndPoint = null) =>
            new StreamTransport(new WebSocketStream(socket ?? throw new ArgumentNullException(nameof(socket))), remoteEndPoint);

        /// <summary>Connects to a server by TCP.</summary>
        /// <param name="host">The host name or address.</param>
        /// <param name="port">The port.</param>
        /// <param name="tls">The TLS options for authenticating the server, or null for no TLS.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The pipe of the connection.</returns>
        /// <exception cref="SocketException">The host does not exist, or does not accept the connection.</exception>
        /// <exception cref="System.Security.Authentication.AuthenticationException">The server could not be authenticated.</exception>
        /// <exception cref="IOException">The server closed the connection during the handshake of TLS, which it may not use.</exception>
        /// <exception cref="TimeoutException">The connection was not established within 15 seconds.</exception>
        public static async Task<IDuplexPipe> ConnectTcpAsync(string host, int port, SslClientAuthenticationOptions? tls = null,
            CancellationToken cancellationToken = default)
        {
            // Small frames must not wait for the acknowledgement of previous packets (Nagle's algorithm).
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(s_most);
            try
            {
                using (limit.Token.Register(socket.Dispose))
                    await socket.ConnectAsync(host, port).ConfigureAwait(false);
                limit.Token.ThrowIfCancellationRequested();
                if (tls == null)
                    return FromSocket(socket);
                var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
                await stream.AuthenticateAsClientAsync(tls, limit.Token).ConfigureAwait(false);
                return FromStream(stream, SocketTransport.EndPointOf(socket));
            }
            catch (Exception e)
            {
                socket.Dispose();
                if (e is SocketException or ObjectDisposedException or OperationCanceledException)
                    ThrowIfOver(limit, cancellationToken);
                throw;
            }
        }

        /// <summary>Connects to a server by WebSocket.</summary>
        /// <param name="address">The address, with the scheme ws or wss.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The pipe of the connection.</returns>
        /// <exception cref="WebSocketException">The server does not exist, or does not accept WebSockets.</exception>
        /// <exception cref="TimeoutException">The connection was not established within 15 seconds.</exception>
        public static async Task<IDuplexPipe> ConnectWebSocketAsync(Uri address, CancellationToken cancellationToken = default)
        {
            var socket = new ClientWebSocket();
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(s_most);
            try
            {
                socket.Options.AddSubProtocol(SubProtocol);
                await socket.ConnectAsync(address, limit.Token).ConfigureAwait(false);
                return FromWebSocket(socket);
            }
            catch (Exception e)
            {
                socket.Dispose();
                if (e is WebSocketException or OperationCanceledException)
                    ThrowIfOver(limit, cancellationToken);
                throw;
            }
        }

        /// <summary>Returns the endpoint of the peer of a pipe, or null if it is unknown.</summary>
        internal static EndPoint? RemoteEndPointOf(IDuplexPipe? pipe) => (pipe as ITransport)?.RemoteEndPoint;

        private static void ThrowIfOver(CancellationTokenSource limit, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (limit.IsCancellationRequested)
                throw new TimeoutException("The connection was not established within " + s_most.TotalSeconds + " s.");
        }

        /// <summary>The subprotocol that is specified in the WebSocket handshake.</summary>
        public const string SubProtocol = "kitbag.1";
    }
}
