using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Net.Peer;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Net.Tests.Faults
{
    /// <summary>
    /// Tests sessions of real processes while faults are injected. The environment variable KITBAG_SOAK_MINUTES specifies the duration; in
    /// CI it is some seconds.
    /// </summary>
    [Collection(nameof(ProcessFaultTests))]
    public class SoakTests
    {
        private const int Clients = 6;

        private readonly ITestOutputHelper _output;

        public SoakTests(ITestOutputHelper output) => _output = output;

        [Fact]
        public async Task Every_confirmed_message_arrives_once_and_in_order()
        {
            TimeSpan time = TimeSpan.FromMinutes(
                double.Parse(Environment.GetEnvironmentVariable("KITBAG_SOAK_MINUTES") ?? "0.1", CultureInfo.InvariantCulture));
            int seed = int.Parse(Environment.GetEnvironmentVariable("KITBAG_SOAK_SEED") ?? "1", CultureInfo.InvariantCulture);
            var random = new Random(seed);
            using var file = new LedgerFile();
            PeerProcess server = await PeerProcess.Serve(file.Path);
            int port = server.Port, last = 0, clientKills = 0, serverKills = 0, stops = 0, holes = 0, cuts = 0, connections = 0;
            var network = new CutNetwork(port, seed, r => r.Next(10) == 0 ? r.Next(100, 5_000) : r.Next(100_000, 20_000_000));
            var clients = new List<(int Sender, PeerProcess Process)>();
            var watch = Stopwatch.StartNew();
            try
            {
                while (watch.Elapsed < time)
                {
                    clients.RemoveAll(c => c.Process.HasExited);
                    while (clients.Count < Clients)
                    {
                        int sender = ++last;
                        clients.Add((sender, await PeerProcess.Send(file.Path, network.Port, sender, 0, random.Next(3) switch
                        {
                            0 => 20,
                            1 => 500,
                            _ => 30_000,
                        })));
                    }
                    await Task.Delay(random.Next(500));
                    (int Sender, PeerProcess Process) victim = clients[random.Next(clients.Count)];
                    switch (random.Next(20))
                    {
                        case 0:
                            victim.Process.Kill();
                            clientKills++;
                            break;
                        case 1:
                            server.Kill();
                            server.Dispose();
                            server = await PeerProcess.Serve(file.Path, port);
                            serverKills++;
                            break;
                        case 2 or 3:
                            PeerProcess stopped = random.Next(3) == 0 ? server : victim.Process;
                            stopped.Stop();
                            await Task.Delay(random.Next(100, 2500));
                            stopped.Continue();
                            stops++;
                            break;
                        case 4 or 5:
                            network.IsHeld = true;
                            await Task.Delay(random.Next(100, 2500));
                            network.IsHeld = false;
                            holes++;
                            break;
                        case 6 or 7 or 8:
                            network.Cut();
                            cuts++;
                            break;
                    }
                    file.Check(Enumerable.Range(1, last));
                }
                connections = network.Connections;
                // The remaining sessions are closed.
                clients.RemoveAll(c => c.Process.HasExited);
                foreach ((int Sender, PeerProcess Process) client in clients)
                    await client.Process.Finish();
                foreach ((int sender, PeerProcess process) in clients)
                {
                    string end = await process.End();
                    if (end.StartsWith("UnknownSession", StringComparison.Ordinal))
                        continue;
                    Assert.Equal("Done: The session was closed by this program.", end);
                    Assert.Equal(file.Ledger[sender, Entry.Sent], file.Ledger[sender, Entry.Echoed]);
                }
            }
            finally
            {
                server.Dispose();
                clients.ForEach(c => c.Process.Dispose());
                await network.DisposeAsync();
            }
            int[] senders = Enumerable.Range(1, last).ToArray();
            file.Check(senders);
            _output.WriteLine($"{watch.Elapsed.TotalMinutes:F1} min, seed {seed}: {last} sessions over {connections} connections; "
                + $"{senders.Sum(s => file.Ledger[s, Entry.Sent])} messages sent, "
                + $"{senders.Sum(s => file.Ledger[s, Entry.Confirmed])} confirmed, "
                + $"{senders.Sum(s => file.Ledger[s, Entry.Received])} received, {senders.Sum(s => file.Ledger[s, Entry.Echoed])} echoed; "
                + $"{clientKills} clients and {serverKills} servers killed, {stops} processes stopped, {holes} times nothing passed, "
                + $"{cuts} times all connections cut");
            foreach (IGrouping<long, int> end in senders.GroupBy(s => file.Ledger[s, Entry.Ended]))
                _output.WriteLine((end.Key == 0 ? "killed" : ((KitbagCloseReason)(end.Key - 1)).ToString()) + ": " + end.Count());
            Assert.True(senders.Sum(s => file.Ledger[s, Entry.Confirmed]) > 1000);
            // Sessions may end only because one of their processes was killed.
            long[] ends = [0, 1 + (long)KitbagCloseReason.Done, 1 + (long)KitbagCloseReason.UnknownSession];
            Assert.All(senders, s => Assert.Contains(file.Ledger[s, Entry.Ended], ends));
        }
    }
}
