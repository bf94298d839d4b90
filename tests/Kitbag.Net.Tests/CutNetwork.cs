using System;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Tests
{
    /// <summary>A proxy for a server that can cut connections at any byte, or discard all bytes.</summary>
    internal sealed class CutNetwork : IAsyncDisposable
    {
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly List<(Socket Client, Socket Server)> _links = [];
        private readonly int _port;
        private readonly Random _random;
        private readonly Task _accepting;
        private readonly Func<Random, int> _bytes;

        /// <param name="port">The port of the server.</param>
        /// <param name="seed">The seed of all random decisions.</param>
        /// <param name="bytes">Returns the number of bytes, in both directions together, after which a connection is cut.</param>
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

        /// <summary>The port to which clients connect.</summary>
        public int Port { get; }

        /// <summary>The number of connections so far.</summary>
        public int Connections { get; private set; }

        /// <summary>Whether bytes are discarded.</summary>
        public bool IsBlack { get; set; }

        /// <summary>Whether bytes are held back, to be forwarded later.</summary>
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
                        // The server is not running at the moment.
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
                // The listener was closed.
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
                        // Possibly in the middle of a frame.
                        await to.SendAsync(buffer.AsMemory(0, Math.Max(0, count + left)));
                        break;
                    }
                    for (int sent = 0; sent < count;)
                        sent += await to.SendAsync(buffer.AsMemory(sent, count - sent));
                }
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The other end has cut the connection.
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
