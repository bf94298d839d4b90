using System;
using System.Collections.Generic;

// The types of the save game in docs/cli.md, whose outputs show their names.
namespace Kitbag.Cli.Tests.Game
{
    public enum Rarity : byte
    {
        Common,
        Uncommon,
        Rare,
        Epic,
    }

    public struct Vec3
    {
        public float X, Y, Z;
    }

    /// <summary>A record of a replay.</summary>
    public sealed class Frame
    {
        public int Tick { get; set; }
        public Vec3 At { get; set; }
        public string? Action { get; set; }
    }

    public sealed class World
    {
        public string Name { get; set; } = "";
        public DateTime SavedAt { get; set; }
        public Dictionary<string, int> Prices { get; set; } = [];
        public List<Zone> Zones { get; set; } = [];
    }

    public sealed class Zone
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public float[] Heights { get; set; } = [];
        public List<Entity> Entities { get; set; } = [];
    }

    public sealed class Entity
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public string Kind { get; set; } = "";
        public int Level { get; set; }
        public float Health { get; set; }
        public bool Hostile { get; set; }
        public Vec3 Position { get; set; }
        public int? Target { get; set; }
        public List<Item> Bag { get; set; } = [];
    }

    public sealed class Item
    {
        public string Name { get; set; } = "";
        public int Count { get; set; }
        public Rarity Rarity { get; set; }
        public string? Note { get; set; }
    }

    public sealed class SlotInfo
    {
        public string Name { get; set; } = "";
        public TimeSpan Played { get; set; }
    }
}
