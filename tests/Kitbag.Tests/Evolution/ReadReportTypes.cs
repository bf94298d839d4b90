using System.Collections.Generic;

namespace Kitbag.Tests.Evolution.ReportOld
{
    public enum Rank
    {
        Low,
        High,
        Top
    }

    [System.Flags]
    public enum Traits : byte
    {
        Brave = 1,
        Quick = 2
    }

    public class World
    {
        public string Title { get; set; } = "";
        public List<Hero> Heroes { get; set; } = new List<Hero>();
        public Dictionary<string, int[]> Scores { get; set; } = new Dictionary<string, int[]>();
        public Entity? Boss { get; set; }
        public List<Entity> Entities { get; set; } = new List<Entity>();
        public Node? Start { get; set; }
        public Point Origin { get; set; }
        public List<int> One { get; set; } = new List<int>();
        public int Gold { get; set; }
        public int Silver { get; set; }
    }

    public class Hero
    {
        public string Name { get; set; } = "";
        public int Level { get; set; }
        public double Speed { get; set; }
        public int? Mount { get; set; }
        public Rank Rank { get; set; }
        public Traits Traits { get; set; }
        public string Motto { get; set; } = "";
    }

    public struct Point
    {
        public int X;
        public int Y;
    }

    public abstract class Entity
    {
        public int Id { get; set; }
    }

    public class Orc : Entity
    {
        public int Rage { get; set; }
    }

    public class Dragon : Entity
    {
        public int Fire { get; set; }
    }

    public class Node
    {
        public Node? Next { get; set; }
        public int Number { get; set; }
        public int Old { get; set; }
    }

    public class Zoo
    {
        public Entity? First { get; set; }
        public Entity? Second { get; set; }
    }

    public class Shared
    {
        public Node? First { get; set; }
        public Node? Second { get; set; }
    }
}

namespace Kitbag.Tests.Evolution.ReportNew
{
    public enum Rank
    {
        Low,
        Top = 5,
        Mid = 1
    }

    [System.Flags]
    public enum Traits : byte
    {
        Brave = 1,
        Quick = 2
    }

    public class World
    {
        [KitbagFormerName("Title")]
        public string Name { get; set; } = "";
        public List<Hero> Heroes { get; set; } = new List<Hero>();
        public Dictionary<string, long[]> Scores { get; set; } = new Dictionary<string, long[]>();
        public Entity? Boss { get; set; }
        public List<Entity> Entities { get; set; } = new List<Entity>();
        public Node? Start { get; set; }
        public Point Origin { get; set; }
        public int One { get; set; }
        public long Gold { get; set; }
        public long Silver { get; set; }
        public string Season { get; set; } = "spring";
    }

    public class Hero
    {
        public string Name { get; set; } = "";
        public byte Level { get; set; }
        public float Speed { get; set; }
        public int Mount { get; set; }
        public Rank Rank { get; set; }
        public Traits Traits { get; set; }
        public int Age { get; set; } = 20;
    }

    public struct Point
    {
        public int X;
    }

    public abstract class Entity
    {
        public int Id { get; set; }
    }

    public class Orc : Entity
    {
        public long Rage { get; set; }
    }

    public class Node
    {
        public Node? Next { get; set; }
        public int Number { get; set; }
        public int New { get; set; }
    }

    public class Zoo
    {
        public Orc? First { get; set; }
        public Orc? Second { get; set; }
    }

    public class Shared
    {
        public Value? First { get; set; }
        public Value? Second { get; set; }
    }

    public class Value
    {
        public int Number { get; set; }
        public int Old { get; set; }
    }
}
