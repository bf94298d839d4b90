using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Files
{
    /// <summary>The names of the files beside a file: its generations, those that are being written, and the damaged one.</summary>
    internal static class FileNames
    {
        private const string Temporary = ".tmp", Damaged = ".damaged";

        // The generations are searched for up to this number, regardless of how many are kept now. Damaged files have the marks
        // ".damaged", ".damaged2" and so on.
        public const int LastGeneration = 99;

        private const int LastDamaged = 9;

        // The number of hexadecimal digits in the name of a temporary file.
        private const int Random = 8;

        /// <summary>The name of an older generation: "slot.1.kit" of "slot.kit", so that patterns like "*.kit" find it.</summary>
        public static string Generation(string path, int number) =>
            Inserted(path, "." + number.ToString(CultureInfo.InvariantCulture));

        /// <summary>Returns the name for a damaged file that is replaced by a new one: a free one, or the last.</summary>
        public static string NewDamaged(KitbagStorage storage, string path)
        {
            int number = 1;
            while (number < LastDamaged && storage.Exists(OfDamaged(path, number)))
                number++;
            return OfDamaged(path, number);
        }

        /// <summary>Returns the existing damaged files that new ones have replaced.</summary>
        public static List<string> DamagedFiles(KitbagStorage storage, string path)
        {
            var found = new List<string>();
            for (int i = 1; i <= LastDamaged; i++)
            {
                if (storage.Exists(OfDamaged(path, i)))
                    found.Add(OfDamaged(path, i));
            }
            return found;
        }

        private static string OfDamaged(string path, int number) =>
            Inserted(path, number == 1 ? Damaged : Damaged + number.ToString(CultureInfo.InvariantCulture));

        /// <summary>A new name for a file that is being written: "slot.kit.1a2b3c4d.tmp".</summary>
        public static string NewTemporary(string path) =>
            path + "." + Guid.NewGuid().ToString("N").Substring(0, Random) + Temporary;

        /// <summary>The files that were being written and are left.</summary>
        public static List<string> Temporaries(KitbagStorage storage, string path)
        {
            var found = new List<string>();
            foreach (string file in storage.List(storage.FolderOf(path), FilePaths.NameOf(path) + "."))
            {
                if (IsTemporary(file, out string main) && main.Length == path.Length)
                    found.Add(file);
            }
            return found;
        }

        /// <summary>Returns whether a name is that of a file that is being written. Other programs have temporary files, too.</summary>
        /// <param name="name">The name, or a path.</param>
        /// <param name="main">Returns the name of the file that it will replace.</param>
        public static bool IsTemporary(string name, out string main)
        {
            main = name;
            int dot = name.Length - Temporary.Length - Random - 1;
            if (dot <= 0 || name[dot] != '.' || !name.EndsWith(Temporary, StringComparison.Ordinal))
                return false;
            for (int i = dot + 1; i <= dot + Random; i++)
            {
                if (name[i] is not ((>= '0' and <= '9') or (>= 'a' and <= 'f')))
                    return false;
            }
            main = name.Substring(0, dot);
            return true;
        }

        /// <summary>Returns the existing older generations, starting with the newest.</summary>
        public static List<string> Generations(KitbagStorage storage, string path)
        {
            var found = new List<string>();
            for (int i = 1; i <= LastGeneration; i++)
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
        /// <param name="name">The name.</param>
        /// <param name="main">Returns the name of the other file.</param>
        /// <param name="isDamaged">Returns whether it is the name of a damaged file.</param>
        public static bool IsBeside(string name, out string main, out bool isDamaged)
        {
            main = name;
            isDamaged = false;
            int dot = name.LastIndexOf('.');
            if (dot <= 0)
                return false;
            int middle = name.LastIndexOf('.', dot - 1);
            // The mark of a name without an extension is at its end.
            string mark = middle > 0 ? name.Substring(middle, dot - middle) : name.Substring(dot);
            main = middle > 0 ? name.Substring(0, middle) + name.Substring(dot) : name.Substring(0, dot);
            isDamaged = mark == Damaged || (mark.StartsWith(Damaged, StringComparison.Ordinal)
                && NumberIn(mark.Substring(Damaged.Length)) is >= 2 and <= LastDamaged);
            return isDamaged || NumberIn(mark.Substring(1)) is >= 1 and <= LastGeneration;
        }

        // 0 for anything else, such as a number that begins with 0.
        private static int NumberIn(string text) => text.Length is 1 or 2 && text[0] != '0'
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : 0;

        private static string Inserted(string path, string what)
        {
            int dot = path.LastIndexOf('.');
            return dot > path.Length - FilePaths.NameOf(path).Length ? path.Substring(0, dot) + what + path.Substring(dot) : path + what;
        }
    }
}
