using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml.Serialization;
using Workloads;

namespace Kitbag.Cold
{
    // XmlSerializer does not support dictionaries: programs that use it copy them to lists, as this class does for the save game.
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => ((XmlWorld)Read(typeof(XmlWorld), bytes)!).ToWorld(),
            "persons" => Read(typeof(List<Person>), bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => Write(typeof(XmlWorld), XmlWorld.Of((World)value)),
            "persons" => Write(typeof(List<Person>), value),
            _ => throw new NotSupportedException(),
        };

        private static object? Read(Type type, byte[] bytes) => new XmlSerializer(type).Deserialize(new MemoryStream(bytes));

        private static byte[] Write(Type type, object value)
        {
            var stream = new MemoryStream();
            new XmlSerializer(type).Serialize(stream, value);
            return stream.ToArray();
        }
    }

    /// <summary>A save game with lists instead of dictionaries.</summary>
    public sealed class XmlWorld
    {
        public string? Name { get; set; }

        public DateTime SavedAt { get; set; }

        public List<XmlZone>? Zones { get; set; }

        public static XmlWorld Of(World world) => new XmlWorld
        {
            Name = world.Name,
            SavedAt = world.SavedAt,
            Zones = world.Zones?.ConvertAll(zone => new XmlZone
            {
                Name = zone.Name,
                Id = zone.Id,
                Heightmap = zone.Heightmap,
                Entities = zone.Entities,
                Flags = zone.Flags?.Select(flag => new XmlFlag { Name = flag.Key, Value = flag.Value }).ToList(),
            }),
        };

        public World ToWorld() => new World
        {
            Name = Name,
            SavedAt = SavedAt,
            Zones = Zones?.ConvertAll(zone => new Zone
            {
                Name = zone.Name,
                Id = zone.Id,
                Heightmap = zone.Heightmap,
                Entities = zone.Entities,
                Flags = zone.Flags?.ToDictionary(flag => flag.Name!, flag => flag.Value),
            }),
        };
    }

    public sealed class XmlZone
    {
        public string? Name { get; set; }

        public int Id { get; set; }

        public float[]? Heightmap { get; set; }

        public List<Entity>? Entities { get; set; }

        public List<XmlFlag>? Flags { get; set; }
    }

    public sealed class XmlFlag
    {
        public string? Name { get; set; }

        public int Value { get; set; }
    }
}
