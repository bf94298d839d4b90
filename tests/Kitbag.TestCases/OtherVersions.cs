using System;
using System.Collections.Generic;

namespace Kitbag.TestCases
{
    /// <summary>
    /// Reads documents of other versions of a type under ahead-of-time compilation: plans use generic code that must exist there.
    /// </summary>
    public static class OtherVersions
    {
        public static string Read()
        {
            var old = new Old.Town
            {
                Rank = Old.Rank.Town,
                Ranks = new List<Old.Rank> { Old.Rank.Town, Old.Rank.Hamlet },
                Mayor = 7,
                Guard = 8,
                Coins = 12,
                Width = 2.5,
                Gift = "rope",
                Prices = new Dictionary<string, int> { ["rope"] = 3, ["lamp"] = 9 },
                Spots = new List<Old.Spot>(),
            };
            for (int i = 0; i < 20; i++)
                old.Spots.Add(new Old.Spot { X = i, Y = -i });
            return KitbagJson.Serialize(KitbagSerializer.Deserialize<New.Town>(KitbagSerializer.Serialize(old))) + " " + Keep()
                + " " + MigratedVersions.Read();
        }

        // The older version keeps the members that it lacks.
        private static string Keep()
        {
            List<Old.Keeper> kept = Kept<List<New.Keeper>, List<Old.Keeper>>(NewKeepers(20));
            kept.Reverse();
            kept.RemoveAt(3);
            return KitbagJson.Serialize(KitbagSerializer.Deserialize<List<New.Keeper>>(KitbagSerializer.Serialize(kept)))
                + KitbagJson.Serialize(KitbagJson.Deserialize<List<New.Keeper>>(KitbagJson.Serialize(kept))) + " " + KeepReferences();
        }

        /// <summary>Returns a value of a newer version as the older version reads it.</summary>
        internal static TOld Kept<[KitbagRoot] TNew, [KitbagRoot] TOld>(TNew value) =>
            KitbagSerializer.Deserialize<TOld>(KitbagSerializer.Serialize(value))!;

        internal static List<New.Keeper> NewKeepers(int count)
        {
            var all = new List<New.Keeper>();
            for (int i = 0; i < count; i++)
                all.Add(new New.Keeper { Id = i, Level = i % 5, Tags = { "t" + i }, Rank = New.Rank.Town, Weight = i / 2.0 });
            return all;
        }

        internal static New.Maze NewMaze(int count)
        {
            var maze = new New.Maze();
            for (int i = 0; i < count; i++)
                maze.Cells.Add(new New.Cell { Id = i, Next = i == 0 ? null : maze.Cells[i - 1] });
            foreach (New.Cell cell in maze.Cells)
            {
                cell.Back = maze.Cells[count - 1 - cell.Id];
                cell.Near = new Dictionary<string, New.Cell> { ["it"] = cell };
            }
            maze.Exit = maze.Cells[4];
            return maze;
        }

        // Some of the unknown members refer to objects that the older version has.
        private static string KeepReferences()
        {
            Old.Maze kept = Kept<New.Maze, Old.Maze>(NewMaze(10));
            kept.Cells.Reverse();
            return KitbagJson.Serialize(KitbagSerializer.Deserialize<New.Maze>(KitbagSerializer.Serialize(kept)))
                + KitbagJson.Serialize(KitbagJson.Deserialize<New.Maze>(KitbagJson.Serialize(kept)));
        }
    }

    namespace Old
    {
        public enum Rank : byte
        {
            Hamlet,
            Town,
        }

        public struct Spot
        {
            public int X;
            public int Y;
        }

        public class Town
        {
            public Rank Rank { get; set; }

            public List<Rank>? Ranks { get; set; }

            public int Mayor { get; set; }

            public long? Guard { get; set; }

            public int Coins { get; set; }

            public double Width { get; set; }

            public string? Gift { get; set; }

            public Dictionary<string, int>? Prices { get; set; }

            public List<Spot>? Spots { get; set; }
        }

        [KitbagKeepUnknown]
        public partial class Keeper
        {
            public int Id { get; set; }

            public string Name { get; set; } = "";
        }

        [KitbagKeepUnknown]
        public partial class Maze
        {
            public List<Cell> Cells { get; set; } = new List<Cell>();
        }

        [KitbagKeepUnknown]
        public partial class Cell
        {
            public int Id { get; set; }

            public Cell? Next { get; set; }
        }
    }

    namespace New
    {
        public enum Rank
        {
            Village,
            Town,
            Hamlet,
        }

        public class Spot
        {
            public double X { get; set; }

            public long? Y { get; set; }
        }

        public class Town
        {
            public Rank Rank { get; set; }

            public Rank[]? Ranks { get; set; }

            public int? Mayor { get; set; }

            public int Guard { get; set; }

            public decimal Coins { get; set; }

            public float Width { get; set; }

            public List<string> Gift { get; } = new List<string>();

            public List<KeyValuePair<string, long>>? Prices { get; set; }

            public Spot[]? Spots { get; set; }
        }

        [KitbagKeepUnknown]
        public partial class Keeper
        {
            public int Id { get; set; }

            public string Name { get; set; } = "";

            public int Level { get; set; } = 1;

            public List<string> Tags { get; set; } = new List<string>();

            public Rank Rank { get; set; }

            public double? Weight { get; set; }
        }

        [KitbagKeepUnknown]
        public partial class Maze
        {
            public List<Cell> Cells { get; set; } = new List<Cell>();

            public Cell? Exit { get; set; }
        }

        [KitbagKeepUnknown]
        public partial class Cell
        {
            public int Id { get; set; }

            public Cell? Next { get; set; }

            public Cell? Back { get; set; }

            public Dictionary<string, Cell>? Near { get; set; }
        }
    }
}
