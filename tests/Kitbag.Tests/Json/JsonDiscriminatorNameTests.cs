using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Names of type discriminators that System.Text.Json writes with escapes.</summary>
    public class JsonDiscriminatorNameTests
    {
        [Fact]
        public void Escaped_names_are_found()
        {
            string text = JsonSerializer.Serialize<Shape>(new Circle { Name = "c", R = 5 });
            Assert.StartsWith("{\"\\u", text);
            Assert.Equal(5, Assert.IsType<Circle>(KitbagJson.Deserialize<Shape>(text)).R);
            Assert.Equal("{\"тип+\":\"circle\",\"Name\":\"c\",\"R\":5}", KitbagJson.Serialize<Shape>(new Circle { Name = "c", R = 5 }));
            Assert.IsType<Circle>(KitbagJson.Deserialize<Shape>("{\"Name\":\"c\",\"тип\\u002b\":\"circle\"}"));
            var options = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse };
            Assert.IsType<Circle>(KitbagJson.Deserialize<Shape>(text, options));
        }

        // An escaped $ makes the key of a dictionary data.
        [Fact]
        public void Escaped_names_of_the_syntax_are_data() =>
            Assert.Equal(typeof(Base), KitbagJson.Deserialize<Base>("{\"\\u0024type\":\"Derived\"}")!.GetType());

        [Fact]
        public void A_second_discriminator_is_refused_if_duplicates_are()
        {
            const string Twice = "{\"тип+\":\"circle\",\"R\":5,\"тип\\u002B\":\"shape\"}";
            Assert.IsType<Circle>(KitbagJson.Deserialize<Shape>(Twice));
            var options = new KitbagJsonOptions { Duplicates = KitbagJsonDuplicates.Refuse };
            var e = Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Shape>(Twice, options));
            Assert.Contains("The member 'тип+' occurs twice", e.Message);
        }

        [JsonPolymorphic(TypeDiscriminatorPropertyName = "тип+")]
        [JsonDerivedType(typeof(Shape), "shape")]
        [JsonDerivedType(typeof(Circle), "circle")]
        internal class Shape
        {
            public string? Name { get; set; }
        }

        internal sealed class Circle : Shape
        {
            public int R { get; set; }
        }

        internal class Base
        {
            public int X { get; set; }
        }

        internal sealed class Derived : Base
        {
        }
    }
}
