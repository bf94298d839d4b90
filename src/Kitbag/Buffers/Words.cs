using System;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Splits text. With <see cref="string.Split(char[])"/>, programs that are compiled ahead of time would contain a pool of arrays and a
    /// list builder in addition.
    /// </summary>
    internal static class Words
    {
        /// <summary>Splits a text at each separator.</summary>
        public static string[] Split(string text, char separator)
        {
            int count = 1;
            foreach (char c in text)
                count += c == separator ? 1 : 0;
            var words = new string[count];
            for (int i = 0, start = 0; i < count; i++)
            {
                int length = text.AsSpan(start).IndexOf(separator);
                words[i] = length < 0 ? text.Substring(start) : text.Substring(start, length);
                start += length + 1;
            }
            return words;
        }
    }
}
