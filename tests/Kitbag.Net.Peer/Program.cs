using System.Buffers;
using System.Net;
using Kitbag.Net;
using Kitbag.Net.Peer;

// serve LEDGER PORT: echoes numbered messages; answers "stats" on its standard input
// send LEDGER PORT SENDER COUNT SIZE: sends numbered messages, until it gets "finish" where COUNT is 0; waits for the echo of the last
// one, and closes
using var ledger = new Ledger(args[1]);
int port = int.Parse(args[2]);
return args[0] == "serve" ? await ServeAsync() : await SendAsync(int.Parse(args[3]), long.Parse(args[4]), int.Parse(args[5]));

async Task<int> ServeAsync()
{
    KitbagHandlers handlers = new KitbagHandlers()
        .On<Numbered>(async (session, message, payload) =>
        {
            ledger.Record(message.Sender, Entry.Received, Entry.Bad, message.Number, Payload.IsWhole(message.Number, payload));
            if (message.Number % 1000 == 0)
                await Task.Delay(2);
            await session.SendAsync(message, payload.ToArray());
        })
        .On<Subscribe>((session, subscribe) =>
        {
            // One task for each peer, so that a slow peer does not delay others.
            _ = PublishAsync(session, subscribe);
            return default;
        })
        .OnRaw((session, header, payload) => default)
        .OnRequest<Ping, Ping>((session, ping, cancellation) => ValueTask.FromResult(ping));
    KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, port), handlers, Payload.Options);
    Console.WriteLine(server.EndPoint.Port);
    while (await Console.In.ReadLineAsync() is { } line)
    {
        if (line != "stats")
            break;
        GC.Collect();
        GC.WaitForPendingFinalizers();
        long memory = GC.GetTotalMemory(forceFullCollection: true);
        Console.WriteLine(server.Sessions.Count + " " + memory + " " + Sockets());
    }
    return 0;
}

async Task PublishAsync(KitbagSession session, Subscribe subscribe)
{
    try
    {
        byte[] payload = new byte[subscribe.Size];
        for (long i = 1; i <= subscribe.Count; i++)
        {
            Payload.Fill(payload, i);
            await session.SendAsync(new Numbered(subscribe.Sender, i), payload);
        }
    }
    catch (KitbagSessionException)
    {
        // The session of the subscriber has ended.
    }
}

async Task<int> SendAsync(int sender, long count, int size)
{
    var positions = new Queue<(long Number, long End)>();
    var done = new TaskCompletionSource();
    KitbagHandlers handlers = new KitbagHandlers().On<Numbered>((s, message, payload) =>
    {
        ledger.Record(sender, Entry.Echoed, Entry.BadEchoes, message.Number, Payload.IsWhole(message.Number, payload));
        Confirm(s);
        if (message.Number == Volatile.Read(ref count))
            done.TrySetResult();
        return default;
    });
    KitbagSession session = await KitbagSession.ConnectAsync(
        cancellation => KitbagTransport.ConnectTcpAsync("127.0.0.1", port, null, cancellation), handlers, Payload.Options);
    Console.WriteLine("connected");
    Task finishing = count == 0 ? Task.Run(Console.In.ReadLineAsync) : Task.Delay(Timeout.Infinite);
    try
    {
        byte[] payload = new byte[size];
        for (long i = 1; count == 0 || i <= count; i++)
        {
            if (finishing.IsCompleted)
                Volatile.Write(ref count, i);
            Payload.Fill(payload, i);
            ledger[sender, Entry.Sent] = i;
            ValueTask sent = session.SendAsync(new Numbered(sender, i), payload);
            lock (session.Gate)
                positions.Enqueue((i, session.Log.Written));
            await sent;
            Confirm(session);
        }
        await Task.WhenAny(done.Task, session.Completion);
        await session.CloseAsync();
    }
    catch (KitbagSessionException)
    {
        // Completion has the reason.
    }
    KitbagClose end = await session.Completion;
    Confirm(session);
    ledger[sender, Entry.Ended] = 1 + (long)end.Reason;
    Console.WriteLine(end);
    return 0;

    void Confirm(KitbagSession session)
    {
        lock (session.Gate)
        {
            while (positions.TryPeek(out (long Number, long End) first) && first.End <= session.Log.Acknowledged)
                ledger[sender, Entry.Confirmed] = positions.Dequeue().Number;
        }
    }
}

static int Sockets() => new DirectoryInfo("/proc/self/fd").GetFileSystemInfos()
    .Count(f => f.LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true);
