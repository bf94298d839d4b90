using System.Collections.Generic;
using System.Linq;

namespace Kitbag.TestCases
{
    // Classes that keep unknown members of other versions. Without unknown members they are stored like any other class.
    public static partial class Cases
    {
        private static void AddKeepers(List<TestCase> all)
        {
            Add(all, "keeper", new Old.Keeper { Id = 5, Name = "five" });
            Add(all, "List<keeper>", Enumerable.Range(0, 20).Select(i => new Old.Keeper { Id = i, Name = i % 3 == 0 ? "" : "n" }).ToList());
            Add(all, "keeper with a property", new PropertyKeeper { Id = 7, Inner = new PropertyKeeper { Id = 8 } });
            Add(all, "keeper of unknown members", OtherVersions.Kept<New.Keeper, Old.Keeper>(OtherVersions.NewKeepers(3)[2]));
            Add(all, "List<keeper> of unknown members",
                OtherVersions.Kept<List<New.Keeper>, List<Old.Keeper>>(OtherVersions.NewKeepers(20)));
            Add(all, "graph of unknown references", OtherVersions.Kept<New.Maze, Old.Maze>(OtherVersions.NewMaze(10)));
            Add(all, "graph of unknown references: many", OtherVersions.Kept<New.Maze, Old.Maze>(OtherVersions.NewMaze(40)));
        }
    }

    /// <summary>Keeps unknown members in a property that it declares itself.</summary>
    public sealed class PropertyKeeper
    {
        public int Id { get; set; }

        public PropertyKeeper? Inner { get; set; }

        public KitbagUnknown Unknown { get; set; }
    }
}
