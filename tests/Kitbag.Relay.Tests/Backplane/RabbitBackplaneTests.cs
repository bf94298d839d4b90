using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Security.Cryptography.X509Certificates;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>Tests several backplanes on a broker that does not fail.</summary>
    [Collection(BrokerTests.Name)]
    [Trait("Broker", "real")]
    public sealed class RabbitBackplaneTests(ITestOutputHelper output) : BackplaneTests(output)
    {
        [BrokerFact]
        public async Task FastEntriesArriveInOrder()
        {
            const int Count = 100_000;
            Node[] nodes = [await Begin(), await Begin(), await Begin()];
            foreach (Node node in nodes)
                await node.Backplane.ListenAsync(7);
            await nodes[0].Backplane.ListenAsync(8);
            var watch = Stopwatch.StartNew();
            await Task.WhenAll(nodes.Select(n => Task.Run(async () =>
            {
                for (int i = 0; i < Count; i++)
                {
                    while (!n.Backplane.TryPublish(7, Node.Entry(n.Name, i), ReadOnlySequence<byte>.Empty))
                        await Task.Delay(1);
                    if (i % 1000 == 0)
                        await Task.Yield();
                }
            })));
            foreach (Node node in nodes)
                await node.Until(n => n.FastReceived == 2 * Count, 60);
            Output.WriteLine($"{3 * Count} sent, {6 * Count} received in {watch.ElapsedMilliseconds} ms");

            Assert.All(nodes, n => Assert.Equal(0, n.FastDisordered));
            Assert.All(nodes, n => Assert.Equal(0, n.FastGaps));
            nodes[1].Backplane.Ignore(7);
            await Task.Delay(500);
            nodes[0].Publish(7, Count);
            await nodes[2].Until(n => n.FastReceived == 2 * Count + 1);
            Assert.Equal(2 * Count, nodes[1].FastReceived);
        }

        [BrokerFact]
        public async Task ABucketThatIsIgnoredAndListenedToAgainIsHeard()
        {
            Node sender = await Begin(), receiver = await Begin();
            for (int i = 0; i < 300; i++)
            {
                receiver.Backplane.Ignore(9);
                Task first = receiver.Backplane.ListenAsync(9).AsTask();
                if (i % 3 == 0)
                    await first;
                receiver.Backplane.Ignore(9);
                if (i % 2 == 0)
                    await Task.Delay(1);
                await receiver.Backplane.ListenAsync(9);
                await first;
                long before = receiver.FastReceived;
                sender.Publish(9, i);
                await receiver.Until(n => n.FastReceived > before);
            }
        }

        [BrokerFact]
        public async Task EntriesMayBeLongerThanTheLimitOfThisRelay()
        {
            RabbitOptions smaller = Node.Options(o => (o.Prefix, o.MaxEntry) = (Options.Prefix, 10_000));
            await Begin();
            Node other = await Node.Start(1, smaller, Output);
            Nodes.Add(other);
            await Nodes[0].Append(3, 1, 2_000_000);
            await other.Append(3, 2);
            await other.Until(n => n.Kept(3).Count == 2);
            Assert.DoesNotContain(other.Events, e => e.Contains("Reconnecting"));
        }

        /// <summary>An acknowledgement after its channel is closed is an error that closes the connection.</summary>
        [BrokerFact]
        public async Task ReadingOfTheHistoryMayEndAtAnyTime()
        {
            Node node = await Begin();
            for (int i = 0; i < 300; i++)
                await node.Append(3, i);
            await Task.WhenAll(Enumerable.Range(0, 8).Select(reader => Task.Run(async () =>
            {
                for (int i = 0; i < 60; i++)
                {
                    int rest = 10 + (i + reader) % 30;
                    await node.Backplane.ReadAsync(3, KeptPosition.Start, (_, _) => --rest > 0);
                }
            })));
            Assert.DoesNotContain(node.Events, e => e.Contains("Reconnecting"));
        }

        [BrokerFact]
        public async Task KeptEntriesHaveOneOrderForAll()
        {
            const int Count = 5_000;
            Node[] nodes = [await Begin(), await Begin(), await Begin()];
            var watch = Stopwatch.StartNew();
            await Task.WhenAll(nodes.SelectMany(n => Enumerable.Range(0, 2 * Count).Select(i => n.Append(i % 2, i))));
            Output.WriteLine($"{6 * Count} confirmed in {watch.ElapsedMilliseconds} ms");
            foreach (Node node in nodes)
                await node.Until(n => n.Kept(0).Count == 3 * Count && n.Kept(1).Count == 3 * Count);
            Node late = await Begin();

            foreach (int stream in new[] { 0, 1 })
            {
                var kept = nodes[0].Kept(stream);
                Assert.Equal(kept, nodes[1].Kept(stream));
                Assert.Equal(kept, nodes[2].Kept(stream));
                Assert.Equal(kept, late.Kept(stream));
                foreach (Node node in nodes)
                {
                    var own = kept.Where(k => k.Sender == node.Name).ToList();
                    Assert.Equal(Enumerable.Range(0, Count).Select(i => 2L * i + stream), own.Select(k => k.Number));
                    Assert.All(own, k => Assert.Equal(k.Position, node.Confirmed[(stream, k.Number)]));
                }
                foreach (int index in new[] { 0, 1, Count, 3 * Count - 1 })
                    await Check(kept[index].Position, true, index + 1);
                await Check(KeptPosition.Start, true, 0);
                await Check(kept[^1].Position with { Epoch = 5 }, false, 0);

                async Task Check(KeptPosition after, bool isComplete, int skipped)
                {
                    (bool isReadCompletely, List<KeptPosition> positions) = await Read(late, stream, after);
                    Assert.Equal(isComplete, isReadCompletely);
                    Assert.Equal(kept.Skip(skipped).Select(k => k.Position), positions);
                }
            }
        }

        [BrokerFact]
        public async Task EntriesMayBeLong()
        {
            Node one = await Begin();
            Node two = await Begin();
            await two.Backplane.ListenAsync(3);
            var entry = new byte[Options.MaxEntry];
            Assert.Throws<ArgumentException>(() => one.Backplane.TryPublish(3, [1], new ReadOnlySequence<byte>(entry)));
            Assert.True(one.Backplane.TryPublish(3, [], new ReadOnlySequence<byte>(entry)));
            await one.Backplane.AppendAsync(3, [], new ReadOnlySequence<byte>(entry));
            await two.Until(n => n.FastReceived == 1 && n.Kept(3).Count == 1);
        }

        [BrokerFact]
        public async Task AnEntryTakesLittleTime()
        {
            Node one = await Begin();
            Node two = await Begin();
            await two.Backplane.ListenAsync(3);
            List<double> fast = [], kept = [];
            for (int i = 0; i < 500; i++)
            {
                long began = Stopwatch.GetTimestamp();
                Assert.True(one.Publish(3, i));
                while (Volatile.Read(ref two.FastReceived) == i)
                    await Task.Yield();
                fast.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
                began = Stopwatch.GetTimestamp();
                await one.Append(3, i);
                kept.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
            }
            fast.Sort();
            kept.Sort();
            Output.WriteLine($"fast: p50 {fast[250]:F2} ms, p99 {fast[495]:F2} ms; kept: p50 {kept[250]:F2} ms, p99 {kept[495]:F2} ms");
        }

        [BrokerFact]
        public async Task RelaysKnowOfEachOther()
        {
            // The timeout is longer than the wait below, so the goodbye must report it.
            Options.RelayTimeout = TimeSpan.FromSeconds(60);
            Node one = await Begin();
            Node two = await Begin();
            await one.Until(n => n.Events.Any(e => e.EndsWith($"alive {two.Backplane.Relay:N}", StringComparison.Ordinal)));
            await two.Until(n => n.Events.Any(e => e.EndsWith($"alive {one.Backplane.Relay:N}", StringComparison.Ordinal)));
            await two.DisposeAsync();
            await one.Until(n => n.Events.Any(e => e.EndsWith($"gone {two.Backplane.Relay:N}", StringComparison.Ordinal)));
        }

        [BrokerFact]
        public async Task ATrimmedStreamIsAGap()
        {
            (Options.StreamBytes, Options.SegmentBytes, Options.BatchBytes) = (1 << 20, 256 << 10, 8 << 10);
            Node one = await Begin();
            KeptPosition first = await one.Backplane.AppendAsync(3, [], new ReadOnlySequence<byte>(Node.Entry(1, -1)));
            for (int i = 0; i < 40; i++)
                await Task.WhenAll(Enumerable.Range(0, 100).Select(j => one.Append(3, i * 100 + j, 1000)));
            await one.Until(n => n.Kept(3).Count == 4001);

            (bool isComplete, List<KeptPosition> positions) = await Read(one, 3, first);
            Output.WriteLine($"{positions.Count} of 4000 entries are left");
            Assert.False(isComplete);
            Assert.Equal(one.Kept(3).Select(k => k.Position).TakeLast(positions.Count), positions);
            Assert.InRange(positions.Count, 100, 3900);
            Assert.Equal(0, one.KeptGaps);
        }

        /// <summary>The broker's certificate is self-signed: it is accepted only if the options name it.</summary>
        [BrokerFact]
        public async Task RelaysReachABrokerWithTlsWhoseCertificateTheyWereGiven()
        {
            Options.Address = Broker.SecureAddress;
            Options.Authority = X509CertificateLoader.LoadCertificateFromFile(Broker.Certificate);
            Node one = await Begin(), two = await Begin();
            await two.Backplane.ListenAsync(7);
            await one.Append(5, 1);
            await two.Until(n => n.Kept(5).Count == 1);
            KeptPosition kept = two.Kept(5)[0].Position;
            Assert.Equal(one.Confirmed[(5, 1)], kept);
            Assert.True((await two.Backplane.FindEndAsync(5)).IsAfter(kept));
            Assert.True(one.Backplane.TryPublish(7, Node.Entry(one.Name, 0), ReadOnlySequence<byte>.Empty));
            await two.Until(n => n.FastReceived == 1);

            RabbitOptions strange = Node.Options(o => o.Address = Broker.SecureAddress);
            await using var untrusting = new RabbitBackplane(strange);
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(3));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await untrusting.StartAsync(one, limit.Token));
            Assert.Equal(BackplaneState.Connecting, untrusting.State);
        }

        private static async Task<(bool IsComplete, List<KeptPosition> Positions)> Read(Node node, int stream, KeptPosition after)
        {
            List<KeptPosition> positions = [];
            KeptHistory history = await node.Backplane.ReadAsync(stream, after, (position, _) =>
            {
                positions.Add(position);
                return true;
            }).AsTask().WaitAsync(TimeSpan.FromSeconds(20));
            return (history.IsComplete, positions);
        }
    }
}
