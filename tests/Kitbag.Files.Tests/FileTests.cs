using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests saving to real files and loading from them.</summary>
    public sealed class FileTests : TemporaryFolder
    {
        private static string[] Words(int count) => Texts(new Random(count), count);

        // These texts can hardly be compressed.
        private static string[] Texts(Random random, int count) =>
            Enumerable.Range(0, count).Select(_ => Convert.ToBase64String(BitConverter.GetBytes(random.NextInt64()))).ToArray();

        [Theory]
        [InlineData(KitbagCompression.None, 1)]
        [InlineData(KitbagCompression.None, 300_000)]
        [InlineData(KitbagCompression.Lz4, 1)]
        [InlineData(KitbagCompression.Lz4, 300_000)]
        [InlineData(KitbagCompression.Brotli, 300_000)]
        public void Value_and_info(KitbagCompression compression, int count)
        {
            string[] words = Words(count);
            var options = new KitbagFileOptions { Compression = compression };
            KitbagSaved saved = KitbagFile.Save(At("a.kit"), words, new Named { Id = 3, Name = "info" }, options);
            Assert.Equal(new FileInfo(At("a.kit")).Length, saved.Length);
            Assert.True(saved.IsDurable);
            Assert.Equal(words, KitbagFile.Load<string[]>(At("a.kit"), out KitbagLoaded loaded));
            Assert.False(loaded.IsFallback);
            Assert.Equal("info", KitbagFile.LoadInfo<Named>(At("a.kit")).Name);
            Assert.Equal(["a.kit"], Names());
        }

        [Fact]
        public async Task Type_that_is_known_only_at_run_time()
        {
            object value = new Named { Id = 3, Name = "one" };
            KitbagSaved saved = KitbagFile.Save(value.GetType(), At("a.kit"), value);
            Assert.Equal(new FileInfo(At("a.kit")).Length, saved.Length);
            Assert.Equal("one", KitbagFile.Load<Named>(At("a.kit")).Name);
            Assert.Equal("one", Assert.IsType<Named>(KitbagFile.Load(typeof(Named), At("a.kit"))).Name);
            double last = 0;
            var progress = new ProgressReceiver(part => last = part);
            await KitbagFile.SaveAsync(typeof(Named), At("a.kit"), new Named { Id = 4 }, progress: progress);
            Assert.Equal(1, last);
            Assert.Equal(4, Assert.IsType<Named>(KitbagFile.Load(typeof(Named), At("a.kit"), out KitbagLoaded loaded)).Id);
            Assert.False(loaded.IsFallback);
            last = 0;
            Assert.Equal(4, Assert.IsType<Named>(await KitbagFile.LoadAsync(typeof(Named), At("a.kit"), progress: progress)).Id);
            Assert.Equal(1, last);
            KitbagFile.Save(typeof(int?), At("null.kit"), null);
            Assert.Null(KitbagFile.Load<int?>(At("null.kit")));
            Assert.Null(KitbagFile.Load(typeof(int?), At("null.kit")));
        }

        [Fact]
        public async Task Type_that_is_known_only_at_run_time_and_does_not_fit()
        {
            KitbagFile.Save(At("a.kit"), new Named { Id = 3 });
            Assert.Throws<ArgumentException>(() => KitbagFile.Save(typeof(Named), At("a.kit"), "text"));
            Assert.Throws<ArgumentException>(() => KitbagFile.Save(typeof(int), At("a.kit"), null));
            Assert.Throws<ArgumentException>(() => { _ = KitbagFile.SaveAsync(typeof(Named), At("a.kit"), 3); });
            Assert.Throws<ArgumentNullException>(() => KitbagFile.Save((Type)null!, At("a.kit"), 3));
            Assert.Throws<ArgumentNullException>(() => KitbagFile.Load(null!, At("a.kit")));
            Assert.Throws<ArgumentNullException>(() => KitbagFile.Load(typeof(Named), null!));
            await Assert.ThrowsAsync<ArgumentNullException>(() => KitbagFile.LoadAsync(null!, At("a.kit")));
            Assert.Equal(KitbagErrorReason.NotSupported,
                Assert.Throws<KitbagException>(() => KitbagFile.Save(typeof(FileTests), At("a.kit"), this)).Reason);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Load(typeof(int[]), At("a.kit")));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, At("a.kit")), (e.Reason, e.File));
            Assert.Equal(3, KitbagFile.Load<Named>(At("a.kit")).Id);
        }

        [Fact]
        public void Raw_numbers_of_a_file_are_read_without_a_second_copy()
        {
            var options = new KitbagFileOptions
            {
                Compression = KitbagCompression.None,
                Document = new KitbagOptions { Numbers = KitbagNumbers.Raw }
            };
            double[] numbers = Enumerable.Range(0, 1_000_000).Select(i => i / 3d).ToArray();
            KitbagFile.Save(At("a.kit"), numbers, options);
            KitbagFile.Load<double[]>(At("a.kit"), options);
            long before = GC.GetAllocatedBytesForCurrentThread();
            double[] read = KitbagFile.Load<double[]>(At("a.kit"), options);
            Assert.Equal(8_000_000, GC.GetAllocatedBytesForCurrentThread() - before, 400_000d);
            Assert.Equal(numbers, read);
        }

        [Fact]
        public void A_bare_document_is_a_file()
        {
            File.WriteAllBytes(At("a.kit"), KitbagSerializer.Serialize(Words(10)));
            Assert.Equal(Words(10), KitbagFile.Load<string[]>(At("a.kit")));
            KitbagFile.Save(At("a.kit"), Words(11));
            Assert.Equal(Words(11), KitbagFile.Load<string[]>(At("a.kit")));
            Assert.Equal(Words(10), KitbagFile.Load<string[]>(At("a.1.kit")));
        }

        [Fact]
        public void A_file_is_no_document()
        {
            KitbagFile.Save(At("a.kit"), 1);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int>(File.ReadAllBytes(At("a.kit"))));
            Assert.Equal(KitbagErrorReason.NotKitbag, e.Reason);
            Assert.Contains("If it is a file of KitbagFile, use that class", e.Message, StringComparison.Ordinal);
            using FileStream stream = File.OpenRead(At("a.kit"));
            Assert.Equal(e.Message, Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int>(stream)).Message);
        }

        [Fact]
        public void A_save_that_was_ended_when_the_old_file_had_two_names_leaves_nothing()
        {
            KitbagFile.Save(At("a.kit"), 1);
            if (!KitbagFileOptions.Default.Storage.TryLink(At("a.kit"), At("a.1.kit")))
                return;
            KitbagFile.Save(At("a.kit"), 2);
            Assert.Equal(["a.1.kit", "a.kit"], Names());
            Assert.Equal(1, KitbagFile.Load<int>(At("a.1.kit")));
        }

        /// <summary>The counter of a file that nobody has saved so often does not start again at 0.</summary>
        [Fact]
        public void The_largest_counter_is_kept()
        {
            byte[] document = KitbagSerializer.Serialize(1);
            using (FileStream file = File.Create(At("a.kit")))
                new ContainerWriter(file, KitbagCompression.None, false).Write([document], document.Length, [], ulong.MaxValue, 1024, null,
                    default);
            var options = new KitbagFileOptions { Keep = 3 };
            for (int i = 2; i <= 3; i++)
                Assert.Equal(ulong.MaxValue, KitbagFile.Save(At("a.kit"), i, options).Generation);
            File.WriteAllText(At("a.kit"), "damage");
            Assert.Equal(2, KitbagFile.Load<int>(At("a.kit")));
        }

        /// <summary>They can be replaced, renamed and deleted like all generations.</summary>
        [Theory]
        [InlineData(8, 2)]
        [InlineData(9, 7)]
        [InlineData(12, 1)]
        public void Generations_of_other_versions_and_with_undefined_values_are_generations(int offset, byte value)
        {
            var slots = new KitbagSlots(Folder);
            slots.Save("a", 1, "");
            slots.Save("a", 2, "");
            byte[] bytes = File.ReadAllBytes(At("a.1.kit"));
            bytes[offset] = value;
            BitConverter.GetBytes(Crc32C.Append(0, bytes.AsSpan(0, 36))).CopyTo(bytes, 36);
            File.WriteAllBytes(At("a.1.kit"), bytes);
            slots.Rename("a", "b");
            Assert.Equal(bytes, File.ReadAllBytes(At("b.1.kit")));
            slots.Save("b", 3, "");
            Assert.Equal(2, KitbagFile.Load<int>(At("b.1.kit")));
            File.WriteAllBytes(At("b.1.kit"), bytes);
            slots.Delete("b");
            Assert.Empty(Names());
        }

        [Fact]
        public void Generations_are_kept_and_used_as_replacements()
        {
            var options = new KitbagFileOptions { Keep = 3 };
            for (int i = 1; i <= 5; i++)
                Assert.Equal((ulong)i, KitbagFile.Save(At("a.kit"), i, options).Generation);
            Assert.Equal(["a.1.kit", "a.2.kit", "a.kit"], Names());
            Assert.Equal(5, KitbagFile.Load<int>(At("a.kit")));
            Assert.Equal(4, KitbagFile.Load<int>(At("a.1.kit")));

            File.WriteAllText(At("a.kit"), "nonsense");
            Assert.Equal(4, KitbagFile.Load<int>(At("a.kit"), out KitbagLoaded loaded));
            Assert.Equal(At("a.1.kit"), loaded.Path);
            Assert.Equal(KitbagErrorReason.NotKitbag, Assert.Single(loaded.Rejected).Reason);
            File.Delete(At("a.kit"));
            File.WriteAllBytes(At("a.1.kit"), File.ReadAllBytes(At("a.1.kit"))[..^1]);
            Assert.Equal(3, KitbagFile.Load<int>(At("a.kit"), out loaded));
            Assert.Equal([KitbagErrorReason.FileNotFound, KitbagErrorReason.Truncated], loaded.Rejected.Select(e => e.Reason));

            // The counter continues, and a damaged file does not replace an intact generation.
            File.WriteAllText(At("a.kit"), "nonsense");
            Assert.Equal(4ul, KitbagFile.Save(At("a.kit"), 6, options).Generation);
            Assert.Equal(["a.1.kit", "a.2.kit", "a.damaged.kit", "a.kit"], Names());
        }

        [Fact]
        public void Options_are_checked()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagFileOptions { Compression = (KitbagCompression)3 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagFileOptions { Durability = (KitbagDurability)3 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagFileOptions { Durability = (KitbagDurability)(-1) });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagFileOptions { LockTimeout = TimeSpan.FromTicks(-1) });
            Assert.Throws<ArgumentNullException>(() => new KitbagFileOptions { Storage = null! });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLogOptions { Compression = (KitbagCompression)3 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLogOptions { Durability = (KitbagDurability)3 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLogOptions { LockTimeout = TimeSpan.FromTicks(-1) });
            Assert.Throws<ArgumentNullException>(() => new KitbagLogOptions { Storage = null! });
        }

        [Fact]
        public void A_document_of_another_type_is_not_damaged()
        {
            KitbagFile.Save(At("a.kit"), 5);
            KitbagFile.Save(At("a.kit"), "five");
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Load<int>(At("a.kit")));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
            Assert.Equal(At("a.kit"), e.File);
        }

        [Fact]
        public async Task Queued_saves_stay_in_order()
        {
            string[] words = Words(1000);
            Task<KitbagSaved>[] saves = Enumerable.Range(0, 20).Select(i =>
            {
                words[0] = i.ToString();
                return KitbagFile.SaveAsync(At("a.kit"), words);
            }).ToArray();
            words[0] = "changed after the last call";
            KitbagFile.Save(At("b.kit"), words);
            Assert.True(KitbagFile.Flush(TimeSpan.FromMinutes(1)));
            Assert.Equal("19", KitbagFile.Load<string[]>(At("a.kit"))[0]);
            Assert.Equal("18", KitbagFile.Load<string[]>(At("a.1.kit"))[0]);
            Assert.Equal(Enumerable.Range(1, 20).Select(i => (ulong)i), (await Task.WhenAll(saves)).Select(s => s.Generation));
        }

        [Fact]
        public async Task A_cancelled_save_leaves_the_old_file()
        {
            KitbagFile.Save(At("a.kit"), Words(5));
            using var cancellation = new CancellationTokenSource();
            var progress = new ProgressReceiver(part => cancellation.Cancel());
            await Assert.ThrowsAsync<OperationCanceledException>(
                () => KitbagFile.SaveAsync(At("a.kit"), Words(300_000), null, progress, cancellation.Token));
            Assert.Equal(Words(5), KitbagFile.Load<string[]>(At("a.kit")));
            Assert.Equal(["a.kit"], Names());
        }

        [Fact]
        public async Task Progress_ends_at_one()
        {
            var reports = new System.Collections.Generic.List<double>();
            await KitbagFile.SaveAsync(At("a.kit"), Words(300_000), null, new ProgressReceiver(reports.Add));
            Assert.True(reports.Count > 5);
            Assert.Equal(reports.Order(), reports);
            Assert.Equal(1, reports[^1]);
        }

        /// <summary>The document is read in parts, as it is, decompressed, or straight into the memory of its numbers.</summary>
        [Theory]
        [InlineData(KitbagCompression.None, false)]
        [InlineData(KitbagCompression.Lz4, false)]
        [InlineData(KitbagCompression.None, true)]
        public async Task Loading_reports_its_progress(KitbagCompression compression, bool areNumbers)
        {
            var options = new KitbagFileOptions
            {
                Compression = compression,
                Document = new KitbagOptions { Numbers = KitbagNumbers.Raw },
                BlockSize = 10_000,
            };
            long[] numbers = Enumerable.Range(0, 200_000).Select(i => (long)i).ToArray();
            if (areNumbers)
                KitbagFile.Save(At("a.kit"), numbers, options);
            else
                KitbagFile.Save(At("a.kit"), Words(300_000), options);
            async Task Check<T>(Func<IProgress<double>, Task<T>> load, T expected)
            {
                var reports = new System.Collections.Generic.List<double>();
                Assert.Equal(expected, await load(new ProgressReceiver(reports.Add)));
                Assert.True(reports.Count > 5, "There are " + reports.Count + " reports.");
                Assert.Equal(reports.Distinct().Order(), reports);
                Assert.Equal(1, reports[^1]);
            }
            if (areNumbers)
            {
                await Check(p => KitbagFile.LoadAsync<long[]>(At("a.kit"), options, p), numbers);
                return;
            }
            await Check(p => KitbagFile.LoadAsync<string[]>(At("a.kit"), null, p), Words(300_000));
            var slots = new KitbagSlots(Folder);
            await Check(p => slots.LoadAsync<string[]>("a", p), Words(300_000));
            await Check(async p => (await slots.LoadWithDetailsAsync<string[]>("a", p)).Value, Words(300_000));
            await Check(async p => (await KitbagFile.LoadWithDetailsAsync<string[]>(At("a.kit"), null, p)).Value, Words(300_000));
            // These calls are not ambiguous.
            Assert.Equal(Words(300_000), await KitbagFile.LoadAsync<string[]>(At("a.kit"), null, default));
            Assert.Equal(Words(300_000), await slots.LoadAsync<string[]>("a", default));
        }

        /// <summary>A document without a container is read at once. Exceptions of the receiver are those of the task.</summary>
        [Fact]
        public async Task Loading_a_document_reports_its_end()
        {
            File.WriteAllBytes(At("a.kit"), KitbagSerializer.Serialize(Words(5)));
            var reports = new System.Collections.Generic.List<double>();
            await KitbagFile.LoadAsync<string[]>(At("a.kit"), null, new ProgressReceiver(reports.Add));
            Assert.Equal([1.0], reports);
            await Assert.ThrowsAsync<InvalidTimeZoneException>(() => KitbagFile.LoadAsync<string[]>(At("a.kit"), null,
                new ProgressReceiver(_ => throw new InvalidTimeZoneException())));
            reports.Clear();
            File.WriteAllText(At("empty.kit"), "");
            await Assert.ThrowsAsync<KitbagException>(() => KitbagFile.LoadAsync<string[]>(At("empty.kit"), null,
                new ProgressReceiver(reports.Add)));
            Assert.Empty(reports);
        }

        [Theory]
        [InlineData(0, 60_000)]
        [InlineData(100_000, 60_000)]
        [InlineData(1_000_000, 60_000)]
        [InlineData(1_000_000, 10)]
        public void Info_reads_little_whatever_the_length_of_the_file(int words, int info)
        {
            var storage = new MemoryStorage();
            var options = new KitbagFileOptions { Storage = storage, BlockSize = 1024 };
            KitbagFile.Save("a.kit", Words(words), Noise(info), options);
            Assert.True(storage.Files["a.kit"].Length > 2 * words);
            long before = storage.BytesRead;
            Assert.Equal(info, KitbagFile.LoadInfo<byte[]>("a.kit", options).Length);
            Assert.InRange(storage.BytesRead - before, info, 65_536);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Save("a.kit", 1, Noise(66_000), options));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public void A_container_is_read_without_types()
        {
            string[] words = Words(100_000);
            byte[] document = KitbagSerializer.Serialize(words);
            KitbagFile.Save(At("a.kit"), words, 7, new KitbagFileOptions { Compression = KitbagCompression.Lz4 });
            using KitbagContainer container = KitbagContainer.Open(At("a.kit"));
            Assert.Equal(KitbagSerializer.Serialize(7), container.Info.ToArray());
            Assert.Equal(document.Length, container.BodyLength);
            Assert.Equal(document, container.ReadBody());
            Assert.Equal(document, container.Blocks.SelectMany(b => container.ReadBlock(b.Index)));
            var some = new byte[300_000];
            Assert.Equal(some.Length, container.Read(200_000, some));
            Assert.Equal(document[200_000..500_000], some);
            Assert.Equal(5, container.Read(document.Length - 5, some));
        }

        private sealed class ProgressReceiver(Action<double> report) : IProgress<double>
        {
            public void Report(double value) => report(value);
        }
    }
}
