using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
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

    /// <summary>One required member is also a parameter of the constructor, and one is not serialized.</summary>
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

    /// <summary>The constructor requires that its arguments are complete.</summary>
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

    internal static class Inline
    {
        // The oldest compiler that compiles the cases does not support the indexer of inline arrays.
        public static Span<T> Elements<T>(ref T first, int count) => MemoryMarshal.CreateSpan(ref first, count);
    }

    [InlineArray(4)]
    public struct Quad
    {
        private int _first;

        public static Quad Of(int i)
        {
            var quad = default(Quad);
            for (int j = 0; j < 4; j++)
                Inline.Elements(ref quad._first, 4)[j] = i * j;
            return quad;
        }
    }

    [InlineArray(3)]
    public struct Lines
    {
        private string? _first;

        public static Lines Of(string? second)
        {
            var lines = default(Lines);
            Inline.Elements(ref lines._first, 3)[1] = second;
            return lines;
        }
    }

    [InlineArray(2)]
    public struct Twins<T>
    {
        private T? _first;

        public Twins(T first, T second)
        {
            _first = first;
            Inline.Elements(ref _first, 2)[1] = second;
        }
    }

    /// <summary>Inline arrays of numbers, strings, inline arrays and tracked objects.</summary>
    public class Inlined
    {
        public Quad Quad;
        public Lines Lines;
        public Quad? Maybe;
        public Twins<Quad> Both { get; set; }
        public List<Quad>? Many { get; set; }
        public Dictionary<int, Twins<string?>>? ByNumber { get; set; }

        public static Inlined Of(int i)
        {
            return new Inlined
            {
                Quad = Quad.Of(i),
                Lines = Lines.Of("line " + i),
                Maybe = i % 2 == 0 ? null : Quad.Of(-i),
                Both = new Twins<Quad>(Quad.Of(1), Quad.Of(i)),
                Many = i % 3 == 0 ? null : Enumerable.Range(0, i % 5).Select(Quad.Of).ToList(),
                ByNumber = new Dictionary<int, Twins<string?>> { [i] = new Twins<string?>("a" + i, null) },
            };
        }
    }

    /// <summary>Reaches itself through an inline array.</summary>
    public class Crossing
    {
        public int Number { get; set; }
        public Twins<Crossing?> Roads { get; set; }

        public static Crossing[] Of(int count)
        {
            Crossing[] all = Enumerable.Range(0, count).Select(i => new Crossing { Number = i }).ToArray();
            foreach (Crossing one in all)
                one.Roads = new Twins<Crossing?>(all[(one.Number + 1) % count], one.Number % 3 == 0 ? null : all[one.Number / 2]);
            return all;
        }
    }
}
