using System;
using Quest.Model;

namespace Quest.Generation
{
    /// <summary>A turn of the game: the changes between two saves.</summary>
    public static class Turn
    {
        /// <summary>Plays the turn, and returns a description of it.</summary>
        public static string Play(World world)
        {
            SaveGame save = Array.Find(world.Saves, slot => slot != null)
                ?? throw new InvalidOperationException("There is no save.");
            Room room = world.Rooms[17];
            Character host = world.Characters[3];
            save.Played += TimeSpan.FromMinutes(12);
            save.Player.Gold -= 25;
            save.Player.RoomId = room.Id;
            save.Journal.Add(new JournalEntry { At = world.BuiltAt.AddDays(3), Text = "Bought a lamp. The chapel is flooded." });
            host.Home = room;
            host.Opinions.RemoveAt(0);
            room.Name = "The Drowned Chapel";
            room.ItemIds.Insert(0, world.Items[0].Id);
            return $"Played a turn in {room.Name}, and saved again; the save before it was kept.";
        }
    }
}
