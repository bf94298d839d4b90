using System.Linq;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Fields that [DataMember] includes under the name of a property are not stored in addition to the property.</summary>
    public class MarkedFieldsTests
    {
        private const string Use = "public static class Use { public static void Of(World world) => "
            + "Kitbag.KitbagJson.Serialize(world); }";

        [Theory]
        [InlineData("public class World { [DataMember(Name = \"Value\")] private int _value; "
            + "public int Value { get => _value; set => _value = value; } }")]
        [InlineData("public class World { [DataMember(Name = \"Value\")] private int _number; public World(int value) => "
            + "_number = value; public int Value => _number; }")]
        public void The_property_is_stored(string source)
        {
            foreach (bool isCompiled in new[] { false, true })
                Assert.Equal("Value", Members(source, isCompiled));
        }

        // The quantities of UnitsNet have this form. Private fields of compiled structs are visible, unlike those of classes.
        [Fact]
        public void A_property_of_a_compiled_type_may_replace_null()
        {
            const string Source = "public readonly struct World { [DataMember(Name = \"Value\")] private readonly double _value; "
                + "[DataMember(Name = \"Unit\")] private readonly int? _unit; public double Value => _value; "
                + "public int Unit => _unit ?? 1; public World(double value, int unit) { _value = value; _unit = unit; } }";
            Assert.Equal("Unit Value", Members(Source, isCompiled: true));
            Assert.Equal("KIT0021", Assert.Single(Diagnose(Source, isCompiled: false, out _)).Id);
        }

        [Theory]
        [InlineData("public class World { [DataMember(Name = \"Value\")] private int _value; "
            + "public long Value { get => _value; set => _value = (int)value; } }")]
        [InlineData("public class World { [DataMember(Name = \"Value\"), Kitbag.KitbagInclude] private int _value; "
            + "public int Value { get => _value; set => _value = value; } }")]
        public void Other_fields_are_stored_and_the_name_is_reported(string source)
        {
            Assert.Equal("KIT0021", Assert.Single(Diagnose(source, isCompiled: false, out Compilation output)).Id);
            Assert.Contains("\"Value _value\"", Code(output));
        }

        [Fact]
        public void A_field_whose_property_is_not_stored_is_stored() => Assert.Equal("_value", Members(
            "public class World { [DataMember(Name = \"Value\")] private int _value; public int Value => _value; "
            + "public void Set(int value) => _value = value; }", isCompiled: false));

        private static string Members(string source, bool isCompiled)
        {
            Assert.Empty(Diagnose(source, isCompiled, out Compilation output));
            return Code(output).Split("type.Add(\"")[1].Split('"')[0];
        }

        private static string Code(Compilation output) =>
            Assert.Single(output.SyntaxTrees.Select(tree => tree.ToString()), text => text.Contains("class WorldCodec"));

        private static Diagnostic[] Diagnose(string source, bool isCompiled, out Compilation output)
        {
            source = "using System.Runtime.Serialization; " + source;
            return Harness.Diagnose(isCompiled ? Harness.CompileWithLibrary(Use, source) : Harness.Compile(source + Use), out output)
                .ToArray();
        }
    }
}
