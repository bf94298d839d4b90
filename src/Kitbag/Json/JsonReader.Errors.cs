using System.Globalization;
using System.Text;

namespace Kitbag.Json
{
    // Creates the messages about invalid text.
    public ref partial struct JsonReader
    {
        private readonly KitbagException TooDeep() =>
            Error(KitbagErrorReason.LimitExceeded,
                "Objects and arrays nest deeper than " + Text(_options.MaxDepth) + " levels (KitbagJsonOptions.MaxDepth).");

        /// <summary>Creates an exception for the current position of the reader.</summary>
        /// <param name="reason">The kind of failure.</param>
        /// <param name="message">What was found and what was expected.</param>
        public readonly KitbagException Error(KitbagErrorReason reason, string message) => new KitbagException(reason, message, _at);

        internal static KitbagException ErrorAt(int offset, KitbagErrorReason reason, string message) =>
            new KitbagException(reason, message, offset);

        /// <summary>Creates an exception that contains what was found and what was expected instead.</summary>
        /// <param name="expected">What was expected, as in <c>a number</c>.</param>
        public KitbagException Unexpected(string expected)
        {
            byte next = Peek();
            if (next == 0)
                return Error(KitbagErrorReason.Truncated, "The text ends where " + expected + " is expected.");
            if (next == '/' && !_options.AllowComments && _at + 1 < _data.Length && _data[_at + 1] is (byte)'/' or (byte)'*')
                return Error(KitbagErrorReason.Malformed,
                    "Found a comment where " + expected + " is expected (KitbagJsonOptions.AllowComments is off).");
            bool isJson = next is (byte)'{' or (byte)'[' or (byte)'"' or (byte)'-' or (byte)'t' or (byte)'f' or (byte)'n'
                || (uint)(next - '0') <= 9;
            return Error(isJson ? KitbagErrorReason.SchemaMismatch : KitbagErrorReason.Malformed,
                "Found " + Found() + " where " + expected + " is expected.");
        }

        internal readonly KitbagException StandsTwice(string member) => Error(KitbagErrorReason.Malformed,
            "The member '" + member + "' occurs twice (KitbagJsonOptions.Duplicates rejects that).");

        private readonly string Found()
        {
            byte next = _data[_at];
            switch (next)
            {
                case (byte)'{':
                    return "an object";
                case (byte)'[':
                    return "an array";
                case (byte)'"':
                    return "a string";
                case (byte)'t' or (byte)'f' or (byte)'n':
                    int length = 1;
                    while (length < 12 && _at + length < _data.Length && char.IsLetterOrDigit((char)_data[_at + length]))
                        length++;
                    return "'" + Encoding.ASCII.GetString(_data.Slice(_at, length).ToArray()) + "'";
                default:
                    if (next == '-' || (uint)(next - '0') <= 9)
                        return "a number";
                    return next is > 32 and < 127
                        ? "'" + (char)next + "'"
                        : "the byte 0x" + next.ToString("X2", CultureInfo.InvariantCulture);
            }
        }

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
