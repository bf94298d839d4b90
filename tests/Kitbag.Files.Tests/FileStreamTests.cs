using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests files in streams and in memory, and loading in the background.</summary>
    public sealed class FileStreamTests : TemporaryFolder
    {
        private static readonly string[] s_words = Enumerable.Range(0, 100_000).Select(i => "word " + (i * 7919 % 5000)).ToArray();

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        public async Task Streams_have_the_bytes_of_files(KitbagCompression compression)
        {
            var options = new KitbagFileOptions { Compression = compression };
            var info = new Named { Id = 3, Name = "info" };
            foreach (string[] words in new[] { [], s_words })
            {
                KitbagFile.Save(At("a.kit"), words, options);
                byte[] file = File.ReadAllBytes(At("a.kit"));
                var output = new MemoryStream();
                KitbagFile.Save(output, words, options);
                Assert.Equal(file, output.ToArray());
                output = new MemoryStream();
                await KitbagFile.SaveAsync(output, words, options);
                Assert.Equal(file, output.ToArray());
                KitbagFile.Delete(At("a.kit"));

                KitbagFile.Save(At("a.kit"), words, info, options);
                file = File.ReadAllBytes(At("a.kit"));
                output = new MemoryStream();
                KitbagFile.Save(output, words, info, options);
                Assert.Equal(file, output.ToArray());
                output = new MemoryStream();
                Task saving = KitbagFile.SaveAsync(output, words, info, options);
                info.Name = "later";
                await saving;
                info.Name = "info";
                Assert.Equal(file, output.ToArray());
                KitbagFile.Delete(At("a.kit"));

                Assert.Equal(words, KitbagFile.Load<string[]>(file));
                Assert.Equal(words, KitbagFile.Load<string[]>(new byte[] { 1, 2 }.Concat(file).ToArray().AsMemory(2)));
                Assert.Equal("info", KitbagFile.LoadInfo<Named>(file).Name);
                // From the position of the stream to its end.
                foreach (bool canSeek in new[] { true, false })
                {
                    using var input = new Input([9, .. file], canSeek);
                    input.ReadByte();
                    Assert.Equal(words, KitbagFile.Load<string[]>(input));
                    Assert.Equal(-1, input.ReadByte());
                    using var again = new Input(file, canSeek);
                    Assert.Equal(words, await KitbagFile.LoadAsync<string[]>(again));
                    using var third = new Input(file, canSeek);
                    Assert.Equal("info", KitbagFile.LoadInfo<Named>(third).Name);
                }
            }
        }

        /// <summary>The document is joined in the memory into which the stream was read.</summary>
        [Theory]
        [InlineData(KitbagCompression.None, true)]
        [InlineData(KitbagCompression.None, false)]
        [InlineData(KitbagCompression.Lz4, true)]
        public void Streams_are_in_memory_once(KitbagCompression compression, bool isContainer)
        {
            byte[] bytes = Noise(900_000);
            if (compression != KitbagCompression.None)
                Array.Clear(bytes, 0, 300_000);
            var file = new MemoryStream();
            if (isContainer)
            {
                var options = new KitbagFileOptions { Compression = compression, BlockSize = 100_000 };
                KitbagFile.Save(file, bytes, new Named { Id = 4 }, options);
            }
            else
            {
                file.Write(KitbagSerializer.Serialize(bytes));
            }
            for (int i = 0; i < 3; i++)
            {
                file.Position = 0;
                long before = GC.GetAllocatedBytesForCurrentThread();
                byte[] read = KitbagFile.Load<byte[]>(file);
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.Equal(bytes, read);
                // The first time, memory for the stream is allocated, which is used again.
                if (i > 0 && compression == KitbagCompression.None)
                    Assert.InRange(allocated, 900_000, 1_000_000);
            }
            // Bytes that belong to the program are not changed.
            byte[] own = file.ToArray(), copy = [.. own];
            Assert.Equal(bytes, KitbagFile.Load<byte[]>(own));
            Assert.Equal(copy, own);
        }

        /// <summary>Damage has the same message as in a file that is not in memory.</summary>
        [Theory]
        [InlineData(100)]
        [InlineData(1200)]
        [InlineData(5000)]
        [InlineData(9500)]
        public void Damage_is_found_while_blocks_are_joined(int at)
        {
            var output = new MemoryStream();
            KitbagFile.Save(output, Noise(10_000), new KitbagFileOptions { BlockSize = 1024 });
            byte[] file = output.ToArray();
            file[at] ^= 1;
            File.WriteAllBytes(At("a.kit"), file);
            KitbagException expected = Assert.Throws<KitbagException>(() => ReadBody());
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Load<byte[]>(new MemoryStream(file)));
            Assert.Equal((expected.Reason, expected.Offset), (e.Reason, e.Offset));

            byte[] ReadBody()
            {
                using KitbagContainer container = KitbagContainer.Open(At("a.kit"));
                return container.ReadBody();
            }
        }

        [Fact]
        public void Documents_and_large_numbers_are_read()
        {
            Assert.Equal(s_words, KitbagFile.Load<string[]>(KitbagSerializer.Serialize(s_words)));
            double[] numbers = Enumerable.Range(0, 500_000).Select(i => i / 3d).ToArray();
            var output = new MemoryStream();
            KitbagFile.Save(output, numbers, new KitbagFileOptions { Document = new KitbagOptions { Numbers = KitbagNumbers.Raw } });
            Assert.Equal(numbers, KitbagFile.Load<double[]>(output.ToArray()));
        }

        [Fact]
        public async Task Damage_is_an_error()
        {
            var output = new MemoryStream();
            KitbagFile.Save(output, s_words);
            byte[] file = output.ToArray();
            Assert.Equal(KitbagErrorReason.Truncated, Error(file[..^1]).Reason);
            Assert.Equal(KitbagErrorReason.Truncated, Error([]).Reason);
            byte[] damaged = [.. file];
            damaged[1000] ^= 1;
            KitbagException e = Error(damaged);
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, e.Reason);
            Assert.Null(e.File);
            Assert.Equal(KitbagErrorReason.SchemaMismatch, Assert.Throws<KitbagException>(() => KitbagFile.Load<int>(file)).Reason);
            Assert.Equal(KitbagErrorReason.NotSupported, Assert.Throws<KitbagException>(() => KitbagFile.LoadInfo<int>(file)).Reason);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagFile.Save(new MemoryStream(), 1, Noise(66_000))).Reason);
            var small = new KitbagFileOptions { Document = new KitbagOptions { Limits = new KitbagLimits { MaxInputBytes = 1000 } } };
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagFile.Load<string[]>(new MemoryStream(file), small)).Reason);
            // Other input is not read to its end.
            using var other = new Input(new byte[10_000_000], false);
            e = await Assert.ThrowsAsync<KitbagException>(() => KitbagFile.LoadAsync<int>(other));
            Assert.Equal(KitbagErrorReason.NotKitbag, e.Reason);
            Assert.InRange(other.Position, 1, 1_000_000);
        }

        private static KitbagException Error(byte[] file)
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Load<string[]>(file));
            Assert.Equal(e.Message, Assert.Throws<KitbagException>(() => KitbagFile.Load<string[]>(new MemoryStream(file))).Message);
            return e;
        }

        /// <summary>The file is not in memory beside its document.</summary>
        [Fact]
        public async Task Large_files_are_read_in_place()
        {
            var numbers = new long[1_000_000];
            for (int i = 0; i < numbers.Length; i++)
                numbers[i] = i * 0x123456789ABCDEFL;
            var options = new KitbagFileOptions { Document = new KitbagOptions { Numbers = KitbagNumbers.Raw } };
            KitbagFile.Save(At("a.kit"), numbers, new Named { Id = 4 }, options);
            using FileStream input = File.OpenRead(At("a.kit"));
            long before = GC.GetAllocatedBytesForCurrentThread();
            long[] read = KitbagFile.Load<long[]>(input, options);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 8_000_000, 9_000_000);
            Assert.Equal(numbers, read);
            Assert.Equal(input.Length, input.Position);
            input.Position = 0;
            Assert.Equal(numbers, await KitbagFile.LoadAsync<long[]>(input, options));
            // From another position, the rest of the stream is the file.
            byte[] file = File.ReadAllBytes(At("a.kit"));
            File.WriteAllBytes(At("b.kit"), [1, 2, 3, .. file]);
            using FileStream rest = File.OpenRead(At("b.kit"));
            rest.Position = 3;
            Assert.Equal(numbers, await KitbagFile.LoadAsync<long[]>(rest, options));
            // Damage is found, and the stream remains open.
            file[5_000_000] ^= 1;
            File.WriteAllBytes(At("c.kit"), file);
            using FileStream damaged = File.OpenRead(At("c.kit"));
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() => KitbagFile.LoadAsync<long[]>(damaged, options));
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, e.Reason);
            Assert.Equal(damaged.Length, damaged.Position);
            damaged.Position = 0;
            Assert.Equal(4, KitbagFile.LoadInfo<Named>(damaged).Id);
        }

        [Fact]
        public async Task A_file_is_loaded_in_the_background()
        {
            KitbagFile.Save(At("a.kit"), s_words);
            Assert.Equal(s_words, await KitbagFile.LoadAsync<string[]>(At("a.kit")));
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() => KitbagFile.LoadAsync<int>(At("b.kit")));
            Assert.Equal(KitbagErrorReason.FileNotFound, e.Reason);
            using var cancellation = new CancellationTokenSource();
            cancellation.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => KitbagFile.LoadAsync<string[]>(At("a.kit"), null, cancellation.Token));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => KitbagFile.LoadAsync<string[]>(new MemoryStream(File.ReadAllBytes(At("a.kit"))), null, cancellation.Token));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => KitbagFile.SaveAsync(new MemoryStream(), s_words, null, cancellation.Token));
        }

        [Fact]
        public async Task A_stream_is_unchanged_if_the_value_cannot_be_written()
        {
            var output = new MemoryStream();
            var value = new Failing[100];
            Array.Fill(value, new Failing());
            Assert.Throws<TimeoutException>(() => KitbagFile.Save(output, value));
            await Assert.ThrowsAsync<TimeoutException>(() => KitbagFile.SaveAsync(output, value));
            Assert.Throws<TimeoutException>(() => KitbagFile.Save(output, 1, value));
            Assert.Equal(0, output.Length);
            await Assert.ThrowsAsync<ArgumentNullException>("output", () => KitbagFile.SaveAsync((Stream)null!, 1));
            Assert.Throws<ArgumentNullException>("output", () => KitbagFile.Save((Stream)null!, 1));
            Assert.Throws<ArgumentNullException>("input", () => KitbagFile.Load<int>((Stream)null!));
        }

        public class Failing
        {
#pragma warning disable KIT0062 // The exception is what the tests need.
            public int Number
            {
                get => throw new TimeoutException();
                set => throw new TimeoutException(value.ToString());
            }
#pragma warning restore KIT0062
        }

        private sealed class Input(byte[] bytes, bool canSeek) : MemoryStream(bytes)
        {
            public override bool CanSeek => canSeek;
        }
    }
}
