using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    public class StreamTests
    {
        [Fact]
        public async Task Documents_are_written_to_streams_as_to_arrays()
        {
            foreach (int count in new[] { 0, 1, 5000, 200_000 })
            {
                double[] numbers = Enumerable.Range(0, count).Select(i => Math.Sqrt(i)).ToArray();
                byte[] document = KitbagSerializer.Serialize(numbers);
                var output = new MemoryStream();
                KitbagSerializer.Serialize(output, numbers);
                Assert.Equal(document, output.ToArray());
                output = new MemoryStream();
                await KitbagSerializer.SerializeAsync(output, numbers);
                Assert.Equal(document, output.ToArray());
            }
        }

        /// <summary>Numbers as they are go from the file to the array: no more is allocated than that.</summary>
        [Fact]
        public void Raw_numbers_are_read_without_a_second_copy()
        {
            var raw = new KitbagOptions { Numbers = KitbagNumbers.Raw };
            double[] doubles = Enumerable.Range(0, 500_000).Select(i => Math.Sqrt(i)).ToArray();
            System.Collections.Generic.List<int> ints = Enumerable.Range(0, 1_000_000).Select(i => i * 7919).ToList();
            byte[] bytes = new byte[4_000_000];
            new Random(1).NextBytes(bytes);
            Assert.Equal(4_000_000, Allocated(doubles, raw), 200_000d);
            Assert.Equal(4_000_000, Allocated(ints, raw), 200_000d);
            Assert.Equal(4_000_000, Allocated(bytes, KitbagOptions.Default), 200_000d);
            // What is not so is read as ever, also where it begins so.
            byte[] document = KitbagSerializer.Serialize(doubles, raw);
            document[^1] = 0x7F;
            Assert.Equal(500_000, Read(document).Length);
            Assert.Equal(doubles, Read(KitbagSerializer.Serialize(doubles)));
            KitbagException e = Assert.Throws<KitbagException>(() => Read(document[..^1]));
            Assert.Equal(KitbagErrorReason.Truncated, e.Reason);
            Assert.Throws<KitbagException>(() => Read([.. document, 0]));
            var small = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 1_000_000 } };
            e = Assert.Throws<KitbagException>(() => Read(document, small));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        private static double[] Read(byte[] document, KitbagOptions? options = null)
        {
            using FileStream input = Opened(document);
            return KitbagSerializer.Deserialize<double[]>(input, options);
        }

        private static FileStream Opened(byte[] document)
        {
            var file = new FileStream(Path.GetTempFileName(), FileMode.Open, FileAccess.ReadWrite, FileShare.None, 1,
                FileOptions.DeleteOnClose);
            file.Write(document);
            file.Position = 0;
            return file;
        }

        // Once from a stream, once from a file with blocks; answers the larger number.
        private static double Allocated<[KitbagRoot(Json = false)] T>(T value, KitbagOptions options)
        {
            using FileStream input = Opened(KitbagSerializer.Serialize(value, options));
            var storage = new MemoryStorage();
            var file = new KitbagFileOptions { Storage = storage, Document = options };
            KitbagFile.Save("a", value, file);
            double most = 0;
            for (int i = 0; i < 4; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                input.Position = 0;
                T read = KitbagSerializer.Deserialize<T>(input);
                double allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.Equal(value, read);
                Assert.Equal(input.Length, input.Position);
                most = i == 0 ? 0 : Math.Max(most, allocated);
            }
            Assert.Equal(value, KitbagFile.Load<T>("a", file));
            storage.Files["a"][^200_000] ^= 1;
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, Assert.Throws<KitbagException>(() => KitbagFile.Load<T>("a", file)).Reason);
            return most;
        }

        /// <summary>The pool keeps the memory of the document, so that writing it again allocates next to nothing.</summary>
        [Fact]
        public void No_second_copy_is_allocated()
        {
            double[] numbers = Enumerable.Range(0, 1_000_000).Select(i => Math.Sqrt(i)).ToArray();
            KitbagSerializer.Serialize(Stream.Null, numbers);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagSerializer.Serialize(Stream.Null, numbers);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 8_500_000);
        }
    }
}
