using System.Collections.Generic;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.V1
{
    public enum Color { Red, Green }

    public class Part
    {
        public int A = 1;
        public string? B { get; set; }
        public short Number;
        public float Real { get; set; }
        public string? Gone;
        public List<Leaf>? GoneList { get; set; }
        public Leaf Struct;
        public Color Color;
        public Pair Pair;
    }

    public struct Leaf
    {
        public int X;
        public string? Y;
    }

    public struct Pair
    {
        public int First;
        public float Second;
    }

    public class Root
    {
        public Part? One { get; set; }
        public List<Part>? Few;
        public List<Part>? Many { get; set; }
        public Dictionary<string, Part>? Map;
        public Leaf? Maybe { get; set; }
        public List<Leaf>? Leaves;
        public Pair[]? Pairs;
        public int[]? Numbers;
    }

    public class Holder<T>
    {
        public T? Value;
    }

    // Tracked.
    public class Fox
    {
        public int Age;
        public Fox? Mate;
    }

    public class Den
    {
        public Fox? First;
        public Fox? Second;
        public List<Fox?>? All;
    }
}

namespace Kitbag.Tests.V2
{
    public enum Color { Red, Green, Blue }

    public class Part
    {
        public string Added { get; set; } = "initial";
        public double Real;
        public string? B;
        public long Number { get; set; }
        public long A { get; set; }
        public Leaf? Struct { get; set; }
        public Color Color { get; set; }
        public Pair Pair = new Pair { Third = 3 };
    }

    // A struct in V1.
    public class Leaf
    {
        public byte X { get; set; }
        public string? Y;
        public int Z = 9;
    }

    // A record in V1.
    public struct Pair
    {
        public string? Text;
        public double Second { get; set; }
        public long First;
        public int Third;
    }

    public class Root
    {
        public HashSet<long>? Numbers { get; set; }
        public List<Pair>? Pairs { get; set; }
        public Leaf[]? Leaves;
        public Dictionary<string, Part>? Map { get; set; }
        public Part[]? Many;
        public List<Part>? Few { get; set; }
        public Part? One;
        public string Name = "kept";
    }
    public interface ICanine
    {
    }

    // The class of V1, with a base class and an interface.
    public class Fox : Canine, ICanine
    {
        public long Age;
        public Fox? Mate;
    }

    public abstract class Canine
    {
    }

    public class Jackal : Canine, ICanine
    {
    }

    public class Den
    {
        public Canine? First;
        public Fox? Second;
        public List<ICanine?>? All;
    }
}
