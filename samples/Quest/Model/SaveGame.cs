using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>
    /// How far a player has come. It names rooms, characters and errands by their ids, because it belongs to a world without being a
    /// part of it: it is also a document of its own, which must not hold the world, and which the next revision of the world reads.
    /// </summary>
    public class SaveGame
    {
        public Guid Id { get; set; }
        public string Name { get; set; } = "";
        public DateTime SavedAt { get; set; }
        public TimeSpan Played { get; set; }
        public Difficulty Difficulty { get; set; }
        public Player Player { get; set; } = new Player();
        public Dictionary<string, bool> Flags { get; set; } = new Dictionary<string, bool>();
        public Dictionary<string, int> Counters { get; set; } = new Dictionary<string, int>();
        public HashSet<string> VisitedRooms { get; set; } = new HashSet<string>();
        public List<JournalEntry> Journal { get; set; } = new List<JournalEntry>();
        public Dictionary<string, CharacterState> Characters { get; set; } = new Dictionary<string, CharacterState>();
        public List<DroppedItem> Dropped { get; set; } = new List<DroppedItem>();
        public Dictionary<string, ErrandState> Errands { get; set; } = new Dictionary<string, ErrandState>();
        public bool[][] Explored { get; set; } = Array.Empty<bool[]>();
        public byte[] Thumbnail { get; set; } = Array.Empty<byte>();
        public ulong RandomState;
        public Stats? StatsBeforeCurse;
    }

    /// <summary>How hard the game is.</summary>
    public enum Difficulty
    {
        Easy = 1,
        Normal,
        Hard,
    }

    /// <summary>The player's own state.</summary>
    public class Player
    {
        public string Name { get; set; } = "";
        public Vector3 Position { get; set; }
        public Vector2 Facing { get; set; }
        public string RoomId { get; set; } = "";
        public Stats Stats { get; set; }
        public int Level { get; set; }
        public long Gold { get; set; }
        public List<ItemStack> Inventory { get; set; } = new List<ItemStack>();
        public Dictionary<EquipmentSlot, string> Equipment { get; set; } = new Dictionary<EquipmentSlot, string>();
        public string?[] QuickSlots { get; set; } = Array.Empty<string?>();
        public int?[] HighScores { get; set; } = Array.Empty<int?>();
        public HashSet<Direction> BlockedDirections { get; set; } = new HashSet<Direction>();
    }

    /// <summary>Where something can be worn.</summary>
    public enum EquipmentSlot
    {
        LengthPrefix,
        Body,
        LeftHand,
        RightHand,
        Feet,
    }

    /// <summary>A line that the player can read again.</summary>
    public class JournalEntry
    {
        public DateTime At { get; set; }
        public TimeSpan GameTime { get; set; }
        public string Text { get; set; } = "";
        public string? ErrandId { get; set; }
        public bool Read;
    }

    /// <summary>How a character has changed since the start.</summary>
    public class CharacterState
    {
        public Stats Stats;
        public Vector3 Position;
        public string RoomId = "";
        public bool Alive = true;
        public int? Mood;
        public DateTime? LastTalk;
    }

    /// <summary>Something that lies where it was dropped.</summary>
    public struct DroppedItem
    {
        public ItemStack Stack;
        public Vector3 At;
        public float Angle;
    }

    /// <summary>How far an errand has come.</summary>
    public struct ErrandState
    {
        public int StepsDone { get; set; }
        public TimeSpan? TimeLeft { get; set; }
        public uint Points { get; set; }
    }
}
