using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Files
{
    /// <summary>The names of the files beside a file: its generations, those that are being written, and the damaged one.</summary>
    internal static class FileNames
    {
        private const string Temporary = ".tmp", Damaged = ".damaged";

        // The number of generations that are searched for, regardless of how many are kept now.
        private const int MostGenerations = 100;

        /// <summary>The name of an older generation: "slot.1.kit" of "slot.kit", so that patterns like "*.kit" find it.</summary>
        public static string Generation(string path, int number) =>
            Inserted(path, "." + number.ToString(CultureInfo.InvariantCulture));

        /// <summary>Returns the name for a damaged file that is replaced by a new one.</summary>
        public static string OfDamaged(string path) => Inserted(path, Damaged);

        /// <summary>A new name for a file that is being written: "slot.kit.1a2b3c4d.tmp".</summary>
        public static string NewTemporary(string path) =>
            path + "." + Guid.NewGuid().ToString("N").Substring(0, 8) + Temporary;

        /// <summary>The files that were being written and are left.</summary>
        public static List<string> Temporaries(KitbagStorage storage, string path)
        {
            var found = new List<string>();
            foreach (string file in storage.List(storage.FolderOf(path), FilePaths.NameOf(path) + "."))
            {
                if (file.Length == path.Length + 1 + 8 + Temporary.Length && file.EndsWith(Temporary, StringComparison.Ordinal))
                    found.Add(file);
            }
            return found;
        }

        /// <summary>Returns the existing older generations, starting with the newest.</summary>
        public static List<string> Generations(KitbagStorage storage, string path)
        {
            var found = new List<string>();
            for (int i = 1; i < MostGenerations; i++)
            {
                string file = Generation(path, i);
                if (storage.Exists(file))
                    found.Add(file);
                else if (i > 8)
                    break;
            }
            return found;
        }

        /// <summary>Returns whether a name is that of a file that is kept beside another: an older generation, or a damaged file.</summary>
        public static bool IsBeside(string name, out string main)
        {
            main = name;
            int extension = name.LastIndexOf('.');
            int middle = extension <= 0 ? -1 : name.LastIndexOf('.', extension - 1);
            if (middle <= 0)
                return false;
            string between = name.Substring(middle, extension - middle);
            main = name.Substring(0, middle) + name.Substring(extension);
            return between == Damaged || (between.Length is > 1 and <= 4 && between[1] != '0'
                && int.TryParse(between.Substring(1), NumberStyles.None, CultureInfo.InvariantCulture, out _));
        }

        private static string Inserted(string path, string what)
        {
            int dot = path.LastIndexOf('.');
            return dot > path.Length - FilePaths.NameOf(path).Length ? path.Substring(0, dot) + what + path.Substring(dot) : path + what;
        }
    }
}
