using System;
using System.Buffers;
using System.Diagnostics;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;

namespace Kitbag.Relay.Bench
{
    /// <summary>100 clients with 1,000 raw messages in flight each; the server sends each one back.</summary>
    internal static class Echo
    {
        public const int Clients = 100, InFlight = 1000, Header = 39, Payload = 32;

        public static readonly TimeSpan Time = TimeSpan.FromSeconds(3);

        public static async Task<Rate> RunAsync()
        {
            var echo = new KitbagHandlers().OnRaw((session, header, payload) => Send(session, header, payload));
            await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), echo);
            var counters = new Counter[Clients];
            var sessions = new KitbagSession[Clients];
            for (int i = 0; i < Clients; i++)
            {
                Counter counter = counters[i] = new Counter();
                sessions[i] = await KitbagSession.ConnectAsync(
                    await KitbagTransport.ConnectTcpAsync("127.0.0.1", server.EndPoint.Port),
                    new KitbagHandlers().OnRaw((session, header, payload) =>
                    {
                        counter.Count++;
                        return Send(session, header, payload);
                    }));
            }
            byte[] payload = new byte[Payload];
            foreach (KitbagSession session in sessions)
            {
                for (int i = 0; i < InFlight; i++)
                    _ = session.SendRawAsync(new byte[Header], static (output, header) => output.Write(header), payload);
            }
            Rate rate = await Rate.OfAsync(() => counters.Sum(c => Volatile.Read(ref c.Count)));
            foreach (KitbagSession session in sessions)
                session.Abort();
            return rate;
        }

        private static ValueTask Send(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            if (!session.IsOpen)
                return default;
            if (payload.IsSingleSegment)
                return session.SendRawAsync(header, static (output, bytes) => Copy(bytes, output), payload.First);
            return session.SendRawAsync(header, static (output, bytes) => Copy(bytes, output), payload.ToArray());
        }

        private static void Copy(in ReadOnlySequence<byte> from, IBufferWriter<byte> to)
        {
            int length = (int)from.Length;
            from.CopyTo(to.GetSpan(length));
            to.Advance(length);
        }
    }

    /// <summary>The number of messages per second, and the processor time of the process for each message, in microseconds.</summary>
    internal readonly record struct Rate(double PerSecond, double Microseconds)
    {
        public static async Task<Rate> OfAsync(Func<long> count)
        {
            await Task.Delay(500);
            long before = count();
            var watch = Stopwatch.StartNew();
            TimeSpan busy = Environment.CpuUsage.TotalTime;
            await Task.Delay(Echo.Time);
            long messages = count() - before;
            return new Rate(messages / watch.Elapsed.TotalSeconds, (Environment.CpuUsage.TotalTime - busy).TotalMicroseconds / messages);
        }
    }

    /// <summary>A counter of one thread, allocated separately from those of other threads.</summary>
    internal sealed class Counter
    {
        public long Count;
    }
}
