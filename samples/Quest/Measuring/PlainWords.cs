using System;
using System.Text.RegularExpressions;

namespace Quest.Measuring
{
    /// <summary>What went wrong, short enough for a row of a table.</summary>
    public static class PlainWords
    {
        private const int MostCharacters = 160;

        /// <summary>The start of the innermost message on one line, without the assembly names of generic type names.</summary>
        public static string Of(Exception exception)
        {
            Exception inner = exception.GetBaseException();
            string message = Regex.Replace(inner.Message, @"`\d+\[\[.*\]\]|, Version=[^,\]]*, Culture=[^,\]]*, PublicKeyToken=\w*", "");
            message = Regex.Replace(message, @"\s+", " ").Trim().TrimEnd('.');
            return message.Length > MostCharacters ? message[..MostCharacters] + "…"
                : message.Length > 0 ? message : inner.GetType().Name;
        }
    }
}
