using System.IO;
using UnityEngine;

namespace Kitbag.Samples
{
    /// <summary>One file in the folder that Unity keeps for the game.</summary>
    public static class SaveSlot
    {
        public static void Save(string path, SaveGame game)
        {
            // Written beside the old file first: whatever happens, one of the two is whole.
            string written = path + ".new";
            File.WriteAllBytes(written, KitbagSerializer.Serialize(game));
            if (File.Exists(path))
                File.Delete(path);
            File.Move(written, path);
        }

        /// <summary>The saved game; a new one where there is none, or one that cannot be read.</summary>
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
