using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Kitbag.Layout;
using Xunit;

namespace Kitbag.Tests.Wire
{
    /// <summary>Vectors that unpack the offsets of blocks, tested in memory between two guard pages.</summary>
    [Collection(WarmUpTests.Vectors)]
    public class UnpackingTests
    {
        private const int Room = 100;

        public static TheoryData<int> Sizes() => new TheoryData<int> { 1, 2, 4, 8 };

        [Theory]
        [MemberData(nameof(Sizes))]
        public void Vectors_access_only_the_bytes_of_a_block(int size)
        {
            if (!FencedMemory.IsSupported)
                return;
            using var source = new FencedMemory();
            using var destination = new FencedMemory();
            var random = new Random(size);
            int vectors = 0;
            for (int width = 1; width <= Math.Min(57, 8 * size); width++)
            {
                foreach (int count in new[] { 8, 15, 16, 31, 63, 64, 65, 79, 80, 100, 255, 256 })
                {
                    var packed = new byte[(count * width + 7) / 8 + Room];
                    random.NextBytes(packed);
                    ulong add = (ulong)random.NextInt64();
                    byte[] expected = Expected(packed, count, width, add, size);
                    // Exactly the bytes of the block, and more bytes, so that the last vector may read beyond the block.
                    foreach (int more in new[] { 0, 1, 7, 8, 13, 31, 63, Room })
                    {
                        ReadOnlySpan<byte> bytes = source.AtEnd(packed.AsSpan(0, packed.Length - Room + more));
                        ReadOnlySpan<byte> image = destination.AtEnd(new byte[count * size]);
                        int done = PackedBlockVectors.Unpack(ref Unsafe.AsRef(in MemoryMarshal.GetReference(bytes)), bytes.Length, count,
                            width, add, ref Unsafe.AsRef(in MemoryMarshal.GetReference(image)), size);
                        Assert.InRange(done, 0, count);
                        Assert.Equal(expected.AsSpan(0, done * size).ToArray(), image.Slice(0, done * size).ToArray());
                        vectors += done;
                    }
                }
            }
            Assert.NotEqual(0, vectors);
        }

        [Theory]
        [MemberData(nameof(Sizes))]
        public void Blocks_of_the_same_width_are_unpacked_within_their_bytes(int size)
        {
            if (!FencedMemory.IsSupported)
                return;
            using var source = new FencedMemory();
            using var destination = new FencedMemory();
            var random = new Random(size);
            for (int width = 1; width <= Math.Min(PackedBlockVectors.WidestUnpacked, 8 * size); width++)
            {
                // The bases 5 and -300, and the offsets.
                byte[][] offsets = { new byte[32 * width], new byte[32 * width] };
                random.NextBytes(offsets[0]);
                random.NextBytes(offsets[1]);
                byte[] packed = [(byte)width, 10, .. offsets[0], (byte)width, 0xD7, 4, .. offsets[1]];
                byte[] expected = [.. Expected(offsets[0], 256, width, 5, size),
                    .. Expected(offsets[1], 256, width, ulong.MaxValue - 299, size)];
                foreach (int more in new[] { 0, 1, 63, 64, 71, 73, 74, 75, 100 })
                {
                    ReadOnlySpan<byte> bytes = source.AtEnd([.. packed, .. new byte[more]]);
                    foreach (int blocks in new[] { 1, 2 })
                    {
                        ReadOnlySpan<byte> image = destination.AtEnd(new byte[blocks * 256 * size]);
                        int done = PackedBlockVectors.UnpackPlain(bytes, blocks, width, 0, ulong.MaxValue,
                            ref Unsafe.AsRef(in MemoryMarshal.GetReference(image)), size, out int used);
                        Assert.InRange(done, 0, blocks);
                        if (Avx512Vbmi.IsSupported && more >= 75)
                            Assert.Equal(blocks, done);
                        Assert.Equal(done == 2 ? packed.Length : done == 1 ? 2 + offsets[0].Length : 0, used);
                        Assert.Equal(expected.AsSpan(0, done * 256 * size).ToArray(), image.Slice(0, done * 256 * size).ToArray());
                    }
                }
            }
        }

        private static byte[] Expected(byte[] packed, int count, int width, ulong add, int size)
        {
            var image = new List<byte>();
            for (int i = 0; i < count; i++)
            {
                ulong offset = 0;
                for (int b = 0; b < width; b++)
                {
                    int bit = i * width + b;
                    offset |= (ulong)((packed[bit / 8] >> (bit % 8)) & 1) << b;
                }
                image.AddRange(BitConverter.GetBytes(offset + add).AsSpan(0, size).ToArray());
            }
            return image.ToArray();
        }
    }
}
