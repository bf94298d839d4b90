using System;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Accepts sessions over TCP, with the socket transport of Kitbag.Net.</summary>
    internal sealed class TcpListener : IAsyncDisposable
    {
        private const int Backlog = 4096;

        private readonly Socket _socket;
        private readonly RelayNode _node;
        private readonly CancellationTokenSource _stopping = new();
        private readonly Task _accepting;

        /// <exception cref="IOException">The relay cannot listen on the address.</exception>
        public TcpListener(IPEndPoint endPoint, RelayNode node)
        {
            _node = node;
            _socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                _socket.Bind(endPoint);
                _socket.Listen(Backlog);
            }
            catch (SocketException e)
            {
                _socket.Dispose();
                // As Kestrel reports it, with the address.
                throw new IOException("Failed to bind to address " + endPoint + ": " + e.Message, e);
            }
            EndPoint = (IPEndPoint)_socket.LocalEndPoint!;
            _accepting = Task.Run(AcceptAsync);
        }

        public IPEndPoint EndPoint { get; }

        /// <summary>Stops accepting connections.</summary>
        public async ValueTask DisposeAsync()
        {
            await _stopping.CancelAsync();
            _socket.Dispose();
            await _accepting;
        }

        private async Task AcceptAsync()
        {
            while (!_stopping.IsCancellationRequested)
            {
                try
                {
                    Socket socket = await _socket.AcceptAsync(_stopping.Token);
                    _ = Task.Run(() => _node.ServeAsync(KitbagTransport.FromSocket(socket)));
                }
                catch (OperationCanceledException)
                {
                    return;
                }
                catch (Exception e) when (e is SocketException or ObjectDisposedException)
                {
                    // Either a client disconnected before it was accepted, or too many files are open; later calls may succeed.
                    if (!_stopping.IsCancellationRequested)
                        await Task.Delay(10);
                }
            }
        }
    }
}
