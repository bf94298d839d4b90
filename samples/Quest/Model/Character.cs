using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>Someone to talk to, trade with or fight.</summary>
    public class Character : Thing
    {
        /// <summary>Where a character is from an hour of the day on.</summary>
        public struct Appointment
        {
            public TimeSpan From;
            public string RoomId;
            public string Activity;
        }

        public Guid Handle;
        public Profession Profession { get; set; }
        public int Level { get; set; }
        public Stats Stats { get; set; }
        public Vector3 Position { get; set; }
        public string HomeRoomId { get; set; } = "";
        public string? DialogueId { get; set; }
        public bool Essential { get; set; }
        public DateTime? Born { get; set; }
        public List<ItemStack> Inventory { get; set; } = new List<ItemStack>();
        public Dictionary<string, sbyte> Opinions { get; set; } = new Dictionary<string, sbyte>();
        public List<Appointment> Day { get; set; } = new List<Appointment>();
        public Vector3[][] Patrols { get; set; } = Array.Empty<Vector3[]>();
        public long Experience;
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
