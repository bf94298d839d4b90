using System;
using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    public ref partial struct JsonReader
    {
        /// <summary>Reads a string or null.</summary>
        /// <exception cref="KitbagException">The next value is not a string or null, or the string is malformed.</exception>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public string? ReadString() =>
            Comes((byte)'"') ? ReadQuoted() : TryReadNull() || TryPassNullArray() ? null : ReadTextOfOne("a string or null");

        /// <summary>Reads a string.</summary>
        /// <param name="expected">The description of the expected value for an error message.</param>
        /// <exception cref="KitbagException">The next value is not a string, or the string is malformed.</exception>
        public string ReadText(string expected) => Comes((byte)'"') ? ReadQuoted() : ReadTextOfOne(expected);

        /// <summary>Reads a member's name up to its colon.</summary>
        internal string ReadMemberName()
        {
            string name = ReadText("a member's name");
            ReadColon();
            return name;
        }

        private string ReadTextOfOne(string expected)
        {
            if (!TryBeginOne())
                throw Unexpected(expected);
            string text = ReadText(expected);
            EndOne();
            return text;
        }

        // Reads the string that starts with the next quote.
        private string ReadQuoted()
        {
            // Most strings are ASCII without escapes.
            ref byte first = ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), _at + 1);
            int left = _data.Length - _at - 1, length = StringText.FindSpecial(ref first, left);
            if (length < left && Unsafe.Add(ref first, length) == '"')
            {
                _at += length + 2;
                if (length == 0)
                    return "";
                var value = new string('\0', length);
                Latin1.Widen(ref first, ref MemoryMarshal.GetReference(value.AsSpan()), length);
                return value;
            }
            ReadOnlySpan<byte> bytes = ReadStringBytes("a string", out bool isPlain);
            return isPlain ? StrictUtf8.Encoding.GetString(bytes) : Decode(bytes);
        }

        /// <summary>Reads a string as UTF-8.</summary>
        /// <param name="expected">The description of the expected value for an error message.</param>
        /// <exception cref="KitbagException">The next value is not a string, or the string is malformed.</exception>
        public ReadOnlySpan<byte> ReadUtf8(string expected)
        {
            ReadOnlySpan<byte> bytes = ReadStringBytes(expected, out bool isPlain);
            return isPlain ? bytes : Encoding.UTF8.GetBytes(Decode(bytes));
        }

        /// <summary>Reads a string that contains bytes in base64, or null.</summary>
        /// <exception cref="KitbagException">The next value is not a base64 string or null.</exception>
        public byte[]? ReadBase64()
        {
            if (TryReadNull())
                return null;
            int start = _at;
            ReadOnlySpan<byte> text = ReadUtf8("a string of base64 or null");
            if (TryDecodeBase64(text, out byte[] bytes))
                return bytes;
            // The decoders of older runtimes reject white space.
            var plain = new byte[text.Length];
            int count = 0;
            foreach (byte character in text)
            {
                if (character is not ((byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n'))
                    plain[count++] = character;
            }
            if (count != text.Length && TryDecodeBase64(plain.AsSpan(0, count), out bytes))
                return bytes;
            throw ErrorAt(start, KitbagErrorReason.Malformed, "Found a string that is not valid base64; bytes are stored as base64.");
        }

        private static bool TryDecodeBase64(ReadOnlySpan<byte> text, out byte[] bytes)
        {
            bytes = Array.Empty<byte>();
            if (text.IsEmpty)
                return true;
            int most = Base64.GetMaxDecodedFromUtf8Length(text.Length);
            int padding = text[text.Length - 1] != '=' ? 0 : text.Length > 1 && text[text.Length - 2] == '=' ? 2 : 1;
            bytes = new byte[Math.Max(most - padding, 0)];
            // The decoder writes in steps of three.
            return Base64.DecodeFromUtf8(text, bytes, out int used, out int written) == OperationStatus.Done
                && used == text.Length && written == bytes.Length;
        }

        // A member's name, as it stands between its quotes.
        private ReadOnlySpan<byte> ReadNameBytes(out bool isPlain) =>
            Comes((byte)'"') ? ReadStringBytes("", out isPlain) : throw Unexpected("a member's name");

        private ReadOnlySpan<byte> ReadStringBytesOfOne(string expected, out bool isPlain)
        {
            if (!TryBeginOne())
                throw Unexpected(expected);
            ReadOnlySpan<byte> bytes = ReadStringBytes(expected, out isPlain);
            EndOne();
            return bytes;
        }

        // Returns the text between the quotes without decoding it; it is plain if it has no escapes.
        private ReadOnlySpan<byte> ReadStringBytes(string expected, out bool isPlain)
        {
            if (!Comes((byte)'"'))
                return ReadStringBytesOfOne(expected, out isPlain);
            int start = _at + 1, at = start;
            bool isWide = false;
            isPlain = true;
            ref byte data = ref MemoryMarshal.GetReference(_data);
            while (true)
            {
                at += StringText.FindSpecial(ref Unsafe.Add(ref data, at), _data.Length - at);
                if (at >= _data.Length)
                    throw ErrorAt(start - 1, KitbagErrorReason.Truncated, "The text ends within this string.");
                byte next = Unsafe.Add(ref data, at);
                if (next == '"')
                    break;
                if (next == '\\')
                {
                    isPlain = false;
                    at = PassEscape(at);
                }
                else if (next >= 0x80)
                {
                    isWide = true;
                    do
                        at++;
                    while (at < _data.Length && Unsafe.Add(ref data, at) >= 0x80);
                }
                else
                {
                    throw ErrorAt(at, KitbagErrorReason.Malformed,
                        "Found the control character 0x" + next.ToString("X2", CultureInfo.InvariantCulture)
                        + " in a string; expected an escape sequence.");
                }
            }
            if (isWide)
                CheckUtf8(start, at);
            _at = at + 1;
            return _data.Slice(start, at - start);
        }

        private int PassEscape(int at)
        {
            byte letter = at + 1 < _data.Length ? _data[at + 1] : (byte)0;
            if (letter is (byte)'"' or (byte)'\\' or (byte)'/' or (byte)'b' or (byte)'f' or (byte)'n' or (byte)'r' or (byte)'t')
                return at + 2;
            if (letter == 'u')
            {
                if (at + 6 > _data.Length)
                    throw ErrorAt(at, KitbagErrorReason.Truncated, "The text ends within this escape.");
                if (Hex(_data.Slice(at + 2, 4)) >= 0)
                    return at + 6;
            }
            throw ErrorAt(at, letter == 0 ? KitbagErrorReason.Truncated : KitbagErrorReason.Malformed,
                "Found a backslash that does not start an escape sequence; "
                + "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits.");
        }

        private static int Hex(ReadOnlySpan<byte> digits) =>
            Utf8Parser.TryParse(digits, out ushort value, out int used, 'x') && used == 4 ? value : -1;

        private readonly void CheckUtf8(int start, int end)
        {
            try
            {
                StrictUtf8.Encoding.GetCharCount(_data.Slice(start, end - start));
            }
            catch (DecoderFallbackException e)
            {
                throw ErrorAt(start + Math.Max(e.Index, 0), KitbagErrorReason.Malformed, "Found invalid UTF-8.");
            }
        }

        // The characters of a string with escapes; its UTF-8 has been checked.
        private static string Decode(ReadOnlySpan<byte> bytes)
        {
            char[] rented = ArrayPool<char>.Shared.Rent(bytes.Length);
            Span<char> chars = rented;
            int count = 0;
            while (!bytes.IsEmpty)
            {
                int run = bytes.IndexOf((byte)'\\');
                if (run != 0)
                {
                    ReadOnlySpan<byte> plain = run < 0 ? bytes : bytes.Slice(0, run);
                    count += StrictUtf8.Encoding.GetChars(plain, chars.Slice(count));
                    bytes = bytes.Slice(plain.Length);
                    continue;
                }
                byte letter = bytes[1];
                chars[count++] = letter switch
                {
                    (byte)'b' => '\b',
                    (byte)'f' => '\f',
                    (byte)'n' => '\n',
                    (byte)'r' => '\r',
                    (byte)'t' => '\t',
                    (byte)'u' => (char)Hex(bytes.Slice(2, 4)),
                    _ => (char)letter,
                };
                bytes = bytes.Slice(letter == 'u' ? 6 : 2);
            }
            var value = new string(rented, 0, count);
            ArrayPool<char>.Shared.Return(rented);
            return value;
        }
    }
}
