using System;
using System.Collections.Generic;

namespace Kitbag.TestCases
{
    /// <summary>
    /// Documents of another version of a type, read where nothing can be compiled at run time: plans use generic code of their own.
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
            return KitbagJson.Serialize(KitbagSerializer.Deserialize<New.Town>(KitbagSerializer.Serialize(old)));
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
    }
}
