using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using Kitbag.Dynamic;
using Kitbag.Files;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Documents in files of blocks are loaded block by block, and blocks that are not needed any more are released.</summary>
    public class BlockFileTests
    {
        private const int BlockSize = 1024;
        private static readonly KitbagJsonOptions s_json = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };

        /// <summary>Blocks are released as soon as possible, so that access to an earlier position loads its block again.</summary>
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void A_document_in_blocks_is_read_like_one_in_memory(string name)
        {
            TestCase testCase = CaseData.Get(name);
            foreach (KitbagNumbers numbers in new[] { KitbagNumbers.Compact, KitbagNumbers.RawEverywhere })
                Compare(testCase.Serialize(new KitbagOptions { Numbers = numbers, Checksum = numbers == KitbagNumbers.Compact }));
        }

        /// <summary>The cases have no columns of many blocks.</summary>
        [Fact]
        public void Long_columns_in_blocks_are_read_like_those_in_memory()
        {
            int[] numbers = Enumerable.Range(0, 20_000).Select(i => i * 7919 & 0xFFFF).ToArray();
            Compare(KitbagSerializer.Serialize((numbers, numbers.Select(n => "n" + n).ToArray(), 17)));
            Compare(KitbagSerializer.Serialize((numbers.Select(n => n / 100m).ToArray(), numbers.Select(n => "n" + n % 99).ToList(), 17)));
            Compare(KitbagSerializer.Serialize(numbers.ToDictionary(n => n * 3L + 1, n => (n % 7 == 0 ? null : "x" + n, n % 3 == 0))));
            Compare(KitbagSerializer.Serialize(numbers.Select(n => (n, new List<int>(Enumerable.Range(n, n % 5)))).ToList()));
            Compare(KitbagSerializer.Serialize(numbers.Take(3000).Select(n => Enumerable.Range(0, n % 9)
                .Select(k => (double?)(k == 3 ? null : n / 8.0)).ToArray()).ToArray()));
        }

        private static void Compare(byte[] bytes)
        {
            using KitbagDocument whole = KitbagDocument.Parse(bytes);
            foreach (KitbagCompression compression in new[] { KitbagCompression.None, KitbagCompression.Lz4 })
            {
                KitbagDocument Open() => OpenBlocks(bytes, compression, 0, out _);
                using (KitbagDocument document = Open())
                    document.Verify();
                using (KitbagDocument document = Open())
                    Assert.Equal(bytes, document.ToBytes());
                if (whole.Root.IsNull)
                    continue;
                string expected = LazyTreeTests.Walked(whole).ToString();
                using (KitbagDocument document = Open())
                    Assert.Equal(expected, LazyTreeTests.Lazy(document, i => i).ToString());
                using (KitbagDocument document = Open())
                    Assert.Equal(expected, LazyTreeTests.Lazy(document, i => -i).ToString());
                using (KitbagDocument document = Open())
                    Assert.Equal(Sizes(whole), Sizes(document));
                using (KitbagDocument document = Open())
                {
                    Assert.Equal(whole.Root.ToString(), document.Root.ToString());
                    Assert.Equal(whole.ToJson(s_json), document.ToJson(s_json));
                    Assert.Equal(expected, LazyTreeTests.Walked(document).ToString());
                }
            }
        }

        private static string Sizes(KitbagDocument document) => string.Join("\n", document.Sizes().All().Select(size =>
            size.Path + " " + size.Bytes + " " + size.OwnBytes + " " + string.Join(", ", size.Encodings.Select(e => e.Name + e.Bytes))));

        [Fact]
        public void Few_blocks_of_a_large_file_are_kept_in_memory()
        {
            if (!OperatingSystem.IsLinux())
                return;
            int[] numbers = Enumerable.Range(0, 2_000_000).Select(i => i * 7919 & 0xFFFF).ToArray();
            byte[] bytes = KitbagSerializer.Serialize((numbers, numbers.Select(n => n + 0.25f).ToArray(), 17));
            const int MaxBytes = 256 * 1024;
            using KitbagDocument document = OpenBlocks(bytes, KitbagCompression.Lz4, MaxBytes, out BlockBytes blocks);
            Assert.InRange(blocks.Loaded, 1, bytes.Length / 2);
            Assert.Equal(17, document.Find("Item3").GetInt64());
            Assert.InRange(blocks.Loaded, 1, MaxBytes + 64 * BlockSize);
            Assert.Equal(numbers[1_999_999], document.Find("Item1[^1]").GetInt64());
            Assert.Equal(numbers[5] + 0.25, document.Find("Item2[5]").GetDouble());
            Assert.InRange(blocks.Loaded, 1, MaxBytes + 64 * BlockSize);
            document.Sizes();
            Assert.InRange(blocks.Loaded, 1, MaxBytes + 64 * BlockSize);
        }

        /// <summary>Numbers that are not packed are skipped without loading their blocks.</summary>
        [Fact]
        public void Raw_columns_are_skipped_unread()
        {
            byte[] bytes = KitbagSerializer.Serialize((new int[1_000_000], "end"),
                new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere });
            using KitbagDocument document = OpenBlocks(bytes, KitbagCompression.Lz4, int.MaxValue, out BlockBytes blocks);
            long header = blocks.Loaded;
            Assert.Equal("end", document.Find("Item2").GetString());
            Assert.InRange(blocks.Loaded, header, header + 4 * BlockSize);
        }

        /// <summary>Values before a damaged block can be read; the error names the block and its offset in the file.</summary>
        [Fact]
        public void A_damaged_block_is_reported_when_it_is_reached()
        {
            byte[] bytes = KitbagSerializer.Serialize((Enumerable.Range(0, 3_000_000).Select(i => i * 7919 & 0xFFFF).ToArray(), "end"));
            byte[] file = InBlocks(bytes, KitbagCompression.Lz4);
            int at = file.Length / 2;
            file[at] ^= 1;
            using KitbagDocument document = KitbagDocument.OpenBlocks(KitbagContainer.Open(new MemoryStream(file)),
                KitbagDocumentOptions.Default, int.MaxValue);
            Assert.Equal(7919, document.Find("Item1[1]").GetInt64());
            var e = Assert.Throws<KitbagException>(() => document.Find("Item2"));
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, e.Reason);
            Assert.InRange(e.Offset, at - 2 * BlockSize, at);
            Assert.StartsWith("Block ", e.Message, StringComparison.Ordinal);
        }

        private static KitbagDocument OpenBlocks(byte[] document, KitbagCompression compression, int maxBytes, out BlockBytes blocks)
        {
            KitbagContainer file = KitbagContainer.Open(new MemoryStream(InBlocks(document, compression)));
            KitbagDocument opened = KitbagDocument.OpenBlocks(file, KitbagDocumentOptions.Default, maxBytes);
            blocks = (BlockBytes)opened.Owner!;
            return opened;
        }

        private static byte[] InBlocks(byte[] document, KitbagCompression compression)
        {
            using var file = new MemoryStream();
            new ContainerWriter(file, compression, false).Write([new ArraySegment<byte>(document)], document.Length, [], 1, BlockSize, null,
                CancellationToken.None);
            return file.ToArray();
        }
    }
}
