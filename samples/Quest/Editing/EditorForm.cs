using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag;
using Quest.Making;
using Quest.Measuring;
using Quest.Model;
using Quest.Reporting;

namespace Quest.Editing
{
    /// <summary>
    /// The world as its authors keep it: text under version control. Saved, loaded, compared with what was saved, put through a
    /// binary document and back, and changed: each change must be a line of the diff. Rooms, characters and dialogues refer to each other
    /// by numbers that the text gives them, each once.
    /// </summary>
    public static class EditorForm
    {
        // As KitbagJsonOptions.Text, but flat: objects that refer to each other stand side by side where these levels are used up, while
        // with the 64 that are usual they would stand inside of each other, and lines would begin with many spaces.
        private static readonly KitbagJsonOptions s_text = new KitbagJsonOptions
        {
            Format = KitbagJsonFormat.Text,
            EnumsByName = true,
            AllowComments = true,
            AllowTrailingCommas = true,
            MaxDepth = 8,
        };

        // What an author does in the editor, and how many lines of the text that is: one that went and one that came, or one that came.
        private static readonly (string What, int Lines, Action<World> Do)[] s_changes =
        {
            ("a room gets another name", 2, world => world.Rooms[17].Name = "The Drowned Chapel"),
            ("its outline moves", 2, world => world.Rooms[17].Outline[1].X += 0.5f),
            ("a string for the player is added", 1, world => world.Strings.Add("menu.camera", "Photo mode")),
            ("a way up leads elsewhere", 2, world => Lead(world.Rooms[17], Direction.Up, world.Rooms[0])),
            ("an item is left there", 1, world => world.Rooms[17].ItemIds.Insert(0, world.Items[0].Id)),
        };

        /// <summary>Does all of it in a directory.</summary>
        /// <returns>Whether all came out as it must.</returns>
        public static bool Show(string directory, IReport report)
        {
            World made = WorldMaker.Make(seed: 42);
            string file = Path.Combine(directory, "world.json");
            using (FileStream stream = File.Create(file))
            {
                KitbagJson.Serialize(stream, made, s_text);
            }

            World loaded;
            using (FileStream stream = File.OpenRead(file))
            {
                loaded = KitbagJson.Deserialize<World>(stream, s_text);
            }

            string text = File.ReadAllText(file);
            int written = text.Count(c => c == '\n');
            report.Line(FormattableString.Invariant($"Saved {text.Length:N0} characters in {written:N0} lines of JSON, and loaded them."));

            World through = KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(loaded));
            string? difference = Differences.First(made, loaded) ?? Differences.First(made, through);
            if (difference != null || KitbagJson.Serialize(through, s_text) != text)
            {
                report.Line("Kitbag failed. " + (difference ?? "The text of what went through a binary document is another."));
                return false;
            }

            report.Line("Kitbag: what was loaded is equal, member by member, and each reference leads to the same object.");
            report.Line("After a binary document the text is the same.");
            bool isAsMeant = true;
            foreach ((string what, int lines, Action<World> change) in s_changes)
            {
                change(loaded);
                string changed = KitbagJson.Serialize(loaded, s_text);
                IReadOnlyList<string> diff = LineDiff.Of(text, changed);
                report.Line("");
                report.Line($"In the editor {what}:");
                foreach (string line in diff)
                {
                    report.Line("  " + (line.Length <= 140 ? line : line[..139] + "…"));
                }

                isAsMeant &= diff.Count == lines + 1;
                text = changed;
            }

            report.Line("");
            report.Line(isAsMeant
                ? "Each change is one line. (What is added behind the last of a list also gives the line before it a comma.)"
                : "Kitbag failed. A change is more than one line.");
            return isAsMeant;
        }

        private static void Lead(Room room, Direction direction, Room there)
        {
            Exit way = room.Exits[direction];
            way.To = there;
            room.Exits[direction] = way;
        }
    }
}
