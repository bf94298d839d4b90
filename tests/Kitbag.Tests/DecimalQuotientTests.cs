using System;
using System.Globalization;
using Kitbag.Codecs;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Decimals that are read as floating-point numbers are rounded as when their text is parsed.</summary>
    public class DecimalQuotientTests
    {
        [Fact]
        public void Rounds_as_text_does()
        {
            var random = new Random(5);
            foreach (decimal value in new[] { 0, 1, 0.1m, -0.1m, decimal.MaxValue, decimal.MinValue, 1e-28m, 9007199254740993m, 16777217m })
                Check(value);
            for (int i = 0; i < 20_000; i++)
            {
                Check(new decimal(random.Next(), i % 3 == 0 ? 0 : random.Next(), i % 2 == 0 ? 0 : random.Next(), i % 5 == 0,
                    (byte)random.Next(29)));
                // Halfway between two numbers of 53 or 24 bits, and close to it.
                Check(((1L << 53) + random.Next()) * 2m + 1);
                Check((((1L << 24) + random.Next(1 << 24)) * 2m + 1) / 8 + (i % 3 - 1) * 1e-15m);
            }
        }

        private static void Check(decimal value)
        {
            string text = value.ToString(CultureInfo.InvariantCulture);
            Assert.Equal(double.Parse(text, CultureInfo.InvariantCulture), DecimalQuotient.Round(value, 53));
            Assert.Equal(float.Parse(text, CultureInfo.InvariantCulture), (float)DecimalQuotient.Round(value, 24));
        }
    }
}
