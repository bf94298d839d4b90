using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary><see cref="KitbagFormat{T}"/>, and outputs that compute checksums.</summary>
    public class FormatHandleTests
    {
        public static IEnumerable<object[]> Settings() => new[]
        {
            new object[] { KitbagOptions.Default },
            new object[] { KitbagOptions.Bare },
            new object[] { new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint } },
            new object[] { new KitbagOptions { Checksum = true } },
            new object[] { new KitbagOptions { Checksum = true, Schema = KitbagSchemaMode.Bare } },
            new object[] { new KitbagOptions { Numbers = KitbagNumbers.RawEverywhere, Checksum = true } },
        };

        [Theory]
        [MemberData(nameof(Settings))]
        public void Writes_and_reads_as_the_serializer_does(KitbagOptions options)
        {
            KitbagFormat<Named> format = KitbagFormat<Named>.Create(options);
            var value = new Named { Id = 7, Name = "seven" };
            byte[] document = KitbagSerializer.Serialize(value, options);
            Assert.Equal(document, format.Serialize(value));
            var output = new ArrayBufferWriter<byte>();
            format.Serialize(output, value);
            Assert.Equal(document, output.WrittenSpan.ToArray());
            Assert.Equal("seven", format.Deserialize(document).Name);
            Assert.Equal("seven", format.Deserialize(new ReadOnlySequence<byte>(document)).Name);
            Assert.Equal("seven", format.Deserialize(RoundTripTests.Split(document, 3)).Name);
            Assert.Same(options, format.Options);
        }

        [Fact]
        public void Another_version_of_the_peer_is_resolved_once()
        {
            byte[] body = KitbagSerializer.Serialize(new Derived { Id = 7, Name = "seven" }, KitbagOptions.Bare);
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = KitbagSchema.Of<Derived>() };
            Assert.Equal(7, KitbagFormat<Named>.Create(options).Deserialize(body).Id);

            var e = Assert.Throws<KitbagException>(() => KitbagFormat<int[]>.Create(options));
            Assert.Equal(KitbagErrorReason.SchemaMismatch, e.Reason);
        }

        /// <summary>A checksum is computed piece by piece and written at the end, whatever the size of the pieces is.</summary>
        [Theory]
        [InlineData(256)]
        [InlineData(1000)]
        [InlineData(100_000)]
        public void Checksums_of_outputs_in_pieces(int size)
        {
            var options = new KitbagOptions { Checksum = true };
            var value = new List<string>(Enumerable.Range(0, 5000).Select(i => "name " + (i * 7919 % 5003)));
            byte[] document = KitbagSerializer.Serialize(value, options);
            for (int i = 0; i < 2; i++)
            {
                var output = new PieceWriter(size);
                KitbagSerializer.Serialize(output, value, options);
                Assert.Equal(document, output.Written);
            }
            Assert.Equal(value, KitbagSerializer.Deserialize<List<string>>(document));
        }

        [Fact]
        public void An_output_that_writes_with_a_checksum_itself()
        {
            // Each thread caches the wrapper of an output, and the one of the outer call is in use during the inner call.
            var options = new KitbagOptions { Checksum = true };
            var output = new NestingWriter(options);
            KitbagSerializer.Serialize(output, new int[100_000], options);
            Assert.Equal(KitbagSerializer.Serialize(new int[100_000], options), output.Written);
        }

        [Fact]
        public void An_output_that_returns_too_little_memory_is_named()
        {
            var e = Assert.Throws<InvalidOperationException>(() =>
                KitbagSerializer.Serialize(new ShortWriter(), new Named { Name = new string('a', 1000) },
                    new KitbagOptions { Checksum = true }));
            Assert.Contains("ShortWriter", e.Message);
        }

        private sealed class ShortWriter : IBufferWriter<byte>
        {
            public void Advance(int count)
            {
            }

            public Memory<byte> GetMemory(int sizeHint = 0) => new byte[1];

            public Span<byte> GetSpan(int sizeHint = 0) => new byte[1];
        }

        private class PieceWriter : IBufferWriter<byte>
        {
            private readonly int _size;
            private readonly List<byte> _written = new();
            private byte[] _piece = Array.Empty<byte>();

            public PieceWriter(int size) => _size = size;

            public byte[] Written => _written.ToArray();

            public virtual void Advance(int count) => _written.AddRange(_piece.Take(count));

            public Memory<byte> GetMemory(int sizeHint = 0) => _piece = new byte[Math.Max(_size, sizeHint)];

            public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
        }

        private sealed class NestingWriter : PieceWriter
        {
            private readonly KitbagOptions _options;

            public NestingWriter(KitbagOptions options)
                : base(256) => _options = options;

            public override void Advance(int count)
            {
                base.Advance(count);
                KitbagSerializer.Serialize(new ArrayBufferWriter<byte>(), "another", _options);
            }
        }
    }
}
