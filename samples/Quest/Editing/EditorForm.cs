using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag;
using Quest.Generation;
using Quest.Measuring;
using Quest.Model;
using Quest.Reporting;

namespace Quest.Editing
{
    /// <summary>
    /// The world as its authors keep it: text under version control. It is saved, loaded, compared with the saved world, written to a
    /// binary document and read again, and changed: each change must be one line of the diff. Rooms, characters and dialogues refer to each
    /// other by numbers that the text assigns to them.
    /// </summary>
    public static class EditorForm
    {
        // Like KitbagJsonOptions.Text, but with a small maximum depth: objects that refer to each other are nested only up to this depth.
        // With the default of 64 levels, lines would begin with many spaces.
        private static readonly KitbagJsonOptions s_text = new KitbagJsonOptions
        {
            Format = KitbagJsonFormat.Text,
            EnumsByName = true,
            AllowComments = true,
            AllowTrailingCommas = true,
            MaxDepth = 8,
        };

        // Changes that an author makes in the editor, and the number of lines in the diff: one removed and one added line, or one added
        // line.
        private static readonly (string What, int Lines, Action<World> Do)[] s_changes =
        {
            ("a room gets another name", 2, world => world.Rooms[17].Name = "The Drowned Chapel"),
            ("its outline moves", 2, world => world.Rooms[17].Outline[1].X += 0.5f),
            ("a string for the player is added", 1, world => world.Strings.Add("menu.camera", "Photo mode")),
            ("a way up leads elsewhere", 2, world => ConnectTo(world.Rooms[17], Direction.Up, world.Rooms[0])),
            ("an item is left there", 1, world => world.Rooms[17].ItemIds.Insert(0, world.Items[0].Id)),
        };

        /// <summary>Shows these steps, with the file in a directory.</summary>
        /// <returns>Whether all results are as expected.</returns>
        public static bool Show(string directory, IReport report)
        {
            World world = WorldGenerator.Create(seed: 42);
            string file = Path.Combine(directory, "world.json");
            using (FileStream stream = File.Create(file))
            {
                KitbagJson.Serialize(stream, world, s_text);
            }

            World loaded;
            using (FileStream stream = File.OpenRead(file))
            {
                loaded = KitbagJson.Deserialize<World>(stream, s_text);
            }

            string text = File.ReadAllText(file);
            int written = text.Count(c => c == '\n');
            report.Line(FormattableString.Invariant($"Saved {text.Length:N0} characters in {written:N0} lines of JSON, and loaded them."));

            World fromBinary = KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(loaded));
            string? difference = Differences.First(world, loaded) ?? Differences.First(world, fromBinary);
            if (difference != null || KitbagJson.Serialize(fromBinary, s_text) != text)
            {
                report.Line("Kitbag failed. " + (difference ?? "The text differs after a binary document was written and read."));
                return false;
            }

            report.Line("Kitbag: the loaded world is equal, member by member, and each reference refers to the same object.");
            report.Line("After writing and reading a binary document, the text is the same.");
            bool isAsExpected = true;
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

                isAsExpected &= diff.Count == lines + 1;
                text = changed;
            }

            report.Line("");
            report.Line(isAsExpected
                ? "Each change is one line. (An element that is added at the end of a list also adds a comma to the line before it.)"
                : "Kitbag failed. A change affects more than one line.");
            return isAsExpected;
        }

        private static void ConnectTo(Room room, Direction direction, Room destination)
        {
            Exit exit = room.Exits[direction];
            exit.To = destination;
            room.Exits[direction] = exit;
        }
    }
}
