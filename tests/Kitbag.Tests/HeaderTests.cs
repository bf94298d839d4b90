using System;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Errors in headers and other errors of whole documents have specific messages.</summary>
    public class HeaderTests
    {
        private static readonly Named s_value = new Named { Id = 5, Name = "five" };

        private static KitbagException Fails(byte[] document, KitbagOptions? options = null) =>
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(document, options));

        private static byte[] Changed(int at, byte value, KitbagOptions? options = null)
        {
            byte[] document = KitbagSerializer.Serialize(s_value, options);
            document[at] = value;
            return document;
        }

        [Fact]
        public void Wrong_magic()
        {
            KitbagException e = Fails(Changed(0, (byte)'X'));
            Assert.Equal(KitbagErrorReason.NotKitbag, e.Reason);
            Assert.Contains("does not start with the bytes 'KIT'", e.Message);
        }

        [Fact]
        public void Newer_version()
        {
            KitbagException e = Fails(Changed(3, 2));
            Assert.Equal(KitbagErrorReason.NewerVersion, e.Reason);
            Assert.Equal(3, e.Offset);
            Assert.Contains("format version 2", e.Message);
        }

        [Fact]
        public void Compressed() => Assert.Equal(KitbagErrorReason.NotSupported, Fails(Changed(4, 4)).Reason);

        [Fact]
        public void Unknown_flags() => Assert.Equal(KitbagErrorReason.Malformed, Fails(Changed(4, 64)).Reason);

        [Fact]
        public void Wrong_checksum()
        {
            var options = new KitbagOptions { Checksum = true };
            byte[] document = KitbagSerializer.Serialize(s_value, options);
            for (int at = 5; at < document.Length; at++)
            {
                document[at] ^= 1;
                Assert.Equal(KitbagErrorReason.ChecksumMismatch, Fails(document).Reason);
                document[at] ^= 1;
            }
            Assert.Equal(5, KitbagSerializer.Deserialize<Named>(document).Id);
        }

        [Fact]
        public void Unknown_fingerprint_and_known_ones()
        {
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint };
            byte[] document = KitbagSerializer.Serialize(new Derived { Id = 7, Name = "seven", Weight = 2 }, options);
            KitbagException e = Fails(document);
            Assert.Equal(KitbagErrorReason.UnknownSchema, e.Reason);
            Assert.Contains("KnownSchemas", e.Message);

            KitbagSchema kept = KitbagSchema.Parse(KitbagSchema.Of<Derived>().Bytes);
            Named named = KitbagSerializer.Deserialize<Named>(document, new KitbagOptions { KnownSchemas = new[] { kept } });
            Assert.Equal("seven", named.Name);
        }

        [Fact]
        public void Bare_body_of_another_schema()
        {
            byte[] body = KitbagSerializer.Serialize(new Derived { Id = 7, Name = "seven" }, KitbagOptions.Bare);
            var options = new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = KitbagSchema.Of<Derived>() };
            Assert.Equal(7, KitbagSerializer.Deserialize<Named>(body, options).Id);
        }

        [Fact]
        public void Trailing_bytes()
        {
            byte[] document = KitbagSerializer.Serialize(s_value);
            KitbagException e = Fails(document.Concat(new byte[] { 1, 2, 3 }).ToArray());
            Assert.Equal(KitbagErrorReason.TrailingBytes, e.Reason);
            Assert.Equal(document.Length, e.Offset);
            Assert.Contains("3 more byte(s)", e.Message);
        }

        [Fact]
        public void Schema_that_reaches_itself()
        {
            // One type: a sequence of type 0.
            KitbagException e = Fails(new byte[] { (byte)'K', (byte)'I', (byte)'T', 1, 0, 3, 1, 5, 0, 0 });
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Contains("reaches itself", e.Message);
        }

        [Fact]
        public void More_than_the_budget()
        {
            byte[] document = KitbagSerializer.Serialize(new int[1_000_000]);
            Assert.True(document.Length < 20_000);
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 1 << 20 } };
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int[]>(document, options));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.Contains("MaxAllocation", e.Message);
            Assert.Equal(1_000_000, KitbagSerializer.Deserialize<int[]>(document).Length);
        }
    }
}
