using System;
using System.Buffers;
using System.Linq;
using Kitbag.Buffers;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests that documents which are too long to be read are not written either. None of them is ever in memory.</summary>
    public sealed class LongDocumentTests
    {
        private const int MaxLength = Arrays.MaxDocument - 4;

        // One array, many times.
        private static Long Value(int count, int rest)
        {
            var numbers = new long[1 << 19];
            for (int i = 0; i < numbers.Length; i++)
                numbers[i] = long.MaxValue - i * 0x1234567L;
            return new Long { Parts = Enumerable.Repeat(numbers, count).ToArray(), Rest = new byte[rest] };
        }

        [Fact]
        public void The_longest_document_is_written_and_no_longer_one()
        {
            KitbagOptions options = new() { Numbers = KitbagNumbers.Raw, Checksum = true };
            var output = new Nowhere();
            KitbagSerializer.Serialize(output, Value(510, 1 << 20), options);
            int rest = (1 << 20) + (int)(Arrays.MaxDocument - output.Length);
            output = new Nowhere();
            KitbagSerializer.Serialize(output, Value(510, rest), options);
            Assert.Equal(Arrays.MaxDocument, output.Length);
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagSerializer.Serialize(new Nowhere(), Value(510, rest + 1), options));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.Contains("larger than 2,147,483,587 bytes", e.Message, StringComparison.Ordinal);
        }

        /// <summary>Whatever is written in small parts is counted when the output receives it.</summary>
        [Theory]
        [InlineData(MaxLength, MaxLength)]
        [InlineData(MaxLength + 1L, MaxLength)]
        [InlineData(MaxLength * 2L, MaxLength + 1L)]
        public void Bytes_are_counted_when_the_output_receives_them(long length, long most)
        {
            var output = new Nowhere();
            bool isWritten = Write(output, length);
            Assert.Equal(length <= MaxLength, isWritten);
            Assert.InRange(output.Length, 0, most + Part);
        }

        private const int Part = 1 << 20;

        private static bool Write(Nowhere output, long length)
        {
            var w = new WireWriter(output, default);
            try
            {
                for (long rest = length; rest > 0; rest -= Part)
                {
                    w.Reserve(Part);
                    w.Advance((int)Math.Min(rest, Part));
                }
                w.Complete();
                return true;
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.LimitExceeded)
            {
                return false;
            }
            finally
            {
                w.Dispose();
            }
        }

        [Fact]
        public void A_file_for_a_stream_has_a_limit_with_its_blocks()
        {
            StreamJob.CheckLength(Arrays.MaxDocument);
            KitbagException e = Assert.Throws<KitbagException>(() => StreamJob.CheckLength(Arrays.MaxDocument + 1L));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        private sealed class Nowhere : IBufferWriter<byte>
        {
            private byte[] _buffer = new byte[1 << 16];

            public long Length { get; private set; }

            public void Advance(int count) => Length += count;

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                if (sizeHint > _buffer.Length)
                    _buffer = new byte[sizeHint];
                return _buffer;
            }

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
        }

        public class Long
        {
            public long[][] Parts { get; set; } = [];

            public byte[] Rest { get; set; } = [];
        }
    }
}
