using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>Tests several backplanes on a broker that is killed, unavailable, blocked, or loses streams.</summary>
    [Collection(BrokerTests.Name)]
    [Trait("Broker", "real")]
    public sealed class BrokerFaultTests(ITestOutputHelper output) : BackplaneTests(output)
    {
        [BrokerFact]
        public async Task ABrokerThatIsKilledLosesNothingConfirmed()
        {
            await Load(async () =>
            {
                for (int i = 0; i < 3; i++)
                {
                    await Task.Delay(2_000);
                    await Broker.Kill();
                    await Broker.Start();
                    await Ready();
                }
                await Task.Delay(1_000);
            });
            Assert.All(Nodes, n => Assert.Equal(0, n.Failed));
            Assert.All(Nodes.Take(2), n => Assert.True(n.FastGaps > 0));
        }

        [BrokerFact]
        public async Task ConnectionsThatAreCutLoseNothing()
        {
            await Load(async () =>
            {
                for (int i = 0; i < 6; i++)
                {
                    await Task.Delay(1_500);
                    await Broker.Control("close_all_connections", "a test");
                    await Ready();
                }
            });
            Assert.All(Nodes, n => Assert.Equal(0, n.Failed));
        }

        [BrokerFact]
        public async Task ABrokerThatIsStoppedLosesNothing()
        {
            Options.PublishTimeout = TimeSpan.FromSeconds(3);
            await Load(async () =>
            {
                await Task.Delay(500);
                await Broker.Signal("STOP");
                try
                {
                    foreach (Node node in Nodes)
                        await node.Until(n => n.Backplane.State == BackplaneState.Connecting);
                    await Task.Delay(10_000);
                }
                finally
                {
                    await Broker.Signal("CONT");
                }
                await Ready();
                await Task.Delay(1_000);
            });
            AssertNobodyGone();
            Assert.All(Nodes, n => Assert.Equal(0, n.Failed));
        }

        [BrokerFact]
        public async Task AStreamThatHasLostItsEndBeginsANewEpoch()
        {
            // After a loss of power, the disk may contain an earlier state of the stream's files.
            await Begin(2);
            await Task.WhenAll(Enumerable.Range(0, 50).Select(i => Nodes[0].Append(5, i)));
            await Broker.Kill();
            string prefix = $"{Options.Prefix}.kept.5.";
            string folder = Assert.Single(Broker.StreamFolders(prefix));
            Dictionary<string, byte[]> files = Directory.GetFiles(folder).ToDictionary(f => f, File.ReadAllBytes);
            await Broker.Start();
            await Ready();
            for (int i = 50; i < 60; i++)
                await Nodes[0].Append(5, i);
            await Nodes[1].Until(n => n.Kept(5).Count == 60);
            await Broker.Kill();
            foreach ((string file, byte[] bytes) in files)
                await File.WriteAllBytesAsync(file, bytes);
            await Broker.Start();
            await Ready();

            await Nodes[1].Append(5, 60);
            foreach (Node node in Nodes)
            {
                await node.Until(n => n.KeptGaps == 1 && n.Kept(5).Count == 61, 60);
                Assert.Equal(node.Kept(5)[^1].Position, Nodes[1].Confirmed[(5, 60)]);
                Assert.NotEqual(node.Kept(5)[0].Position.Epoch, node.Kept(5)[^1].Position.Epoch);
            }
        }

        [BrokerFact]
        public async Task ABrokerThatIsAwayFor30SecondsLosesNothing()
        {
            await Load(async () =>
            {
                await Task.Delay(500);
                await Broker.Kill();
                await Task.Delay(30_000);
                Assert.All(Nodes, n => Assert.Equal(BackplaneState.Connecting, n.Backplane.State));
                await Broker.Start();
                await Ready();
            });
            Assert.All(Nodes, n => Assert.Equal(0, n.Failed));
        }

        [BrokerFact]
        public async Task AStreamThatIsDeletedBeginsANewEpoch()
        {
            await Begin(2);
            KeptPosition old = await Nodes[0].Backplane.AppendAsync(2, [], new ReadOnlySequence<byte>(Node.Entry(9, 1)));
            await Nodes[1].Until(n => n.Kept(2).Count == 1);
            using var stop = new CancellationTokenSource();
            Task[] load = Nodes.Select(n => Task.Run(() => Appending(n, stop.Token))).ToArray();
            await Task.Delay(500);

            await Broker.DeleteQueues($"{Options.Prefix}.kept.2.");
            foreach (Node node in Nodes)
                await node.Until(n => n.KeptGaps == 1);
            await Task.Delay(1_000);
            await stop.CancelAsync();
            await Task.WhenAll(load);
            foreach (Node node in Nodes)
                await node.Backplane.AppendAsync(2, [], new ReadOnlySequence<byte>(Node.Entry(node.Name, long.MaxValue)));
            foreach (Node node in Nodes)
                await node.Until(n => n.Kept(2).Count(k => k.Number == long.MaxValue) == 2);

            KeptPosition end = Nodes[0].Backplane.End(2);
            Assert.NotEqual(old.Epoch, end.Epoch);
            Assert.Equal(end, Nodes[1].Backplane.End(2));
            foreach (int stream in new[] { 0, 1, 2, 3 })
            {
                Assert.Equal(New(Nodes[0], stream), New(Nodes[1], stream));
                CheckStream(stream, allowLoss: stream == 2);
            }
            KeptHistory history = await Nodes[0].Backplane.ReadAsync(2, old, (_, _) => true);
            Assert.False(history.IsComplete);

            IEnumerable<KeptPosition> New(Node node, int stream)
            {
                long epoch = node.Backplane.End(stream).Epoch;
                return node.Kept(stream).Select(k => k.Position).Where(p => p.Epoch == epoch);
            }
        }

        [BrokerFact]
        public async Task TheDirectoryOfStreamsMayBeDeleted()
        {
            await Begin(2);
            await Task.WhenAll(Enumerable.Range(0, 16).Select(i => Nodes[0].Append(i, 0)));
            await Broker.DeleteQueues(Options.Directory);
            await Task.Delay(1_500);
            await Begin(3);
            await Task.WhenAll(Enumerable.Range(0, 16).Select(i => Nodes[2].Append(i, 1)));
            foreach (Node node in Nodes)
            {
                for (int i = 0; i < 16; i++)
                    await node.Until(n => n.Kept(i).Count == 2);
                Assert.Equal(0, node.KeptGaps);
            }
        }

        [BrokerFact]
        public async Task ABrokerWithoutMemoryBlocksAndContinues()
        {
            Options.PublishTimeout = TimeSpan.FromSeconds(2);
            Options.RelayTimeout = TimeSpan.FromSeconds(4);
            bool wasBlocked = false;
            await Load(async () =>
            {
                await Task.Delay(500);
                await Broker.Control("set_vm_memory_high_watermark", "0");
                try
                {
                    foreach (Node node in Nodes)
                        await node.Until(n => n.Backplane.State == BackplaneState.Blocked);
                    await Task.Delay(6_000);
                    wasBlocked = Nodes.All(n => n.Backplane.State == BackplaneState.Blocked);
                }
                finally
                {
                    await Broker.Control("set_vm_memory_high_watermark", "0.4");
                }
                await Ready();
                await Task.Delay(1_000);
            });
            Assert.True(wasBlocked);
            Assert.All(Nodes, n => Assert.Equal(0, n.Failed));
            Assert.All(Nodes, n => Assert.DoesNotContain(n.Events, e => e.Contains("Reconnecting")));
            AssertNobodyGone();
        }

        [BrokerFact]
        public async Task ARelayThatStartsWhileTheBrokerIsWithoutMemoryIsReadyAfterwards()
        {
            Options.PublishTimeout = TimeSpan.FromSeconds(1);
            await Broker.Control("set_vm_memory_high_watermark", "0");
            var node = new Node(0, Options, Output);
            Task starting = node.Backplane.StartAsync(node).AsTask();
            Nodes.Add(node);
            try
            {
                await node.Until(n => n.Events.Any(e => e.Contains("accepts no messages: low on memory")));
                await node.Until(n => n.Events.Any(e => e.Contains("The broker did not respond in time. Reconnecting.")));
                Assert.False(starting.IsCompleted);
            }
            finally
            {
                await Broker.Control("set_vm_memory_high_watermark", "0.4");
            }
            await starting.WaitAsync(TimeSpan.FromSeconds(30));
            await Ready();
            await node.Append(1, 1);
            Assert.Single(node.Confirmed);
        }

        [BrokerFact]
        public async Task ASlowConsumerCostsABoundedAmountOfMemory()
        {
            Options.QueueBytes = 4 << 20;
            await Begin(2);
            await Nodes[1].Backplane.ListenAsync(1);
            await Nodes[1].Until(n => n.Events.Any(e => e.Contains("alive")));
            var stopped = new ManualResetEventSlim();
            Nodes[1].Stopped = stopped;
            var entry = new byte[16_000];
            long before = GC.GetTotalMemory(forceFullCollection: true);
            int refused = 0;
            const int Count = 6_000;
            for (int i = 0; i < Count; i++)
            {
                Node.Entry(0, i).CopyTo(entry, 0);
                while (!Nodes[0].Backplane.TryPublish(1, entry, ReadOnlySequence<byte>.Empty) && refused++ < 100_000)
                    await Task.Delay(1);
            }
            await Task.WhenAll(Enumerable.Range(0, 2_000).Select(i => Nodes[0].Append(4, i, 16_000)));
            long grown = GC.GetTotalMemory(forceFullCollection: true) - before;
            Output.WriteLine($"{Count * 16_000L >> 20} MiB of fast and 30 MiB of kept entries, a receiver that is blocked: " +
                $"memory grew by {grown >> 20} MiB");
            Assert.InRange(grown, long.MinValue, 30 << 20);

            stopped.Set();
            await Nodes[1].Until(n => n.Kept(4).Count == 2_000, 60);
            await Nodes[1].Until(n => n.FastGaps > 0);
            Assert.InRange(Nodes[1].FastReceived, 1, Count - 1);
            Assert.Equal(0, Nodes[1].FastDisordered);
            CheckStream(4, allowLoss: false);
        }

        // Two relays send kept and fast entries during a fault. All confirmed entries must be received by all relays, once and in order.
        private async Task Load(Func<Task> fault)
        {
            await Begin(2);
            foreach (Node node in Nodes)
                await node.Backplane.ListenAsync(0);
            using var stop = new CancellationTokenSource();
            Task[] load = [
                .. Nodes.Select(n => Task.Run(() => Appending(n, stop.Token))),
                .. Nodes.Select(n => Task.Run(() => Publishing(n, stop.Token)))];
            try
            {
                await fault();
            }
            finally
            {
                await stop.CancelAsync();
                await Task.WhenAll(load).WaitAsync(TimeSpan.FromSeconds(90));
            }
            Node late = await Begin();
            foreach (int stream in new[] { 0, 1, 2, 3 })
            {
                foreach (Node node in Nodes.Take(2))
                    await node.Until(n => Nodes.All(other => n.Kept(stream).Count >= other.Kept(stream).Count));
                CheckStream(stream, allowLoss: false);
                List<KeptPosition> history = [];
                await late.Backplane.ReadAsync(stream, KeptPosition.Start, (position, _) =>
                {
                    history.Add(position);
                    return true;
                });
                Assert.Equal(Nodes[0].Kept(stream).Select(k => k.Position), history);
            }
            Assert.All(Nodes, n => Assert.Equal(0, n.FastDisordered));
            Assert.All(Nodes, n => Assert.Equal(0, n.KeptGaps));
        }

        private static async Task Appending(Node node, CancellationToken stop)
        {
            List<Task> under = [];
            for (int i = 0; !stop.IsCancellationRequested && i < 200_000; i++)
            {
                under.Add(node.Append(i % 4, i));
                if (i % 10 != 0)
                    continue;
                await Task.Delay(10, CancellationToken.None);
                if (under.Count > 20_000)
                    await Task.WhenAny(Task.WhenAll(under), Task.Delay(Timeout.Infinite, stop));
                under.RemoveAll(t => t.IsCompleted);
            }
            await Task.WhenAll(under);
        }

        private static async Task Publishing(Node node, CancellationToken stop)
        {
            for (int i = 0; !stop.IsCancellationRequested && i < 200_000; i++)
            {
                node.Publish(0, i);
                if (i % 10 == 0)
                    await Task.Delay(10, CancellationToken.None);
            }
        }

        // Compares the confirmed entries with those that were received by the relays that existed from the start.
        private void CheckStream(int stream, bool allowLoss)
        {
            foreach (Node node in Nodes.Take(2))
            {
                var received = node.Kept(stream);
                int doubled = received.Count - received.Select(k => (k.Sender, k.Number)).Distinct().Count();
                int disordered = received.GroupBy(k => k.Sender).Sum(g => g.Zip(g.Skip(1)).Count(p => p.First.Number >= p.Second.Number));
                var there = received.Select(k => (k.Sender, k.Number, k.Position)).ToHashSet();
                int lost = Nodes.Sum(n => n.Confirmed.Count(c => c.Key.Stream == stream
                    && !there.Contains((n.Name, c.Key.Number, c.Value))));
                int confirmed = Nodes.Sum(n => n.Confirmed.Count(c => c.Key.Stream == stream));
                Output.WriteLine($"stream {stream}, node {node.Name}: confirmed {confirmed}, received {received.Count}, " +
                    $"doubled {doubled}, disordered {disordered}, lost {lost}");
                Assert.Equal(0, doubled);
                Assert.Equal(0, disordered);
                Assert.True(allowLoss || lost == 0);
            }
        }

        // A relay that cannot send heartbeats because of the fault must not be reported as gone.
        private void AssertNobodyGone()
        {
            Assert.All(Nodes, n => Assert.DoesNotContain(n.Events, e => e.Contains("gone")));
        }

        private async Task Ready()
        {
            foreach (Node node in Nodes)
                await node.Until(n => n.Backplane.State == BackplaneState.Ready, 40);
        }

        private async Task Begin(int count)
        {
            while (Nodes.Count < count)
                await Begin();
        }
    }
}
