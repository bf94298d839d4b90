using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests how asynchronous methods are canceled and fail, and what they return.</summary>
    public sealed class AsyncTests : TemporaryFolder
    {
        private static readonly KitbagFileOptions s_withoutThreads = new() { Storage = new WithoutThreads() };

        /// <summary>A canceled operation is a canceled task: no method throws when it is called.</summary>
        [Fact]
        public async Task Canceled_operations_are_canceled_tasks()
        {
            var canceled = new CancellationToken(true);
            KitbagFile.Save(At("a.kit"), 1, 2);
            var stream = new MemoryStream();
            byte[] json = KitbagJson.SerializeToUtf8Bytes(1);
            KitbagFile.Save(stream, 1);
            byte[] file = stream.ToArray(), document = KitbagSerializer.Serialize(1);
            var output = new MemoryStream();
            var slots = new KitbagSlots(At("new"));
            var quota = new KitbagSlots(At("new"), s_withoutThreads, 1000);
            var calls = new Func<Task>[]
            {
                () => KitbagFile.SaveAsync(At("a.kit"), 3, cancellationToken: canceled),
                () => KitbagFile.SaveAsync(At("a.kit"), 3, 4, cancellationToken: canceled),
                () => KitbagFile.SaveAsync("a", 3, s_withoutThreads, null, canceled),
                () => KitbagFile.SaveAsync("a", 3, 4, s_withoutThreads, null, canceled),
                () => KitbagFile.SaveAsync(typeof(int), At("a.kit"), 3, cancellationToken: canceled),
                () => KitbagFile.SaveAsync(output, 3, cancellationToken: canceled),
                () => KitbagFile.SaveAsync(output, 3, 4, cancellationToken: canceled),
                () => KitbagFile.LoadAsync<int>(At("a.kit"), cancellationToken: canceled),
                () => KitbagFile.LoadAsync<int>("a", s_withoutThreads, canceled),
                () => KitbagFile.LoadAsync(typeof(int), At("a.kit"), cancellationToken: canceled),
                () => KitbagFile.LoadWithDetailsAsync<int>(At("a.kit"), cancellationToken: canceled),
                () => KitbagFile.LoadWithReportAsync<int>("a", s_withoutThreads, canceled),
                () => KitbagFile.LoadAsync<int>(new MemoryStream(file), cancellationToken: canceled),
                () => slots.SaveAsync("a", 3, 4, cancellationToken: canceled),
                () => slots.LoadAsync<int>("a", canceled),
                () => slots.LoadWithDetailsAsync<int>("a", canceled),
                () => quota.SaveAsync("a", 3, 4, cancellationToken: canceled),
                () => KitbagSerializer.SerializeAsync(output, 3, cancellationToken: canceled),
                () => KitbagSerializer.DeserializeAsync<int>(new MemoryStream(document), cancellationToken: canceled),
                () => KitbagSerializer.DeserializeWithReportAsync<int>(new MemoryStream(document), cancellationToken: canceled),
                () => KitbagJson.SerializeAsync(output, 3, cancellationToken: canceled),
                () => KitbagJson.DeserializeAsync<int>(new MemoryStream(json), cancellationToken: canceled),
                () => KitbagJson.DeserializeWithReportAsync<int>(new MemoryStream(json), cancellationToken: canceled),
                () => KitbagLog<int>.Read(At("no.log")).ReadAsync(canceled).GetAsyncEnumerator().MoveNextAsync().AsTask(),
                () => KitbagLog<int>.Read(At("no.log")).Follow(canceled).GetAsyncEnumerator().MoveNextAsync().AsTask(),
            };
            foreach (Func<Task> call in calls)
            {
                Task task = call();
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
                Assert.True(task.IsCanceled);
            }
            Assert.Equal(0, output.Length);
            Assert.Equal(["a.kit"], Names());
            Assert.False(Directory.Exists(At("new")));
            Assert.Equal(1, KitbagFile.Load<int>(At("a.kit")));
        }

        [Fact]
        public async Task A_save_that_fails_is_a_task_that_fails_also_without_threads()
        {
            var slots = new KitbagSlots("", s_withoutThreads, quota: 100);
            Task<KitbagSaved> saving = slots.SaveAsync("a", Noise(1000), 1);
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() => saving);
            Assert.Equal(KitbagErrorReason.DiskFull, e.Reason);
            using var cancellation = new CancellationTokenSource();
            saving = KitbagFile.SaveAsync("a", Noise(1000), s_withoutThreads, new Canceling(cancellation), cancellation.Token);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => saving);
            Assert.True(saving.IsCanceled);
            Assert.Throws<ArgumentNullException>("path", () => { _ = KitbagFile.SaveAsync((string)null!, 1, KitbagFileOptions.Default); });
        }

        [Fact]
        public async Task Reading_a_log_is_canceled_within_a_group()
        {
            using (KitbagLog<int> log = KitbagLog<int>.Open(At("a.log")))
            {
                for (int i = 0; i < 1000; i++)
                    log.Append(i);
            }
            using var cancellation = new CancellationTokenSource();
            var read = new List<int>();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            {
                await foreach (int record in KitbagLog<int>.Read(At("a.log")).ReadAsync(cancellation.Token))
                {
                    read.Add(record);
                    if (record == 9)
                        cancellation.Cancel();
                }
            });
            Assert.Equal(Enumerable.Range(0, 10), read);
        }

        [Fact]
        public async Task Loading_in_the_background_returns_which_generation_was_loaded()
        {
            var slots = new KitbagSlots(Folder);
            slots.Save("a", new Named { Id = 1 }, 1);
            slots.Save("a", new Named { Id = 2 }, 1);
            (Named value, KitbagLoaded loaded) = await slots.LoadWithDetailsAsync<Named>("a");
            Assert.Equal((2, slots.PathOf("a"), 2ul, false), (value.Id, loaded.Path, loaded.Generation, loaded.IsFallback));
            File.WriteAllText(slots.PathOf("a"), "damage");
            (value, loaded) = await slots.LoadWithDetailsAsync<Named>("a");
            Assert.Equal((1, At("a.1.kit"), 1ul), (value.Id, loaded.Path, loaded.Generation));
            Assert.Equal(KitbagErrorReason.NotKitbag, Assert.Single(loaded.Rejected).Reason);
            (value, loaded, KitbagReadReport report) = await KitbagFile.LoadWithReportAsync<Named>(slots.PathOf("a"));
            Assert.Equal((1, true, true), (value.Id, loaded.IsFallback, report.IsOwnSchema));
            await Assert.ThrowsAsync<KitbagException>(() => slots.LoadWithDetailsAsync<Named>("b"));
            await Assert.ThrowsAsync<KitbagException>(() => KitbagFile.LoadWithReportAsync<string>(slots.PathOf("a")));
        }

        /// <summary>A report does not change how a value is read.</summary>
        [Theory]
        [InlineData(10, KitbagNumbers.Raw)]
        [InlineData(400_000, KitbagNumbers.Raw)]
        [InlineData(400_000, KitbagNumbers.Compact)]
        public void A_report_is_of_the_document_that_was_read(int count, KitbagNumbers form)
        {
            double[] numbers = Enumerable.Range(0, count).Select(i => Math.Sqrt(i)).ToArray();
            var options = new KitbagFileOptions
            {
                Storage = new MemoryStorage(),
                Document = new KitbagOptions { Numbers = form, Schema = KitbagSchemaMode.Embedded },
            };
            KitbagFile.Save("a", numbers, options);
            Assert.Equal(numbers, KitbagFile.Load<double[]>("a", out _, out KitbagReadReport report, options));
            Assert.True(report.IsOwnSchema);
            KitbagFile.Save("a", numbers.Select(n => (float)n).ToArray(), options);
            double[] converted = KitbagFile.Load<double[]>("a", out _, out report, options);
            Assert.Equal(numbers.Select(n => (double)(float)n), converted);
            Assert.False(report.IsOwnSchema);
            Assert.Equal("sequence of float", report.Writer!.Root.ToString());
        }

        private sealed class Canceling(CancellationTokenSource cancellation) : IProgress<double>
        {
            public void Report(double value) => cancellation.Cancel();
        }

        private sealed class WithoutThreads : MemoryStorage
        {
            public override bool HasThreads => false;
        }

        private sealed class Cancels : IProgress<double>
        {
            public CancellationTokenSource Source { get; } = new CancellationTokenSource();

            public List<double> Reported { get; } = [];

            public void Report(double value)
            {
                Reported.Add(value);
                Source.Cancel();
            }
        }

        /// <summary>The file has many blocks: after the first ones, no more of them are read.</summary>
        [Theory]
        [InlineData(KitbagCompression.None, true, 400_000)]
        [InlineData(KitbagCompression.None, false, 400_000)]
        [InlineData(KitbagCompression.Lz4, true, 400_000)]
        [InlineData(KitbagCompression.None, true, 20_000)]
        [InlineData(KitbagCompression.Lz4, false, 20_000)]
        public async Task Loading_is_canceled_between_two_blocks(KitbagCompression compression, bool hasThreads, int count)
        {
            var options = new KitbagFileOptions
            {
                Storage = hasThreads ? KitbagFileOptions.Default.Storage : s_withoutThreads.Storage,
                BlockSize = 4096,
                Compression = compression
            };
            string path = hasThreads ? At("large.kit") : "large" + count;
            var random = new Random(1);
            KitbagFile.Save(path, Enumerable.Range(0, count).Select(_ => random.Next()).ToArray(), options);
            // In order to find no older generation that could be read instead, either.
            KitbagFile.Save(path, Enumerable.Range(0, count).Select(_ => random.Next()).ToArray(), options);
            var progress = new Cancels();
            Task task = KitbagFile.LoadAsync<int[]>(path, options, progress, progress.Source.Token);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
            Assert.True(task.IsCanceled);
            Assert.InRange(Assert.Single(progress.Reported), 0.0001, 0.99);
        }

        [Fact]
        public async Task Loading_from_a_large_file_as_a_stream_is_canceled()
        {
            using (FileStream saved = File.Create(At("stream.kit")))
                KitbagFile.Save(saved, Enumerable.Range(0, 1_000_000).Select(i => "text " + i).ToArray());
            using var source = new CancellationTokenSource();
            using var file = new CancelingFile(At("stream.kit"), source);
            Task task = KitbagFile.LoadAsync<string[]>(file, cancellationToken: source.Token);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => task);
            Assert.True(task.IsCanceled);
        }

        // Cancels when the first half was read.
        private sealed class CancelingFile(string path, CancellationTokenSource source) : FileStream(path, FileMode.Open, FileAccess.Read)
        {
            public override int Read(byte[] buffer, int offset, int count)
            {
                if (Position > Length / 2)
                    source.Cancel();
                return base.Read(buffer, offset, count);
            }
        }
    }
}
