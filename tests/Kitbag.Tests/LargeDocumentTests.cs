using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Large documents in an array: only the array is allocated for them, and they have the same bytes as elsewhere.</summary>
    public class LargeDocumentTests
    {
        // The buffer of the thread, and what is rented for columns.
        private const int Aside = 3 << 20;

        public static TheoryData<KitbagOptions> AllOptions => new()
        {
            KitbagOptions.Default, KitbagOptions.Bare, new KitbagOptions { Checksum = true },
            new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere },
        };

        private static long Allocated(Action write)
        {
            write();
            long before = GC.GetAllocatedBytesForCurrentThread();
            write();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        // Compares with an output that has enough room, to which the columns of several lists are written with the same copies.
        private static byte[] Check<[KitbagRoot(Json = false)] T>(T value, KitbagOptions options)
        {
            byte[] document = Array.Empty<byte>();
            long allocated = Allocated(() => document = KitbagSerializer.Serialize(value, options));
            var output = new ArrayBufferWriter<byte>(document.Length + 4096);
            long elsewhere = Allocated(() =>
            {
                output.Clear();
                KitbagSerializer.Serialize(output, value, options);
            });
            Assert.True(output.WrittenSpan.SequenceEqual(document));
            Assert.InRange(document.Length, 8 << 20, int.MaxValue);
            Assert.InRange(allocated, document.Length, document.Length + elsewhere + Aside);
            return document;
        }

        [Theory]
        [MemberData(nameof(AllOptions))]
        public void Members_with_large_arrays(KitbagOptions options)
        {
            var random = new Random(3);
            var value = new Scan { Bytes = new byte[9_000_000], Numbers = new long[2_000_000], Reals = new float[3_000_000] };
            random.NextBytes(value.Bytes);
            random.NextBytes(MemoryMarshal.AsBytes(value.Numbers.AsSpan()));
            random.NextBytes(MemoryMarshal.AsBytes(value.Reals.AsSpan()));
            Scan read = KitbagSerializer.Deserialize<Scan>(Check(value, options), options);
            Assert.True(read.Bytes.AsSpan().SequenceEqual(value.Bytes) && read.Numbers.AsSpan().SequenceEqual(value.Numbers));
            Assert.True(MemoryMarshal.AsBytes(read.Reals.AsSpan()).SequenceEqual(MemoryMarshal.AsBytes(value.Reals.AsSpan())));
        }

        [Theory]
        [MemberData(nameof(AllOptions))]
        public void Arrays_of_numbers(KitbagOptions options)
        {
            var random = new Random(1);
            List<long[]> numbers = Enumerable.Range(0, 400).Select(i => new long[10_000]).ToList();
            foreach (long[] array in numbers)
                random.NextBytes(MemoryMarshal.AsBytes(array.AsSpan()));
            byte[] document = Check(numbers, options);
            List<long[]> read = KitbagSerializer.Deserialize<List<long[]>>(document, options);
            Assert.True(numbers.Zip(read).All(pair => pair.First.AsSpan().SequenceEqual(pair.Second)));
        }

        [Theory]
        [MemberData(nameof(AllOptions))]
        public void Arrays_of_bytes(KitbagOptions options)
        {
            var random = new Random(2);
            // More than one piece for some, few bytes for others.
            List<byte[]> bytes = Enumerable.Range(0, 200).Select(i => new byte[i % 20 == 0 ? 3_000_000 : i]).ToList();
            bytes.ForEach(random.NextBytes);
            List<byte[]> read = KitbagSerializer.Deserialize<List<byte[]>>(Check(bytes, options), options);
            Assert.True(bytes.Zip(read).All(pair => pair.First.AsSpan().SequenceEqual(pair.Second)));
        }

        // Narrowing fails for some of the columns, after a part of them was written.
        [Theory]
        [MemberData(nameof(AllOptions))]
        public void Strings(KitbagOptions options)
        {
            var texts = new List<string[]>();
            for (int i = 0; i < 400; i++)
                texts.Add(Enumerable.Range(0, 500).Select(n => new string((char)('a' + n % 20), 60) + i + "," + n).ToArray());
            for (int i = 0; i < 400; i += 7)
                texts[i][499] = "\u0416";
            List<string[]> read = KitbagSerializer.Deserialize<List<string[]>>(Check(texts, options), options);
            Assert.True(texts.Zip(read).All(pair => pair.First.SequenceEqual(pair.Second)));
        }
    }

    public class Scan
    {
        public byte[] Bytes { get; set; } = Array.Empty<byte>();
        public long[] Numbers { get; set; } = Array.Empty<long>();
        public float[] Reals { get; set; } = Array.Empty<float>();
    }
}
