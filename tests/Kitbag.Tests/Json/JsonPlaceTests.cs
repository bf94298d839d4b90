using System;
using System.Collections.Generic;
using System.Numerics;
using System.Text;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Errors have a path, a line, a column and an offset.</summary>
    public class JsonPlaceTests
    {
        private static KitbagException ErrorOf(string json) =>
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Scene>(json, new KitbagJsonOptions { AllowComments = true }));

        [Theory]
        [InlineData("{\"Actors\":[{},{\"Id\":\"x\"}]}", "Scene.Actors[1].Id", 1, 21, 20)]
        [InlineData("{\n  \"Name\": \"ä\", \"Mood\": {}\n}", "Scene.Mood", 2, 24, 26)]
        [InlineData("{\r\n\"Tiles\": [1,\r\n2,\r\n3000000000]}", "Scene.Tiles[2]", 4, 1, 21)]
        [InlineData("{\"Flags\":{\"a b\":1,\"c\":\"x\"}}", "Scene.Flags.c", 1, 23, 22)]
        [InlineData("{\"Flags\":{\"a b\":null}}", "Scene.Flags[\"a b\"]", 1, 17, 16)]
        [InlineData("{\"\\u0046lags\":{\"c\\u0444\":null}}", "Scene.Flags.cф", 1, 26, 25)]
        [InlineData("{\"Flags\":{\"\\u0022\\u000a\\\"\\u0041 b\":null}}", "Scene.Flags[\"\\u0022\\u000a\\\"A b\"]", 1, 36, 35)]
        [InlineData("{\"Camera\":[1,true,3]}", "Scene.Camera[1]", 1, 14, 13)]
        [InlineData("// { [ \"\n{ /* , : */ \"Light\": \"\"}", "Scene.Light", 2, 22, 30)]
        [InlineData("{\"Name\":\"x\" \"Mood\":1}", "Scene.Name", 1, 13, 12)]
        [InlineData("5", "Scene", 1, 1, 0)]
        [InlineData("", "Scene", 1, 1, 0)]
        [InlineData("{\"Name\":\"}],{[\",\"Mood\":tru}", "Scene.Mood", 1, 24, 23)]
        public void Errors_of_reading_have_a_position(string json, string path, int line, int column, int offset)
        {
            KitbagException e = ErrorOf(json);
            Assert.Equal((path, line, column, (long)offset), (e.Path, e.Line, e.Column, e.Offset));
            Assert.Contains("Line: " + line + ", column: " + column, e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void The_message_contains_what_was_found_and_expected()
        {
            Assert.StartsWith("Found a string where a number is expected (KitbagJsonOptions.AllowNumbersInStrings, or "
                + "[JsonNumberHandling] of the member, allows numbers in strings, and NonFinite allows \"NaN\" and the infinities). "
                + "Path: Scene.Light. Line: 1, column: 10. Offset: 9.", ErrorOf("{\"Light\":\"x\"}").Message, StringComparison.Ordinal);
            Assert.StartsWith("Found 'nul' where null is expected.", ErrorOf("{\"Name\":nul}").Message, StringComparison.Ordinal);
            Assert.StartsWith("The text ends where ',' or '}' is expected.", ErrorOf("{\"Name\":null").Message,
                StringComparison.Ordinal);
            Assert.StartsWith("Found 'x' where a member's name is expected.", ErrorOf("{x").Message, StringComparison.Ordinal);
            Assert.StartsWith("Found the byte 0x00 where", ErrorOf("\0").Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Errors_of_writing_have_a_path()
        {
            var e = Assert.Throws<KitbagException>(() =>
                KitbagJson.Serialize(new List<Scene> { new Scene(), new Scene { Camera = new Vector3(0, float.NaN, 0) } }));
            Assert.Equal("$[1].Camera[1]", e.Path);
            Assert.Equal((-1, 0), (e.Offset, e.Line));
        }
    }
}
