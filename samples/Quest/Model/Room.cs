using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>A place, with its exits, residents and items.</summary>
    public class Room : Thing
    {
        public enum Lighting : byte
        {
            Bright,
            Dim,
            Dark,
        }

        public Vector2 Center;
        public Lighting Light;
        public Color Tint { get; set; }
        public Dictionary<Direction, Exit> Exits { get; set; } = new Dictionary<Direction, Exit>();
        public List<Character> Residents { get; set; } = new List<Character>();
        public List<string> ItemIds { get; set; } = new List<string>();
        public Vector2[] Outline { get; set; } = Array.Empty<Vector2>();
        public string? Music { get; set; }
        public TimeSpan? RespawnAfter { get; set; }
        public float Danger { get; set; }

        public bool IsDeadEnd => Exits.Count < 2;
    }
}
