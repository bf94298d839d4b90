using System;
using System.Collections.Generic;
using System.Linq;

namespace Workloads
{
    // A variant of the save game in which the entities are of four derived classes.

    public sealed partial class Realm
    {
        [Key(0)] public string? Name { get; set; }
        [Key(1)] public DateTime SavedAt { get; set; }
        [Key(2)] public List<Region>? Regions { get; set; }

        /// <summary>
        /// Creates a world with the entities of <see cref="Data.SaveGame"/>: half are monsters, 30 % characters, 10 % chests, 10 % doors.
        /// </summary>
        public static Realm Make()
        {
            World world = Data.SaveGame();
            var random = new Random(42);
            return new Realm
            {
                Name = world.Name,
                SavedAt = world.SavedAt,
                Regions = world.Zones!.ConvertAll(zone => new Region
                {
                    Name = zone.Name,
                    Id = zone.Id,
                    Heightmap = zone.Heightmap,
                    Flags = zone.Flags,
                    Actors = zone.Entities!.ConvertAll(entity => Actor.Of(entity, random)),
                }),
            };
        }
    }

    public sealed partial class Region
    {
        [Key(0)] public string? Name { get; set; }
        [Key(1)] public int Id { get; set; }
        [Key(2)] public float[]? Heightmap { get; set; }
        [Key(3)] public List<Actor>? Actors { get; set; }
        [Key(4)] public Dictionary<string, int>? Flags { get; set; }
    }

    public abstract partial class Actor
    {
        [Key(0)] public int Id { get; set; }
        [Key(1)] public string? Kind { get; set; }
        [Key(2)] public Vec3 Position { get; set; }
        [Key(3)] public float Health { get; set; }
        [Key(4)] public int Level { get; set; }
        [Key(5)] public byte Faction { get; set; }
        [Key(6)] public bool Active { get; set; }
        [Key(7)] public bool Hostile { get; set; }
        [Key(8)] public int? TargetId { get; set; }
        [Key(9)] public List<Item>? Inventory { get; set; }

        internal static Actor Of(Entity entity, Random random)
        {
            string[] lines = { "Hello", "Welcome, traveller", "Buy something", "Farewell" };
            int draw = random.Next(10);
            Actor actor = draw switch
            {
                < 5 => new Monster { Damage = random.Next(1, 100), Speed = random.NextSingle() * 10 },
                < 8 => new Npc { Line = lines[random.Next(lines.Length)], Mood = random.Next(0, 11) },
                8 => new Chest { Gold = random.Next(0, 1000), Locked = random.Next(2) == 0 },
                _ => new Door { LeadsTo = random.Next(0, 20), Open = random.Next(2) == 0 },
            };
            actor.Id = entity.Id;
            actor.Kind = entity.Kind;
            actor.Position = entity.Position;
            actor.Health = entity.Health;
            actor.Level = entity.Level;
            actor.Faction = entity.Faction;
            actor.Active = entity.Active;
            actor.Hostile = entity.Hostile;
            actor.TargetId = entity.TargetId;
            actor.Inventory = entity.Inventory?.ToList();
            return actor;
        }
    }

    public sealed partial class Monster : Actor
    {
        [Key(10)] public int Damage { get; set; }
        [Key(11)] public float Speed { get; set; }
    }

    public sealed partial class Npc : Actor
    {
        [Key(10)] public string? Line { get; set; }
        [Key(11)] public int Mood { get; set; }
    }

    public sealed partial class Chest : Actor
    {
        [Key(10)] public int Gold { get; set; }
        [Key(11)] public bool Locked { get; set; }
    }

    public sealed partial class Door : Actor
    {
        [Key(10)] public int LeadsTo { get; set; }
        [Key(11)] public bool Open { get; set; }
    }
}
