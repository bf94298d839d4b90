using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>
    /// The progress of a player. It refers to rooms, characters and errands by their ids, because it is not a part of the world: it is also
    /// saved as a separate document, which must not contain the world, and which the next revision of the world can read.
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

    /// <summary>The difficulty of the game.</summary>
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

    /// <summary>The part of the body that wears an item.</summary>
    public enum EquipmentSlot
    {
        LengthPrefix,
        Body,
        LeftHand,
        RightHand,
        Feet,
    }

    /// <summary>An entry of the player's journal.</summary>
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

    /// <summary>An item that was dropped, and its position.</summary>
    public struct DroppedItem
    {
        public ItemStack Stack;
        public Vector3 At;
        public float Angle;
    }

    /// <summary>The progress of an errand.</summary>
    public struct ErrandState
    {
        public int StepsDone { get; set; }
        public TimeSpan? TimeLeft { get; set; }
        public uint Points { get; set; }
    }
}
