using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.TestCases;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Skipped parts of a large file are not kept in memory.</summary>
    public class LargeFileTests
    {
        private const int Megabyte = 1 << 20;

        [Fact]
        public void Pages_of_a_mapped_file_are_released_once_they_were_skipped()
        {
            if (!OperatingSystem.IsLinux())
                return;
            byte[] bytes = KitbagSerializer.Serialize((Numbers(24 * Megabyte), 17));
            Assert.InRange(bytes.Length, 45 * Megabyte, 60 * Megabyte);
            string file = Path.Combine(Path.GetTempPath(), "kitbag-" + Guid.NewGuid().ToString("N") + ".kit");
            File.WriteAllBytes(file, bytes);
            try
            {
                using KitbagDocument document = KitbagDocument.Open(file);
                Assert.Equal(17, document.Find("Item2").GetInt64());
                Assert.Equal(3, document.Find("Item1[3]").GetInt64() & 0x3F);
                Assert.InRange(ResidentBytes(file), 1, 20 * Megabyte);
                document.Verify();
                Assert.Equal(17, document.Find("Item2").GetInt64());
            }
            finally
            {
                File.Delete(file);
            }
        }

        [Theory]
        [InlineData("integers")]
        [InlineData("decimals")]
        [InlineData("words")]
        [InlineData("strings")]
        [InlineData("repeated strings")]
        public void Skipping_a_long_column_reports_its_progress(string kind)
        {
            int[] numbers = Numbers(400_000);
            byte[] body = kind switch
            {
                "integers" => Body(numbers),
                "decimals" => Body(numbers.Select(n => n / 100.0).ToArray()),
                "words" => Body(Prices(numbers)),
                "strings" => Body(numbers.Select(n => "n" + n).ToArray()),
                _ => Body(numbers.Select(n => "n" + n % 50_000).ToArray()),
            };
            SchemaType type = (kind switch
            {
                "integers" => KitbagSchema.Of<int[]>(),
                "decimals" => KitbagSchema.Of<double[]>(),
                "words" => KitbagSchema.Of<decimal[]>(),
                _ => KitbagSchema.Of<string[]>(),
            }).Root;
            var listener = new Listener();
            var visitor = new SilentVisitor(listener);
            var r = new WireReader(body, KitbagLimits.Default);
            SchemaWalker<SilentVisitor>.WalkRoot(ref r, ref visitor, type);
            Assert.Equal(0, r.Remaining);
            r.Dispose();
            Assert.Equal(body.Length, listener.Positions[^1]);
            Assert.True(listener.Positions.Count > 4, "Reported " + listener.Positions.Count + " times.");
        }

        /// <summary>Values that are stored as separate columns of words are decoded in chunks, not all at once for the first one.</summary>
        [Fact]
        public void Separate_words_are_decoded_in_chunks()
        {
            decimal[] prices = Prices(Numbers(400_000));
            byte[] bytes = KitbagSerializer.Serialize(prices);
            Assert.InRange(bytes.Length, 400_000, 3_200_000);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagNode root = KitbagDocument.Parse(bytes).Root;
            Assert.Equal(prices[5], root[5].GetDecimal());
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 500_000);
            Assert.Equal(prices[399_999], root[399_999].GetDecimal());
            Assert.Equal(prices[200_000], root[200_000].GetDecimal());
        }

        private static decimal[] Prices(int[] numbers) => numbers.Select(n => n / 100m).ToArray();

        private static byte[] Body<[KitbagRoot] T>(T value) =>
            KitbagSerializer.Serialize(value, new KitbagOptions { Schema = KitbagSchemaMode.Bare });

        private static int[] Numbers(int count)
        {
            var numbers = new int[count];
            for (int i = 0; i < count; i++)
                numbers[i] = (i * 7919 & 0xFFC0) | (i & 0x3F);
            return numbers;
        }

        // The resident size of the mapping of a file, according to the operating system.
        private static long ResidentBytes(string file)
        {
            bool isOfFile = false;
            long bytes = 0;
            foreach (string line in File.ReadLines("/proc/self/smaps"))
            {
                if (line.Contains('-', StringComparison.Ordinal) && !line.Contains("kB", StringComparison.Ordinal))
                    isOfFile = line.EndsWith(file, StringComparison.Ordinal);
                else if (isOfFile && line.StartsWith("Rss:", StringComparison.Ordinal))
                    bytes += long.Parse(line.AsSpan(4, line.Length - 6), System.Globalization.CultureInfo.InvariantCulture) << 10;
            }
            return bytes;
        }

        private sealed class Listener : IWalkListener
        {
            public List<int> Positions { get; } = new List<int>();

            public void Passed(int offset) => Positions.Add(offset);
        }
    }
}
