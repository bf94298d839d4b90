using System;
using System.Buffers.Binary;
using System.Security.Cryptography;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The SHA-256 of which fingerprints of schemas are the start equals that of the framework.</summary>
    public class Sha256Tests
    {
        [Fact]
        public void Is_that_of_the_framework()
        {
            // Past the lengths at which the padding takes another block.
            var data = new byte[300];
            new Random(7).NextBytes(data);
            for (int length = 0; length <= data.Length; length++)
            {
                ReadOnlySpan<byte> some = data.AsSpan(0, length);
                Assert.Equal(BinaryPrimitives.ReadUInt64LittleEndian(SHA256.HashData(some)), Sha256.First64Bits(some));
            }
        }
    }
}
