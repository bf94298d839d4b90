using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    using First = Versions.KeptTexts.First;
    using Second = Versions.KeptTexts.Second;
    using Third = Versions.KeptTexts.Third;

    /// <summary>
    /// Objects that were read from JSON keep members as text, and an even older program lacks their class: it keeps the text together with
    /// their other members.
    /// </summary>
    public class UnknownTextsTests
    {
        private static TTo Pass<[KitbagRoot] TFrom, [KitbagRoot] TTo>(TFrom value) =>
            KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        private static Third.World NewWorld(int count)
        {
            var world = new Third.World();
            for (int i = 0; i < count; i++)
                world.Rooms.Add(new Third.Room { Name = "r" + i, Level = i + 1, Size = 2 * i + 1, Next = world.Rooms.LastOrDefault() });
            return world;
        }

        private static string TextOf(Third.World world) => KitbagJson.Serialize(world);

        [Theory]
        [InlineData(1)]
        [InlineData(20)]
        public void Texts_are_read_after_a_program_without_the_class_saved(int count)
        {
            Third.World world = NewWorld(count);
            Second.World second = KitbagJson.Deserialize<Second.World>(TextOf(world))!;
            First.World first = Pass<Second.World, First.World>(second);
            Third.World again = Pass<First.World, Third.World>(first);
            Assert.Equal(TextOf(world), TextOf(again));
            Assert.All(again.Rooms, room => Assert.Equal((1, room.Level), (room.Calls, room.LevelAtCall)));
        }

        [Theory]
        [InlineData(1)]
        [InlineData(20)]
        public void Texts_are_still_kept_by_a_program_that_has_the_class_without_the_members(int count)
        {
            Third.World world = NewWorld(count);
            Second.World second = KitbagJson.Deserialize<Second.World>(TextOf(world))!;
            second = Pass<First.World, Second.World>(Pass<Second.World, First.World>(second));
            Assert.Equal(TextOf(world), TextOf(Pass<Second.World, Third.World>(second)));
            Assert.Equal(TextOf(world), TextOf(KitbagJson.Deserialize<Third.World>(KitbagJson.Serialize(second))!));
        }
    }
}

namespace Kitbag.Tests.Versions.KeptTexts.First
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public int Number { get; set; }
    }
}

namespace Kitbag.Tests.Versions.KeptTexts.Second
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public int Number { get; set; }

        public List<Room> Rooms { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room
    {
        public string Name { get; set; } = "";

        public int OldSize { get; set; }

        public Room? Next { get; set; }
    }
}

namespace Kitbag.Tests.Versions.KeptTexts.Third
{
    [KitbagKeepUnknown]
    public partial class World
    {
        public int Number { get; set; }

        public List<Room> Rooms { get; set; } = new();
    }

    [KitbagKeepUnknown]
    public partial class Room : IKitbagDeserialized
    {
        public string Name { get; set; } = "";

        public int Level { get; set; }

        [KitbagFormerName("OldSize")]
        public int Size { get; set; }

        public Room? Next { get; set; }

        [KitbagIgnore]
        public int Calls { get; private set; }

        [KitbagIgnore]
        public int LevelAtCall { get; private set; }

        void IKitbagDeserialized.OnDeserialized()
        {
            Calls++;
            LevelAtCall = Level;
        }
    }
}
