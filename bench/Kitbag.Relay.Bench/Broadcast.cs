using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Hosting;

namespace Kitbag.Relay.Bench
{
    /// <summary>
    /// Sends the same bytes to 100 peers, either through a relay or from a server that writes them to each session, and measures the
    /// processor time for each message in microseconds.
    /// </summary>
    internal static class Broadcast
    {
        private const int Peers = 100, Messages = 20_000, Payload = 100;

        public static Task<double> RunAsync(bool isRelayed) => isRelayed ? RelayedAsync() : WrittenAsync();

        private static async Task<double> RelayedAsync()
        {
            await using KitbagRelay relay = await Unicast.StartAsync();
            var readers = new Reader[Peers];
            for (int i = 0; i < Peers; i++)
                readers[i] = await Reader.StartAsync(relay.TcpEndPoint!, i, isPeer: true);
            await using KitbagRoomClient sender = await Unicast.EnterAsync(relay, new KitbagRoomHandlers());
            KitbagRoom room = await sender.JoinAsync("one");
            while (room.Peers.Count < Peers + 1)
                await Task.Delay(10);
            await Task.Delay(200);
            long before = readers.Sum(r => r.Bytes);
            byte[] payload = new byte[Payload];
            // The relay's header consists of operation, room, flags and sender; a frame surrounds it.
            int length = 2 + 1 + 1 + 1 + 1 + 1 + 1 + sender.Id.Length + Payload;
            TimeSpan began = Environment.CpuUsage.TotalTime;
            for (int i = 0; i < Messages; i++)
                await room.SendBytesAsync(payload);
            await Reader.WaitForBytesAsync(readers, before + (long)Peers * Messages * length);
            double rate = (Environment.CpuUsage.TotalTime - began).TotalMicroseconds / Messages;
            foreach (Reader reader in readers)
                reader.Dispose();
            return rate;
        }

        private static void Write(IBufferWriter<byte> output, byte[] bytes) => output.Write(bytes);

        private static async Task<double> WrittenAsync()
        {
            KitbagSession[] all = [];
            byte[] header = new byte[17];
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0),
                new KitbagHandlers().OnRaw((from, received, payload) =>
                {
                    ReadOnlyMemory<byte> bytes = payload.IsSingleSegment ? payload.First : payload.ToArray();
                    foreach (KitbagSession session in all)
                    {
                        if (session != from)
                            _ = session.SendRawAsync(header, Write, bytes);
                    }
                    return default;
                }), new KitbagSessionOptions { MaxSendBuffer = int.MaxValue });
            var sessions = new ConcurrentBag<KitbagSession>();
            server.Opened += sessions.Add;
            var readers = new Reader[Peers];
            for (int i = 0; i < Peers; i++)
                readers[i] = await Reader.StartAsync(server.EndPoint, i, isPeer: false);
            while (sessions.Count < Peers)
                await Task.Delay(10);
            await using KitbagSession sender = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port), new KitbagHandlers());
            all = [.. sessions];
            long before = readers.Sum(r => r.Bytes);
            byte[] payload = new byte[Payload];
            int length = 2 + 1 + 1 + 1 + header.Length + Payload;
            TimeSpan began = Environment.CpuUsage.TotalTime;
            for (int i = 0; i < Messages; i++)
                await sender.SendRawAsync(header, Write, payload);
            await Reader.WaitForBytesAsync(readers, before + (long)Peers * Messages * (length - 1));
            double rate = (Environment.CpuUsage.TotalTime - began).TotalMicroseconds / Messages;
            foreach (Reader reader in readers)
                reader.Dispose();
            return rate;
        }
    }

    /// <summary>Receives all bytes without examining them, so that receiving costs the same in both cases.</summary>
    internal sealed class Reader : IDisposable
    {
        private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private long _bytes;

        public long Bytes => Volatile.Read(ref _bytes);

        public static async Task<Reader> StartAsync(EndPoint endPoint, int number, bool isPeer)
        {
            var reader = new Reader();
            await reader._socket.ConnectAsync(endPoint);
            var frame = new FrameBuilder();
            // A window that is never full, so that nothing has to be acknowledged.
            await reader._socket.SendAsync(new Hello(int.MaxValue, 4 << 20, [], 0, 0, []).Write());
            if (isPeer)
            {
                await reader.SendFrameAsync(frame.Enter(1, BitConverter.GetBytes((long)number).AsSpan(0, 6)));
                await reader.SendFrameAsync(frame.Join(2, "one", JoinMode.ExistingOrNew, [], [], null));
            }
            _ = Task.Run(reader.ReadAsync);
            return reader;
        }

        public static async Task WaitForBytesAsync(Reader[] readers, long bytes)
        {
            while (readers.Sum(r => r.Bytes) < bytes)
                await Task.Delay(1);
        }

        public void Dispose() => _socket.Dispose();

        private async Task SendFrameAsync(FrameBuilder header)
        {
            byte[] bytes = header.EndHeader().ToArray();
            await _socket.SendAsync(new FrameBuilder().Begin(FrameKind.Message).Number(0).Bytes(bytes).End());
        }

        private async Task ReadAsync()
        {
            var buffer = new byte[256 << 10];
            try
            {
                for (int count; (count = await _socket.ReceiveAsync(buffer)) > 0;)
                    Volatile.Write(ref _bytes, _bytes + count);
            }
            catch (SocketException)
            {
                // The connection was closed.
            }
            catch (ObjectDisposedException)
            {
                // The reader was disposed.
            }
        }
    }
}
