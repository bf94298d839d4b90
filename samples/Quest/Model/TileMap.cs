using System;
using System.Collections.Generic;

namespace Quest.Model
{
    /// <summary>One level of the map, in rows from north to south.</summary>
    public class TileMap
    {
        public string Name { get; set; } = "";
        public int Width { get; set; }
        public int Height { get; set; }
        public ushort[] Ground { get; set; } = Array.Empty<ushort>();
        public Tile[] Tiles { get; set; } = Array.Empty<Tile>();
        public byte[] Light { get; set; } = Array.Empty<byte>();
        public float[] Heights { get; set; } = Array.Empty<float>();
        public Dictionary<int, string> Signs { get; set; } = new Dictionary<int, string>();
        public List<Spawn>? Spawns { get; set; }

        public int Count => Width * Height;
    }

    /// <summary>The content of one square.</summary>
    public struct Tile
    {
        public ushort Object;
        public byte Variant;
        public Footing Footing;
    }

    /// <summary>Whether and how a square can be crossed.</summary>
    public enum Footing : byte
    {
        Open,
        Blocked,
        Water,
        Burning = 200,
    }

    /// <summary>A place where monsters appear.</summary>
    public class Spawn
    {
        public int X { get; set; }
        public int Y { get; set; }
        public string Monster { get; set; } = "";
        public double PerHour { get; set; }
        public bool OnlyAtNight { get; set; }
    }
}
