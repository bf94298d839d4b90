using System;
using System.Collections.Generic;
using System.Numerics;

namespace Quest.Model
{
    /// <summary>
    /// The whole game: the content by its authors, and the saves of one player. Rooms, characters and dialogues are a graph: they refer to
    /// each other. Items are a catalogue: stacks in the world and in saves refer to its entries by id.
    /// </summary>
    public class World
    {
        public const int CurrentRevision = 7;

        public Guid Id;
        public int Revision = CurrentRevision;
        public string Title { get; set; } = "";
        public int Seed { get; set; }
        public DateTime BuiltAt { get; set; }
        public Vector2 Size { get; set; }
        public List<Room> Rooms { get; set; } = new List<Room>();
        public List<Item> Items { get; set; } = new List<Item>();
        public List<Character> Characters { get; set; } = new List<Character>();
        public Dictionary<string, Dialogue> Dialogues { get; set; } = new Dictionary<string, Dialogue>();
        public List<Errand> Errands { get; set; } = new List<Errand>();
        public TileMap[] Maps { get; set; } = Array.Empty<TileMap>();
        public Dictionary<string, string> Strings { get; set; } = new Dictionary<string, string>();

        /// <summary>The save slots; an empty slot is null.</summary>
        public SaveGame?[] Saves { get; set; } = Array.Empty<SaveGame?>();
    }
}
