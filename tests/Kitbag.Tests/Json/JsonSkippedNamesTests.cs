using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>
    /// Names of properties and fields that a type has but does not read, because they are computed or ignored, are not unknown. Compared
    /// with System.Text.Json.
    /// </summary>
    public partial class JsonSkippedNamesTests
    {
        private static readonly JsonSerializerOptions s_camel = new JsonSerializerOptions
        {
            IncludeFields = true,
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        };

        private static readonly JsonSerializerOptions s_ignoringCase = new JsonSerializerOptions
        {
            IncludeFields = true,
            PropertyNameCaseInsensitive = true,
        };

        private static readonly JsonSerializerOptions s_withoutReadOnly = new JsonSerializerOptions
        {
            IncludeFields = true,
            IgnoreReadOnlyProperties = true,
            IgnoreReadOnlyFields = true,
        };

        public class Base
        {
            public int Inherited => 1;

            public virtual int Overridden => 1;
        }

        public class Ext : Base
        {
            [KitbagIgnore]
            public readonly int ReadOnly = 0;

            [JsonIgnore]
            public int Field = 3;

            public int A { get; set; }

            public int Twice => A * 2;

            public override int Overridden => 2;

            public int LongName => 0;

            [JsonPropertyName("other-name")]
            public int Named => 3;

            [JsonInclude]
            internal int Included => 4;

            internal int Internal => 5;

            [JsonIgnore]
            public string Secret { get; set; } = "";

            [JsonIgnore]
            [JsonPropertyName("hidden-name")]
            public string Hidden { get; set; } = "";

            [JsonIgnore]
            internal string Unseen { get; set; } = "";

            [JsonExtensionData]
            public Dictionary<string, JsonElement>? More { get; set; }
        }

        public class Cart
        {
            public int A { get; set; }

            public int Twice => A * 2;

            [JsonIgnore]
            public string Secret { get; set; } = "";
        }

        // Stored as its memory image.
        public struct Size
        {
            public int Width { get; set; }

            public int Height { get; set; }

            public readonly int Area => Width * Height;
        }

        [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
        public class Closed : Cart
        {
        }

        [KitbagKeepUnknown]
        public partial class Keeping
        {
            public int A { get; set; }

            public int Twice => A * 2;

            [JsonIgnore]
            public string Secret { get; set; } = "";

            [KitbagIgnore]
            public string Own { get; set; } = "";
        }

        [Theory]
        [InlineData("A")]
        [InlineData("Twice")]
        [InlineData("twice")]
        [InlineData("TWICE")]
        [InlineData("Secret")]
        [InlineData("secret")]
        [InlineData("Inherited")]
        [InlineData("Overridden")]
        [InlineData("LongName")]
        [InlineData("longName")]
        [InlineData("Named")]
        [InlineData("other-name")]
        [InlineData("Included")]
        [InlineData("Internal")]
        [InlineData("Hidden")]
        [InlineData("hidden-name")]
        [InlineData("HIDDEN-NAME")]
        [InlineData("Unseen")]
        [InlineData("Field")]
        [InlineData("ReadOnly")]
        [InlineData("x")]
        [InlineData("Tw\\u0069ce")]
        public void The_same_names_are_extension_data(string name)
        {
            string json = "{\"" + name + "\":1}";
            Check(s_withoutReadOnly, KitbagJsonOptions.Default);
            Check(new JsonSerializerOptions { IncludeFields = true }, KitbagJsonOptions.Default);
            Check(s_camel, new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase });
            Check(s_ignoringCase, new KitbagJsonOptions { CaseInsensitive = true });

            void Check(JsonSerializerOptions theirs, KitbagJsonOptions ours)
            {
                ICollection<string>? expected = JsonSerializer.Deserialize<Ext>(json, theirs)!.More?.Keys;
                Assert.Equal(expected, KitbagJson.Deserialize<Ext>(json, ours).More?.Keys);
            }
        }

        [Fact]
        public void Values_of_computed_and_ignored_members_are_not_written_back()
        {
            Ext value = KitbagJson.Deserialize<Ext>("""{"A":2,"Twice":4,"Secret":"pw","x":1}""");
            value.A = 10;
            Assert.Equal("""{"A":10,"x":1}""", KitbagJson.Serialize(value));
            Keeping kept = KitbagJson.Deserialize<Keeping>("""{"A":2,"Twice":4,"Secret":"pw","Own":"o","x":1}""");
            kept.A = 10;
            Assert.Equal("""{"A":10,"x":1}""", KitbagJson.Serialize(kept));
        }

        [Theory]
        [InlineData("""{"A":1,"Twice":2}""", true)]
        [InlineData("""{"Twice":2,"A":1}""", true)]
        [InlineData("""{"A":1,"Secret":"pw"}""", true)]
        [InlineData("""{"A":1,"Thrice":3}""", false)]
        public void Only_other_names_are_refused(string json, bool isRead)
        {
            var theirs = new JsonSerializerOptions { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };
            var ours = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse };
            if (isRead)
            {
                Assert.Equal(JsonSerializer.Deserialize<Cart>(json, theirs)!.A, KitbagJson.Deserialize<Cart>(json, ours).A);
                Assert.Equal(JsonSerializer.Deserialize<Closed>(json)!.A, KitbagJson.Deserialize<Closed>(json).A);
            }
            else
            {
                Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Cart>(json, theirs));
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Cart>(json, ours));
                Assert.Throws<JsonException>(() => JsonSerializer.Deserialize<Closed>(json));
                Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Closed>(json));
            }
        }

        [Fact]
        public void Computed_properties_of_structs_are_not_refused()
        {
            var refusing = new KitbagJsonOptions { UnknownMembers = KitbagJsonUnknownMembers.Refuse, Naming = KitbagJsonNaming.CamelCase };
            Assert.Equal(3, KitbagJson.Deserialize<Size>("""{"width":2,"area":6,"height":3}""", refusing).Height);
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<Size>("""{"width":2,"depth":6,"height":3}""", refusing));
        }

        [Fact]
        public void Reports_do_not_contain_them()
        {
            KitbagJson.Deserialize<Cart>("""{"A":1,"Twice":2,"Secret":"pw","Thrice":3}""", out KitbagReadReport report);
            Assert.Equal("Thrice", Assert.Single(report.Findings).Name);
        }
    }
}
