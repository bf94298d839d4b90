using System.Diagnostics;
using System.Globalization;
using Echo;
using Echo.Serializers;
using Kitbag.Net;

// The published benchmark: 100 clients with 1,000 messages in flight each, and a server that echoes them, for each serializer in turn.
//   --one-process   server and clients in this process; by default, the server runs in another process
//   --quick         few clients and a short time, to check that everything works
//   --only NAME     one serializer, or several separated by commas
//   --rounds N, --ms N, --clients N, --in-flight N
//   --svg FILE      draws a bar chart
const string Serve = "--serve";
const double MaxBytes = 39 + 32 + 4;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
bool isQuick = args.Contains("--quick"), isOneProcess = args.Contains("--one-process");
Candidate[] all =
[
    Candidate.Of<KitbagEcho>(), Candidate.Of<HandWritten>(), Candidate.Of<Protobuf>(), Candidate.Of<SystemTextJson>(),
    Candidate.Of<NewtonsoftJson>(), Candidate.Of<DataContract>(), Candidate.Of<BinaryFormatterEcho>(),
];
if (args.Contains(Serve))
    return await ServeAsync();

int rounds = Option("--rounds", isQuick ? 1 : 3), milliseconds = Option("--ms", isQuick ? 100 : 1500);
var clients = new EchoClients(Option("--clients", isQuick ? 4 : 100), Option("--in-flight", isQuick ? 100 : 1000));
string[]? only = Text("--only")?.Split(',');
Candidate[] chosen = all.Where(c => only == null || only.Contains(c.Name)).ToArray();

using Process? process = isOneProcess ? null : StartServer();
var servers = new List<KitbagServer>();
foreach (Candidate candidate in all)
{
    if (process == null)
        servers.Add(candidate.Start());
    candidate.Port = process == null ? servers[^1].EndPoint.Port : int.Parse(process.StandardOutput.ReadLine()!);
}

var results = new Dictionary<string, List<Result>>();
TimeSpan time = TimeSpan.FromMilliseconds(milliseconds);
// The first round only warms up the JIT; its results are discarded.
for (int round = isQuick ? 0 : -1; round < rounds; round++)
{
    foreach (Candidate candidate in chosen)
    {
        Result result = await candidate.Run(clients, candidate.Port, process != null, time / 3, time);
        if (round < 0)
            continue;
        if (!results.TryGetValue(candidate.Name, out List<Result>? list))
            results.Add(candidate.Name, list = []);
        list.Add(result);
    }
}
foreach (KitbagServer server in servers)
    await server.DisposeAsync();
process?.StandardInput.Close();
process?.WaitForExit();

Result[] medians = chosen.Select(c => Result.Median(results[c.Name])).ToArray();
Console.WriteLine($"{"serializer",-18}{"round trips/s",14}{"ratio",7}{"bytes/message",15}{"CPU us/trip",13}{"allocated/trip",16}");
foreach (Result r in medians)
{
    double ratio = r.PerSecond / medians[0].PerSecond;
    Console.WriteLine($"{r.Name,-18}{r.PerSecond,14:N0}{ratio,7:F2}{r.Bytes,15:F1}{r.Processor,13:F2}{r.Allocated,16:F1}");
}
string title = "Echo of a message, " + (isOneProcess ? "one process" : "two processes") + ", " + Environment.ProcessorCount + " cores";
if (Text("--svg") is { } file)
    Chart.Draw(medians, title, file);
return medians.All(r => r.PerSecond > 0) && medians.All(r => r.Name != KitbagEcho.Name || r.Bytes < MaxBytes + 1) ? 0 : 1;

async Task<int> ServeAsync()
{
    foreach (Candidate candidate in all)
    {
        servers = [candidate.Start()];
        Console.WriteLine(servers[0].EndPoint.Port);
    }
    // Runs until the other process closes its end of the pipe or ends.
    await Console.In.ReadLineAsync();
    return 0;
}

Process StartServer() => Process.Start(new ProcessStartInfo(Environment.ProcessPath!)
{
    ArgumentList = { typeof(EchoServer).Assembly.Location, Serve },
    RedirectStandardInput = true,
    RedirectStandardOutput = true,
})!;

string? Text(string name) => Array.IndexOf(args, name) is >= 0 and int at && at + 1 < args.Length ? args[at + 1] : null;

int Option(string name, int otherwise) => Text(name) is { } text ? int.Parse(text) : otherwise;

/// <summary>A serializer that is measured.</summary>
internal sealed class Candidate
{
    public required string Name { get; init; }

    public required Func<KitbagServer> Start { get; init; }

    public required Func<EchoClients, int, bool, TimeSpan, TimeSpan, Task<Result>> Run { get; init; }

    public int Port { get; set; }

    public static Candidate Of<TSerializer>()
        where TSerializer : struct, IEchoSerializer => new()
        {
            Name = TSerializer.Name,
            Start = EchoServer.Start<TSerializer>,
            Run = (clients, port, isOther, warm, time) => clients.RunAsync<TSerializer>(port, isOther, warm, time),
        };
}
