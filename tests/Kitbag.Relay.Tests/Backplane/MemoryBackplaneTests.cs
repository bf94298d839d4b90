using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    public sealed class MemoryBackplaneTests
    {
        [Fact]
        public async Task Fast_entries_go_to_other_relays_that_listen()
        {
            var hub = new MemoryBackplaneHub();
            (MemoryBackplane one, RecordingReceiver atOne) = await Start(hub);
            (MemoryBackplane two, RecordingReceiver atTwo) = await Start(hub);
            (MemoryBackplane three, RecordingReceiver atThree) = await Start(hub);
            await one.ListenAsync(5);
            await two.ListenAsync(5);
            await three.ListenAsync(6);

            for (int i = 0; i < 100; i++)
                Assert.True(one.TryPublish(5, Bytes("h"), Payload($"{i}")));
            await atTwo.Until(r => r.Count("fast") == 100);
            two.Ignore(5);
            Assert.True(one.TryPublish(5, Bytes("h"), Payload("late")));
            await one.DisposeAsync();
            await atTwo.Until(r => r.Count("gone") == 1);

            Assert.Equal(Enumerable.Range(0, 100).Select(i => $"fast 5 {one.Relay:N} h{i}"), atTwo.Events.Where(e => e.StartsWith("fast")));
            Assert.Equal(0, atOne.Count("fast") + atThree.Count("fast"));
            Assert.Contains($"gone {one.Relay:N}", atTwo.Events);
            Assert.Contains($"alive {one.Relay:N}", atThree.Events);
            Assert.Contains($"alive {three.Relay:N}", atOne.Events);
            Assert.False(one.TryPublish(5, Bytes("h"), Payload("closed")));
        }

        [Fact]
        public async Task Kept_entries_have_one_order_for_all()
        {
            var hub = new MemoryBackplaneHub();
            (MemoryBackplane one, RecordingReceiver atOne) = await Start(hub);
            (MemoryBackplane two, RecordingReceiver atTwo) = await Start(hub);

            await Task.WhenAll(Append(one, "a"), Append(two, "b"));
            (MemoryBackplane three, RecordingReceiver atThree) = await Start(hub);
            await atOne.Until(r => r.Kept.Count == 200);
            await atTwo.Until(r => r.Kept.Count == 200);

            Assert.Equal(atOne.Kept, atTwo.Kept);
            Assert.Equal(atOne.Kept, atThree.Kept);
            Assert.Equal(200, atOne.Kept.Select(k => k.Position).Distinct().Count());
            Assert.Equal(atOne.Kept[^1].Position, three.End(3));

            static async Task Append(MemoryBackplane member, string name)
            {
                for (int i = 0; i < 100; i++)
                    await member.AppendAsync(3, Bytes(name), Payload($"{i}"));
            }
        }

        [Fact]
        public async Task History_reports_missing_entries()
        {
            var hub = new MemoryBackplaneHub();
            (MemoryBackplane one, RecordingReceiver atOne) = await Start(hub);
            var positions = new List<KeptPosition>();
            for (int i = 0; i < 10; i++)
                positions.Add(await one.AppendAsync(0, [], Payload($"{i}")));

            Assert.Equal((true, "0123456789"), await Read(one, KeptPosition.Start));
            Assert.Equal((true, "56789"), await Read(one, positions[4]));
            Assert.Equal((true, ""), await Read(one, positions[9]));

            hub.Trim(0, 4);
            Assert.Equal((false, "6789"), await Read(one, positions[4]));
            Assert.Equal((true, "6789"), await Read(one, positions[5]));
            Assert.Equal((false, "6789"), await Read(one, KeptPosition.Start));

            hub.Delete(0);
            await one.AppendAsync(0, [], Payload("new"));
            await atOne.Until(r => r.Kept.Count == 11);
            Assert.Equal((false, "new"), await Read(one, positions[9]));
            Assert.Equal(1, atOne.Count("keptgap 0 anew"));
            Assert.NotEqual(positions[0].Epoch, one.End(0).Epoch);
        }

        [Fact]
        public async Task A_single_relay_keeps_entries_within_its_limits()
        {
            await using var local = new LocalBackplane(maxStreamBytes: 1000);
            var receiver = new RecordingReceiver();
            await local.StartAsync(receiver);
            KeptPosition first = await local.AppendAsync(1, [], Payload(new string('x', 100)));
            for (int i = 0; i < 99; i++)
                await local.AppendAsync(1, [], Payload(new string('x', 100)));
            await receiver.Until(r => r.Kept.Count == 100);

            (bool isComplete, string text) = await Read(local, first, stream: 1);
            Assert.False(isComplete);
            Assert.Equal(1000, text.Length);
            Assert.True(local.TryPublish(0, Bytes("nobody"), Payload("hears")));
        }

        private static async Task<(MemoryBackplane, RecordingReceiver)> Start(MemoryBackplaneHub hub)
        {
            var member = new MemoryBackplane(hub);
            var receiver = new RecordingReceiver();
            await member.StartAsync(receiver);
            Assert.Equal(BackplaneState.Ready, member.State);
            return (member, receiver);
        }

        private static async Task<(bool, string)> Read(IBackplane member, KeptPosition after, int stream = 0)
        {
            var text = new StringBuilder();
            KeptHistory history = await member.ReadAsync(stream, after, (_, entry) =>
            {
                text.Append(RecordingReceiver.Text(entry));
                return true;
            });
            return (history.IsComplete, text.ToString());
        }

        private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

        private static ReadOnlySequence<byte> Payload(string text) => new(Bytes(text));
    }
}
