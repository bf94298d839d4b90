using System.Collections.Generic;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Structs that are omitted because all of their members are defaults. Compared with System.Text.Json.</summary>
    public class JsonOmittedStructsTests
    {
        public record struct Rs(int X, string? Y);

        public struct Outer
        {
            public Rs Inner { get; set; }

            public (string? A, int B) Tuple { get; set; }
        }

        public class Conditional
        {
            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public (int A, int B) Tuple { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Rs Rs { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public KeyValuePair<string?, int> Kv { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public BigInteger Bi { get; set; }

            [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
            public Outer Outer { get; set; }
        }

        public class Plain
        {
            public (string? A, int B) Tuple { get; set; }

            public Rs Rs { get; set; }

            public KeyValuePair<string?, int> Kv { get; set; }

            public BigInteger Bi { get; set; }

            public Outer Outer { get; set; }
        }

        // New objects have another value, so the default must be written.
        public class Initialized
        {
            public Rs Rs { get; set; } = new Rs(1, "y");

            public BigInteger Bi { get; set; } = 5;
        }

        // Everything that differs from such a struct is equal to it for the program.
        public struct Loose
        {
            public string? Text { get; set; }

            public override readonly bool Equals(object? obj) => true;

            public override readonly int GetHashCode() => 0;
        }

        public class WithLoose
        {
            public Loose Loose { get; set; }
        }

        private static readonly KitbagJsonOptions s_omitting = new KitbagJsonOptions { OmitDefaults = true };

        [Fact]
        public void Defaults_are_omitted()
        {
            var theirs = new JsonSerializerOptions { IncludeFields = true };
            Assert.Equal("{}", JsonSerializer.Serialize(new Conditional(), theirs));
            Assert.Equal("{}", KitbagJson.Serialize(new Conditional()));
            Assert.Equal("{}", KitbagJson.Serialize(new Plain(), s_omitting));
        }

        [Fact]
        public void Other_values_are_written()
        {
            var value = new Conditional
            {
                Tuple = (0, 1),
                Rs = new Rs(0, ""),
                Kv = new KeyValuePair<string?, int>(null, 2),
                Bi = 3,
                Outer = new Outer { Inner = new Rs(4, null) },
            };
            Conditional again = KitbagJson.Deserialize<Conditional>(KitbagJson.Serialize(value));
            Assert.Equal((value.Tuple, value.Rs, value.Kv, value.Bi, value.Outer), (again.Tuple, again.Rs, again.Kv, again.Bi, again.Outer));
            Assert.Equal("""{"Outer":{"Inner":{"X":4}}}""",
                KitbagJson.Serialize(new Plain { Outer = new Outer { Inner = new Rs(4, null) } }, s_omitting));
            Assert.Equal("""{"Loose":{"Text":"t"}}""",
                KitbagJson.Serialize(new WithLoose { Loose = new Loose { Text = "t" } }, s_omitting));
        }

        [Fact]
        public void Defaults_that_an_initializer_would_replace_are_written()
        {
            string json = KitbagJson.Serialize(new Initialized { Rs = default, Bi = 0 }, s_omitting);
            Initialized again = KitbagJson.Deserialize<Initialized>(json);
            Assert.Equal((default(Rs), BigInteger.Zero), (again.Rs, again.Bi));
        }
    }
}
