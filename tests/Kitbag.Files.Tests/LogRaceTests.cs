using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>
    /// A program truncates the torn tail of a log and appends groups while another one reads: between any two calls of the reader.
    /// </summary>
    public sealed class LogRaceTests : TemporaryFolder
    {
        private const int Intact = 20, Torn = 10;

        private static readonly KitbagLogOptions s_writing = new() { GroupRecords = 10, Durability = KitbagDurability.None };

        private byte[] Append(byte[] log, int count, int length)
        {
            File.WriteAllBytes(At("a.log"), log);
            using (KitbagLog<Named> open = KitbagLog<Named>.Open(At("a.log"), s_writing))
            {
                for (int i = 0; i < count; i++)
                    open.Append(new Named { Id = (int)open.Count, Name = new string('x', length) });
            }
            return File.ReadAllBytes(At("a.log"));
        }

        [Theory]
        [InlineData(200, 100)]
        [InlineData(200, 2000)]
        [InlineData(9000, 100)]
        [InlineData(9000, 9000)]
        public async Task A_reader_sees_no_damage(int tornLength, int newLength)
        {
            byte[] intact = Append([], Intact, 10);
            byte[] whole = Append(intact, Torn, tornLength);
            byte[] after = Append(intact, 3 * Torn, newLength);
            byte[] zeros = whole.ToArray();
            Array.Clear(zeros, whole.Length - 50, 50);
            foreach (byte[] before in new[] { whole[..^50], whole[..(intact.Length + 40)], zeros })
            {
                for (int first = 0; first < 30; first++)
                {
                    for (int second = first; second < first + 5; second++)
                    {
                        foreach (bool skips in new[] { false, true })
                        {
                            var storage = new ChangingStorage();
                            var options = new KitbagLogOptions { Storage = storage, SkipDamaged = skips };
                            void Start() => storage.Start([(0, before), (first, intact), (second, after)]);
                            foreach (int from in new[] { 0, Intact + Torn })
                            {
                                Start();
                                Check(KitbagLog<Named>.Read("a", from, options).Select(r => r.Id), from);
                                Start();
                                Check(await Followed(from, options), from);
                                Start();
                                Check(KitbagLogGroup.Read("a", from, options).SelectMany(g => g.Document.Root.Items)
                                    .Select(r => (int)r["Id"].GetInt64()), from);
                            }
                            Start();
                            Assert.Empty(KitbagLogState.Read("a", options).Damages);
                        }
                    }
                }
            }
        }

        // The records that exist, without those that are appended while the reader waits.
        private static async Task<List<int>> Followed(int from, KitbagLogOptions options)
        {
            var found = new List<int>();
            using var source = new CancellationTokenSource();
            await using IAsyncEnumerator<Named> records = KitbagLog<Named>.Read("a", from, options).Follow(source.Token)
                .GetAsyncEnumerator();
            while (true)
            {
                ValueTask<bool> next = records.MoveNextAsync();
                if (!next.IsCompleted)
                {
                    source.Cancel();
                    await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next.AsTask());
                    return found;
                }
                Assert.True(await next);
                found.Add(records.Current.Id);
            }
        }

        private static void Check(IEnumerable<int> ids, int from)
        {
            int[] found = ids.ToArray();
            Assert.Equal(Enumerable.Range(from, found.Length), found);
            Assert.InRange(found.Length, Math.Max(Intact - from, 0), Intact + 3 * Torn - from);
        }

        /// <summary>One file, whose bytes change before some of the reader's calls.</summary>
        private sealed class ChangingStorage : MemoryStorage
        {
            private (int Call, byte[] Bytes)[] _changes = [];
            private int _calls;

            public void Start((int Call, byte[] Bytes)[] changes)
            {
                _changes = changes;
                _calls = 0;
            }

            public override Stream OpenRead(string path) => new Reader(this);

            private MemoryStream Next()
            {
                byte[] now = _changes.Last(c => c.Call <= _calls).Bytes;
                _calls++;
                return new MemoryStream(now);
            }

            private sealed class Reader(ChangingStorage storage) : MemoryStream
            {
                public override long Length => storage.Next().Length;

                public override long Position { get; set; }

                public override int Read(byte[] buffer, int offset, int count)
                {
                    MemoryStream file = storage.Next();
                    file.Position = Position;
                    int n = file.Read(buffer, offset, count);
                    Position += n;
                    return n;
                }
            }
        }
    }
}
