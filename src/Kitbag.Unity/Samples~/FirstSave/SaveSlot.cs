using System.IO;
using UnityEngine;

namespace Kitbag.Samples
{
    /// <summary>Saves a game to a file, and loads it.</summary>
    public static class SaveSlot
    {
        public static void Save(string path, SaveGame game)
        {
            // The new file is written beside the old one, so that one of them is complete if the program is interrupted.
            string written = path + ".new";
            File.WriteAllBytes(written, KitbagSerializer.Serialize(game));
            if (File.Exists(path))
                File.Delete(path);
            File.Move(written, path);
        }

        /// <summary>Returns the saved game, or a new one if there is no file or it cannot be read.</summary>
        public static SaveGame Load(string path)
        {
            if (!File.Exists(path) && File.Exists(path + ".new"))
                File.Move(path + ".new", path);
            if (!File.Exists(path))
                return new SaveGame();
            try
            {
                return KitbagSerializer.Deserialize<SaveGame>(File.ReadAllBytes(path));
            }
            catch (KitbagException e)
            {
                Debug.LogError("The save is damaged: " + e.Message);
                return new SaveGame();
            }
        }
    }
}
