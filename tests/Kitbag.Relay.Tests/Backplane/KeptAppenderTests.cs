using System;
using System.Buffers;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    public sealed class KeptAppenderTests
    {
        private readonly PendingBytes _pending = new();
        private readonly KeptAppender _appender;

        public KeptAppenderTests()
        {
            _appender = new KeptAppender(Guid.NewGuid(), 3, new RabbitOptions { BatchBytes = 1 }, _pending);
        }

        [Fact]
        public void Nothing_is_sent_before_the_stream_is_known()
        {
            Append();
            Assert.Null(Take());
            _appender.SetStream(7, 40);
            Assert.Equal((BatchKind.Kept, 1L, 40L), Take());
            Assert.Null(Take());
        }

        [Fact]
        public void After_a_doubt_one_batch_goes_first()
        {
            Ready();
            Task<KeptPosition> two = Append();
            Append();
            Task<KeptPosition> four = Append();
            Assert.Equal((BatchKind.Kept, 2L, 1L), Take());
            Assert.Equal((BatchKind.Kept, 3L, 1L), Take());

            _appender.SendAgain();
            Assert.Equal((BatchKind.KeptAgain, 2L, 1L), Take());
            Assert.Null(Take());
            // Confirmations of batches from before the doubt do not show that the broker accepts more; only the next batch is tried.
            Assert.True(_appender.Arrived(2, isAgain: false, 7, 5));
            Assert.True(two.IsCompletedSuccessfully);
            Assert.Equal((BatchKind.KeptAgain, 3L, 1L), Take());
            Assert.Null(Take());
            Assert.True(_appender.Arrived(3, isAgain: true, 7, 6));
            Append();
            Assert.Equal((BatchKind.Kept, 4L, 6L), Take());
            Assert.Equal((BatchKind.Kept, 5L, 6L), Take());
            Assert.False(four.IsCompleted);
        }

        /// <summary>A mark, which waits for a batch without adding an entry, does not count as an entry.</summary>
        [Fact]
        public async Task Entries_after_a_mark_have_their_own_positions()
        {
            var appender = new KeptAppender(Guid.NewGuid(), 3, new RabbitOptions(), _pending);
            appender.SetStream(7, 40);
            Task<KeptPosition> mark = appender.AppendMark();
            Task<KeptPosition> first = appender.Append([1], default), second = appender.Append([2], default);
            Assert.True(appender.TryTake(out _, out _));
            appender.Arrived(1, isAgain: false, 7, 41);
            Assert.Equal(new KeptPosition(7, 41, 0), await first);
            Assert.Equal(new KeptPosition(7, 41, 1), await second);
            Assert.Equal(new KeptPosition(7, 41, 1), await mark);
        }

        [Fact]
        public async Task Overtaken_entries_are_uncertain()
        {
            Ready();
            Task<KeptPosition> two = Append();
            Task<KeptPosition> three = Append();
            Take();
            Take();
            _appender.Arrived(3, isAgain: false, 7, 9);
            Assert.Equal(new KeptPosition(7, 9, 0), await three);
            Assert.True((await Assert.ThrowsAsync<BackplaneException>(() => two)).InDoubt);
            Assert.Equal(0, _pending.Value);
        }

        [Fact]
        public async Task Entries_that_were_not_sent_are_not_uncertain()
        {
            Task<KeptPosition> one = Append();
            _appender.Close();
            Assert.False((await Assert.ThrowsAsync<BackplaneException>(() => one)).InDoubt);
            Assert.False((await Assert.ThrowsAsync<BackplaneException>(Append)).InDoubt);
            Assert.Equal(0, _pending.Value);
        }

        [Fact]
        public void A_new_epoch_is_sent_everything_as_if_for_the_first_time()
        {
            Ready();
            Append();
            Take();
            _appender.SetStream(8, -1);
            Assert.Equal((BatchKind.Kept, 2L, -1L), Take());
        }

        private void Ready()
        {
            _appender.SetStream(7, 0);
            Append();
            Take();
            _appender.Arrived(1, isAgain: false, 7, 1);
        }

        private Task<KeptPosition> Append() => _appender.Append([1, 2], new ReadOnlySequence<byte>([3]));

        private (BatchKind, long Number, long Since)? Take()
        {
            if (!_appender.TryTake(out byte[]? message, out _))
                return null;
            Assert.True(BatchHeader.TryRead(message, out BatchHeader header));
            return (header.Kind, header.Number, header.Since);
        }
    }
}
