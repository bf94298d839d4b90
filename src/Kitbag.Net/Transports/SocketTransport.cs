using System;
using System.IO.Pipelines;
using System.Net.Sockets;

namespace Kitbag.Net.Transports
{
    /// <summary>A connected socket as a pipe.</summary>
    internal sealed class SocketTransport : IDuplexPipe, IDisposable
    {
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

        /// <summary>Closes the socket; what was written is still sent.</summary>
        public void Dispose()
        {
            try
            {
                _socket.Shutdown(SocketShutdown.Both);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // It is closed already.
            }
            _socket.Dispose();
        }
    }
}
