using System;
using System.Globalization;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents a number of any kind in documents without loss: an integer of 128 bits and a sign, a floating-point number, or a decimal.
    /// </summary>
    internal readonly partial struct Number
    {
        // Int128: an integer. Half, Single, Double: a value that was written as such a number.
        private readonly SchemaKind _form;
        private readonly bool _isNegative;
        private readonly ulong _high, _low;
        private readonly double _real;
        private readonly decimal _decimal;

        public Number(bool isNegative, ulong high, ulong low)
        {
            this = default;
            _form = SchemaKind.Int128;
            _isNegative = isNegative;
            _high = high;
            _low = low;
        }

        public Number(double real, SchemaKind form)
        {
            this = default;
            _form = form;
            _real = real;
        }

        public Number(decimal value)
        {
            this = default;
            _form = SchemaKind.Decimal;
            _decimal = value;
        }

        /// <summary>The integer that a 128-bit two's complement number is.</summary>
        public static Number OfInt128(ulong high, ulong low) => (long)high >= 0
            ? new Number(false, high, low)
            : new Number(true, low == 0 ? 0 - high : ~high, 0 - low);

        /// <summary>The value of the 16 bits of a <c>Half</c>, which older frameworks lack.</summary>
        public static double OfHalf(ushort bits)
        {
            int exponent = (bits >> 10) & 31, fraction = bits & 1023;
            double value = exponent switch
            {
                0 => fraction * Math.Pow(2, -24),
                31 => fraction == 0 ? double.PositiveInfinity : double.NaN,
                _ => (1024 + fraction) * Math.Pow(2, exponent - 25),
            };
            return bits >> 15 != 0 ? -value : value;
        }

        /// <summary>Gets a value indicating whether the number was an integer in the document.</summary>
        public bool IsInteger => _form == SchemaKind.Int128;

        /// <summary>The number as an integer: its sign and 128 bits.</summary>
        /// <returns>Whether it is whole, and not larger than that.</returns>
        public bool TryInteger(out bool isNegative, out ulong high, out ulong low)
        {
            isNegative = _isNegative;
            high = _high;
            low = _low;
            if (_form == SchemaKind.Int128)
                return true;
            if (_form == SchemaKind.Decimal)
            {
                decimal whole = decimal.Truncate(_decimal);
                int[] bits = decimal.GetBits(whole);
                isNegative = bits[3] < 0;
                high = (uint)bits[2];
                low = (uint)bits[0] | (ulong)(uint)bits[1] << 32;
                return whole == _decimal;
            }
            // Math.Floor of NaN is NaN, which is not equal to anything.
            if (Math.Floor(_real) != _real || Math.Abs(_real) >= Math.Pow(2, 128))
                return false;
            long image = BitConverter.DoubleToInt64Bits(_real);
            int shift = (int)(image >> 52 & 0x7FF) - 1075;
            ulong mantissa = ((ulong)image & 0xFFFFFFFFFFFFF) | 1UL << 52;
            isNegative = image < 0;
            if (_real == 0)
                return true;
            if (shift <= 0)
                low = mantissa >> -shift;
            else if (shift < 64)
                (high, low) = (mantissa >> (64 - shift), mantissa << shift);
            else
                high = mantissa << (shift - 64);
            return true;
        }

        /// <summary>The number as a <see cref="double"/>: decimals are rounded, integers have to be exact.</summary>
        public bool TryDouble(out double value)
        {
            value = _real;
            if (_form == SchemaKind.Decimal)
            {
                value = DecimalQuotient.Round(_decimal, 53);
            }
            else if (_form == SchemaKind.Int128)
            {
                value = _high * Math.Pow(2, 64) + _low;
                value = _isNegative ? -value : value;
                return IsExact(value);
            }
            return true;
        }

        /// <summary>
        /// The number as a <see cref="float"/>: all but integers, which have to be exact, are rounded, but not to an infinity.
        /// </summary>
        public bool TrySingle(out float value)
        {
            if (_form == SchemaKind.Decimal)
            {
                value = (float)DecimalQuotient.Round(_decimal, 24);
                return true;
            }
            bool isRight = TryDouble(out double real);
            value = (float)real;
            return isRight && !(float.IsInfinity(value) && !double.IsInfinity(real)) && (_form != SchemaKind.Int128 || value == real);
        }

        /// <summary>
        /// Converts the number to a <see cref="decimal"/>. A floating-point number that is not whole becomes the shortest decimal that
        /// identifies it, as in its text form, rounded to the precision of decimal.
        /// </summary>
        public bool TryDecimal(out decimal value)
        {
            value = _decimal;
            if (_form == SchemaKind.Decimal)
                return true;
            if (TryInteger(out bool isNegative, out ulong high, out ulong low))
            {
                value = high > uint.MaxValue ? default : new decimal((int)low, (int)(low >> 32), (int)high, isNegative, 0);
                return high <= uint.MaxValue;
            }
            if (_form == SchemaKind.Half && !double.IsNaN(_real) && !double.IsInfinity(_real))
            {
                value = ShortestDecimalOfHalf(_real);
                return true;
            }
            return decimal.TryParse(Text(_real, _form), NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        }

        // Sums of two doubles are rounded; whether this one was its bits tell.
        private bool IsExact(double value) =>
            new Number(value, SchemaKind.Double).TryInteger(out _, out ulong high, out ulong low) && high == _high && low == _low;

        private static string Text(double real, SchemaKind form)
        {
            if (double.IsNaN(real) || double.IsInfinity(real))
                return double.IsNaN(real) ? "NaN" : real < 0 ? "-Infinity" : "Infinity";
            return form == SchemaKind.Double ? FloatString(real) : FloatString((float)real);
        }

        public override string ToString() => _form switch
        {
            SchemaKind.Decimal => _decimal.ToString(CultureInfo.InvariantCulture),
            SchemaKind.Int128 when _high == 0 => (_isNegative ? "-" : "") + _low.ToString(CultureInfo.InvariantCulture),
            SchemaKind.Int128 => (_isNegative ? "-" : "") + Text(_high * Math.Pow(2, 64) + _low, SchemaKind.Double),
            _ => Text(_real, _form),
        };

        // The decimal with the fewest decimal places that is nearer to this Half than to any other one. Two of them differ by at least
        // 6e-8, so eight places are enough.
        private static decimal ShortestDecimalOfHalf(double value)
        {
            long bits = BitConverter.DoubleToInt64Bits(value);
            int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
            double size = Math.Abs(value), scale = 1, gap = BitConverter.Int64BitsToDouble((long)(Math.Max(exponent, -14) + 1013) << 52);
            // Below a power of two, the distances are half as long.
            double below = exponent > -14 && (bits & 0xFFFFFFFFFFFFF) == 0 ? gap / 4 : gap / 2;
            for (byte places = 0; ; places++, scale *= 10)
            {
                // The product is exact: the factors have 11 and 27 bits.
                var digits = (long)Math.Round(size * scale);
                double distance = digits / scale - size;
                if (places == 8 || (distance > -below && distance < gap / 2))
                    return new decimal((int)digits, (int)(digits >> 32), 0, value < 0, places);
            }
        }
    }
}
