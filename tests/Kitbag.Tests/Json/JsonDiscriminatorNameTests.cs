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

        [Theory]
        [InlineData(KitbagJsonNaming.AsDeclared, true)]
        [InlineData(KitbagJsonNaming.CamelCase, false)]
        public void A_member_with_the_name_of_the_discriminator_is_refused(KitbagJsonNaming naming, bool isWritten)
        {
            var options = new KitbagJsonOptions { Naming = naming };
            Plant plant = new Tree { Kind = "oak" };
            for (int i = 0; i < 2; i++)
            {
                if (isWritten)
                {
                    Assert.Equal("{\"kind\":\"tree\",\"Kind\":\"oak\"}", KitbagJson.Serialize(plant, options));
                    continue;
                }
                var e = Assert.Throws<KitbagException>(() => KitbagJson.Serialize(new[] { plant }, options));
                Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                Assert.Contains("A member of 'JsonDiscriminatorNameTests.Tree' has the name 'kind' in JSON", e.Message);
            }
            Assert.Equal("{\"kind\":\"oak\"}",
                KitbagJson.Serialize(new Tree { Kind = "oak" }, new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase }));
        }

        [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
        [JsonDerivedType(typeof(Tree), "tree")]
        internal abstract class Plant
        {
#pragma warning disable KIT0021 // refused at run time
            public string? Kind { get; set; }
#pragma warning restore KIT0021
        }

        internal sealed class Tree : Plant
        {
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
