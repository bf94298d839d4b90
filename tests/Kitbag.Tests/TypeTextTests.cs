using System;
using System.Collections.Generic;
using Kitbag.Codecs;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Types in messages are written as in C#.</summary>
    public class TypeTextTests
    {
        [Theory]
        [InlineData(typeof(int), "int")]
        [InlineData(typeof(object), "object")]
        [InlineData(typeof(DayOfWeek), "System.DayOfWeek")]
        [InlineData(typeof(int?[][,]), "int?[][,]")]
        [InlineData(typeof(Dictionary<string, List<long?>>),
            "System.Collections.Generic.Dictionary<string, System.Collections.Generic.List<long?>>")]
        [InlineData(typeof(Dictionary<,>), "System.Collections.Generic.Dictionary<, >")]
        [InlineData(typeof(Grid<int>.Cell), "Kitbag.Tests.TypeTextTests.Grid<int>.Cell")]
        [InlineData(typeof(Grid<int>.Row<string>.At), "Kitbag.Tests.TypeTextTests.Grid<int>.Row<string>.At")]
        [InlineData(typeof(Local), "Kitbag.Tests.Local")]
        [InlineData(typeof((int, string)), "System.ValueTuple<int, string>")]
        public void Types_are_written_as_in_C_sharp(Type type, string text) => Assert.Equal(text, TypeText.Of(type));

        [Fact]
        public void The_error_for_a_missing_codec_names_the_attribute()
        {
            string text = Assert.Throws<KitbagException>(() => Unmarked(new Grid<int>.Cell())).Message;
            Assert.Contains("[assembly: KitbagSerializable(typeof(Kitbag.Tests.TypeTextTests.Grid<int>.Cell))]", text,
                StringComparison.Ordinal);
            Assert.Contains("Save<[KitbagRoot] T>(T value)", text, StringComparison.Ordinal);
        }

        private static void Unmarked(object value) => KitbagSerializer.Serialize(value.GetType(), value);

        private sealed class Grid<T>
        {
            public struct Cell
            {
            }

            public sealed class Row<TOther>
            {
                public struct At
                {
                }
            }
        }
    }

    file sealed class Local
    {
    }
}
