using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// Roots: only a flag of the header represents a null root; documents and bodies that are not what the reader expects.
    /// </summary>
    public class RootTests
    {
        private static readonly Named s_value = new Named { Id = 5, Name = "five" };

        public static IEnumerable<object[]> Headers() =>
            from schema in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Fingerprint }
            from isChecked in new[] { false, true }
            select new object[] { schema, isChecked };

        [Theory]
        [MemberData(nameof(Headers))]
        public async Task Null_is_a_flag_of_the_header(KitbagSchemaMode schema, bool isChecked)
        {
            var options = new KitbagOptions { Schema = schema, Checksum = isChecked };
            byte[] document = KitbagSerializer.Serialize((Named?)null, options), other = KitbagSerializer.Serialize(s_value, options);
            Assert.Equal(other[4] | 16, document[4]);
            Assert.Null(KitbagSerializer.Deserialize<Named?>(document, options));
            Assert.Null(KitbagSerializer.Deserialize(typeof(Named), document, options));
            Assert.Null(KitbagSerializer.Deserialize<Named?>(RoundTripTests.Split(document, 3), options));
            Assert.Null(KitbagSerializer.Deserialize<Named?>(new MemoryStream(document), options));
            Assert.Null(await KitbagSerializer.DeserializeAsync<Named?>(new MemoryStream(document), options));
            Assert.Equal(document, KitbagSerializer.Serialize(typeof(Named), null, options));

            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(document, new Named(), options));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, 4L), (e.Reason, e.Offset));
            Assert.Contains("contains null, which cannot populate", e.Message);
        }

        [Fact]
        public void Null_of_another_schema()
        {
            byte[] document = KitbagSerializer.Serialize((Derived?)null);
            Assert.Null(KitbagSerializer.Deserialize<Named?>(document));
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<NamedStruct>(document));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, 4L), (e.Reason, e.Offset));
            Assert.Equal("Derived", e.Path);
        }

        public struct NamedStruct
        {
            public string? Name { get; set; }
        }

        [Theory]
        [MemberData(nameof(Headers))]
        public async Task A_document_that_ends_before_its_body_is_not_null(KitbagSchemaMode schema, bool isChecked)
        {
            var options = new KitbagOptions { Schema = schema, Checksum = isChecked };
            byte[] whole = KitbagSerializer.Serialize(s_value, options);
            byte[] cut = whole.AsSpan(0, whole.Length - KitbagSerializer.Serialize(s_value, KitbagOptions.Bare).Length - (isChecked
                ? 4 : 0)).ToArray();
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(cut, options));
            if (isChecked)
            {
                // A correct checksum does not mean that the document is valid.
                cut = Checked(cut);
            }
            var errors = new List<KitbagException>
            {
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(cut, options)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize(typeof(Named), cut, options)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(RoundTripTests.Split(cut, 3), options)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(new MemoryStream(cut), options)),
                await Assert.ThrowsAsync<KitbagException>(() => KitbagSerializer.DeserializeAsync<Named>(new MemoryStream(cut), options)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(cut, new Named(), options)),
            };
            foreach (KitbagException e in errors)
            {
                Assert.Equal(KitbagErrorReason.Truncated, e.Reason);
                Assert.Equal(cut.Length - (isChecked ? 4 : 0), e.Offset);
                Assert.Contains("The document ends before its body; expected", e.Message);
            }
        }

        private static byte[] Checked(byte[] document)
        {
            uint crc = 0xFFFFFFFF;
            foreach (byte b in document)
            {
                crc ^= b;
                for (int i = 0; i < 8; i++)
                    crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
            }
            return document.Concat(BitConverter.GetBytes(~crc)).ToArray();
        }

        [Fact]
        public void The_flag_is_valid_only_for_null_roots_of_classes()
        {
            byte[] document = KitbagSerializer.Serialize(s_value);
            document[4] |= 16;
            Assert.Contains("but it has", Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(document)).Message);
            byte[] number = KitbagSerializer.Serialize(5);
            number[4] |= 16;
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<int>(number));
            Assert.Equal((KitbagErrorReason.Malformed, 4L), (e.Reason, e.Offset));
        }

        [Fact]
        public void An_empty_input()
        {
            foreach (KitbagOptions options in new[] { KitbagOptions.Default, KitbagOptions.Bare,
                new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = KitbagSchema.Of<Derived>() } })
            {
                var errors = new[]
                {
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(Array.Empty<byte>(), options)),
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize(typeof(Named), default(ReadOnlySpan<byte>), options)),
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(new MemoryStream(), options)),
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(ReadOnlySequence<byte>.Empty, options)),
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Populate(default, new Named(), options)),
                    Assert.Throws<KitbagException>(() =>
                        KitbagSerializer.Deserialize<int[]>(Array.Empty<byte>(), options.BareSchema == null
                        ? options : KitbagOptions.Bare)),
                };
                foreach (KitbagException e in errors)
                {
                    Assert.Equal((KitbagErrorReason.Truncated, 0L), (e.Reason, e.Offset));
                    Assert.Contains("The input is empty", e.Message);
                }
            }
        }

        [Fact]
        public void A_null_root_cannot_be_written_as_a_bare_body()
        {
            var errors = new[]
            {
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize((Named?)null, KitbagOptions.Bare)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(typeof(Named), null, KitbagOptions.Bare)),
                Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize((bool[,]?)null, KitbagOptions.Bare)),
            };
            foreach (KitbagException e in errors)
            {
                Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                Assert.Contains("Write a document with a header", e.Message);
            }
        }

        [Fact]
        public void A_document_read_as_a_bare_body()
        {
            byte[] document = KitbagSerializer.Serialize(s_value);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(document, KitbagOptions.Bare));
            Assert.Contains("starts like a document with a header: read it with KitbagOptions.Default", e.Message);
        }

        [Fact]
        public void A_bare_body_read_as_a_document()
        {
            byte[] body = KitbagSerializer.Serialize(s_value, KitbagOptions.Bare);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<Named>(body));
            Assert.Equal(KitbagErrorReason.NotKitbag, e.Reason);
            Assert.Contains("read it with KitbagOptions.Bare", e.Message);
        }

        [Fact]
        public void Two_bare_messages_in_a_row()
        {
            byte[] body = KitbagSerializer.Serialize(s_value, KitbagOptions.Bare);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Named>(body.Concat(body).ToArray(), KitbagOptions.Bare));
            Assert.Equal((KitbagErrorReason.TrailingBytes, (long)body.Length), (e.Reason, e.Offset));
            Assert.Contains("write the length of each before it", e.Message);
        }

        [Fact]
        public void A_bare_message_of_another_root()
        {
            byte[] body = KitbagSerializer.Serialize(new Nail { Metal = "iron", Length = 2.5 }, KitbagOptions.Bare);
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<ITool>(body, KitbagOptions.Bare));
            Assert.Contains("must be read as the type as which it was written", e.Message);
            Assert.Contains("Serialize<Message>(…)", e.Message);
        }
    }
}
