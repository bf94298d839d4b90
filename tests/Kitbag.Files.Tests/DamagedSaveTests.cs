using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Loads another file when it is loaded itself.</summary>
    public class Linked
    {
        private string? _other;

        public string? Other
        {
            get => _other;
            set
            {
                if (value != null)
                    KitbagFile.Load<int>(value);
                _other = value;
            }
        }
    }

    /// <summary>Tests saving over files that are damaged: the last intact generation is never lost.</summary>
    public sealed class DamagedSaveTests : TemporaryFolder
    {
        // Several blocks, some of them compressed.
        private static KitbagFileOptions Options(MemoryStorage files, int keep, KitbagCompression compression) =>
            new() { Storage = files, Keep = keep, Compression = compression, BlockSize = 1024 };

        private static int[] Values(int number) => Enumerable.Range(0, 900).Select(i => i < 450 ? number : i * i * 7919).ToArray();

        public static IEnumerable<object[]> Ways() =>
            from keep in new[] { 1, 2, 3 }
            from compression in new[] { KitbagCompression.None, KitbagCompression.Lz4 }
            select new object[] { keep, compression };

        [Theory]
        [MemberData(nameof(Ways))]
        public void A_damaged_file_does_not_replace_an_intact_generation(int keep, KitbagCompression compression)
        {
            var intact = new MemoryStorage();
            for (int i = 1; i <= keep; i++)
                KitbagFile.Save("a.kit", Values(i), new Named { Id = i }, Options(intact, keep, compression));
            byte[] file = intact.Files["a.kit"];
            for (int at = 0; at < file.Length; at++)
            {
                var files = new MemoryStorage();
                foreach ((string name, byte[] bytes) in intact.Files)
                    files.Files.Add(name, bytes);
                byte[] damaged = files.Files["a.kit"] = [.. file];
                damaged[at] ^= 0x10;
                KitbagFileOptions options = Options(files, keep, compression);
                if (keep > 1)
                    Assert.Equal(Values(keep - 1), KitbagFile.Load<int[]>("a.kit", options));
                KitbagFile.Save("a.kit", Values(100), options);
                Assert.Equal(Values(100), KitbagFile.Load<int[]>("a.kit", options));
                Assert.Same(damaged, files.Files["a.damaged.kit"]);
                for (int i = 1; i < keep; i++)
                    Assert.Same(intact.Files["a." + i + ".kit"], files.Files["a." + i + ".kit"]);
                // The next save keeps the new one as usual, and deleting deletes damaged files, too.
                KitbagFile.Save("a.kit", Values(101), options);
                Assert.Equal(keep + 1, files.Files.Count);
                KitbagFile.Delete("a.kit", options);
                Assert.Empty(files.Files);
            }
        }

        /// <summary>The missing file is not the one that is loaded, which is intact.</summary>
        [Fact]
        public void A_missing_file_that_the_value_loads_is_no_damage()
        {
            KitbagFile.Save(At("b.kit"), 1);
            KitbagFile.Save(At("a.kit"), new Linked());
            KitbagFile.Save(At("a.kit"), new Linked { Other = At("b.kit") });
            KitbagFile.Delete(At("b.kit"));
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Load<Linked>(At("a.kit")));
            Assert.Equal(KitbagErrorReason.FileNotFound, e.Reason);
            Assert.Equal(At("b.kit"), e.File);
        }

        [Fact]
        public void The_counter_of_a_damaged_file_is_not_used_again()
        {
            for (int i = 1; i <= 3; i++)
                KitbagFile.Save(At("a.kit"), Values(i));
            Damage(At("a.kit"), 100);
            Assert.Equal(4UL, KitbagFile.Save(At("a.kit"), Values(4)).Generation);
            Assert.Equal(["a.1.kit", "a.damaged.kit", "a.kit"], Names());
        }

        [Fact]
        public void The_checksum_of_a_bare_document_is_verified()
        {
            KitbagFile.Save(At("a.kit"), Values(1));
            KitbagFile.Save(At("a.kit"), Values(2));
            byte[] document = KitbagSerializer.Serialize(Values(3), new KitbagOptions { Checksum = true });
            File.WriteAllBytes(At("a.kit"), document);
            KitbagFile.Save(At("a.kit"), Values(4));
            Assert.Equal(document, File.ReadAllBytes(At("a.1.kit")));
            foreach (int length in new[] { document.Length, document.Length - 1, 9, 8, 5, 4 })
            {
                byte[] damaged = document[..length];
                damaged[length - 1] ^= 1;
                File.WriteAllBytes(At("a.kit"), damaged);
                KitbagFile.Save(At("a.kit"), Values(5));
                Assert.Equal(document, File.ReadAllBytes(At("a.1.kit")));
            }
        }

        [Fact]
        public async Task Checking_the_old_file_can_be_canceled()
        {
            var files = new MemoryStorage();
            var options = new KitbagFileOptions { Storage = files };
            KitbagFile.Save("a.kit", new byte[10_000_000], options);
            using var source = new CancellationTokenSource();
            files.Reading = () => source.Cancel();
            byte[] old = files.Files["a.kit"];
            await Assert.ThrowsAnyAsync<OperationCanceledException>(
                () => KitbagFile.SaveAsync("a.kit", new byte[10], options, null, source.Token));
            Assert.Same(old, Assert.Single(files.Files).Value);
            Assert.InRange(files.BytesRead, 1, 10_000_000);
        }

        [Theory]
        [InlineData(10)]
        [InlineData(20_000_000)]
        public void A_new_file_that_was_not_written_correctly_does_not_replace_the_old_one(int length)
        {
            var files = new WrongStorage();
            var options = new KitbagFileOptions { Storage = files };
            KitbagFile.Save("a.kit", new byte[10], options);
            files.IsWrong = true;
            var bytes = new byte[length];
            new Random(1).NextBytes(bytes);
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Save("a.kit", bytes, options));
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, e.Reason);
            Assert.Equal(new byte[10], KitbagFile.Load<byte[]>("a.kit", options));
            Assert.Single(files.Files);
        }

        // Changes a byte of each new file.
        private sealed class WrongStorage : MemoryStorage
        {
            public bool IsWrong { get; set; }

            public override Stream OpenRead(string path)
            {
                if (IsWrong && path.EndsWith(".tmp", StringComparison.Ordinal))
                    Files[path][Files[path].Length / 2] ^= 1;
                return base.OpenRead(path);
            }
        }

        private static void Damage(string path, int at)
        {
            byte[] bytes = File.ReadAllBytes(path);
            bytes[at] ^= 1;
            File.WriteAllBytes(path, bytes);
        }
    }
}
