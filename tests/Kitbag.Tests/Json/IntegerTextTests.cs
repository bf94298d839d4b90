using System;
using System.Globalization;
using System.Text;
using Kitbag.Json;
using Xunit;

namespace Kitbag.Tests.Json
{
    public class IntegerTextTests
    {
        [Fact]
        public void Every_number_of_up_to_seven_digits_and_random_ones()
        {
            for (ulong value = 0; value < 10_000_000; value++)
                Check(value);
            var random = new Random(9);
            for (int i = 0; i < 2_000_000; i++)
                Check((ulong)random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64));
            for (ulong power = 1; power <= ulong.MaxValue / 10; power *= 10)
            {
                Check(power - 1);
                Check(power * 10);
                Check(power * 9 + 5);
            }
            Check(ulong.MaxValue);
        }

        private static readonly byte[] s_buffer = new byte[40];

        private static void Check(ulong value)
        {
            Span<byte> expected = stackalloc byte[20];
            value.TryFormat(expected, out int length, default, CultureInfo.InvariantCulture);
            int count = IntegerText.Write(ref s_buffer[0], value);
            if (!expected.Slice(0, length).SequenceEqual(s_buffer.AsSpan(0, count)))
                Assert.Equal(Encoding.ASCII.GetString(expected.Slice(0, length)), Encoding.ASCII.GetString(s_buffer, 0, count));
        }
    }
}
