using System;
using System.Text;

namespace Kitbag.Json
{
    // Strings where numbers are expected.
    public ref partial struct JsonReader
    {
        /// <summary>Reads a string where a number that may be infinite is expected.</summary>
        /// <param name="named">The number that the string names: NaN or an infinity; otherwise 0.</param>
        /// <returns>The text of the number, which is valid JSON; empty if the string is the name of a number.</returns>
        /// <exception cref="KitbagException">The options do not allow the string.</exception>
        internal ReadOnlySpan<byte> ReadStringOfNumber(out double named)
        {
            bool allowsNumbers = _options.AllowNumbersInStrings, allowsNames = _options.NonFinite != KitbagJsonNonFinite.Refuse;
            if (!allowsNumbers && !allowsNames)
                throw NotAllowed(", and NonFinite allows \"NaN\" and the infinities).");
            int start = _at;
            ReadOnlySpan<byte> text = ReadUtf8("a number");
            // As in System.Text.Json, these names are numbers in strings, too.
            named = text.SequenceEqual("NaN"u8) ? double.NaN
                : text.SequenceEqual("Infinity"u8) ? double.PositiveInfinity
                : text.SequenceEqual("-Infinity"u8) ? double.NegativeInfinity : 0;
            if (named != 0)
                return default;
            if (allowsNumbers)
                return NumberIn(text, start);
            _at = start;
            throw Unexpected("a number, \"NaN\", \"Infinity\" or \"-Infinity\"");
        }

        private double ReadDoubleInString()
        {
            int start = _at, at = 0;
            ReadOnlySpan<byte> text = ReadStringOfNumber(out double named);
            if (text.IsEmpty)
                return named;
            FloatParser.TryParse(text, ref at, out double value);
            return Finite(value, start);
        }

        private float ReadSingleInString()
        {
            int start = _at, at = 0;
            ReadOnlySpan<byte> text = ReadStringOfNumber(out double named);
            if (text.IsEmpty)
                return (float)named;
            FloatParser.TryParse(text, ref at, out float value);
            return Finite(value, start);
        }

        // The only element of an array may be a string as well.
        private ReadOnlySpan<byte> ReadQuotedNumber(bool isOne)
        {
            if (!_options.AllowNumbersInStrings)
                throw NotAllowed(").");
            int start = _at;
            ReadOnlySpan<byte> number = NumberIn(ReadUtf8("a number"), start);
            if (isOne)
                EndOne();
            return number;
        }

        private readonly KitbagException NotAllowed(string end) => Error(KitbagErrorReason.SchemaMismatch,
            "Found a string where a number is expected (KitbagJsonOptions.AllowNumbersInStrings, or [JsonNumberHandling] of the member, "
            + "allows numbers in strings" + end);

        private readonly ReadOnlySpan<byte> NumberIn(ReadOnlySpan<byte> text, int start)
        {
            if (IsNumber(text))
                return text;
            if (PlainNumber(text) is { } plain && IsNumber(plain))
                return plain;
            throw NoNumberIn(text, start);
        }

        private readonly bool IsNumber(ReadOnlySpan<byte> text)
        {
            if (text.IsEmpty || (text[0] != '-' && !IsDigit(text[0])))
                return false;
            var number = new JsonReader(text, _options);
            try
            {
                number.SkipNumber();
            }
            catch (KitbagException)
            {
                return false;
            }
            return number._at == text.Length;
        }

        /// <summary>Creates an exception for a string that starts at <paramref name="start"/> and contains no number.</summary>
        internal static KitbagException NoNumberIn(ReadOnlySpan<byte> text, int start)
        {
            string found = Encoding.UTF8.GetString(text);
            return ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                "Found the string \"" + (found.Length > 100 ? found.Substring(0, 100) + "…" : found) + "\" where a number is expected.");
        }

        /// <summary>
        /// Returns the number that JSON can represent for one in a string. System.Text.Json accepts signs, zeros and points in strings that
        /// JSON numbers may not have: "+1", "01", ".5", "5.". Null if the text has no digits where a number needs them.
        /// </summary>
        internal static byte[]? PlainNumber(ReadOnlySpan<byte> text)
        {
            bool isNegative = text.StartsWith("-"u8);
            ReadOnlySpan<byte> digits = text.Slice(isNegative || text.StartsWith("+"u8) ? 1 : 0);
            while (digits.Length > 1 && digits[0] == '0' && IsDigit(digits[1]))
                digits = digits.Slice(1);
            int point = digits.IndexOf((byte)'.');
            bool hasWhole = !digits.IsEmpty && IsDigit(digits[0]), hasFraction = point >= 0 && point + 1 < digits.Length
                && IsDigit(digits[point + 1]);
            if (!hasWhole && !(point == 0 && hasFraction))
                return null;
            string sign = isNegative ? "-" : "", whole = hasWhole ? "" : "0";
            ReadOnlySpan<byte> last = default;
            if (point >= 0 && !hasFraction)
            {
                last = digits.Slice(point + 1);
                if (!last.IsEmpty && (last[0] | 0x20) != 'e')
                    return null;
                digits = digits.Slice(0, point);
            }
            byte[] start = Encoding.ASCII.GetBytes(sign + whole), plain = new byte[start.Length + digits.Length + last.Length];
            start.CopyTo(plain, 0);
            digits.CopyTo(plain.AsSpan(start.Length));
            last.CopyTo(plain.AsSpan(start.Length + digits.Length));
            return plain;
        }

        private static bool IsDigit(byte text) => (uint)(text - '0') <= 9;
    }
}
