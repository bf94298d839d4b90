using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Transports
{
    /// <summary>Represents a connected socket as a pipe.</summary>
    internal sealed class SocketTransport : ITransport, IAsyncDisposable
    {
        /// <summary>The time for which a closing connection waits until the peer closes its direction.</summary>
        public const int LingerMilliseconds = 1000;

        private const int RestSize = 16 * 1024;

        private readonly Socket _socket;

        public SocketTransport(Socket socket)
        {
            _socket = socket;
            RemoteEndPoint = EndPointOf(socket);
            if (socket.ProtocolType == ProtocolType.Tcp)
                socket.NoDelay = true;
            Input = new SocketPipeReader(socket);
            Output = new SocketPipeWriter(socket);
        }

        public PipeReader Input { get; }

        public PipeWriter Output { get; }

        public EndPoint? RemoteEndPoint { get; }

        /// <summary>Returns the remote endpoint of a socket, or null if the connection has ended already.</summary>
        public static EndPoint? EndPointOf(Socket socket)
        {
            try
            {
                return socket.RemoteEndPoint;
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return null;
            }
        }

        /// <summary>
        /// Closes the socket. If a socket is closed before everything was read from it, the operating system resets the connection, and the
        /// peer may lose data that it has not read yet: the goodbye with the reason. So incoming data is read and discarded until the peer
        /// closes its direction or a second has passed.
        /// </summary>
        public async ValueTask DisposeAsync()
        {
            byte[] rest = ArrayPool<byte>.Shared.Rent(RestSize);
            try
            {
                Output.Complete();
                using var limit = new Timer(state => ((Socket)state!).Dispose(), _socket, LingerMilliseconds, Timeout.Infinite);
                while (await _socket.ReceiveAsync(new ArraySegment<byte>(rest), SocketFlags.None).ConfigureAwait(false) > 0)
                {
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The connection has ended, or the time limit has passed.
            }
            ArrayPool<byte>.Shared.Return(rest);
            _socket.Dispose();
        }
    }
}
