using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    // Values: numbers, strings, true, false and null.
    public ref partial struct JsonWriter
    {
        /// <summary>Writes null.</summary>
        public void WriteNull() => WriteWord(0x6C6C756E, 4);

        /// <summary>Writes true or false.</summary>
        /// <param name="value">Which.</param>
        public void WriteBoolean(bool value)
        {
            if (value)
                WriteWord(0x65757274, 4);
            else
                WriteWord(0x65736C6166, 5);
        }

        // A word of ASCII, its first letter lowest.
        private void WriteWord(ulong word, int length)
        {
            LittleEndian.Store64(ref Reserve(8), word);
            _at += length;
        }

        /// <summary>Writes an integer.</summary>
        /// <param name="value">The integer.</param>
        public void WriteInteger(long value)
        {
            ref byte to = ref Reserve(21);
            if (value >= 0)
            {
                _at += IntegerText.Write(ref to, (ulong)value);
                return;
            }
            to = (byte)'-';
            _at += 1 + IntegerText.Write(ref Unsafe.Add(ref to, 1), 0 - (ulong)value);
        }

        /// <summary>Writes an integer.</summary>
        /// <param name="value">The integer.</param>
        public void WriteInteger(ulong value) => _at += IntegerText.Write(ref Reserve(20), value);

        /// <summary>Writes integers as elements of the current array. Not for indented text.</summary>
        /// <typeparam name="T">An integer of the CLR.</typeparam>
        /// <param name="values">The integers, at least one.</param>
        internal void WriteIntegers<T>(scoped ReadOnlySpan<T> values)
        {
            // The length of a comma or bracket, a sign, 19 digits, and the bytes after them that may change.
            const int Piece = 256, Longest = 28;
            const uint FourZeros = 0x30303030;
            ulong before = _before;
            while (!values.IsEmpty)
            {
                ReadOnlySpan<T> some = values.Slice(0, Math.Min(Piece, values.Length));
                ref byte to = ref Reserve(some.Length * Longest);
                int at = 0;
                foreach (T value in some)
                {
                    long number = IntegerText.ToLong(value);
                    ref byte here = ref Unsafe.Add(ref to, at);
                    if ((ulong)number < 10_000)
                    {
                        uint digits = IntegerText.FourDigits((uint)number);
                        // Zero has its last digit.
                        int leading = BitOperations.TrailingZeroCount(digits | 1u << 24) & ~7;
                        LittleEndian.Store64(ref here, (ulong)((digits | FourZeros) >> leading) << 8 | before);
                        at += 5 - (leading >> 3);
                    }
                    else
                    {
                        here = (byte)before;
                        Unsafe.Add(ref here, 1) = (byte)'-';
                        int sign = number < 0 ? 1 : 0;
                        at += 1 + sign + IntegerText.Write(ref Unsafe.Add(ref here, 1 + sign),
                            (ulong)(number < 0 ? -number : number));
                    }
                    before = ',';
                }
                _at += at;
                values = values.Slice(some.Length);
            }
            _before = (byte)before;
        }

        /// <summary>Writes a number with the fewest digits that restore it.</summary>
        /// <param name="value">The number.</param>
        /// <exception cref="KitbagException">The number is not finite, and the options do not permit strings for such numbers.</exception>
        public void WriteNumber(double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
                WriteNonFinite(value);
            else
                _at += FloatText.Write(ref Reserve(32), value);
        }

        /// <summary>Writes a number with the fewest digits that restore it.</summary>
        /// <param name="value">The number.</param>
        /// <exception cref="KitbagException">The number is not finite, and the options do not permit strings for such numbers.</exception>
        public void WriteNumber(float value)
        {
            if (float.IsNaN(value) || float.IsInfinity(value))
                WriteNonFinite(value);
            else
                _at += FloatText.Write(ref Reserve(32), value);
        }

        /// <summary>Writes a finite number so that it cannot be taken for an integer.</summary>
        internal void WriteReal(double value)
        {
            int start = _at;
            WriteNumber(value);
            if (_buffer.Slice(start, _at - start).IndexOfAny((byte)'.', (byte)'E') < 0)
                WriteRaw(".0");
        }

        private void WriteNonFinite(double value)
        {
            string text = double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
            if (_options.NonFinite == KitbagJsonNonFinite.Refuse)
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "Found " + text + ", which is not a JSON number. KitbagJsonOptions.NonFinite allows it as a string.");
            WriteString(text);
        }

        /// <summary>Writes text that needs no escapes, one byte for each character, without quotes.</summary>
        /// <param name="ascii">The text.</param>
        public void WriteRaw(scoped ReadOnlySpan<char> ascii)
        {
            Latin1.Narrow(ref MemoryMarshal.GetReference(ascii), ref Reserve(ascii.Length), ascii.Length);
            _at += ascii.Length;
        }

        /// <summary>Writes a string, or null.</summary>
        /// <param name="value">The string.</param>
        public void WriteString(string? value)
        {
            if (value == null)
                WriteNull();
            else
                WriteString(value.AsSpan());
        }

        /// <summary>Writes a name as a value.</summary>
        internal void WriteString(JsonName name) => PutBytes(name.Quoted, name.Length - 1);

        /// <summary>Writes a string. Unpaired surrogates are escaped, so that they are preserved.</summary>
        /// <param name="value">The string.</param>
        public void WriteString(scoped ReadOnlySpan<char> value)
        {
            const int Piece = 16 * 1024;
            if (value.Length <= Piece)
            {
                ref byte to = ref Reserve(value.Length * 6 + 2);
                to = (byte)'"';
                int length = StringText.Write(value, ref Unsafe.Add(ref to, 1));
                Unsafe.Add(ref to, length + 1) = (byte)'"';
                _at += length + 2;
                return;
            }
            Put((byte)'"');
            while (value.Length > Piece)
            {
                int piece = char.IsHighSurrogate(value.Slice(Piece - 1, 1)[0]) ? Piece - 1 : Piece;
                _at += StringText.Write(value.Slice(0, piece), ref Reserve(piece * 6 + 2));
                value = value.Slice(piece);
            }
            _at += StringText.Write(value, ref Reserve(value.Length * 6 + 2));
            Put((byte)'"');
        }

        /// <summary>Writes bytes as a string of base64, or null.</summary>
        /// <param name="bytes">The bytes.</param>
        public void WriteBase64(scoped ReadOnlySpan<byte> bytes)
        {
            Put((byte)'"');
            const int Piece = 48 * 1024;
            while (!bytes.IsEmpty)
            {
                int piece = Math.Min(Piece, bytes.Length), length = (piece + 2) / 3 * 4;
                Reserve(length);
                System.Buffers.Text.Base64.EncodeToUtf8(bytes.Slice(0, piece), _buffer.Slice(_at, length), out _, out int written);
                _at += written;
                bytes = bytes.Slice(piece);
            }
            Put((byte)'"');
        }
    }
}
