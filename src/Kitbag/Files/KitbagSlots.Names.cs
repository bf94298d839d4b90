using System;
using System.Collections.Generic;
using Kitbag.Files;

namespace Kitbag
{
    // The names of slots, and of their files.
    public sealed partial class KitbagSlots
    {
        private static readonly char[] s_forbidden = { '/', '\\', ':', '*', '?', '"', '<', '>', '|' };

        private bool IsName(string name) => name == null ? throw new ArgumentNullException(nameof(name))
            : IsValid(name) && !FileNames.IsBeside(name + _extension, out _, out _);

        private static bool IsValid(string name)
        {
            if (name.Trim().Length != name.Length || name.Length == 0 || name[0] == '.' || name[name.Length - 1] == '.'
                || name.IndexOfAny(s_forbidden) >= 0 || IsReserved(name))
                return false;
            for (int i = 0; i < name.Length; i++)
            {
                // Each lone surrogate would be replaced by the same character.
                bool isPair = i + 1 < name.Length && char.IsSurrogatePair(name, i);
                if (name[i] < ' ' || (char.IsSurrogate(name[i]) && !isPair))
                    return false;
                i += isPair ? 1 : 0;
            }
            return true;
        }

        // The devices of Windows.
        private static bool IsReserved(string name)
        {
            int dot = name.IndexOf('.');
            string start = (dot < 0 ? name : name.Substring(0, dot)).ToUpperInvariant();
            return start is "CON" or "PRN" or "AUX" or "NUL"
                || (start.Length == 4 && (start.Substring(0, 3) is "COM" or "LPT")
                    && start[3] is (>= '0' and <= '9') or '\u00B9' or '\u00B2' or '\u00B3');
        }

        // Includes slots whose file is missing, but which have older generations, or files that were being written. If those are
        // incomplete, there is no slot.
        private SortedSet<string> Names()
        {
            var names = new SortedSet<string>(StringComparer.Ordinal);
            foreach (string path in Files())
            {
                string? name = SlotOf(FileNames.IsTemporary(path, out string main) ? main : path, out bool isDamaged);
                if (name != null && !isDamaged)
                    names.Add(name);
            }
            return names;
        }

        // The slot to which a file belongs, or null if it has another name.
        private string? SlotOf(string path, out bool isDamaged)
        {
            string file = FilePaths.NameOf(path);
            if (FileNames.IsBeside(file, out string main, out isDamaged))
                file = main;
            if (!file.EndsWith(_extension, StringComparison.Ordinal))
                return null;
            string name = file.Substring(0, file.Length - _extension.Length);
            return IsValid(name) ? name : null;
        }
    }
}
