using System;
using System.Text.RegularExpressions;

namespace Quest.Measuring
{
    /// <summary>Describes an exception, short enough for a row of a table.</summary>
    public static class ErrorText
    {
        private const int MaxLength = 160;

        /// <summary>The start of the innermost message on one line, without the assembly names of generic type names.</summary>
        public static string Of(Exception exception)
        {
            Exception inner = exception.GetBaseException();
            string message = Regex.Replace(inner.Message, @"`\d+\[\[.*\]\]|, Version=[^,\]]*, Culture=[^,\]]*, PublicKeyToken=\w*", "");
            message = Regex.Replace(message, @"\s+", " ").Trim().TrimEnd('.');
            return message.Length > MaxLength ? message[..MaxLength] + "…"
                : message.Length > 0 ? message : inner.GetType().Name;
        }
    }
}
