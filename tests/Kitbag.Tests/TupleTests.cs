using System;
using System.Text;
using System.Text.Json;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// Tuples of eight and more elements: the compiler nests them, and shows the elements of the inner tuple as those of the outer one.
    /// </summary>
    public class TupleTests
    {
        // The case "tuple of eight" as it was written when Item8 was stored in addition to Rest.
        private const string WithItem8 =
            "4B495401008D0104012B28696E742C20696E742C20696E742C20696E742C2069" +
            "6E742C20696E742C20696E742C20737472696E67290109054974656D31010549" +
            "74656D3201054974656D3301054974656D3401054974656D3501054974656D36" +
            "01054974656D3701054974656D38020452657374031520011256616C75655475" +
            "706C653C737472696E673E0101054974656D31025555020406080A0C0E0B6569676874010B6569676874";

        [Fact]
        public void Every_element_is_stored_once()
        {
            var value = (1, 2, 3, 4, 5, 6, 7, Name: "eighth element", 9, 10, 11, 12, 13, 14, Last: "fifteenth element");
            byte[] body = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            string text = Encoding.UTF8.GetString(body);
            foreach (string element in new[] { value.Name, value.Last })
            {
                Assert.True(text.Contains(element, StringComparison.Ordinal));
                Assert.Equal(text.IndexOf(element, StringComparison.Ordinal), text.LastIndexOf(element, StringComparison.Ordinal));
            }
            Assert.Equal(value, KitbagSerializer.Deserialize<(int, int, int, int, int, int, int, string, int, int, int, int, int, int,
                string)>(body, KitbagOptions.Bare));
        }

        [Fact]
        public void Json_is_that_of_System_Text_Json()
        {
            var value = (1, 2, 3, 4, 5, 6, 7, "b", 9, 10, 11, 12, 13, 14, "c");
            string json = KitbagJson.Serialize(value);
            Assert.Equal(JsonSerializer.Serialize(value, new JsonSerializerOptions { IncludeFields = true }), json);
            Assert.Equal(value, KitbagJson.Deserialize<(int, int, int, int, int, int, int, string, int, int, int, int, int, int,
                string)>(json));
        }

        [Fact]
        public void Documents_that_hold_the_eighth_element_twice_are_read()
        {
            Assert.Equal((1, 2, 3, 4, 5, 6, 7, "eight"),
                KitbagSerializer.Deserialize<(int, int, int, int, int, int, int, string)>(Convert.FromHexString(WithItem8)));
            const string Json =
                """{"Item1":1,"Item2":2,"Item3":3,"Item4":4,"Item5":5,"Item6":6,"Item7":7,"Item8":"eight","Rest":{"Item1":"eight"}}""";
            Assert.Equal((1, 2, 3, 4, 5, 6, 7, "eight"), KitbagJson.Deserialize<(int, int, int, int, int, int, int, string)>(Json));
        }
    }
}
