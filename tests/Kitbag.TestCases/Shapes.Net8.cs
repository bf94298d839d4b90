using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace Kitbag.TestCases
{
    public sealed class Diary
    {
        [KitbagInclude]
        private string? _secret;

        [JsonInclude]
        public int Pages { get; private set; }

        [KitbagConstructor]
        private Diary(int pages)
        {
            Pages = pages;
        }

        public static Diary Of(int pages, string secret) => new Diary(pages) { _secret = secret };

        public bool Knows(string secret) => _secret == secret;
    }

    public struct Purse
    {
        [KitbagInclude]
        private int _coins;

        public Purse(int coins)
        {
            _coins = coins;
        }

        public readonly int Coins() => _coins;
    }

    public class Sealed
    {
        public int Number { get; private set; }

        public string? Owner { get; protected set; }

        public List<int> Items { get; private set; } = new List<int>();

        public int[]? Scores { get; private init; }

        public int Open { get; internal set; }

        public static Sealed Of(int i) => new Sealed
        {
            Number = i,
            Owner = i % 3 == 0 ? null : "o" + i,
            Items = new List<int> { i, i },
            Scores = new[] { i },
            Open = -i
        };
    }

    public struct Stamp
    {
        public int Year { get; private set; }

        public string? Country { get; private set; }

        public static Stamp Of(int i) => new Stamp { Year = 1900 + i, Country = i % 2 == 0 ? "UK" : null };
    }

    public sealed record Way
    {
        private Way()
        {
        }

        public string? Text { get; init; }

        public int Depth { get; init; } = 1;

        public static Way Of(string text) => new Way { Text = text, Depth = 2 };
    }

    [JsonDerivedType(typeof(Ping), "Ping")]
    [JsonDerivedType(typeof(Move), "Move")]
    public abstract class Packet
    {
        public Level Channel { get; protected set; }
    }

    public class Ping : Packet
    {
    }

    public class Move : Packet
    {
        public int X { get; set; }
    }

    /// <summary>One required member is given to the constructor as well, one is not serialized.</summary>
    public class Crew
    {
        public Crew(string name)
        {
            Name = name + "?";
        }

        public required string Name { get; init; }

        public int Rank { get; set; }

        [KitbagIgnore]
        public required string Cache { get; set; }
    }

    /// <summary>Its constructor runs once what it is given is complete.</summary>
    public class Recipe
    {
        [KitbagConstructor]
        public Recipe(string name, Recipe[]? parts)
        {
            Name = name;
            Parts = parts;
            foreach (Recipe part in parts ?? Array.Empty<Recipe>())
                Weight += part.Weight;
            Weight++;
        }

        public string Name { get; }

        public Recipe[]? Parts { get; }

        [KitbagIgnore]
        public int Weight { get; }

        public Recipe? Best { get; set; }
    }
}
