using System;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Browser.Tests
{
    /// <summary>
    /// Copies bytes between a WebSocket and a TCP connection, in chunks of random sizes, and cuts the connection after some number of
    /// bytes.
    /// </summary>
    internal sealed class Bridge
    {
        private readonly int _port;
        private readonly Random _random;
        private readonly Func<Random, int> _bytes;

        /// <param name="port">The port of the server on loopback.</param>
        /// <param name="seed">The seed of all random decisions.</param>
        /// <param name="bytes">Returns the number of bytes, in both directions together, after which a connection is cut.</param>
        public Bridge(int port, int seed, Func<Random, int> bytes)
        {
            _port = port;
            _random = new Random(seed);
            _bytes = bytes;
        }

        /// <summary>Whether bytes are discarded.</summary>
        public bool IsBlack { get; set; }

        /// <summary>Serves one WebSocket.</summary>
        public async Task ServeAsync(WebSocket socket)
        {
            using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            await server.ConnectAsync(IPAddress.Loopback, _port);
            int left;
            lock (_random)
                left = _bytes(_random);
            using var cut = new CancellationTokenSource();
            // Returns the bytes that may pass.
            int Pass(int count) => Math.Min(count, Interlocked.Add(ref left, -count) + count);
            Task up = CopyAsync(buffer => ReceiveAsync(socket, buffer, cut.Token),
                async bytes => await server.SendAsync(bytes, cut.Token), Pass);
            Task down = CopyAsync(buffer => server.ReceiveAsync(buffer, cut.Token),
                bytes => SendAsync(socket, bytes, cut.Token), Pass);
            await Task.WhenAny(up, down);
            // If the connection was not cut, the last bytes of the server must arrive.
            if (Volatile.Read(ref left) > 0 && down.IsCompleted && socket.State == WebSocketState.Open)
                await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
            // Aborting a socket drops the bytes that the other end has not read. Without a pause, hardly anything would arrive.
            await Task.Delay(10);
            await cut.CancelAsync();
            socket.Abort();
            await Task.WhenAll(up, down);
        }

        private static async ValueTask<int> ReceiveAsync(WebSocket socket, Memory<byte> buffer, CancellationToken cancellation)
        {
            ValueWebSocketReceiveResult result = await socket.ReceiveAsync(buffer, cancellation);
            return result.MessageType == WebSocketMessageType.Close ? 0 : result.Count;
        }

        private async Task SendAsync(WebSocket socket, ReadOnlyMemory<byte> bytes, CancellationToken cancellation)
        {
            while (!bytes.IsEmpty)
            {
                int count;
                lock (_random)
                    count = Math.Min(bytes.Length, _random.Next(4) == 0 ? _random.Next(20) : _random.Next(20_000));
                // Empty messages and fragments of messages are sent as well; a page receives a message when it is complete.
                bool isComplete = count % 3 != 0 || count == bytes.Length;
                await socket.SendAsync(bytes[..count], WebSocketMessageType.Binary, isComplete, cancellation);
                bytes = bytes[count..];
            }
        }

        private async Task CopyAsync(Func<Memory<byte>, ValueTask<int>> receive, Func<ReadOnlyMemory<byte>, Task> send, Func<int, int> pass)
        {
            byte[] buffer = new byte[16 * 1024];
            try
            {
                while (true)
                {
                    int count = await receive(buffer);
                    if (count == 0)
                        return;
                    if (IsBlack)
                        continue;
                    int passing = pass(count);
                    if (passing > 0)
                        await send(buffer.AsMemory(0, passing));
                    if (passing < count)
                        return;
                }
            }
            catch (Exception e) when (e is WebSocketException or SocketException or OperationCanceledException or ObjectDisposedException)
            {
                // The other end has cut the connection.
            }
        }
    }
}
