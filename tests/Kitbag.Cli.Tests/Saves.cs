using System;
using System.IO;
using Kitbag.Cli.Tests.Game;

namespace Kitbag.Cli.Tests
{
    /// <summary>The saves that tests and docs/cli.md use, which are the same in each run.</summary>
    internal static class Saves
    {
        private static readonly string[] s_kinds = ["wolf", "bandit", "trader", "guard", "troll"];

        private static readonly string[] s_items = ["Lamp", "Rope", "Potion", "Sword", "Map", "Coin"];

        public static World CreateWorld()
        {
            var random = new Random(42);
            var world = new World { Name = "The Realm", SavedAt = new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Utc) };
            world.Prices.Add("iron", 12);
            world.Prices.Add("silver", 80);
            world.Prices.Add("salt", 3);
            int id = 1;
            foreach (string name in new[] { "Harbour", "Old Town", "North Woods", "Mine" })
            {
                var zone = new Zone { Id = world.Zones.Count, Name = name, Heights = new float[64] };
                for (int i = 0; i < zone.Heights.Length; i++)
                    zone.Heights[i] = (float)Math.Round(random.NextDouble() * 100, 2);
                for (int i = 0; i < 25; i++)
                    zone.Entities.Add(CreateEntity(id++, random));
                world.Zones.Add(zone);
            }
            return world;
        }

        private static Entity CreateEntity(int id, Random random)
        {
            string kind = s_kinds[random.Next(s_kinds.Length)];
            var entity = new Entity
            {
                Id = id,
                Kind = kind,
                Name = kind + " " + id,
                Level = random.Next(1, 40),
                Health = random.Next(0, 101),
                Hostile = random.Next(3) == 0,
                Position = new Vec3 { X = random.Next(1000), Y = random.Next(10), Z = random.Next(1000) },
                Target = random.Next(3) == 0 ? random.Next(1, 100) : null,
            };
            for (int n = random.Next(4); n > 0; n--)
                entity.Bag.Add(new Item
                {
                    Name = s_items[random.Next(s_items.Length)],
                    Count = random.Next(1, 20),
                    Rarity = (Rarity)random.Next(4),
                    Note = random.Next(10) == 0 ? "found by " + id : null,
                });
            return entity;
        }

        /// <summary>Creates the world after an hour of playing.</summary>
        public static World CreateLaterWorld()
        {
            World world = CreateWorld();
            world.SavedAt = world.SavedAt.AddHours(1);
            world.Prices["iron"] = 14;
            world.Prices.Remove("salt");
            world.Prices.Add("amber", 200);
            Zone harbour = world.Zones[0], woods = world.Zones[2];
            harbour.Entities[3].Health = 1;
            harbour.Entities[3].Level++;
            harbour.Entities[5].Bag.Add(new Item { Name = "Amulet", Count = 1, Rarity = Rarity.Epic });
            harbour.Entities.RemoveAt(7);
            woods.Entities.Add(new Entity { Id = 101, Kind = "troll", Name = "Old troll", Level = 60, Health = 400, Hostile = true });
            Entity moved = woods.Entities[2];
            woods.Entities.RemoveAt(2);
            woods.Entities.Insert(10, moved);
            return world;
        }

        /// <summary>Fills a folder: slot1.kit and slot2.kit are files, world.bin is a document, world.bare has no header,
        /// replay.kitlog is a log.</summary>
        public static void Fill(string folder)
        {
            var options = new KitbagFileOptions { Keep = 1 };
            KitbagFile.Save(Path.Combine(folder, "slot1.kit"), CreateWorld(),
                new SlotInfo { Name = "Harbour", Played = TimeSpan.FromMinutes(95) }, options);
            KitbagFile.Save(Path.Combine(folder, "slot2.kit"), CreateLaterWorld(),
                new SlotInfo { Name = "North Woods", Played = TimeSpan.FromMinutes(155) }, options);
            using (KitbagLog<Frame> log = KitbagLog<Frame>.Open(Path.Combine(folder, "replay.kitlog"),
                new KitbagLogOptions { GroupRecords = 40 }))
            {
                for (int i = 0; i < 100; i++)
                    log.Append(new Frame { Tick = i, At = new Vec3 { X = i * 0.5f, Z = 12 }, Action = i % 7 == 3 ? "jump" : null });
            }
            File.WriteAllBytes(Path.Combine(folder, "world.bin"), KitbagSerializer.Serialize(CreateWorld()));
            File.WriteAllBytes(Path.Combine(folder, "world.bare"), KitbagSerializer.Serialize(CreateWorld(), KitbagOptions.Bare));
            File.WriteAllBytes(Path.Combine(folder, "world.schema"), KitbagSchema.Of<World>().Bytes.ToArray());
        }
    }
}
