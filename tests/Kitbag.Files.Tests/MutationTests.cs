using System;
using System.IO;
using System.Linq;
using Kitbag.Files.Child;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Reading any bytes as a file returns the value or throws a KitbagException.</summary>
    public class MutationTests
    {
        private const string Name = "a";

        public static TheoryData<KitbagCompression> Compressions() =>
            [KitbagCompression.None, KitbagCompression.Lz4, KitbagCompression.Brotli];

        private static byte[] FileOf(KitbagCompression compression)
        {
            var storage = new MemoryStorage();
            KitbagFile.Save(Name, Enumerable.Range(0, 300).Select(i => "word " + (i % 50)).ToArray(), 7,
                new KitbagFileOptions { Storage = storage, Compression = compression, BlockSize = 1024 });
            return storage.Files[Name];
        }

        private static byte[] LogOf(KitbagCompression compression)
        {
            var storage = new MemoryStorage();
            using (KitbagLog<string> log = KitbagLog<string>.Open(Name,
                new KitbagLogOptions { Storage = storage, Compression = compression, GroupRecords = 50 }))
            {
                for (int i = 0; i < 300; i++)
                    log.Append("word " + (i % 50));
            }
            return storage.Files[Name];
        }

        private static void Load(byte[] bytes, bool mayBeIntact)
        {
            var storage = new MemoryStorage();
            storage.Files[Name] = bytes;
            try
            {
                string[] words = KitbagFile.Load<string[]>(Name, new KitbagFileOptions { Storage = storage });
                Assert.True(mayBeIntact);
                Assert.Equal(Enumerable.Range(0, 300).Select(i => "word " + (i % 50)), words);
            }
            catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
            {
                Assert.Equal(Name, e.File);
            }
            try
            {
                KitbagFile.LoadInfo<int>(Name, new KitbagFileOptions { Storage = storage });
            }
            catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
            {
            }
        }

        private static void ReadLog(byte[] bytes)
        {
            var storage = new MemoryStorage();
            storage.Files[Name] = bytes;
            var options = new KitbagLogOptions { Storage = storage };
            try
            {
                int at = 0;
                foreach (string word in KitbagLog<string>.Read(Name, 0, options))
                    Assert.Equal("word " + (at++ % 50), word);
                Assert.InRange(at, 0, 300);
            }
            catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
            {
                Assert.Equal(Name, e.File);
            }
            try
            {
                KitbagLogState.Read(Name, options);
                using KitbagLog<string> log = KitbagLog<string>.Open(Name, options);
                log.Append("word " + (log.Count % 50));
            }
            catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
            {
            }
        }

        [Theory]
        [MemberData(nameof(Compressions))]
        public void Every_truncation(KitbagCompression compression)
        {
            byte[] file = FileOf(compression), log = LogOf(compression);
            for (int length = 0; length < file.Length; length++)
                Load(file[..length], false);
            for (int length = 0; length < log.Length; length++)
                ReadLog(log[..length]);
        }

        [Theory]
        [MemberData(nameof(Compressions))]
        public void Every_bit_and_many_mutations(KitbagCompression compression)
        {
            byte[] file = FileOf(compression), log = LogOf(compression);
            for (int bit = 0; bit < file.Length * 8; bit++)
            {
                file[bit / 8] ^= (byte)(1 << (bit % 8));
                Load(file, false);
                file[bit / 8] ^= (byte)(1 << (bit % 8));
            }
            var random = new Random(5);
            for (int n = 0; n < 3400; n++)
            {
                Load(Changed(file, random), true);
                ReadLog(Changed(log, random));
            }
        }

        // Changes, removes or duplicates bytes, or replaces them by others of the file.
        private static byte[] Changed(byte[] bytes, Random random)
        {
            byte[] changed = bytes.ToArray();
            for (int i = random.Next(1, 4); i > 0; i--)
            {
                int at = random.Next(changed.Length), n = Math.Min(random.Next(1, 200), changed.Length - at);
                switch (random.Next(5))
                {
                    case 0:
                        changed[at] = (byte)random.Next(256);
                        break;
                    case 1:
                        changed = changed[..at].Concat(changed[(at + n)..]).Append((byte)0).ToArray();
                        break;
                    case 2:
                        changed = changed[..(at + n)].Concat(changed[at..]).ToArray();
                        break;
                    case 3:
                        Array.Copy(changed, random.Next(changed.Length - n + 1), changed, at, n);
                        break;
                    default:
                        changed.AsSpan(at, n).Clear();
                        break;
                }
            }
            return changed;
        }

        /// <summary>Damage with correct checksums, which only the decompressor or the reader of documents can detect.</summary>
        [Theory]
        [InlineData(KitbagCompression.Lz4)]
        [InlineData(KitbagCompression.Brotli)]
        public void Stored_bytes_that_are_no_block(KitbagCompression compression)
        {
            byte[] file = FileOf(compression);
            var random = new Random(6);
            int failures = 0;
            for (int n = 0; n < 5000; n++)
            {
                byte[] changed = Forge(file, random);
                var storage = new MemoryStorage();
                storage.Files[Name] = changed;
                try
                {
                    KitbagFile.Load<string[]>(Name, new KitbagFileOptions { Storage = storage });
                }
                catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
                {
                    failures++;
                }
            }
            Assert.True(failures > 1000, failures.ToString());
        }

        private static byte[] Forge(byte[] file, Random random)
        {
            byte[] changed = file.ToArray();
            var stream = new MemoryStream(file);
            using KitbagContainer container = KitbagContainer.Open(stream);
            KitbagBlock block = container.Blocks[random.Next(container.Blocks.Count)];
            int at = (int)block.FileOffset + ContainerFormat.BlockHeaderLength;
            for (int i = random.Next(1, 5); i > 0; i--)
                changed[at + random.Next(block.StoredLength)] = (byte)random.Next(256);
            uint checksum = Kitbag.Buffers.Crc32C.Append(0, changed.AsSpan(at, block.StoredLength));
            var header = new BlockHeader(block.Compression, 0, block.StoredLength, block.Length, block.Offset, checksum);
            header.Write(changed.AsSpan((int)block.FileOffset));
            int tableAt = changed.Length - ContainerFormat.EndLength - (container.Blocks.Count * ContainerFormat.BlockHeaderLength);
            header.Write(changed.AsSpan(tableAt + (block.Index * ContainerFormat.BlockHeaderLength)));
            uint table = Kitbag.Buffers.Crc32C.Append(0, changed.AsSpan(tableAt, changed.Length - ContainerFormat.EndLength - tableAt));
            ContainerFormat.WriteEnd(changed.AsSpan(changed.Length - ContainerFormat.EndLength), new ContainerEnd(container.Blocks.Count,
                table, container.BodyLength, container.Generation, changed.Length));
            return changed;
        }
    }
}
