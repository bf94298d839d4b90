using System;
using System.Buffers;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    public sealed class FastPublisherTests
    {
        private readonly FastPublisher _publisher = new(Guid.NewGuid(), new RabbitOptions { MaxFastPending = 10_000, MaxEntry = 50_000 });

        [Fact]
        public void Nothing_is_taken_without_a_connection()
        {
            Assert.False(TryPublish(100));
            _publisher.SetTakes(true);
            Assert.True(TryPublish(100));
            _publisher.SetTakes(false);
            Assert.False(TryPublish(100));
        }

        [Fact]
        public void The_queue_is_bounded()
        {
            _publisher.SetTakes(true);
            int taken = 0;
            while (TryPublish(96))
                taken++;
            // 4 bytes of length each, and a header of 36.
            Assert.Equal(99, taken);
            // Full is full, for short entries too.
            Assert.False(TryPublish(1));
            Assert.Throws<ArgumentException>(() => TryPublish(50_001));
        }

        [Fact]
        public void One_entry_may_be_longer_than_the_bound()
        {
            _publisher.SetTakes(true);
            Assert.True(TryPublish(50_000));
            Assert.False(TryPublish(1));
        }

        private bool TryPublish(int length) => _publisher.TryPublish(1, default, new ReadOnlySequence<byte>(new byte[length]));
    }
}
