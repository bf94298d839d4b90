using System;
using System.Collections.Generic;
using Kitbag.Relay.Backplane.Rabbit;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    public sealed class KeptCursorTests
    {
        private static readonly Guid s_one = Guid.NewGuid(), s_two = Guid.NewGuid();

        [Fact]
        public void Entries_that_are_sent_twice_are_read_once()
        {
            // The batches 2 and 3 were in doubt and sent again; a batch of another relay is between them.
            BatchHeader[] stream = [Kept(s_one, 1), Kept(s_one, 2), Kept(s_two, 1), Kept(s_one, 3), Again(s_one, 2, 0), Again(s_one, 3, 0),
                Kept(s_one, 4)];
            var cursor = new KeptCursor(1, 0);
            List<KeptVerdict> verdicts = [];
            for (int i = 0; i < stream.Length; i++)
                verdicts.Add(cursor.Take(i, stream[i]));

            Assert.Equal([KeptVerdict.New, KeptVerdict.New, KeptVerdict.New, KeptVerdict.New, KeptVerdict.Double, KeptVerdict.Double,
                KeptVerdict.New], verdicts);
            Assert.Equal(6, cursor.Last);
        }

        [Fact]
        public void A_reader_that_starts_between_two_duplicates_looks_back()
        {
            BatchHeader[] stream = [Kept(s_one, 1), Kept(s_one, 2), Kept(s_two, 1), Again(s_one, 2, 0), Again(s_one, 3, 0)];
            var cursor = new KeptCursor(1, 2);
            Assert.Equal(KeptVerdict.New, cursor.Take(2, stream[2]));
            Assert.Equal(KeptVerdict.LookBack, cursor.Take(3, stream[3]));
            Assert.Equal(1, cursor.LookBackFrom);

            cursor.Restart(cursor.LookBackFrom);
            Assert.Equal(KeptVerdict.Passed, cursor.Take(1, stream[1]));
            Assert.Equal(KeptVerdict.Passed, cursor.Take(2, stream[2]));
            Assert.Equal(KeptVerdict.Double, cursor.Take(3, stream[3]));
            Assert.Equal(KeptVerdict.New, cursor.Take(4, stream[4]));
        }

        [Fact]
        public void A_reader_that_saw_everything_since_the_first_attempt_does_not_look_back()
        {
            var cursor = new KeptCursor(1, 10);
            Assert.Equal(KeptVerdict.New, cursor.Take(12, Again(s_one, 7, 9)));
            Assert.Equal(KeptVerdict.Double, cursor.Take(13, Again(s_one, 7, 9)));
        }

        [Fact]
        public void A_queue_that_is_not_ready_is_not_missing()
        {
            Assert.True(StreamDirectory.IsMissing(Answer(404, "NOT_FOUND - no queue 'kitbag.kept.1.5' in vhost '/'")));
            Assert.False(StreamDirectory.IsMissing(Answer(404, "NOT_FOUND - home node 'a@b' of durable queue 'c' in vhost '/' is down")));
            Assert.False(StreamDirectory.IsMissing(Answer(541, "INTERNAL_ERROR")));
            Assert.False(StreamDirectory.IsMissing(null));

            static ShutdownEventArgs Answer(ushort code, string text) => new(ShutdownInitiator.Peer, code, text);
        }

        private static BatchHeader Kept(Guid sender, long number) => new(BatchKind.Kept, sender, number, -1, 0);

        private static BatchHeader Again(Guid sender, long number, long since) => new(BatchKind.KeptAgain, sender, number, since, 0);
    }
}
