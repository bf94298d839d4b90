using System;
using System.Collections.Generic;

namespace Workloads
{
    // Partial only so that the project with peers can add the attributes that the peers need. Kitbag needs neither.

    public enum Rarity : byte { Common, Uncommon, Rare, Epic, Legendary }

    public enum Sex { Unknown, Female, Male }

    public partial struct Vec3
    {
        public float X, Y, Z;
    }

    public partial class MessageEnvelope
    {
        public bool IsInternal { get; set; }
        public DateTime TimeStamp { get; set; }
        public Guid MessageId { get; set; }
        public string? Header { get; set; }
        public Guid From { get; set; }
        public Guid To { get; set; }
        public Dictionary<string, string>? KeyValuePairs { get; set; }
    }

    public partial class Person
    {
        public int Age { get; set; }
        public string? FirstName { get; set; }
        public string? LastName { get; set; }
        public Sex Sex { get; set; }
    }

    public sealed partial class World
    {
        public string? Name { get; set; }
        public DateTime SavedAt { get; set; }
        public List<Zone>? Zones { get; set; }
    }

    public sealed partial class Zone
    {
        public string? Name { get; set; }
        public int Id { get; set; }
        public float[]? Heightmap { get; set; }
        public List<Entity>? Entities { get; set; }
        public Dictionary<string, int>? Flags { get; set; }
    }

    public sealed partial class Entity
    {
        public int Id { get; set; }
        public string? Kind { get; set; }
        public Vec3 Position { get; set; }
        public float Health { get; set; }
        public int Level { get; set; }
        public byte Faction { get; set; }
        public bool Active { get; set; }
        public bool Hostile { get; set; }
        public int? TargetId { get; set; }
        public List<Item>? Inventory { get; set; }
    }

    public sealed partial class Item
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public int Count { get; set; }
        public float Durability { get; set; }
        public Rarity Rarity { get; set; }
        public string? Note { get; set; }
    }

    public sealed partial class WordGraph
    {
        public int Root { get; set; }
        public int WordCount { get; set; }
        public int[]? FirstEdges { get; set; }
        public int[]? Nodes { get; set; }
        public char[]? Letters { get; set; }
        public ushort[]? Counts { get; set; }
        public long[]? Weights { get; set; }
    }
}
