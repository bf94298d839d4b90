using System;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Strings are written several characters at a time; tests every length, with a special character at every position.</summary>
    public class StringTextTests
    {
        [Theory]
        [InlineData('\0', "\\u0000")]
        [InlineData('\u001F', "\\u001f")]
        [InlineData('"', "\\\"")]
        [InlineData('\\', "\\\\")]
        [InlineData('\n', "\\n")]
        [InlineData('\u007F', "\u007F")]
        [InlineData('\u0080', "\u0080")]
        [InlineData('\u00FF', "\u00FF")]
        [InlineData('\u0141', "\u0141")]
        [InlineData('\u4122', "\u4122")]
        [InlineData('\uFF41', "\uFF41")]
        [InlineData('\uD800', "\\ud800")]
        public void One_character_anywhere(char special, string written)
        {
            for (int length = 1; length <= 140; length++)
            {
                char[] chars = new char[length];
                for (int i = 0; i < length; i++)
                    chars[i] = (char)('a' + i % 26);
                for (int at = 0; at < length; at++)
                {
                    char plain = chars[at];
                    chars[at] = special;
                    string value = new string(chars);
                    string expected = "\"" + value.Substring(0, at) + written + value.Substring(at + 1) + "\"";
                    Assert.Equal(expected, KitbagJson.Serialize(value));
                    Assert.Equal(value, KitbagJson.Deserialize<string>(expected));
                    chars[at] = plain;
                }
            }
        }

        [Fact]
        public void Long_strings_with_many_of_them()
        {
            var random = new Random(7);
            for (int round = 0; round < 2_000; round++)
            {
                var text = new StringBuilder();
                int length = random.Next(300), seldom = random.Next(1, 60);
                while (text.Length < length)
                    text.Append(random.Next(seldom) == 0 ? "\"\\\n\té\u0416\u4E2D\U0001F600"[random.Next(8)] : (char)random.Next(' ', 127));
                string value = text.ToString().Replace("\uD83D", "\U0001F600", StringComparison.Ordinal);
                byte[] json = KitbagJson.SerializeToUtf8Bytes(value);
                Assert.Equal(value, KitbagJson.Deserialize<string>(json));
                Assert.Equal(value, JsonSerializer.Deserialize<string>(json));
            }
        }
    }
}
