using System.Buffers;
using System.Diagnostics;
using System.Net;
using Echo.Serializers;
using Kitbag.Net;

namespace Echo;

/// <summary>Many clients with many messages in flight each: for each reply, a client sends another message.</summary>
public sealed class EchoClients
{
    private const int PayloadSize = 32;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(30);

    private readonly int _clients, _inFlight;

    public EchoClients(int clients, int inFlight)
    {
        _clients = clients;
        _inFlight = inFlight;
    }

    /// <summary>Runs for a given time after a warm-up.</summary>
    /// <param name="port">The port of the server.</param>
    /// <param name="isOtherProcess">Whether the server runs in another process, so that its usage is added to that of this process.</param>
    /// <param name="warm">The duration of the warm-up.</param>
    /// <param name="time">The duration of the measurement.</param>
    public async Task<Result> RunAsync<TSerializer>(int port, bool isOtherProcess, TimeSpan warm, TimeSpan time)
        where TSerializer : struct, IEchoSerializer
    {
        Action<IBufferWriter<byte>, MessageEnvelope> write = TSerializer.Write;
        byte[] payload = new byte[PayloadSize];
        new Random(1).NextBytes(payload);
        bool isStopping = false;
        KitbagHandlers handlers = new KitbagHandlers().OnRaw((session, header, received) =>
        {
            MessageEnvelope reply = TSerializer.Read(header);
            Check(reply, received);
            var counter = (Counter)session.State!;
            counter.Received++;
            if (Volatile.Read(ref isStopping))
                return default;
            counter.Sent++;
            return session.SendRawAsync(reply, write, payload);
        });

        var sessions = new List<KitbagSession>();
        for (int i = 0; i < _clients; i++)
        {
            KitbagSession session = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync(IPAddress.Loopback.ToString(), port), handlers, EchoServer.Options);
            session.State = new Counter();
            sessions.Add(session);
        }
        var message = new MessageEnvelope { Header = "Test", From = Guid.NewGuid(), To = Guid.NewGuid() };
        await Parallel.ForEachAsync(sessions, async (session, cancellation) =>
        {
            ((Counter)session.State!).Sent = _inFlight;
            for (int i = 0; i < _inFlight; i++)
                await session.SendRawAsync(message, write, payload);
        });

        await Task.Delay(warm);
        Usage server = isOtherProcess ? await sessions[0].RequestAsync<UsageQuestion, Usage>(default) : default;
        Usage own = Usage.Now();
        long received = Received(sessions), began = Stopwatch.GetTimestamp();
        // On a busy machine, a short time may pass without any message.
        do
        {
            await Task.Delay(time);
        } while (Received(sessions) == received && Stopwatch.GetElapsedTime(began) < s_longest);
        received = Received(sessions) - received;
        TimeSpan elapsed = Stopwatch.GetElapsedTime(began);
        own = Usage.Now() - own;
        if (isOtherProcess)
            server = await sessions[0].RequestAsync<UsageQuestion, Usage>(default) - server;

        Volatile.Write(ref isStopping, true);
        KitbagClose[] ends = await Task.WhenAll(sessions.Select(async s =>
        {
            await s.DisposeAsync();
            return await s.Completion;
        }));
        if (ends.FirstOrDefault(e => e.Reason != KitbagCloseReason.Done) is { } end)
            throw new InvalidOperationException("A session ended for an unexpected reason: " + end);
        double bytes = sessions.Average(s => (double)s.BytesSent / ((Counter)s.State!).Sent);
        return new Result(TSerializer.Name, received / elapsed.TotalSeconds, bytes, (own.Processor + server.Processor) / (double)received,
            (own.Allocated + server.Allocated) / (double)received);
    }

    private static void Check(MessageEnvelope reply, in ReadOnlySequence<byte> payload)
    {
        if (reply.Header != "Test" || payload.Length != PayloadSize)
            throw new InvalidDataException("The reply differs from the message that was sent.");
    }

    private static long Received(List<KitbagSession> sessions) => sessions.Sum(s => Volatile.Read(ref ((Counter)s.State!).Received));

    // Only the thread that reads the session writes it.
    private sealed class Counter
    {
        public long Received, Sent;
    }
}

/// <summary>The result of one run.</summary>
/// <param name="Name">The serializer.</param>
/// <param name="PerSecond">Round trips per second of all clients.</param>
/// <param name="Bytes">Bytes on the wire for each message, in one direction.</param>
/// <param name="Processor">Microseconds of processor time for each round trip, for both ends together.</param>
/// <param name="Allocated">Bytes allocated for each round trip, by both ends.</param>
public sealed record Result(string Name, double PerSecond, double Bytes, double Processor, double Allocated)
{
    /// <summary>The median of several runs, by speed.</summary>
    public static Result Median(IEnumerable<Result> results)
    {
        Result[] ordered = results.OrderBy(r => r.PerSecond).ToArray();
        return ordered[ordered.Length / 2];
    }
}
