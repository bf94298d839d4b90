using System;
using System.Globalization;
using System.Text;
using Xunit;

namespace Kitbag.Tests.Json
{
    public class JsonTimesTests
    {
        [Fact]
        public void Every_day_is_written_and_read_as_the_framework_does()
        {
            var random = new Random(3);
            for (DateTime day = DateTime.MinValue; ; day = day.AddDays(1))
            {
                DateTime time = day.AddSeconds(random.Next(86_400));
                string expected = time.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture);
                byte[] text = KitbagJson.SerializeToUtf8Bytes(time);
                if (Encoding.ASCII.GetString(text) != "\"" + expected + "\"")
                    Assert.Equal("\"" + expected + "\"", Encoding.ASCII.GetString(text));
                if (KitbagJson.Deserialize<DateTime>(text) != time)
                    Assert.Equal(time, KitbagJson.Deserialize<DateTime>(text));
                if (day == DateTime.MaxValue.Date)
                    break;
            }
        }

        [Fact]
        public void Every_second_of_a_day()
        {
            for (DateTime time = new DateTime(2024, 2, 29, 0, 0, 0, DateTimeKind.Utc); time.Day == 29; time = time.AddSeconds(1))
            {
                string text = KitbagJson.Serialize(time);
                if (text != "\"" + time.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture) + "\"")
                    Assert.Fail(text);
                if (KitbagJson.Deserialize<DateTime>(text) != time)
                    Assert.Fail(text);
            }
        }

        // Replaces each character of a date and time by others: the result must be that of the framework.
        [Fact]
        public void One_byte_replaced()
        {
            const string Whole = "2023-02-28T19:38:47";
            for (int i = 0; i < Whole.Length; i++)
            {
                for (char c = ' '; c < 0x7F; c++)
                {
                    if (c is '"' or '\\')
                        continue;
                    string text = Whole.Substring(0, i) + c + Whole.Substring(i + 1);
                    bool isTime = DateTime.TryParseExact(text, "yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture, DateTimeStyles.None,
                        out DateTime expected);
                    // A time without seconds may be followed by an offset, which the format above does not allow.
                    if (i == 16 && c is '+' or '-')
                        continue;
                    DateTime? read = null;
                    try
                    {
                        read = KitbagJson.Deserialize<DateTime>("\"" + text + "\"");
                    }
                    catch (KitbagException)
                    {
                    }
                    Assert.True(isTime ? read == expected : read == null, text);
                }
            }
        }
    }
}
