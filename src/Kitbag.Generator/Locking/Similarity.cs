using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Generator.Locking
{
    /// <summary>Determines whether two names are similar, so that one may have replaced the other.</summary>
    internal static class Similarity
    {
        // A common word is significant from this length on.
        private const int LongWord = 4;

        public static bool AreSimilar(string a, string b)
        {
            string first = Plain(a), second = Plain(b);
            if (first == second)
                return true;
            if (first.Length == 0 || second.Length == 0)
                return false;
            if (Math.Min(first.Length, second.Length) >= LongWord && (first.Contains(second) || second.Contains(first)))
                return true;
            return Distance(first, second) <= Math.Max(1, Math.Min(first.Length, second.Length) / 3)
                || Words(a).Intersect(Words(b)).Any(word => word.Length >= LongWord);
        }

        private static string Plain(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToLowerInvariant();

        // The words of PlayerName, player_name and URLText.
        private static List<string> Words(string name)
        {
            var words = new List<string>();
            int start = 0;
            for (int i = 1; i <= name.Length; i++)
            {
                bool ends = i == name.Length || !char.IsLetterOrDigit(name[i]) || (char.IsUpper(name[i])
                    && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1]))));
                if (!ends)
                    continue;
                words.Add(Plain(name.Substring(start, i - start)));
                start = i;
            }
            return words;
        }

        // The edit distance: how many letters have to be changed, inserted or removed.
        private static int Distance(string a, string b)
        {
            int[] above = Enumerable.Range(0, b.Length + 1).ToArray();
            for (int i = 1; i <= a.Length; i++)
            {
                int diagonal = above[0];
                above[0] = i;
                for (int k = 1; k <= b.Length; k++)
                {
                    int here = Math.Min(Math.Min(above[k] + 1, above[k - 1] + 1), diagonal + (a[i - 1] == b[k - 1] ? 0 : 1));
                    diagonal = above[k];
                    above[k] = here;
                }
            }
            return above[b.Length];
        }
    }
}
