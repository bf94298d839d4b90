using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Texts of single values are accepted and refused as by System.Text.Json.</summary>
    public class AcceptedTextTests
    {
        [Theory]
        [InlineData("AQI=\\r\\n")]
        [InlineData("AQI= ")]
        [InlineData("AQ= =")]
        [InlineData("AQ==\\t")]
        [InlineData(" AQID")]
        [InlineData("AQID\\r\\nBAUG\\r\\nBwgJ\\r\\nCgsM\\r\\n")]
        [InlineData("A Q I D")]
        [InlineData(" ")]
        [InlineData("")]
        [InlineData("AQI=\\f")]
        [InlineData("AQI=x")]
        [InlineData("AQI")]
        [InlineData("=")]
        public void Base64_with_white_space(string text)
        {
            string json = "\"" + text + "\"";
            byte[]? expected = Theirs<byte[]>(json);
            Assert.Equal(expected, Ours<byte[]>(json));
        }

        [Theory]
        [InlineData("0")]
        [InlineData("00:00")]
        [InlineData("00:00:01")]
        [InlineData("23:59:59.9999999")]
        [InlineData("24:00:00")]
        [InlineData("0.00:00:01")]
        [InlineData("000000000.00:00:01")]
        [InlineData("1.00:00:00")]
        [InlineData("-00:00:01")]
        [InlineData(" 00:00:01")]
        [InlineData("00:00:01 ")]
        [InlineData("1:2:3")]
        [InlineData("")]
        [InlineData(":")]
        public void Times_of_day(string text)
        {
            string json = "\"" + text + "\"";
            Assert.Equal(TheirValue<TimeOnly>(json), OurValue<TimeOnly>(json));
        }

        [Theory]
        [InlineData("2026-11-20T01:02:05.Z")]
        [InlineData("2026-11-20T01:02:05.+01:00")]
        [InlineData("2026-11-20T01:02:05.")]
        [InlineData("2026-11-20T01:02:05.5Z")]
        [InlineData("2026-11-20T01:02:05.1234567890123456Z")]
        [InlineData("2026-11-20T01:02:05.12345678901234567Z")]
        [InlineData("2026-11-20T01:02:05.x")]
        public void Points_without_fractions(string text)
        {
            string json = "\"" + text + "\"";
            Assert.Equal(TheirValue<DateTimeOffset>(json), OurValue<DateTimeOffset>(json));
            Assert.Equal(TheirValue<DateTime>(json), OurValue<DateTime>(json));
        }

        public class N
        {
            public string? Name { get; set; }

            public int? Number { get; set; }

            public N? Next { get; set; }
        }

        [Theory]
        [InlineData("{\"Name\":[\"a\",null]}")]
        [InlineData("{\"Name\":[null,\"a\"]}")]
        [InlineData("{\"Name\":[null,null]}")]
        [InlineData("{\"Number\":[null,1]}")]
        [InlineData("{\"Number\":[1,null]}")]
        [InlineData("{\"Next\":[null,{}]}")]
        [InlineData("{\"Next\":[[],{}]}")]
        public void An_array_of_more_than_one_element_is_no_single_value(string json)
        {
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<N>(json));
            Assert.Contains("Found an array with more than one element where a single value is expected.", e.Message,
                StringComparison.Ordinal);
        }

        [Theory]
        [InlineData("{\"Name\":[null]}")]
        [InlineData("{\"Number\":[[null]]}")]
        [InlineData("{\"Next\":[]}")]
        public void An_array_of_null_is_null(string json) => Assert.Null(KitbagJson.Deserialize<N>(json).Next);

        private sealed class MemoryOnly : MemoryStream
        {
            public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
                throw new NotSupportedException();

            public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
            {
                Write(buffer.Span);
                return default;
            }
        }

        [Fact]
        public async Task Streams_are_given_memory()
        {
            using var output = new MemoryOnly();
            await KitbagJson.SerializeAsync(output, 12);
            await KitbagJson.SerializeAsync(typeof(int), output, 34);
            Assert.Equal("1234"u8.ToArray(), output.ToArray());
        }

        private static T? Theirs<T>(string json)
            where T : class
        {
            try
            {
                return JsonSerializer.Deserialize<T>(json);
            }
            catch (JsonException)
            {
                return null;
            }
        }

        private static T? Ours<[KitbagRoot] T>(string json)
            where T : class
        {
            try
            {
                return KitbagJson.Deserialize<T>(json);
            }
            catch (KitbagException)
            {
                return null;
            }
        }

        private static T? TheirValue<T>(string json)
            where T : struct
        {
            try
            {
                return JsonSerializer.Deserialize<T>(json);
            }
            catch (JsonException)
            {
                return null;
            }
        }

        private static T? OurValue<[KitbagRoot] T>(string json)
            where T : struct
        {
            try
            {
                return KitbagJson.Deserialize<T>(json);
            }
            catch (KitbagException)
            {
                return null;
            }
        }
    }
}
