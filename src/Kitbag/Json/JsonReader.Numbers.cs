using System;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    public ref partial struct JsonReader
    {
        /// <summary>Reads an integer. <c>1.0</c> and <c>1e2</c> are integers, too; <c>1.5</c> is not.</summary>
        /// <param name="min">The minimum of the range.</param>
        /// <param name="max">The maximum of the range.</param>
        /// <exception cref="KitbagException">The next value is not an integer, or is out of range.</exception>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public long ReadInteger(long min, long max)
        {
            bool isNegative = Comes((byte)'-');
            int start = _at;
            if (TryReadDigits(isNegative ? 1 : 0, out ulong value))
            {
                long number = isNegative ? -(long)value : (long)value;
                if (number < min || number > max)
                    throw OutOfRange(start, min.ToString(CultureInfo.InvariantCulture), max.ToString(CultureInfo.InvariantCulture));
                return number;
            }
            value = ReadByValue(out isNegative);
            if (isNegative ? value > 0 - (ulong)min : value > (ulong)max)
                throw OutOfRange(start, min.ToString(CultureInfo.InvariantCulture), max.ToString(CultureInfo.InvariantCulture));
            return isNegative ? (long)(0 - value) : (long)value;
        }

        /// <summary>Reads an integer that is not negative.</summary>
        /// <param name="max">The maximum of the range.</param>
        /// <exception cref="KitbagException">The next value is not an integer, or is out of range.</exception>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public ulong ReadUnsigned(ulong max)
        {
            Peek();
            int start = _at;
            bool isNegative = false;
            if (!TryReadDigits(0, out ulong value))
                value = ReadByValue(out isNegative);
            if (value > max || (isNegative && value != 0))
                throw OutOfRange(start, "0", max.ToString(CultureInfo.InvariantCulture));
            return value;
        }

        // Reads up to 18 digits, which covers nearly all numbers; others are left to the slow path.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool TryReadDigits(int sign, out ulong value)
        {
            ref byte data = ref MemoryMarshal.GetReference(_data);
            int start = _at + sign, length = _data.Length, at = start;
            value = 0;
            // The branch on one digit predicts well; how many more there are does not.
            if (at + 1 < length && (uint)Unsafe.Add(ref data, at + 1) - '0' > 9 && (uint)Unsafe.Add(ref data, at) - '0' <= 9)
            {
                value = (uint)Unsafe.Add(ref data, at) - '0';
                at++;
            }
            else
            {
                at = IntegerText.Gather(ref data, at, length, ref value);
            }
            int digits = at - start;
            if ((uint)(digits - 1) >= 18 || (at < length && Unsafe.Add(ref data, at) is (byte)'.' or (byte)'e' or (byte)'E')
                || (digits > 1 && Unsafe.Add(ref data, start) == '0'))
                return false;
            _at = at;
            return true;
        }

        // Any number that is whole, in whatever form: its digits without zeros at the end, and how many zeros follow.
        private ulong ReadByValue(out bool isNegative)
        {
            int start = _at;
            ReadOnlySpan<byte> text = ReadNumberBytes();
            isNegative = text[0] == '-';
            ulong value = 0;
            long zeros = 0, exponent = 0;
            int i = isNegative ? 1 : 0;
            bool isFraction = false, isLarge = false;
            for (; i < text.Length && (text[i] | 0x20) != 'e'; i++)
            {
                if (text[i] == '.')
                {
                    isFraction = true;
                    continue;
                }
                if (isFraction)
                    exponent--;
                if (text[i] == '0')
                {
                    zeros++;
                    continue;
                }
                isLarge |= value != 0 && !TryScale(ref value, zeros + 1);
                ulong digit = (ulong)(text[i] - '0');
                isLarge |= value > ulong.MaxValue - digit;
                value += digit;
                zeros = 0;
            }
            if (value == 0 && !isLarge)
                return 0;
            exponent += zeros + ReadExponent(text.Slice(Math.Min(i + 1, text.Length)));
            if (exponent < 0)
                throw ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                    "Found a number with a fraction where an integer is expected.");
            if (isLarge || !TryScale(ref value, exponent))
                throw ErrorAt(start, KitbagErrorReason.OutOfRange,
                    "Found a number that is out of the range of all integer types.");
            return value;
        }

        private static long ReadExponent(ReadOnlySpan<byte> text)
        {
            long exponent = 0;
            foreach (byte c in text)
            {
                if (c is not ((byte)'-' or (byte)'+'))
                    exponent = Math.Min(exponent * 10 + (c - '0'), int.MaxValue);
            }
            return !text.IsEmpty && text[0] == '-' ? -exponent : exponent;
        }

        private static bool TryScale(ref ulong value, long zeros)
        {
            for (; zeros > 0; zeros--)
            {
                if (value > ulong.MaxValue / 10)
                    return false;
                value *= 10;
            }
            return true;
        }

        /// <summary>An error of a number that starts at <paramref name="start"/>.</summary>
        internal static KitbagException OutOfRange(int start, string min, string max) =>
            ErrorAt(start, KitbagErrorReason.OutOfRange, "Found a number that is out of range; expected " + min + " to " + max + ".");

        /// <summary>Reads a number.</summary>
        /// <exception cref="KitbagException">The next value is not a number, or is out of range.</exception>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public double ReadDouble() => FloatParser.TryParseShort(_data, ref _at, out double value) ? value : ReadAnyDouble();

        private double ReadAnyDouble()
        {
            if (Comes((byte)'"'))
                return ReadDoubleInString();
            int start = _at;
            return FloatParser.TryParse(_data, ref _at, out double value) ? Finite(value, start) : ReadDoubleOfOne(start);
        }

        private readonly double Finite(double value, int start) => double.IsInfinity(value)
            ? throw OutOfRange(start, "-1.7976931348623157E+308", "1.7976931348623157E+308") : value;

        /// <summary>Reads a number, rounded to the nearest <see cref="float"/>.</summary>
        /// <exception cref="KitbagException">The next value is not a number, or is out of range.</exception>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public float ReadSingle()
        {
            if (Comes((byte)'"'))
                return ReadSingleInString();
            int start = _at;
            return FloatParser.TryParse(_data, ref _at, out float value) ? Finite(value, start) : ReadSingleOfOne(start);
        }

        private readonly float Finite(float value, int start) => float.IsInfinity(value)
            ? throw OutOfRange(start, "-3.4028235E+38", "3.4028235E+38") : value;

        private double ReadDoubleOfOne(int start)
        {
            BeginOneNumber(start);
            double value = ReadDouble();
            EndOne();
            return value;
        }

        private float ReadSingleOfOne(int start)
        {
            BeginOneNumber(start);
            float value = ReadSingle();
            EndOne();
            return value;
        }

        // An array of one element is accepted instead of a number, but not after the start of a number.
        private void BeginOneNumber(int start)
        {
            if (_at != start || !TryBeginOne())
                throw NoNumber(start);
        }

        private KitbagException NoNumber(int start) => Unexpected(_at == start ? "a number" : "a digit");

        /// <summary>Reads a number without converting it.</summary>
        /// <returns>The text of the number, which is valid JSON.</returns>
        /// <exception cref="KitbagException">The next value is not a number.</exception>
        public ReadOnlySpan<byte> ReadNumberBytes()
        {
            bool isOne = false;
            if (!NumberComes())
            {
                isOne = TryBeginOne();
                if (Peek() == '"')
                    return ReadQuotedNumber(isOne);
                if (!NumberComes())
                    throw Unexpected("a number");
            }
            int start = _at;
            SkipNumber();
            ReadOnlySpan<byte> number = _data.Slice(start, _at - start);
            if (isOne)
                EndOne();
            return number;
        }

        private bool NumberComes()
        {
            byte next = Peek();
            return next == '-' || (uint)(next - '0') <= 9;
        }

        private void SkipNumber()
        {
            if (_data[_at] == '-')
                _at++;
            if (_at < _data.Length && _data[_at] == '0')
                _at++;
            else
                SkipDigits();
            if (_at < _data.Length && _data[_at] == '.')
            {
                _at++;
                SkipDigits();
            }
            if (_at < _data.Length && _data[_at] is (byte)'e' or (byte)'E')
            {
                _at++;
                if (_at < _data.Length && _data[_at] is (byte)'+' or (byte)'-')
                    _at++;
                SkipDigits();
            }
        }

        private void SkipDigits()
        {
            int start = _at;
            while (_at < _data.Length && (uint)(_data[_at] - '0') <= 9)
                _at++;
            if (_at == start)
                throw Unexpected("a digit");
        }
    }
}
