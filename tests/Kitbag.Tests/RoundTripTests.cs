using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Every case, by every overload, with all options.</summary>
    public class RoundTripTests
    {
        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void With_all_options(string name)
        {
            TestCase test = CaseData.Get(name);
            foreach (KitbagOptions options in CaseData.Options())
            {
                if (test.IsNullObject && options.Schema == KitbagSchemaMode.Bare)
                    continue;
                byte[] document = test.Serialize(options);
                AssertEqual(test, test.Deserialize(document, options));
                Assert.Equal(document, test.Serialize(options));
            }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public async Task By_every_overload(string name)
        {
            TestCase test = CaseData.Get(name);
            var options = new KitbagOptions { Checksum = true };
            byte[] document = test.Serialize(options);

            AssertEqual(test, test.Deserialize((ReadOnlySpan<byte>)document, options));
            AssertEqual(test, KitbagSerializer.Deserialize(test.Type, document, options));
            Assert.Equal(document, KitbagSerializer.Serialize(test.Type, test.Value, options));

            var chunks = new ChunkedWriter();
            test.Serialize(chunks, options);
            Assert.Equal(document, chunks.ToArray());

            var stream = new MemoryStream();
            test.Serialize(stream, options);
            Assert.Equal(document, stream.ToArray());
            stream = new MemoryStream();
            await test.SerializeAsync(stream, options, CancellationToken.None);
            Assert.Equal(document, stream.ToArray());

            AssertEqual(test, test.Deserialize(new SlowStream(document), options));
            AssertEqual(test, await test.DeserializeAsync(new SlowStream(document), options, CancellationToken.None));
            AssertEqual(test, test.Deserialize(Split(document, 1 + document.Length / 7), options));
        }

        [Fact]
        public async Task Cancellation_stops_reading_and_writing()
        {
            TestCase test = CaseData.Get("world");
            var cancelled = new CancellationToken(true);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
                test.SerializeAsync(new MemoryStream(), KitbagOptions.Default, cancelled));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
                test.DeserializeAsync(new SlowStream(test.Serialize(KitbagOptions.Default)), KitbagOptions.Default, cancelled));
        }

        [Fact]
        public void Many_threads_at_once()
        {
            TestCase test = CaseData.Get("world");
            byte[] document = test.Serialize(KitbagOptions.Default);
            Parallel.For(0, 64, _ =>
            {
                Assert.Equal(document, test.Serialize(KitbagOptions.Default));
                AssertEqual(test, test.Deserialize(document, KitbagOptions.Default));
            });
        }

        [Fact]
        public void Invalid_arguments_throw_argument_exceptions()
        {
            Assert.Throws<ArgumentNullException>(() => KitbagSerializer.Deserialize<Named>((byte[])null!));
            Assert.Throws<ArgumentNullException>(() => KitbagSerializer.Deserialize<Named>((Stream)null!));
            Assert.Throws<ArgumentNullException>(() => KitbagSerializer.Serialize((Stream)null!, new Named()));
            Assert.Throws<ArgumentNullException>(() => KitbagSerializer.Serialize((Type)null!, new Named()));
            Assert.Throws<ArgumentException>(() => KitbagSerializer.Serialize(typeof(Named), "text"));
        }

        [Fact]
        public void A_type_without_a_codec_is_named()
        {
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(typeof(RoundTripTests), (object?)null));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
            Assert.Contains("KitbagSerializable(typeof(Kitbag.Tests.RoundTripTests))", e.Message);
        }

        internal static void AssertEqual(TestCase test, object? value) => Assert.Null(DeepComparer.Difference(test.Value, value));

        internal static ReadOnlySequence<byte> Split(byte[] bytes, int size)
        {
            Segment first = new Segment(bytes.AsMemory(0, Math.Min(size, bytes.Length)), 0), last = first;
            for (int at = size; at < bytes.Length; at += size)
                last = last.Append(bytes.AsMemory(at, Math.Min(size, bytes.Length - at)));
            return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        }

        private sealed class Segment : ReadOnlySequenceSegment<byte>
        {
            public Segment(ReadOnlyMemory<byte> memory, long start)
            {
                Memory = memory;
                RunningIndex = start;
            }

            public Segment Append(ReadOnlyMemory<byte> memory)
            {
                var next = new Segment(memory, RunningIndex + Memory.Length);
                Next = next;
                return next;
            }
        }

        /// <summary>Returns no more memory than requested.</summary>
        internal sealed class ChunkedWriter : IBufferWriter<byte>
        {
            private readonly List<byte> _written = new List<byte>();
            private byte[] _chunk = Array.Empty<byte>();

            public void Advance(int count) => _written.AddRange(_chunk.Take(count));

            public Memory<byte> GetMemory(int sizeHint = 0) => _chunk = new byte[Math.Max(sizeHint, 1)];

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

            public byte[] ToArray() => _written.ToArray();
        }

        /// <summary>Returns a few bytes at a time, and has no length.</summary>
        internal sealed class SlowStream : MemoryStream
        {
            public SlowStream(byte[] bytes)
                : base(bytes)
            {
            }

            public override bool CanSeek => false;

            public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 97));

            public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
            {
                await Task.Yield();
                cancellationToken.ThrowIfCancellationRequested();
                return base.Read(buffer.Span.Slice(0, Math.Min(buffer.Length, 97)));
            }
        }
    }
}
