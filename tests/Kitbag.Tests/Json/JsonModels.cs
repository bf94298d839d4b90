using System;
using System.Collections.Generic;
using System.Numerics;

namespace Kitbag.Tests.Json
{
    public enum Mood
    {
        Calm,
        Angry = 5,
    }

    public class Scene
    {
        public string Name { get; set; } = "unnamed";

        public Mood Mood { get; set; }

        public Vector3 Camera { get; set; }

        public int[]? Tiles { get; set; }

        public List<Actor>? Actors { get; set; }

        public Dictionary<string, int>? Flags { get; set; }

        public Dictionary<int, string>? Notes { get; set; }

        public HashSet<string>? Seen { get; set; }

        public byte[]? Thumbnail { get; set; }

        public float Light { get; set; } = 1;

        public List<string>? Empty { get; set; }
    }

    public class Actor
    {
        public int Id { get; set; }

        public string? Title { get; set; }

        public Vector2 At { get; set; }
    }

    public class Twice
    {
#pragma warning disable KIT0021 // never written in camel case
        public int Value { get; set; }

        public int VALUE { get; set; }
#pragma warning restore KIT0021

        public string? ÄName { get; set; }
    }

    // Versions of the same type, which read each other's text.
    public class ScoreV1
    {
        public int Points { get; set; }

        public string? Player { get; set; }

        public float Speed { get; set; }

        public short Lives { get; set; }
    }

    public struct ScoreV2
    {
        public string? Player;

        public double Speed;

        public byte Lives;

        public long Points;

        public List<int>? InterleavedRunner;
    }

    public class ScoreV3
    {
        public List<int> InterleavedRunner { get; set; } = new List<int> { 1, 2 };

        public string Player { get; set; } = "nobody";

        public int? Points { get; set; }
    }
}
