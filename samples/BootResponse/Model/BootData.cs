using System;
using System.Collections.Generic;
using System.Linq;

namespace BootResponse.Model
{
    /// <summary>Creates a response with about 190 KB of JSON, which is the same in each run.</summary>
    public static class BootData
    {
        private static readonly string[] s_words =
            ("ancient blade of the northern wind that sings when dawn breaks over silent hills and rivers carry embers from forgotten "
            + "forges toward a harbor where lanterns burn all night").Split(' ');

        public static Response<Boot> Response()
        {
            var random = new Random(42);
            return new Response<Boot>
            {
                ServerTime = new DateTime(2026, 11, 21, 6, 0, 0, DateTimeKind.Utc),
                Payload = new Boot
                {
                    Profile = Profile(random),
                    Catalogue = Enumerable.Range(0, 500).Select(i => Item(random, i)).ToList(),
                    Settings = Enumerable.Range(0, 40)
                        .ToDictionary(i => "feature_" + Words(random, 1) + "_" + i, i => i % 7 == 0 ? null : i % 2 == 0
                        ? "enabled" : Words(random, 2)),
                    Rates = Enumerable.Range(0, 50)
                        .ToDictionary(i => "" + (char)('A' + i % 26) + (char)('A' + i / 26) + "X",
                        i => Math.Round(random.NextDouble() * 100, 4)),
                },
            };
        }

        private static PlayerProfile Profile(Random random) => new PlayerProfile
        {
            Id = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
            Name = "Ayla",
            Created = new DateTime(2024, 2, 29, 12, 30, 15, DateTimeKind.Utc),
            Platform = Platform.Ios,
            Level = 57,
            Experience = 48_291_337,
            Guild = "Lantern Keepers",
            Friends = Enumerable.Range(0, 60).Select(_ => random.Next(1, 5_000_000)).ToList(),
            Wallet = new Dictionary<string, int> { ["gold"] = 120_450, ["gems"] = 312, ["shards"] = 9 },
        };

        private static CatalogueItem Item(Random random, int i) => new CatalogueItem
        {
            Sku = "com.example.game.item." + i.ToString("D5", System.Globalization.CultureInfo.InvariantCulture),
            Title = Words(random, 4),
            Description = random.Next(5) == 0 ? null : Words(random, 26),
            Price = random.Next(1, 100) - 0.01,
            SalePrice = random.Next(4) == 0 ? Math.Round(random.NextDouble() * 40, 2) : null,
            Kind = (ItemKind)random.Next(4),
            Tags = Enumerable.Range(0, random.Next(0, 5)).Select(_ => Words(random, 1)).ToList(),
            Icon = "https://cdn.example.com/icons/" + Words(random, 1) + "/" + i + ".png",
        };

        private static string Words(Random random, int count) =>
            string.Join(' ', Enumerable.Range(0, count).Select(_ => s_words[random.Next(s_words.Length)]));
    }
}
