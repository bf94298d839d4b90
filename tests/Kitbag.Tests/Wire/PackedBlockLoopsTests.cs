using System;
using System.Linq;
using System.Runtime.InteropServices;
using Kitbag.Layout;
using Xunit;

namespace Kitbag.Tests.Wire
{
    /// <summary>The loops that are used on older frameworks in place of vectors have the same results.</summary>
    public class PackedBlockLoopsTests
    {
        [Fact]
        public void Numbers_of_32_bits()
        {
            var random = new Random(1);
            for (int round = 0; round < 3000; round++)
            {
                int count = random.Next(1, 257), bits = random.Next(0, 33), start = random.Next();
                int[] values = Enumerable.Range(0, count).Select(_ => start + (int)(random.NextInt64() & ((1L << bits) - 1))).ToArray();
                ref byte image = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes<int>(values.AsSpan()));
                foreach (bool isSigned in new[] { true, false })
                {
                    long min = long.MaxValue, max = long.MinValue;
                    PackedBlockLoops.RangeOfInts(ref image, count, isSigned, ref min, ref max);
                    Assert.Equal(values.Min(value => isSigned ? value : (uint)value), min);
                    Assert.Equal(values.Max(value => isSigned ? value : (uint)value), max);
                }
                if (bits > 30 || (long)start + (1L << bits) > int.MaxValue)
                    continue;
                long minStep = long.MaxValue, maxStep = long.MinValue;
                PackedBlockLoops.StepsOfInts(ref image, count, ref minStep, ref maxStep);
                if (count > 1)
                {
                    Assert.Equal(values.Zip(values.Skip(1), (before, value) => (long)value - before).Min(), minStep);
                    Assert.Equal(values.Zip(values.Skip(1), (before, value) => (long)value - before).Max(), maxStep);
                }
            }
        }

        [Fact]
        public void Numbers_of_64_bits()
        {
            var random = new Random(2);
            for (int round = 0; round < 3000; round++)
            {
                int count = random.Next(1, 257), bits = random.Next(0, 64);
                long start = random.NextInt64(long.MinValue, long.MaxValue);
                long[] values = Enumerable.Range(0, count).Select(_ => start + (random.NextInt64() & ((1L << bits) - 1))).ToArray();
                ref byte image = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes<long>(values.AsSpan()));
                foreach (ulong flip in new[] { 0UL, 1UL << 63 })
                {
                    long min = long.MaxValue, max = long.MinValue;
                    PackedBlockLoops.RangeOfLongs(ref image, count, flip, ref min, ref max);
                    Assert.Equal(values.Min(value => value ^ (long)flip), min);
                    Assert.Equal(values.Max(value => value ^ (long)flip), max);
                }
                long minStep = long.MaxValue, maxStep = long.MinValue;
                PackedBlockLoops.StepsOfLongs(ref image, count, ref minStep, ref maxStep);
                if (count > 1)
                {
                    Assert.Equal(values.Zip(values.Skip(1), (before, value) => value - before).Min(), minStep);
                    Assert.Equal(values.Zip(values.Skip(1), (before, value) => value - before).Max(), maxStep);
                }
            }
        }

        [Fact]
        public void Packed()
        {
            var random = new Random(3);
            for (int round = 0; round < 3000; round++)
            {
                int count = random.Next(2, 257), width = random.Next(1, 33);
                bool isDelta = random.Next(2) == 0;
                int[] values = Enumerable.Range(0, count).Select(_ => (int)random.NextInt64()).ToArray();
                var block = new PackedBlock { Width = (byte)width, IsDelta = isDelta, Base = (ulong)random.NextInt64() };
                int offsets = isDelta ? count - 1 : count;
                var expected = new byte[1100];
                for (int i = 0; i < (offsets & ~7); i++)
                {
                    uint offset = (uint)values[isDelta ? i + 1 : i] - (isDelta ? (uint)values[i] : 0) - (uint)block.Base;
                    for (int bit = 0; bit < width; bit++)
                        expected[(i * width + bit) / 8] |= (byte)((offset >> bit & 1) << ((i * width + bit) % 8));
                }
                var packed = new byte[1100];
                ref byte image = ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes<int>(values.AsSpan()));
                int done = PackedBlockLoops.PackInts(ref image, offsets, block, ref packed[0]);
                Assert.Equal(offsets & ~7, done);
                Assert.Equal(expected, packed);
            }
        }
    }
}
