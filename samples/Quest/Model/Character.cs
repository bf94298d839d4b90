using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>A person whom the player can talk to, trade with or fight.</summary>
    public class Character : Thing
    {
        /// <summary>The place and the activity of a character from a time of the day on.</summary>
        public struct Appointment
        {
            public TimeSpan From;
            public Room Room;
            public string Activity;
        }

        /// <summary>What a character thinks of another one, from -100 to 100.</summary>
        public struct Opinion
        {
            public Character Of;
            public sbyte Points;
        }

        public Guid Handle;
        public Profession Profession { get; set; }
        public int Level { get; set; }
        public Stats Stats { get; set; }
        public Vector3 Position { get; set; }
        public Room? Home { get; set; }
        public Dialogue? Dialogue { get; set; }
        public bool Essential { get; set; }
        public DateTime? Born { get; set; }
        public List<ItemStack> Inventory { get; set; } = new List<ItemStack>();
        public Dictionary<Kinship, List<Character>> Relatives { get; set; } = new Dictionary<Kinship, List<Character>>();
        public HashSet<Character> Friends { get; set; } = new HashSet<Character>();
        public Character? Rival { get; set; }
        public List<Opinion> Opinions { get; set; } = new List<Opinion>();
        public List<Appointment> Day { get; set; } = new List<Appointment>();
        public Vector3[][] Patrols { get; set; } = Array.Empty<Vector3[]>();
        public long Experience;
    }

    /// <summary>The relation between two characters of the same family.</summary>
    public enum Kinship
    {
        Parent,
        Child,
        Sibling,
        Spouse,
    }

    /// <summary>What a character does for a living.</summary>
    public enum Profession
    {
        None,
        Farmer,
        Smith,
        Guard,
        Merchant,
        Scholar,
        Thief,
        Witch = 100,
    }
}
