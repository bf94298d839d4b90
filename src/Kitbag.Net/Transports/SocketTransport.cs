using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Transports
{
    /// <summary>A connected socket as a pipe.</summary>
    internal sealed class SocketTransport : IDuplexPipe, IAsyncDisposable
    {
        // How long the peer has to close its end.
        private const int LingerMilliseconds = 1000, RestSize = 16 * 1024;

        private readonly Socket _socket;

        public SocketTransport(Socket socket)
        {
            _socket = socket;
            if (socket.ProtocolType == ProtocolType.Tcp)
                socket.NoDelay = true;
            Input = new SocketPipeReader(socket);
            Output = new SocketPipeWriter(socket);
        }

        public PipeReader Input { get; }

        public PipeWriter Output { get; }

        /// <summary>
        /// Closes the socket. A socket that is closed before all was read from it tells the peer's system to drop what the peer has not
        /// read either, the goodbye with its reason: so what comes is read, for a moment, until the peer closes its end.
        /// </summary>
        public async ValueTask DisposeAsync()
        {
            byte[] rest = ArrayPool<byte>.Shared.Rent(RestSize);
            try
            {
                _socket.Shutdown(SocketShutdown.Send);
                using var limit = new Timer(state => ((Socket)state!).Dispose(), _socket, LingerMilliseconds, Timeout.Infinite);
                while (await _socket.ReceiveAsync(new ArraySegment<byte>(rest), SocketFlags.None).ConfigureAwait(false) > 0)
                {
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // It is closed already, or now.
            }
            ArrayPool<byte>.Shared.Return(rest);
            _socket.Dispose();
        }
    }
}
