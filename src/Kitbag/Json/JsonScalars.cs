using System;
using System.Buffers.Text;
using System.Globalization;

namespace Kitbag.Json
{
    /// <summary>
    /// Values of one number or string that the writer and reader do not know themselves, as System.Text.Json writes them.
    /// </summary>
    internal static partial class JsonScalars
    {
        public static void Write(ref JsonWriter w, char value)
        {
            Span<char> one = stackalloc char[] { value };
            w.WriteString(one);
        }

        public static char ReadChar(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            string text = r.ReadText("a string of one character");
            return text.Length == 1
                ? text[0]
                : throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                    "Found a string of " + text.Length.ToString(CultureInfo.InvariantCulture)
                    + " characters where one character is expected.");
        }

        public static void Write(ref JsonWriter w, in Guid value)
        {
            Span<byte> text = w.GetSpan(GuidText.Length + 2);
            text[GuidText.Length + 1] = text[0] = (byte)'"';
            Format(value, text.Slice(1));
            w.Advance(GuidText.Length + 2);
        }

        public static Guid ReadGuid(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadUtf8("a string with a Guid");
            return GuidText.TryParse(text, out Guid value)
                ? value
                : throw None(start, "Guid, as in \"6f9619ff-8b86-d011-b42d-00c04fc964ff\"");
        }

        public static void Write(ref JsonWriter w, decimal value)
        {
            // The formatter leaves the sign of a zero out.
            if (value == 0 && decimal.GetBits(value)[3] < 0)
                w.Put((byte)'-');
            Utf8Formatter.TryFormat(value, w.GetSpan(32), out int written);
            w.Advance(written);
        }

        public static decimal ReadDecimal(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadNumberBytes();
            if (!Utf8Parser.TryParse(text, out decimal value, out int used) || used != text.Length)
                throw JsonReader.OutOfRange(start, "-79228162514264337593543950335", "79228162514264337593543950335");
            return value == 0 && text[0] == '-' && decimal.GetBits(value)[3] >= 0 ? -value : value;
        }

        /// <summary>Creates an exception for a string with an invalid value.</summary>
        internal static KitbagException None(int start, string expected) =>
            JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch, "Found a string that is no " + expected + ".");
    }
}
