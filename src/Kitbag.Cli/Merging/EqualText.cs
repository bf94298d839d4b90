using System;
using System.Globalization;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Returns the same text for values that C# regards as equal, although JSON distinguishes them: decimals with trailing zeros, zeros
    /// with a sign, and times with other kinds or offsets.
    /// </summary>
    internal static class EqualText
    {
        /// <summary>Returns the text for a key or element.</summary>
        /// <param name="type">Its type.</param>
        /// <param name="text">Its JSON, or the name of a member of a JSON object.</param>
        public static string Of(SchemaType? type, string text)
        {
            string value = text.Trim('"');
            switch (type?.Kind)
            {
                case SchemaKind.Decimal:
                    value = value.Contains('.', StringComparison.Ordinal) ? value.TrimEnd('0').TrimEnd('.') : value;
                    return value == "-0" ? "0" : value;
                case SchemaKind.Half or SchemaKind.Single or SchemaKind.Double:
                    return value is "-0" or "-0.0" or "0.0" ? "0" : value;
                case SchemaKind.DateTime or SchemaKind.DateTimeOffset when DateTimeOffset.TryParse(value, CultureInfo.InvariantCulture,
                    DateTimeStyles.AssumeUniversal, out DateTimeOffset time):
                    return (type.Kind == SchemaKind.DateTime ? time.Ticks : time.UtcTicks).ToString(CultureInfo.InvariantCulture);
                default:
                    return text;
            }
        }
    }
}
