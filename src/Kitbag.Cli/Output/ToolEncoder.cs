using System;
using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;

namespace Kitbag.Cli.Output
{
    /// <summary>
    /// Writes strings and names of JSON as KitbagJson does where they are safe in a terminal: quotation marks, markup, and letters and
    /// symbols of all languages. The encoders of the framework escape all surrogate pairs, and replace halves of such pairs, which are
    /// escaped here, <c>\ud800</c>.
    /// </summary>
    internal sealed unsafe class ToolEncoder : JavaScriptEncoder
    {
        private const int EscapeLength = 6;

        private static readonly JavaScriptEncoder s_others = UnsafeRelaxedJsonEscaping;

        private ToolEncoder()
        {
        }

        public static ToolEncoder Instance { get; } = new ToolEncoder();

        public override int MaxOutputCharactersPerInputCharacter => s_others.MaxOutputCharactersPerInputCharacter;

        public override bool WillEncode(int unicodeScalar) => s_others.WillEncode(unicodeScalar);

        // It finds all surrogates.
        public override int FindFirstCharacterToEncode(char* text, int textLength) => s_others.FindFirstCharacterToEncode(text, textLength);

        public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
            s_others.TryEncodeUnicodeScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);

        public override OperationStatus Encode(ReadOnlySpan<char> source, Span<char> destination, out int charsConsumed,
            out int charsWritten, bool isFinalBlock = true)
        {
            charsConsumed = charsWritten = 0;
            while (true)
            {
                ReadOnlySpan<char> rest = source[charsConsumed..];
                int next = rest.IndexOfAnyInRange('\ud800', '\udfff');
                OperationStatus status = s_others.Encode(next < 0 ? rest : rest[..next], destination[charsWritten..], out int consumed,
                    out int written);
                charsConsumed += consumed;
                charsWritten += written;
                if (status != OperationStatus.Done || next < 0)
                    return status;
                bool isPair = Rune.DecodeFromUtf16(rest[next..], out Rune rune, out _) == OperationStatus.Done;
                int length = isPair ? 2 : 1;
                if (destination.Length - charsWritten < length * EscapeLength)
                    return OperationStatus.DestinationTooSmall;
                Span<char> room = destination[charsWritten..];
                if (isPair && IsPlain(rune))
                    charsWritten += rune.EncodeToUtf16(room);
                else
                    charsWritten += Escape(rest.Slice(next, length), room);
                charsConsumed += length;
            }
        }

        private static bool IsPlain(Rune rune) => Rune.GetUnicodeCategory(rune) is not (UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.OtherNotAssigned or UnicodeCategory.PrivateUse);

        private static int Escape(ReadOnlySpan<char> text, Span<char> destination)
        {
            int written = 0;
            foreach (char one in text)
            {
                @"\u".CopyTo(destination[written..]);
                ((int)one).TryFormat(destination[(written + 2)..], out _, "x4", CultureInfo.InvariantCulture);
                written += EscapeLength;
            }
            return written;
        }
    }
}
