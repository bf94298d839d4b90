using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;

namespace Kitbag.Relay.Bench
{
    /// <summary>100 clients in one room, in pairs: each sends what it receives back to its sender, with 1,000 messages in flight.</summary>
    internal static class Unicast
    {
        public static async Task<Rate> RunAsync()
        {
            await using KitbagRelay relay = await StartAsync();
            var counters = new Counter[Echo.Clients];
            var clients = new KitbagRoomClient[Echo.Clients];
            var rooms = new KitbagRoom[Echo.Clients];
            for (int i = 0; i < Echo.Clients; i++)
            {
                Counter counter = counters[i] = new Counter();
                clients[i] = await EnterAsync(relay, new KitbagRoomHandlers().OnMessage((room, message) =>
                {
                    counter.Count++;
                    return room.SendBytesAsync(message.Payload.First, new KitbagSend { To = message.From });
                }));
                rooms[i] = await clients[i].JoinAsync("one");
            }
            // As many bytes as header and payload have in Echo; here the relay's own header is added.
            byte[] payload = new byte[Echo.Header + Echo.Payload];
            for (int i = 0; i < Echo.Clients; i++)
            {
                for (int k = 0; k < Echo.InFlight; k++)
                    _ = rooms[i].SendBytesAsync(payload, new KitbagSend { To = clients[i ^ 1].Id });
            }
            Rate rate = await Rate.OfAsync(() => counters.Sum(c => Volatile.Read(ref c.Count)));
            foreach (KitbagRoomClient client in clients)
                client.Abort();
            return rate;
        }

        /// <summary>Measures the latency of messages at a given rate, in 50 pairs of clients.</summary>
        public static async Task LatencyAsync(int perSecond)
        {
            await using KitbagRelay relay = await StartAsync();
            var times = new List<double>[Echo.Clients];
            var rooms = new KitbagRoom[Echo.Clients];
            var clients = new KitbagRoomClient[Echo.Clients];
            for (int i = 0; i < Echo.Clients; i++)
            {
                List<double> latencies = times[i] = [];
                clients[i] = await EnterAsync(relay, new KitbagRoomHandlers().OnMessage((room, message) =>
                {
                    long sent = BinaryPrimitives.ReadInt64LittleEndian(message.Payload.Slice(0, sizeof(long)).ToArray());
                    latencies.Add(Stopwatch.GetElapsedTime(sent).TotalMicroseconds);
                    return default;
                }));
                rooms[i] = await clients[i].JoinAsync("one");
            }
            var watch = Stopwatch.StartNew();
            for (long sent = 0; watch.Elapsed < TimeSpan.FromSeconds(5);)
            {
                for (long due = (long)(watch.Elapsed.TotalSeconds * perSecond); sent < due; sent++)
                {
                    byte[] payload = new byte[Echo.Header + Echo.Payload];
                    BinaryPrimitives.WriteInt64LittleEndian(payload, Stopwatch.GetTimestamp());
                    int from = (int)(sent % Echo.Clients);
                    await rooms[from].SendBytesAsync(payload, new KitbagSend { To = clients[from ^ 1].Id });
                }
                await Task.Delay(1);
            }
            await Task.Delay(500);
            double[] all = [.. times.SelectMany(t => t).Order()];
            Console.WriteLine($"{perSecond:N0} messages per second: p50 {all[all.Length / 2]:N0} us, "
                + $"p99 {all[all.Length * 99 / 100]:N0} us, {all.Length:N0} messages");
            foreach (KitbagRoomClient client in clients)
                client.Abort();
        }

        internal static Task<KitbagRelay> StartAsync()
        {
            var options = new RelayOptions { Tcp = "127.0.0.1:0", Http = "", DrainTime = TimeSpan.FromSeconds(1) };
            options.Limits.FramesPerSecond = 0;
            options.Limits.BytesPerSecond = 0;
            return KitbagRelay.StartAsync(options);
        }

        internal static Task<KitbagRoomClient> EnterAsync(KitbagRelay relay, KitbagRoomHandlers handlers) => KitbagRoomClient.ConnectAsync(
            c => KitbagTransport.ConnectTcpAsync("127.0.0.1", relay.TcpEndPoint!.Port, null, c), handlers, new KitbagSessionOptions());
    }
}
