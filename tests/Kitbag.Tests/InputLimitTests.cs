using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>How much of a stream or a sequence is read, and which properties of a stream are not trusted.</summary>
    public class InputLimitTests
    {
        private static readonly KitbagOptions s_limited = new KitbagOptions { Limits = new KitbagLimits { MaxInputBytes = 100_000 } };

        [Fact]
        public async Task No_more_is_read_than_is_allowed()
        {
            byte[] start = KitbagSerializer.Serialize(new Named { Id = 5 });
            foreach (bool isAsync in new[] { false, true })
            {
                var endless = new Source(start, long.MaxValue);
                KitbagException e = isAsync
                    ? await Assert.ThrowsAsync<KitbagException>(() => KitbagSerializer.DeserializeAsync<Named>(endless, s_limited))
                    : Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(endless, s_limited));
                Assert.Equal((KitbagErrorReason.LimitExceeded, 100_000L), (e.Reason, e.Offset));
                Assert.Contains("100000 bytes of MaxInputBytes in the options", e.Message);
                Assert.Equal(100_001, endless.Given);
            }
            var json = new KitbagJsonOptions { MaxInputBytes = 100_000 };
            foreach (Func<Stream, Task> read in new Func<Stream, Task>[] {
                input => Task.Run(() => KitbagJson.Deserialize<Named>(input, json)),
                input => KitbagJson.DeserializeAsync<Named>(input, json),
                input => Task.Run(() => KitbagJson.Deserialize<Named>(input, out _, json)),
                input => KitbagJson.DeserializeWithReportAsync<Named>(input, json) })
            {
                var endless = new Source(start, long.MaxValue);
                Assert.Equal(KitbagErrorReason.LimitExceeded, (await Assert.ThrowsAsync<KitbagException>(() => read(endless))).Reason);
                Assert.Equal(100_001, endless.Given);
            }
            var sequence = RoundTripTests.Split(new byte[100_001], 1000);
            Assert.Equal(KitbagErrorReason.LimitExceeded,
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(sequence, s_limited)).Reason);
            byte[] whole = KitbagSerializer.Serialize(new byte[50_000].AsSpan().ToArray());
            var exact = new KitbagOptions { Limits = new KitbagLimits { MaxInputBytes = whole.Length } };
            Assert.Equal(50_000, KitbagSerializer.Deserialize<byte[]>(new Source(whole, whole.Length), exact).Length);
            Assert.Equal(50_000, KitbagSerializer.Deserialize<byte[]>(RoundTripTests.Split(whole, 7), exact).Length);
        }

        [Fact]
        public async Task The_header_is_checked_before_the_rest_is_read()
        {
            byte[] newer = { (byte)'K', (byte)'I', (byte)'T', 9, 0 };
            foreach ((byte[] start, KitbagErrorReason reason) in new[] { (new byte[5], KitbagErrorReason.NotKitbag),
                (newer, KitbagErrorReason.NewerVersion) })
            {
                var endless = new Source(start, long.MaxValue);
                Assert.Equal(reason, Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(endless)).Reason);
                Assert.InRange(endless.Given, 1, 64 * 1024);
                endless = new Source(start, long.MaxValue);
                Assert.Equal(reason, (await Assert.ThrowsAsync<KitbagException>(() =>
                    KitbagSerializer.DeserializeAsync<Named>(endless))).Reason);
                Assert.InRange(endless.Given, 1, 64 * 1024);
                Assert.Equal(reason, Assert.Throws<KitbagException>(() =>
                    KitbagSerializer.Deserialize<Named>(RoundTripTests.Split(start, 2))).Reason);
            }
        }

        [Fact]
        public void A_length_that_a_stream_claims_is_not_rented()
        {
            byte[] document = KitbagSerializer.Serialize(new Named { Id = 5 });
            long before = GC.GetAllocatedBytesForCurrentThread();
            Assert.Equal(5, KitbagSerializer.Deserialize<Named>(new Source(document, document.Length, claimed: 1L << 30)).Id);
            Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 4 << 20);
        }

        [Fact]
        public void A_large_stream_is_read_in_steps()
        {
            var values = new long[1_000_000];
            var random = new Random(1);
            for (int i = 0; i < values.Length; i++)
                values[i] = random.NextInt64();
            byte[] document = KitbagSerializer.Serialize(values);
            Assert.Equal(values, KitbagSerializer.Deserialize<long[]>(new Source(document, document.Length, document.Length)));
            Assert.Equal(values, KitbagSerializer.Deserialize<long[]>(new Source(document, document.Length)));
        }

        [Theory]
        [InlineData(-1)]
        [InlineData(int.MaxValue)]
        public void The_limit_has_bounds(int bytes) =>
            Assert.Throws<ArgumentOutOfRangeException>(() => new KitbagLimits { MaxInputBytes = bytes });

        [Fact]
        public async Task Memory_that_a_cancelled_read_may_still_write_to_is_not_reused()
        {
            var stream = new Abandoned();
            await Assert.ThrowsAsync<OperationCanceledException>(() => KitbagSerializer.DeserializeAsync<Named>(stream));
            var rented = new List<byte[]>();
            for (int i = 0; i < 64; i++)
                rented.Add(ArrayPool<byte>.Shared.Rent(stream.Memory!.Length));
            Assert.DoesNotContain(rented, r => ReferenceEquals(r, stream.Memory));
            rented.ForEach(r => ArrayPool<byte>.Shared.Return(r));
        }

        private sealed class Abandoned : MemoryStream
        {
            public byte[]? Memory { get; private set; }

            public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
            {
                MemoryMarshal.TryGetArray(buffer, out ArraySegment<byte> segment);
                Memory = segment.Array;
                throw new OperationCanceledException();
            }
        }

        /// <summary>Returns some bytes, and then zeros up to the length.</summary>
        private sealed class Source : Stream
        {
            private readonly byte[] _start;
            private readonly long _length, _claimed;

            public Source(byte[] start, long length, long claimed = -1)
            {
                _start = start;
                _length = length;
                _claimed = claimed;
            }

            public long Given { get; private set; }

            public override bool CanRead => true;

            public override bool CanSeek => _claimed >= 0;

            public override bool CanWrite => false;

            public override long Length => _claimed;

            public override long Position
            {
                get => Given;
                set => throw new NotSupportedException();
            }

            public override int Read(byte[] buffer, int offset, int count)
            {
                int n = (int)Math.Min(count, _length - Given);
                Array.Clear(buffer, offset, n);
                if (Given < _start.Length)
                {
                    n = (int)Math.Min(n, _start.Length - Given);
                    Array.Copy(_start, Given, buffer, offset, n);
                }
                Given += n;
                return n;
            }

            public override void Flush()
            {
            }

            public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

            public override void SetLength(long value) => throw new NotSupportedException();

            public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
        }
    }
}
