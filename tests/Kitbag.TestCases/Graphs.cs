using System.Collections.Generic;

// Tracked classes, which reach themselves: their objects have an identity.
namespace Kitbag.TestCases
{
    public class Branch
    {
        public string? Name { get; set; }

        public Branch? Parent { get; set; }

        public List<Branch> Branches { get; } = new List<Branch>();
    }

    public class Chained<T>
    {
        public T Value { get; set; } = default!;

        public Chained<T>? Next { get; set; }

        public Chained<T>? Previous { get; set; }
    }

    public struct Hinge
    {
        public Panel? From, To;

        public int Angle;
    }

    public abstract class Panel
    {
        public int Id { get; set; }

        public Panel? Owner { get; set; }

        public Panel?[]? Parts { get; set; }

        public Hinge Hinge { get; set; }

        public Hinge? Second { get; set; }
    }

    public class Wall : Panel
    {
        public string? Paint { get; set; }
    }

    public class Window : Panel
    {
        public float Width { get; set; }

        public Wall? Wall { get; set; }
    }

    /// <summary>Not tracked itself, but refers to tracked objects.</summary>
    public class House
    {
        public List<Panel?> Panels { get; set; } = new List<Panel?>();

        public Dictionary<string, Panel> ByName { get; set; } = new Dictionary<string, Panel>();

        public Dictionary<int, List<Panel>> ByFloor { get; set; } = new Dictionary<int, List<Panel>>();

        public Wall? Front { get; set; }

        public Hinge[] Hinges { get; set; } = System.Array.Empty<Hinge>();
    }

    /// <summary>A collection declared by the program that can contain itself.</summary>
    public class Submenu : List<Submenu>
    {
    }

    // Stored by value, although it reaches itself.
    [KitbagSerializable(Tracked = false)]
    public abstract class Formula
    {
        public string? Note { get; set; }
    }

    public class Constant : Formula
    {
        public double Value { get; set; }
    }

    public class Operation : Formula
    {
        public char Sign { get; set; }

        public Formula? Left { get; set; }

        public List<Formula> Others { get; } = new List<Formula>();
    }

    public class Sheet
    {
        public Formula? Cell { get; set; }
    }
}
