using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Appended records are read, from any point, while the log grows, and after a crash.</summary>
    public sealed class LogTests : TemporaryFolder
    {
        private static readonly KitbagLogOptions s_small = new() { GroupRecords = 10, Durability = KitbagDurability.None };

        private string Written(int count, KitbagLogOptions? options = null)
        {
            using (KitbagLog<Named> log = KitbagLog<Named>.Open(At("a.log"), options ?? s_small))
            {
                for (int i = 0; i < count; i++)
                    log.Append(new Named { Id = (int)log.Count, Name = "record " + log.Count });
            }
            return At("a.log");
        }

        private static int[] Ids(string path, long from = 0, KitbagLogOptions? options = null) =>
            KitbagLog<Named>.Read(path, from, options ?? s_small).Select(r => r.Id).ToArray();

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        [InlineData(KitbagCompression.Brotli)]
        public void Records_are_read_from_any_point(KitbagCompression compression)
        {
            string path = Written(95, new KitbagLogOptions { GroupRecords = 10, Compression = compression });
            for (int from = 0; from <= 96; from++)
                Assert.Equal(Enumerable.Range(0, 95).Skip(from), Ids(path, from));
            KitbagLogState state = KitbagLogState.Read(path);
            Assert.Equal((95, 95, 10, 0), (state.Count, state.WholeRecords, state.Groups, state.TornBytes));
            Written(20);
            Assert.Equal(Enumerable.Range(0, 115), Ids(path));
            Assert.Equal(["a.log"], Names());
        }

        [Fact]
        public void An_incomplete_tail_is_removed_when_opening_and_reported()
        {
            byte[] intact = File.ReadAllBytes(Written(30));
            int[] ends = Enumerable.Range(0, intact.Length + 1).Where(n => n == intact.Length || IsEnd(intact, n)).ToArray();
            for (int length = 0; length <= intact.Length; length++)
            {
                File.WriteAllBytes(At("b.log"), intact[..length]);
                int records = ends.Count(e => e <= length && e > 0) is var groups && groups == 0 ? 0 : (groups - 1) * 10;
                Assert.Equal(Enumerable.Range(0, records), Ids(At("b.log")));
                using (KitbagLog<Named> log = KitbagLog<Named>.Open(At("b.log"), s_small))
                {
                    Assert.Equal(records, log.Count);
                    Assert.Equal(length - ends.LastOrDefault(e => e <= length), log.TornBytes);
                    log.Append(new Named { Id = records });
                }
                Assert.Equal(Enumerable.Range(0, records + 1), Ids(At("b.log")));
            }
        }

        [Fact]
        public async Task A_log_is_followed_from_before_its_header_is_written()
        {
            byte[] intact = File.ReadAllBytes(Written(3));
            using var source = new CancellationTokenSource(TimeSpan.FromSeconds(30));
            File.WriteAllBytes(At("b.log"), intact[..20]);
            await using IAsyncEnumerator<Named> records = KitbagLog<Named>.Read(At("b.log")).Follow(source.Token).GetAsyncEnumerator();
            Task<bool> first = records.MoveNextAsync().AsTask();
            await Task.Delay(200);
            Assert.False(first.IsCompleted);
            File.WriteAllBytes(At("b.log"), intact);
            Assert.True(await first);
            Assert.Equal(0, records.Current.Id);
        }

        /// <summary>A class with a getter that throws: no serializer can write its object.</summary>
        public class Failing
        {
            private int _id;

            public int Id
            {
                get => _id == 3 || _id == 23 ? throw new InvalidTimeZoneException("3 and 23") : _id;
                set => _id = value;
            }
        }

        [Fact]
        public void A_record_that_cannot_be_serialized_is_left_out_and_all_others_are_written()
        {
            KitbagLog<Failing> log = KitbagLog<Failing>.Open(At("f.log"), s_small);
            for (int i = 0; i < 25; i++)
            {
                if (i == 9)
                    Assert.Throws<InvalidTimeZoneException>(() => log.Append(new Failing { Id = i }));
                else
                    log.Append(new Failing { Id = i });
            }
            Assert.Throws<InvalidTimeZoneException>(() => log.Flush());
            Assert.Equal(23, log.Count);
            log.Append(new Failing { Id = 25 });
            log.Append(new Failing { Id = 23 });
            log.Append(new Failing { Id = 26 });
            Assert.Throws<InvalidTimeZoneException>(log.Dispose);
            Assert.Equal(Enumerable.Range(0, 27).Where(i => i is not (3 or 23)),
                KitbagLog<Failing>.Read(At("f.log")).Select(r => r.Id));
        }

        [Fact]
        public void A_record_whose_class_is_excluded_is_named()
        {
            using (KitbagLog<Shape> log = KitbagLog<Shape>.Open(At("s.log"), s_small))
            {
                log.Append(new Circle { Radius = 1 });
                log.Append(new Hidden());
                log.Append(new Circle { Radius = 2 });
                KitbagException e = Assert.Throws<KitbagException>(() => log.Flush());
                Assert.EndsWith("This record is left out of the log; all others are written.", e.Message, StringComparison.Ordinal);
                Assert.Equal(At("s.log"), e.File);
            }
            Assert.Equal([1, 2], KitbagLog<Shape>.Read(At("s.log")).Select(s => ((Circle)s).Radius));
        }

        public abstract class Shape
        {
        }

        public sealed class Circle : Shape
        {
            public int Radius { get; set; }
        }

        [KitbagIgnore]
        public sealed class Hidden : Shape
        {
        }

        // The start of a group is also the end of the previous one, or of the header.
        private static bool IsEnd(byte[] file, int at) => file.AsSpan(at).StartsWith("KBLK"u8);

        [Fact]
        public void Damage_before_the_tail_is_no_torn_tail()
        {
            string path = Written(50);
            byte[] intact = File.ReadAllBytes(path);
            int[] groups = Enumerable.Range(0, intact.Length).Where(n => IsEnd(intact, n)).ToArray();
            // Damage in the header of a group, then in its content.
            foreach (int at in new[] { groups[2] + 9, groups[2] + 40 })
            {
                byte[] damaged = intact.ToArray();
                damaged[at] ^= 0x40;
                File.WriteAllBytes(path, damaged);
                var read = new List<int>();
                KitbagException e = Assert.Throws<KitbagException>(() =>
                {
                    foreach (Named record in KitbagLog<Named>.Read(path, 0, s_small))
                        read.Add(record.Id);
                });
                Assert.Equal(KitbagErrorReason.ChecksumMismatch, e.Reason);
                Assert.Equal(path, e.File);
                Assert.Equal(Enumerable.Range(0, 20), read);
                Assert.Equal(Enumerable.Range(0, 50).Where(i => i / 10 != 2), Ids(path, 0, new KitbagLogOptions { SkipDamaged = true }));
                Assert.Equal(Enumerable.Range(30, 20), Ids(path, 30));
                KitbagLogState state = KitbagLogState.Read(path);
                Assert.Equal((50, 40, 0), (state.Count, state.WholeRecords, state.TornBytes));
                Assert.Single(state.Damages);
                using (KitbagLog<Named> log = KitbagLog<Named>.Open(path, s_small))
                    Assert.Equal((50, 0), (log.Count, log.TornBytes));
                Assert.Equal(damaged, File.ReadAllBytes(path));
            }
        }

        [Fact]
        public void Another_version_of_the_type_appends_to_a_log()
        {
            string path = Written(15);
            using (KitbagLog<NewerNamed> log = KitbagLog<NewerNamed>.Open(path, s_small))
            {
                Assert.Equal(15, log.Count);
                for (int i = 15; i < 30; i++)
                    log.Append(new NewerNamed { Id = i, Level = 2.5 });
            }
            Assert.Equal(Enumerable.Range(0, 30), Ids(path));
            Assert.Equal(37.5, KitbagLog<NewerNamed>.Read(path).Sum(r => r.Level));
            Written(5);
            Assert.Equal(Enumerable.Range(0, 35), KitbagLog<NewerNamed>.Read(path).Select(r => (int)r.Id));
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagLog<string>.Read(path).ToArray());
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        [Fact]
        public void Another_type_cannot_append_to_a_log()
        {
            string path = Written(15);
            byte[] before = File.ReadAllBytes(path);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagLog<string>.Open(path, s_small));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, path), (e.Reason, e.File));
            Assert.Equal(before, File.ReadAllBytes(path));
            Written(5);
            Assert.Equal(Enumerable.Range(0, 20), Ids(path));
        }

        [Fact]
        public async Task A_log_is_read_while_it_grows()
        {
            using var end = new CancellationTokenSource(TimeSpan.FromMinutes(1));
            using KitbagLog<Named> log = KitbagLog<Named>.Open(At("a.log"), s_small);
            log.Append(new Named { Id = 0 });
            log.Flush();
            var read = new List<int>();
            Task reading = Task.Run(async () =>
            {
                await foreach (Named record in KitbagLog<Named>.Read(At("a.log")).Follow(end.Token))
                {
                    read.Add(record.Id);
                    if (read.Count == 1000)
                        break;
                }
            });
            for (int i = 1; i < 1000; i++)
            {
                log.Append(new Named { Id = i });
                if (i % 37 == 0)
                    log.Flush();
            }
            log.Flush();
            await reading;
            Assert.Equal(Enumerable.Range(0, 1000), read);
            read.Clear();
            await foreach (Named record in KitbagLog<Named>.Read(At("a.log"), 990).ReadAsync())
                read.Add(record.Id);
            Assert.Equal(Enumerable.Range(990, 10), read);
        }

        [Fact]
        public void Only_one_writer_is_allowed()
        {
            using KitbagLog<Named> log = KitbagLog<Named>.Open(At("a.log"));
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagLog<Named>.Open(At("a.log"), new KitbagLogOptions { LockTimeout = TimeSpan.Zero }));
            Assert.Equal(KitbagErrorReason.FileInUse, e.Reason);
            Assert.Contains("process " + Environment.ProcessId, e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void A_failed_write_is_tried_again()
        {
            for (int call = 3; call < 12; call++)
            {
                foreach (CrashStorage.Failure failure in new[] { CrashStorage.Failure.Before, CrashStorage.Failure.HalfWay })
                {
                    var storage = new CrashStorage();
                    var options = new KitbagLogOptions { Storage = storage, GroupRecords = 10, Durability = KitbagDurability.None };
                    using (KitbagLog<Named> log = KitbagLog<Named>.Open("a.log", options))
                    {
                        storage.FailAt = call;
                        storage.Fails = failure;
                        for (int i = 0; i < 95; i++)
                        {
                            try
                            {
                                log.Append(new Named { Id = i });
                            }
                            catch (KitbagException e)
                            {
                                Assert.Equal(KitbagErrorReason.FileFailed, e.Reason);
                            }
                        }
                    }
                    var read = new KitbagLogOptions { Storage = storage.Now() };
                    Assert.Equal(Enumerable.Range(0, 95), KitbagLog<Named>.Read("a.log", 0, read).Select(r => r.Id));
                }
            }
        }

        [Fact]
        public void Other_files_are_no_logs()
        {
            KitbagFile.Save(At("a.kit"), 5);
            File.WriteAllText(At("b.kit"), "This is a text, which is long enough to be a header.");
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => Ids(At("a.kit"))).Reason);
            Assert.Equal(KitbagErrorReason.NotKitbag, Assert.Throws<KitbagException>(() => Ids(At("b.kit"))).Reason);
            Assert.Equal(KitbagErrorReason.FileNotFound, Assert.Throws<KitbagException>(() => Ids(At("c.kit"))).Reason);
            byte[] before = File.ReadAllBytes(At("b.kit"));
            Assert.Throws<KitbagException>(() => KitbagLog<Named>.Open(At("b.kit")));
            Assert.Equal(before, File.ReadAllBytes(At("b.kit")));
            Assert.Throws<KitbagException>(() => KitbagFile.Load<int>(Written(3)));
            // Of a log, this would be the remains of a header.
            KitbagFile.Save(At("d.kit"), 5, new string('d', 100));
            using (FileStream file = File.OpenWrite(At("d.kit")))
                file.SetLength(60);
            before = File.ReadAllBytes(At("d.kit"));
            Assert.Throws<KitbagException>(() => Ids(At("d.kit")));
            Assert.Throws<KitbagException>(() => KitbagLog<Named>.Open(At("d.kit")));
            Assert.Equal(before, File.ReadAllBytes(At("d.kit")));
        }
    }

    /// <summary>A later version of <see cref="Named"/>.</summary>
    public class NewerNamed
    {
        public long Id { get; set; }

        public double Level { get; set; }
    }
}
