using System;
using System.Buffers.Text;
using System.Text;
using Kitbag.Json;
using Xunit;

namespace Kitbag.Tests.Json
{
    public class GuidTextTests
    {
        [Theory]
        [InlineData("6f9619ff-8b86-d011-b42d-00c04fc964ff")]
        [InlineData("6F9619FF-8B86-D011-B42D-00C04FC964FF")]
        [InlineData("00000000-0000-0000-0000-000000000000")]
        [InlineData("ffffffff-FFFF-ffff-FFFF-ffffffffffff")]
        public void Texts_of_either_case_are_read(string text)
        {
            Assert.True(GuidText.TryParse(Encoding.UTF8.GetBytes(text), out Guid value));
            Assert.Equal(Guid.ParseExact(text, "D"), value);
        }

        [Theory]
        [InlineData("")]
        [InlineData("6f9619ff8b86d011b42d00c04fc964ff")]
        [InlineData("6f9619ff-8b86-d011-b42d-00c04fc964f")]
        [InlineData("6f9619ff-8b86-d011-b42d-00c04fc964ff0")]
        [InlineData("{6f9619ff-8b86-d011-b42d-00c04fc964ff}")]
        [InlineData(" 6f9619ff-8b86-d011-b42d-00c04fc964f")]
        [InlineData("6f9619ff-8b86-d011-b42d00-c04fc964ff")]
        public void Other_texts_are_refused(string text) =>
            Assert.False(GuidText.TryParse(Encoding.UTF8.GetBytes(text), out _));

        [Fact]
        public void Any_byte_at_any_position_is_parsed_as_by_the_framework()
        {
            byte[] text = Encoding.UTF8.GetBytes("6f9619ff-8b86-d011-b42d-00c04fc964ff");
            for (int place = 0; place < text.Length; place++)
            {
                byte before = text[place];
                for (int other = 0; other < 256; other++)
                {
                    text[place] = (byte)other;
                    bool isValid = Utf8Parser.TryParse(text, out Guid expected, out int used) && used == text.Length;
                    Assert.Equal(isValid, GuidText.TryParse(text, out Guid value));
                    Assert.Equal(isValid ? expected : default, value);
                }
                text[place] = before;
            }
        }

        [Fact]
        public void Random_values_are_written_and_read()
        {
            var random = new Random(12);
            var bytes = new byte[16];
            for (int i = 0; i < 1000; i++)
            {
                random.NextBytes(bytes);
                var value = new Guid(bytes);
                var text = new byte[36];
                GuidText.Write(value, ref text[0]);
                Assert.Equal(value.ToString(), Encoding.UTF8.GetString(text));
                Assert.True(GuidText.TryParse(text, out Guid read));
                Assert.Equal(value, read);
            }
        }
    }
}
