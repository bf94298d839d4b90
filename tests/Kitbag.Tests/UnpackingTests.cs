using System;
using Kitbag.Layout;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Unpacking with narrow vectors equals unpacking numbers one by one.</summary>
    [Collection(WarmUpTests.Vectors)]
    public class UnpackingTests
    {
        [Fact]
        public void Unpacking_by_halves_equals_unpacking_one_by_one()
        {
            var random = new Random(3);
            for (int width = 1; width <= 25; width++)
            {
                foreach (int size in new[] { 1, 2, 4, 8 })
                {
                    foreach (int count in new[] { 8, 24, 255, 256 })
                        Check(random, width, size, count);
                }
            }
        }

        private static void Check(Random random, int width, int size, int count)
        {
            var packed = new byte[(count * width + 7) / 8];
            random.NextBytes(packed);
            ulong add = (ulong)random.NextInt64();
            var image = new byte[count * size];
            int done = PackedBlockVectors.UnpackByHalves(ref packed[0], packed.Length, count, width, add, ref image[0], size);
            Assert.InRange(done, 0, count);
            Assert.True(done >= 192 || count < 255);
            for (int i = 0; i < done; i++)
            {
                ulong number = 0;
                for (int b = 0; b < width; b++)
                    number |= (ulong)(packed[(i * width + b) >> 3] >> ((i * width + b) & 7) & 1) << b;
                number += add;
                for (int b = 0; b < size; b++)
                    Assert.Equal((byte)(number >> (8 * b)), image[i * size + b]);
            }
        }
    }
}
