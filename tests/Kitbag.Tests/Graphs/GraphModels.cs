using System;
using System.Collections.Generic;

namespace Kitbag.Tests.Graphs
{
    public class TreeNode
    {
        public string? Name { get; set; }

        public TreeNode? Parent { get; set; }

        public List<TreeNode> Children { get; } = new();

        public TreeNode Add(string name)
        {
            var child = new TreeNode { Name = name, Parent = this };
            Children.Add(child);
            return child;
        }
    }

    public class Link
    {
        public Link? Next { get; set; }

        public int Value { get; set; }

        public static Link Pair()
        {
            var first = new Link { Value = 3, Next = new Link { Value = 4 } };
            first.Next.Next = first;
            return first;
        }
    }

    public class LinkNode
    {
        public int Value;
        public LinkNode? Next, Previous;
    }

    public class Vertex
    {
        public int Id;
        public List<Vertex> Neighbors = new();
    }

    public class GraphScene
    {
        public List<GraphThing> All = new();
        public Dictionary<string, GraphThing> ByName = new();
        public Dictionary<GraphThing, int> Weights = new();
        public HashSet<GraphThing> Chosen = new();
        public GraphThing?[] Slots = [];
        public ThingPair Pair;
        public ThingPair? Other;
    }

    public struct ThingPair
    {
        public GraphThing? First, Second;
        public int Strength;
    }

    // Equal by content, so that a key must be complete before it is put into a dictionary.
    public class GraphThing
    {
        public string? Id;
        public GraphThing? Parent;
        public List<GraphThing> Kids = new();

        public override bool Equals(object? obj) => obj is GraphThing other && other.Id == Id;

        public override int GetHashCode() => Id!.Length + 17 * Id[^1];
    }

    public class GraphLamp : GraphThing
    {
        public bool IsOn;
    }

    public class GraphDoor : GraphThing
    {
        public GraphDoor? OtherSide;
        public GraphThing? Key;
    }

    public class MapOwner
    {
        public Dictionary<string, MapOwner> Rooms = new();
    }

    public class Cell<T>
    {
        public T? Value;
        public Cell<T>? Next;
    }

    public class Menu : List<Menu>
    {
    }

    public class Folder : Dictionary<string, Folder>
    {
    }

    public record Family(string Name, Family? Mother, List<Family> Children)
    {
        public int Age { get; init; } = 30;
    }

    public abstract record Expression;

    public record Sum(Expression Left, Expression Right) : Expression;

    public record Product(Expression Left, Expression Right) : Expression;

    public record Constant(int Value) : Expression;

    public class Watcher : IKitbagDeserialized
    {
        public string? Name;
        public List<Watcher> Below = new();
        public Watcher? Owner;

        [KitbagIgnore]
        public List<string> Log = new();

        [KitbagIgnore]
        public bool WasComplete;

        public static List<string> Order { get; } = new();

        void IKitbagDeserialized.OnDeserialized()
        {
            Order.Add(Name!);
            WasComplete = Below.TrueForAll(b => b.Name != null && (b.Owner == null || b.Owner.Name != null));
        }
    }

    public class Guard : IKitbagDeserialized
    {
        public int Level;
        public Guard? Next;
        public List<Guard> Below = new();

        void IKitbagDeserialized.OnDeserialized()
        {
            if (Level < 0)
                throw new InvalidOperationException("negative level");
        }
    }

    public class GuardedWorld
    {
        public string? Name;
        public Guard? Top;
    }

    public class WatchedWorld : IKitbagDeserialized
    {
        public Watcher? Top;

        void IKitbagDeserialized.OnDeserialized() => Watcher.Order.Add("world of " + Top!.Below.Count);
    }
}
