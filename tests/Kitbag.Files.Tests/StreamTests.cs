using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Files.Tests
{
    [Collection(nameof(ProcessMemory))]
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

        /// <summary>Raw numbers are read from the file directly into the array, so nothing else is allocated.</summary>
        [Fact]
        public void Raw_numbers_are_read_without_a_second_copy()
        {
            var raw = new KitbagOptions { Numbers = KitbagNumbers.Raw };
            double[] doubles = Enumerable.Range(0, 500_000).Select(i => Math.Sqrt(i)).ToArray();
            List<int> ints = Enumerable.Range(0, 1_000_000).Select(i => i * 7919).ToList();
            byte[] bytes = new byte[4_000_000];
            new Random(1).NextBytes(bytes);
            Assert.Equal(4_000_000, Allocated<double[], double>(doubles, raw), 200_000d);
            Assert.Equal(4_000_000, Allocated<List<int>, int>(ints, raw), 200_000d);
            Assert.Equal(4_000_000, Allocated<byte[], byte>(bytes, KitbagOptions.Default), 200_000d);
            // Other documents are read as usual, even if they begin like this.
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

        /// <summary>While arrays of raw numbers in objects are copied, the memory of the document is returned to the system.</summary>
        [Fact]
        public async Task Raw_numbers_in_objects_are_not_in_memory_twice()
        {
            if (!OperatingSystem.IsLinux() && !OperatingSystem.IsMacOS())
                return;
            Terrain terrain = CreateTerrain();
            byte[] document = KitbagSerializer.Serialize(terrain, s_raw);
            using FileStream input = Opened(document);
            await using FileStream asyncInput = Opened(document);
            var storage = new MemoryStorage();
            KitbagFile.Save("a", terrain, new KitbagFileOptions { Storage = storage, Document = s_raw });
            var ways = new Func<Terrain>[]
            {
                () => KitbagSerializer.Deserialize<Terrain>(input),
                () => KitbagSerializer.DeserializeAsync<Terrain>(asyncInput).GetAwaiter().GetResult(),
                () => KitbagFile.Load<Terrain>("a", new KitbagFileOptions { Storage = storage }),
            };
            foreach (Func<Terrain> way in ways)
            {
                for (int i = 0; i < 2; i++)
                {
                    input.Position = asyncInput.Position = 0;
                    // An asynchronous read may use several threads.
                    long before = GC.GetTotalAllocatedBytes(true), moved = MovableBytes.TotalMoved;
                    Terrain read = way();
                    long allocated = GC.GetTotalAllocatedBytes(true) - before;
                    Assert.Equal(terrain.Heights, read.Heights);
                    Assert.Equal(terrain.Around.Weights, read.Around.Weights);
                    Assert.Equal(terrain.Ids, read.Ids);
                    Assert.Equal(terrain.Name + terrain.Last, read.Name + read.Last);
                    Assert.InRange(allocated, document.Length - 200_000, document.Length + 1_000_000);
                    Assert.InRange(MovableBytes.TotalMoved - moved, document.Length - 300_000, document.Length);
                }
            }
        }

        /// <summary>Damage after arrays whose memory was returned is reported as usual.</summary>
        [Fact]
        public void Damage_after_moved_numbers_is_reported_as_usual()
        {
            byte[] document = KitbagSerializer.Serialize(CreateTerrain(), s_raw);
            foreach (byte[] damaged in new[] { document[..^1], [.. document, 0], [.. document[..^9], .. new byte[] { 0xFF, 0xFF, 0xFF }] })
            {
                KitbagException expected = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Terrain>(damaged));
                using FileStream input = Opened(damaged);
                KitbagException e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Terrain>(input));
                Assert.Equal((expected.Reason, expected.Offset, expected.Path, expected.Message), (e.Reason, e.Offset, e.Path, e.Message));
            }
            // A surrogate rejects its value. To find the path, the numbers are read again.
            byte[] refused = KitbagSerializer.Serialize(new Sums { Numbers = [new Sum(Ramp(600_000), 1)] }, s_raw);
            KitbagException first = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Sums>(refused));
            using FileStream file = Opened(refused);
            KitbagException again = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Sums>(file));
            Assert.Equal((first.Reason, first.Offset, first.Path), (again.Reason, again.Offset, again.Path));
        }

        private static readonly KitbagOptions s_raw = new KitbagOptions { Numbers = KitbagNumbers.Raw };

        private static int[] Ramp(int count) => Enumerable.Range(0, count).Select(i => i * 7919).ToArray();

        private static Terrain CreateTerrain() => new Terrain
        {
            Name = "north",
            Heights = Enumerable.Range(0, 1_000_000).Select(i => MathF.Sqrt(i)).ToArray(),
            Around = new Ring { Weights = Enumerable.Range(0, 500_000).Select(i => Math.Sqrt(i)).ToList() },
            Ids = Ramp(400_000),
            Last = "the last member",
        };

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

        // Measures a read from a stream and one from a file with blocks, and returns the larger number.
        private static double Allocated<[KitbagRoot(Json = false)] T, TItem>(T value, KitbagOptions options) where T : IEnumerable<TItem>
        {
            using FileStream input = Opened(KitbagSerializer.Serialize(value, options));
            var storage = new MemoryStorage();
            var file = new KitbagFileOptions { Storage = storage, Document = options };
            KitbagFile.Save("a", value, file);
            double maximum = 0;
            for (int i = 0; i < 4; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                input.Position = 0;
                T read = KitbagSerializer.Deserialize<T>(input);
                double allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.True(value.SequenceEqual(read!));
                Assert.Equal(input.Length, input.Position);
                maximum = i == 0 ? 0 : Math.Max(maximum, allocated);
            }
            Assert.True(value.SequenceEqual(KitbagFile.Load<T>("a", file)!));
            storage.Files["a"][^200_000] ^= 1;
            Assert.Equal(KitbagErrorReason.ChecksumMismatch, Assert.Throws<KitbagException>(() => KitbagFile.Load<T>("a", file)).Reason);
            return maximum;
        }

        /// <summary>The pool keeps the memory of the document, so that writing it again allocates almost nothing.</summary>
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

    public sealed class Terrain
    {
        public string Name { get; set; } = "";

        public float[] Heights { get; set; } = [];

        public Ring Around { get; set; } = new Ring();

        public int[] Ids { get; set; } = [];

        public string Last { get; set; } = "";
    }

    public sealed class Ring
    {
        public List<double> Weights { get; set; } = [];
    }

    public sealed class Sums
    {
        public List<Sum> Numbers { get; set; } = [];
    }

    /// <summary>Numbers with their sum, which is checked when they are read.</summary>
    public sealed class Sum(int[] numbers, int total)
    {
        public int[] Numbers => numbers;

        public int Total => total;
    }

    [KitbagSurrogate(typeof(Sum))]
    public struct SumParts
    {
        public int[] Numbers;
        public int Total;

        public static implicit operator SumParts(Sum value) => new SumParts { Numbers = value.Numbers, Total = value.Total };

        public static implicit operator Sum(SumParts parts) => parts.Numbers.Aggregate(0, (a, b) => unchecked(a + b)) == parts.Total
            ? new Sum(parts.Numbers, parts.Total)
            : throw new ArgumentException("The sum is wrong.");
    }
}
