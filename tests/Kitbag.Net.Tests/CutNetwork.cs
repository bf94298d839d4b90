using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Tests
{
    /// <summary>A way to a server on which connections can be cut, at any byte, or swallow everything.</summary>
    internal sealed class CutNetwork : IAsyncDisposable
    {
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly List<(Socket Client, Socket Server)> _links = [];
        private readonly int _port;
        private readonly Random _random;
        private readonly Task _accepting;
        private readonly Func<Random, int> _bytes;

        /// <param name="port">Where the server is.</param>
        /// <param name="seed">Of all that is by chance.</param>
        /// <param name="bytes">After how many bytes of both directions a connection is cut.</param>
        public CutNetwork(int port, int seed, Func<Random, int> bytes)
        {
            _port = port;
            _random = new Random(seed);
            _bytes = bytes;
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            _listener.Listen();
            Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
            _accepting = AcceptAsync();
        }

        /// <summary>Where clients connect.</summary>
        public int Port { get; }

        /// <summary>How many connections there were.</summary>
        public int Connections { get; private set; }

        /// <summary>Whether bytes are swallowed.</summary>
        public bool IsBlack { get; set; }

        /// <summary>Whether nothing is passed on for now; later it is.</summary>
        public bool IsHeld { get; set; }

        public void Cut()
        {
            lock (_links)
            {
                foreach ((Socket client, Socket server) in _links)
                {
                    client.Dispose();
                    server.Dispose();
                }
                _links.Clear();
            }
        }

        public async ValueTask DisposeAsync()
        {
            _listener.Dispose();
            Cut();
            await _accepting;
        }

        private async Task AcceptAsync()
        {
            try
            {
                while (true)
                {
                    Socket client = await _listener.AcceptAsync();
                    var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                    try
                    {
                        await server.ConnectAsync(IPAddress.Loopback, _port);
                    }
                    catch (SocketException)
                    {
                        // The server is not there now.
                        client.Dispose();
                        continue;
                    }
                    int left;
                    lock (_links)
                    {
                        _links.Add((client, server));
                        Connections++;
                        left = _bytes(_random);
                    }
                    var link = new Link { Left = left };
                    _ = CopyAsync(client, server, link);
                    _ = CopyAsync(server, client, link);
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The end.
            }
        }

        private async Task CopyAsync(Socket from, Socket to, Link link)
        {
            byte[] buffer = new byte[4096];
            try
            {
                while (true)
                {
                    int count = await from.ReceiveAsync(buffer.AsMemory());
                    if (count == 0)
                    {
                        // One direction is complete. The other one may still carry data, which closing both sockets now would discard.
                        to.Shutdown(SocketShutdown.Send);
                        if (Interlocked.Increment(ref link.Complete) == 1)
                            return;
                        break;
                    }
                    if (IsBlack)
                        continue;
                    while (IsHeld)
                        await Task.Delay(5);
                    int left = Interlocked.Add(ref link.Left, -count);
                    if (left <= 0)
                    {
                        // In the middle of whatever it is.
                        await to.SendAsync(buffer.AsMemory(0, Math.Max(0, count + left)));
                        break;
                    }
                    for (int sent = 0; sent < count;)
                        sent += await to.SendAsync(buffer.AsMemory(sent, count - sent));
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // Cut from the other side.
            }
            from.Dispose();
            to.Dispose();
        }

        private sealed class Link
        {
            public int Left, Complete;
        }
    }
}
