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
    /// <summary>Connections as pipes, over which a <see cref="KitbagSession"/> runs.</summary>
    public static class KitbagTransport
    {
        // A server that stands still takes connections, and says nothing in the handshakes of TLS and WebSockets: a client that has several
        // servers must come to try another one.
        private static readonly TimeSpan s_most = TimeSpan.FromSeconds(15);

        /// <summary>A connected socket, which is closed with the pipe.</summary>
        /// <param name="socket">The socket, of a protocol that keeps bytes in order.</param>
        public static IDuplexPipe FromSocket(Socket socket) =>
            new SocketTransport(socket ?? throw new ArgumentNullException(nameof(socket)));

        /// <summary>A stream of both directions, such as an <see cref="SslStream"/>; disposed with the pipe.</summary>
        /// <param name="stream">The stream.</param>
        public static IDuplexPipe FromStream(Stream stream) =>
            new StreamTransport(stream ?? throw new ArgumentNullException(nameof(stream)));

        /// <summary>A WebSocket, of either end; closed with the pipe. Frames go in binary messages, in any number of them.</summary>
        /// <param name="socket">The WebSocket.</param>
        public static IDuplexPipe FromWebSocket(WebSocket socket) =>
            new StreamTransport(new WebSocketStream(socket ?? throw new ArgumentNullException(nameof(socket))));

        /// <summary>Connects by TCP.</summary>
        /// <param name="host">A name or an address.</param>
        /// <param name="port">The port.</param>
        /// <param name="tls">How to authenticate the server, for TLS; null for none.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="SocketException">There is no such host, or it does not accept connections.</exception>
        /// <exception cref="System.Security.Authentication.AuthenticationException">The server is not who it should be.</exception>
        /// <exception cref="TimeoutException">There is no connection after 15 s.</exception>
        public static async Task<IDuplexPipe> ConnectTcpAsync(string host, int port, SslClientAuthenticationOptions? tls = null,
            CancellationToken cancellationToken = default)
        {
            // Small frames must not wait for the acknowledgement of those before them.
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
                return FromStream(stream);
            }
            catch (Exception e)
            {
                socket.Dispose();
                if (e is SocketException or ObjectDisposedException or OperationCanceledException)
                    ThrowIfOver(limit, cancellationToken);
                throw;
            }
        }

        /// <summary>Connects by WebSocket.</summary>
        /// <param name="address">An address of the scheme ws or wss.</param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="WebSocketException">There is no such server, or it does not accept WebSockets.</exception>
        /// <exception cref="TimeoutException">There is no connection after 15 s.</exception>
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

        private static void ThrowIfOver(CancellationTokenSource limit, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (limit.IsCancellationRequested)
                throw new TimeoutException("No connection was made within " + s_most.TotalSeconds + " s.");
        }

        /// <summary>What a WebSocket's handshake names as the protocol above it.</summary>
        public const string SubProtocol = "kitbag.1";
    }
}
