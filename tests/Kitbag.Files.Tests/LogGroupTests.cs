using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests reading logs without the type of their records.</summary>
    public class LogGroupTests
    {
        private const string Name = "a.kitlog";

        /// <summary>A later version of <see cref="Named"/>.</summary>
        public class Wider
        {
            public int Id { get; set; }

            public int Level { get; set; }
        }

        private static MemoryStorage CreateLog(KitbagCompression compression = KitbagCompression.None)
        {
            var storage = new MemoryStorage();
            var options = new KitbagLogOptions { Storage = storage, GroupRecords = 10, Compression = compression };
            using (KitbagLog<Named> log = KitbagLog<Named>.Open(Name, options))
            {
                for (int i = 0; i < 25; i++)
                    log.Append(new Named { Id = i, Name = "n" + i });
            }
            using (KitbagLog<Wider> log = KitbagLog<Wider>.Open(Name, options))
            {
                for (int i = 25; i < 40; i++)
                    log.Append(new Wider { Id = i, Level = -i });
            }
            return storage;
        }

        private static IEnumerable<KitbagLogGroup> Read(MemoryStorage storage, long from = 0, bool skip = false) =>
            KitbagLogGroup.Read(Name, from, new KitbagLogOptions { Storage = storage, SkipDamaged = skip });

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        public void Each_group_is_a_document_by_its_own_schema(KitbagCompression compression)
        {
            KitbagLogGroup[] groups = Read(CreateLog(compression)).ToArray();
            Assert.Equal([0, 10, 20, 25, 35], groups.Select(g => g.First));
            Assert.Equal([10, 10, 5, 10, 5], groups.Select(g => g.Document.Root.Count));
            Assert.Equal("n11", groups[1].Document.Find("[1].Name").GetString());
            Assert.Equal(-36, groups[4].Document.Find("[1].Level").GetInt64());
            Assert.Equal(["Named", "Named", "Named", "LogGroupTests.Wider", "LogGroupTests.Wider"],
                groups.Select(g => g.Document.Schema.Root.Element!.Name));
        }

        [Fact]
        public void Begin_with_the_group_that_has_a_record()
        {
            Assert.Equal(20, Read(CreateLog(), 24).First().First);
            Assert.Equal(25, Read(CreateLog(), 25).First().First);
            Assert.Empty(Read(CreateLog(), 40));
            MemoryStorage torn = CreateLog();
            torn.Files[Name] = torn.Files[Name][..^3];
            Assert.Equal([0, 10, 20, 25], Read(torn).Select(g => g.First));
        }

        [Fact]
        public void Damage_is_an_error_or_is_skipped()
        {
            MemoryStorage storage = CreateLog();
            byte[] bytes = storage.Files[Name] = [.. storage.Files[Name]];
            int first = bytes.AsSpan().IndexOf("KBLK"u8), second = first + 4 + bytes.AsSpan(first + 4).IndexOf("KBLK"u8);
            bytes[second + 40] ^= 1;
            KitbagException e = Assert.Throws<KitbagException>(() => Read(storage).Count());
            Assert.Equal((KitbagErrorReason.ChecksumMismatch, Name), (e.Reason, e.File));
            Assert.Equal([0, 20, 25, 35], Read(storage, skip: true).Select(g => g.First));
            storage.Files[Name] = KitbagSerializer.Serialize(5);
            Assert.Throws<KitbagException>(() => Read(storage).Count());
        }
    }
}
