using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    public sealed class RelayTableTests
    {
        private readonly RecordingReceiver _receiver = new();
        private readonly StoppedClock _clock = new();
        private readonly Guid _self = Guid.NewGuid(), _other = Guid.NewGuid();
        private readonly RelayTable _table;

        public RelayTableTests()
        {
            _table = new RelayTable(_self, _receiver, TimeSpan.FromSeconds(6), _clock);
        }

        [Fact]
        public void A_missing_number_is_a_gap()
        {
            _table.SetListens(1, true);
            Fast(1, 5, "a");
            Fast(1, 6, "b");
            Fast(1, 8, "c");
            Assert.Equal([$"alive {_other:N}", Got("a"), Got("b"), $"fastgap 1 {_other:N}", Got("c")], _receiver.Events);
        }

        [Fact]
        public void Heartbeats_report_missing_batches_at_the_end()
        {
            _table.SetListens(1, true);
            Fast(1, 5, "a");
            Beat(5);
            Beat(7);
            Beat(7);
            Fast(1, 8, "b");
            Assert.Equal([$"alive {_other:N}", Got("a"), $"fastgap 1 {_other:N}", Got("b")], _receiver.Events);
        }

        [Fact]
        public void Batches_that_arrive_without_listeners_are_not_a_gap()
        {
            _table.SetListens(1, true);
            Fast(1, 5, "a");
            _table.SetListens(1, false);
            Fast(1, 6, "not heard");
            Beat(9);
            _table.SetListens(1, true);
            Fast(1, 12, "b");
            Fast(1, 13, "c");
            Assert.Equal([$"alive {_other:N}", Got("a"), Got("b"), Got("c")], _receiver.Events);
        }

        [Fact]
        public void A_silent_relay_is_gone_until_it_is_heard_again()
        {
            Beat(0);
            _clock.Now = TimeSpan.FromSeconds(5);
            _table.Tick();
            _clock.Now = TimeSpan.FromSeconds(7);
            _table.Restart();
            _table.Tick();
            Assert.Equal([$"alive {_other:N}"], _receiver.Events);
            // No heartbeats arrive, not even those of this relay.
            _clock.Now = TimeSpan.FromSeconds(14);
            _table.Tick();
            Assert.Equal([$"alive {_other:N}"], _receiver.Events);
            _clock.Now = TimeSpan.FromSeconds(21);
            _table.Take(new BatchHeader(BatchKind.Heartbeat, _self, 0, 0, 0), default);
            _table.Tick();
            _table.Tick();
            Beat(0);
            _table.Take(new BatchHeader(BatchKind.Goodbye, _other, 0, 0, 0), default);
            Assert.Equal([$"alive {_other:N}", $"gone {_other:N}", $"alive {_other:N}", $"gone {_other:N}"], _receiver.Events);
        }

        [Fact]
        public void Own_and_damaged_entries_are_not_forwarded()
        {
            _table.SetListens(1, true);
            _table.Take(new BatchHeader(BatchKind.Fast, _self, 1, 0, 1), Encoding.ASCII.GetBytes("\u0001\0\0\0x"));
            _table.Take(new BatchHeader(BatchKind.Fast, _other, 1, 0, 1), new byte[] { 5, 0, 0, 0, 1 });
            _table.Take(new BatchHeader(BatchKind.Fast, _other, 2, 0, 1), new byte[] { 255, 255, 255, 255, 1 });
            _table.Take(new BatchHeader(BatchKind.Fast, _other, 2, 0, 999), new byte[] { 1, 0, 0, 0, 1 });
            _table.Take(new BatchHeader(BatchKind.Heartbeat, _other, 0, 0, 1), new byte[] { 5, 0, 0 });
            Assert.False(BatchHeader.TryRead(new byte[BatchHeader.Size], out _));
            Assert.Equal([$"alive {_other:N}"], _receiver.Events);
        }

        private string Got(string text) => $"fast 1 {_other:N} {text}";

        private void Fast(int bucket, long number, string text)
        {
            var batch = new BatchBuffer();
            batch.Add(default, new ReadOnlySequence<byte>(Encoding.ASCII.GetBytes(text)));
            byte[] message = batch.ToMessage(new BatchHeader(BatchKind.Fast, _other, number, 0, bucket)).ToArray();
            Assert.True(BatchHeader.TryRead(message, out BatchHeader header));
            _table.Take(header, message.AsMemory(BatchHeader.Size));
        }

        private void Beat(long number)
        {
            var numbers = new byte[BackplaneSizes.Buckets * sizeof(long)];
            BinaryPrimitives.WriteInt64LittleEndian(numbers.AsSpan(sizeof(long)), number);
            _table.Take(new BatchHeader(BatchKind.Heartbeat, _other, 0, 0, 0), numbers);
        }

        private sealed class StoppedClock : TimeProvider
        {
            public TimeSpan Now { get; set; }

            public override long TimestampFrequency => TimeSpan.TicksPerSecond;

            public override long GetTimestamp() => Now.Ticks;
        }
    }
}
