using System;
using System.Collections.Generic;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.Evolution
{
    // Versions of types: the names of types of older versions end with V and a number.

    /// <summary>A number in older versions.</summary>
    public readonly record struct Health(int Current, int Max)
    {
        [KitbagMigration]
        private static Health FromNumber(int old) => old >= 0 ? new Health(old, old) : throw new ArgumentException("below zero");
    }

    /// <summary>A string in older versions, such as <c>12 g</c> or null.</summary>
    public class Price
    {
        public int Amount;
        public string Unit = "";

        public override bool Equals(object? other) => other is Price price && (price.Amount, price.Unit) == (Amount, Unit);

        public override int GetHashCode() => Amount;

        [KitbagMigration]
        private static Price FromText(string old) =>
            new Price
            {
                Amount = int.Parse(old.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture),
                Unit = old.Split(' ')[1],
            };
    }

    /// <summary>A key that is not a name in JSON.</summary>
    public record Flag(string Name, int Area = 0);

    public class QuestsV1
    {
        public Dictionary<string, int> Flags { get; set; } = new Dictionary<string, int>();
        public List<Flag> Seen { get; set; } = new List<Flag>();
    }

    /// <summary>The keys were strings, and the elements of a list are the keys of a dictionary.</summary>
    public class Quests
    {
        public Dictionary<Flag, int> Flags { get; set; } = new Dictionary<Flag, int>();
        public SortedDictionary<Place3, int>? Places { get; set; }
        public Dictionary<Flag, bool> Seen { get; set; } = new Dictionary<Flag, bool>();

        [KitbagMigration(nameof(Flags))]
        private static Dictionary<Flag, int> WithAreas(Dictionary<string, int> old)
        {
            var flags = new Dictionary<Flag, int> { [new Flag("migrated")] = 1 };
            foreach (KeyValuePair<string, int> one in old)
                flags.Add(new Flag(one.Key, 7), one.Value);
            return flags;
        }

        [KitbagMigration(nameof(Seen))]
        private static Dictionary<Flag, bool> FromList(List<Flag> old)
        {
            var seen = new Dictionary<Flag, bool>();
            foreach (Flag flag in old)
                seen.Add(flag, true);
            return seen;
        }
    }

    public readonly record struct Place3(int X, int Y) : IComparable<Place3>
    {
        public int CompareTo(Place3 other) => (X, Y).CompareTo((other.X, other.Y));
    }

    public record HeroV1(string Name, int Hp, int Mp = 0);

    public class HeroV2
    {
        public string First = "", Last = "";
        public int Hp { get; set; }
        public int Mp { get; set; }

        [KitbagMigration]
        internal static HeroV2 FromV1(HeroV1 old) =>
            new HeroV2 { First = old.Name.Split(' ')[0], Last = old.Name.Split(' ')[1], Hp = old.Hp, Mp = old.Mp };
    }

    public sealed class Hero : IKitbagDeserialized
    {
        public string First { get; set; } = "";
        public string Last { get; set; } = "";
        public Dictionary<string, int> Stats { get; set; } = new Dictionary<string, int>();

        [KitbagIgnore]
        public int Calls { get; private set; }

        public void OnDeserialized() => Calls++;

        [KitbagMigration]
        private static Hero FromV2(HeroV2 old) => old.Hp >= 0
            ? new Hero { First = old.First, Last = old.Last, Stats = { ["hp"] = old.Hp, ["mp"] = old.Mp } }
            : throw new InvalidOperationException("dead");

        public bool Is(string first, string last, int hp, int mp) =>
            (First, Last, Stats.GetValueOrDefault("hp"), Stats.GetValueOrDefault("mp")) == (first, last, hp, mp);
    }

    /// <summary>Older than the first version; between the first and the second; newer than the second.</summary>
    public record HeroBefore(string Name, int Hp);

    public record HeroBetween(string Name, int Hp, int Mp, int Level);

    public record HeroAfter(string First, string Last, Dictionary<string, int> Stats, int Level);

    public struct PointV1
    {
        public int X;
        public int Y;
    }

    /// <summary>A struct with a string, which was a record in an older version.</summary>
    public struct Place2
    {
        public string? Name;
        public double Far;

        [KitbagMigration]
        internal static Place2 FromPoint(PointV1 old) => new Place2 { Name = old.X + "," + old.Y, Far = old.X + old.Y };
    }

    /// <summary>A base class that had no derived classes in an older version.</summary>
    public abstract class Shape
    {
        [KitbagMigration]
        private static Shape FromV1(ShapeV1 old) => old.IsRound ? new Circle { Radius = old.Size } : new Square { Side = old.Size };
    }

    public sealed class Circle : Shape
    {
        public int Radius;
    }

    public sealed class Square : Shape
    {
        public int Side;
    }

    public class ShapeV1
    {
        public bool IsRound;
        public int Size;
    }

    public enum Rank
    {
        Low = 1,
        High = 7,
    }

    /// <summary>Each member had another type in an older version.</summary>
    public class Unit
    {
        public int Before = 1;
        public Health Health { get; set; }
        public Rank Rank { get; set; }
        public Rank? Wish { get; set; }
        public long Gold { get; private set; }
        public List<string> Tags { get; } = new List<string>();

        [KitbagFormerName("Old")]
        public string Renamed { get; set; } = "none";
        public int After = 2;

        [KitbagMigration(nameof(Health))]
        private static Health OfMember(string old) => new Health(old.Length, 100);

        [KitbagMigration(nameof(Rank)), KitbagMigration(nameof(Wish), From = "Desire")]
        private static Rank ToRank(string old) => old == "high" ? Rank.High : Rank.Low;

        // Gold was counted in tens.
        [KitbagMigration(nameof(Gold))]
        private static long ToGold(int old) => 10L * old;

        [KitbagMigration(nameof(Gold))]
        private static long ToGold(string old) => old.Length;

        [KitbagMigration(nameof(Tags))]
        private static List<string> Split(string? old) => old == null ? new List<string> { "null" } : new List<string>(old.Split(','));

        [KitbagMigration(nameof(Renamed))]
        private static string Text(bool old) => old ? "yes" : "no";
    }

    public class UnitV1
    {
        public int Before = 1;
        public string Health = "";
        public string Rank = "";
        public string Desire = "";
        public int Gold;
        public string? Tags;
        public bool Old;
        public int After = 2;
    }

    public class UnitV2
    {
        public int Health;
        public Rank Rank;
        public Rank? Wish;
        public short Gold;
        public List<string> Tags = new List<string>();
        public string Renamed = "";
        public int After = 2;
    }

    /// <summary>Members whose methods accept null.</summary>
    public class Mortal
    {
        public long Age { get; set; }
        public string? Name { get; set; }

        [KitbagMigration(nameof(Age))]
        private static long OfAge(int? old) => old ?? -1;

        [KitbagMigration(nameof(Name))]
        private static string OfName(int? old) => old?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? "none";
    }

    /// <summary>A struct that was text or null.</summary>
    public struct Level
    {
        public int Number;
        public string Text;

        [KitbagMigration]
        private static Level OfText(string? old) => new Level { Number = 1, Text = "Age -1, " + (old ?? "none") };
    }

    public class UnitV3
    {
        public string Gold = "";
        public int After = 2;
    }

    /// <summary>The same for a record.</summary>
    public record struct Cell2(int Row, int Column, Health Health)
    {
        [KitbagMigration(nameof(Row))]
        private static int ToRow(double old) => (int)(old * 2);

        [KitbagMigration(nameof(Column), From = "Letter")]
        private static int ToColumn(char old) => old - 'A';
    }

    public record struct CellV1(double Row, char Letter, int Health);

    public readonly struct Counted
    {
        [ThreadStatic]
        public static int Calls;

        public Counted(int value) => Value = value;

        public int Value { get; }

        [KitbagMigration]
        private static Counted Of(int old)
        {
            Calls++;
            return old < 100 ? new Counted(old) : throw new ArgumentException("too many");
        }
    }

    public class CountedHolder
    {
        public Counted One { get; set; }
        public List<Counted> Many { get; set; } = new List<Counted>();
    }

    public class CountedHolderV1
    {
        public int One;
        public List<int> Many = new List<int>();
    }

    public sealed class Boxed
    {
        public int Value;
        public long Other, Another;

        [KitbagMigration]
        private static Boxed Of(int old) => new Boxed { Value = old };
    }

    public struct NodeLevel
    {
        public int Now;
        public string? Note;
    }

    public class Node
    {
        public Node? Next;
        public NodeLevel Level;
        public string Friends = "";

        [KitbagMigration(nameof(Level))]
        private static NodeLevel OfText(string old) => new NodeLevel { Now = old.Length };

        [KitbagMigration(nameof(Friends))]
        private static string OfNodes(List<Node> old) => string.Join(",", old.ConvertAll(node => node.Level.Now));
    }

    public class NodeV1
    {
        public NodeV1? Next;
        public string Level = "";
        public List<NodeV1>? Friends;
    }
}
