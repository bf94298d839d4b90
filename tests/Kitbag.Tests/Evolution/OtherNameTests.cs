using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Names in attributes of other serializers are used to find members in binary documents of older versions.</summary>
    public class OtherNameTests
    {
        [Fact]
        public void Older_documents_are_read_by_former_names()
        {
            Assert.Equal("3 name", Read<Player>(new Old { hp = 3, title = "name" }).ToString());
            Assert.Equal("3 4", Read<Spot>(new OldSpot { x = 3, y = 4 }).ToString());
            Assert.Equal("3 name", Read<Player>(new Player { Health = 3, Name = "name" }).ToString());
        }

        [Fact]
        public void Members_own_names_win()
        {
            // The document's hp is another member here, or the document has Health as well.
            Assert.Equal("0 3", Read<Swapped>(new Old { hp = 3 }).ToString());
            Assert.Equal("7 ", Read<Player>(new Both { hp = 3, Health = 7 }).ToString());
            Assert.Equal("7", Read<Renamed>(new BothFormer { hp = 3, Life = 7 }).ToString());
        }

        // The documents differ only in the name of the type, which has six characters more.
        [Fact]
        public void Documents_have_the_members_own_names() => Assert.Equal(
            KitbagSerializer.Serialize(new Plain.Player { Health = 3, Name = "n" }).Length,
            KitbagSerializer.Serialize(new Player { Health = 3, Name = "n" }).Length + "Plain.".Length);

        private static T Read<[KitbagRoot] T>(object written) =>
            KitbagSerializer.Deserialize<T>(KitbagSerializer.Serialize(written.GetType(), written));

        // Names the roots in calls, because attributes would allow the types in all members of type object of this assembly.
        internal static void NameWhatIsWritten()
        {
            static void Name<[KitbagRoot] T>()
            {
            }

            Name<Old>();
            Name<Player>();
            Name<OldSpot>();
            Name<Both>();
            Name<BothFormer>();
            Name<Plain.Player>();
        }

        public class Old
        {
            public int hp;
            public string? title;
        }

        public class Player
        {
            [JsonPropertyName("hp")]
            public int Health { get; set; }

            [DataMember(Name = "title")]
            public string? Name { get; set; }

            public override string ToString() => Health + " " + Name;
        }

        public struct OldSpot
        {
            public int x;
            public int y;
        }

        public struct Spot
        {
            [JsonPropertyName("x")]
            public int Column;

            [JsonPropertyName("y")]
            public int Row;

            public override readonly string ToString() => Column + " " + Row;
        }

        public class Swapped
        {
            [JsonPropertyName("hp")]
            public int Health { get; set; }

            [JsonPropertyName("power")]
            public int hp { get; set; }

            public override string ToString() => Health + " " + hp;
        }

        public class Both
        {
            public int hp;
            public int Health;
        }

        public class BothFormer
        {
            public int hp;
            public int Life;
        }

        public class Renamed
        {
            [JsonPropertyName("hp"), KitbagFormerName("Life")]
            public int Health { get; set; }

            public override string ToString() => Health.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        public static class Plain
        {
            public class Player
            {
                public int Health { get; set; }

                public string? Name { get; set; }
            }
        }
    }
}
