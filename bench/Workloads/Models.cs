using System;
using System.Collections.Generic;

namespace Workloads
{
    // The types are partial, and their members have keys, only for peers that need attributes; each project defines [Key] for itself.
    // Kitbag needs neither.

    public enum Rarity : byte { Common, Uncommon, Rare, Epic, Legendary }

    public enum Sex { Unknown, Female, Male }

    public partial struct Vec3
    {
        [Key(0)] public float X;
        [Key(1)] public float Y;
        [Key(2)] public float Z;
    }

    public partial class MessageEnvelope
    {
        [Key(0)] public bool IsInternal { get; set; }
        [Key(1)] public DateTime TimeStamp { get; set; }
        [Key(2)] public Guid MessageId { get; set; }
        [Key(3)] public string? Header { get; set; }
        [Key(4)] public Guid From { get; set; }
        [Key(5)] public Guid To { get; set; }
        [Key(6)] public Dictionary<string, string>? KeyValuePairs { get; set; }
    }

    public partial class Person
    {
        [Key(0)] public int Age { get; set; }
        [Key(1)] public string? FirstName { get; set; }
        [Key(2)] public string? LastName { get; set; }
        [Key(3)] public Sex Sex { get; set; }
    }

    public sealed partial class World
    {
        [Key(0)] public string? Name { get; set; }
        [Key(1)] public DateTime SavedAt { get; set; }
        [Key(2)] public List<Zone>? Zones { get; set; }
    }

    public sealed partial class Zone
    {
        [Key(0)] public string? Name { get; set; }
        [Key(1)] public int Id { get; set; }
        [Key(2)] public float[]? Heightmap { get; set; }
        [Key(3)] public List<Entity>? Entities { get; set; }
        [Key(4)] public Dictionary<string, int>? Flags { get; set; }
    }

    public sealed partial class Entity
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
    }

    public sealed partial class Item
    {
        [Key(0)] public int Id { get; set; }
        [Key(1)] public string? Name { get; set; }
        [Key(2)] public int Count { get; set; }
        [Key(3)] public float Durability { get; set; }
        [Key(4)] public Rarity Rarity { get; set; }
        [Key(5)] public string? Note { get; set; }
    }

    public sealed partial class WordGraph
    {
        [Key(0)] public int Root { get; set; }
        [Key(1)] public int WordCount { get; set; }
        [Key(2)] public int[]? FirstEdges { get; set; }
        [Key(3)] public int[]? Nodes { get; set; }
        [Key(4)] public char[]? Letters { get; set; }
        [Key(5)] public ushort[]? Counts { get; set; }
        [Key(6)] public long[]? Weights { get; set; }
    }
}
