using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// The first bytes of columns, which specify how values are stored. Columns of Booleans, of nullables and of length prefixes do not
    /// have one.
    /// </summary>
    internal static class ColumnForms
    {
        /// <summary>Reads the first byte of a column.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="last">The largest valid value.</param>
        /// <param name="what">The name of the byte in error messages.</param>
        /// <param name="expected">The description of valid values in error messages.</param>
        public static byte Read(ref WireReader r, int last, string what, string expected)
        {
            byte form = r.ReadByte();
            if (form > last)
                throw r.Error(KitbagErrorReason.Malformed,
                    what + ": found " + form.ToString(CultureInfo.InvariantCulture) + ", expected " + expected + ".");
            return form;
        }
    }

    /// <summary>Values of a fixed size: Guids, decimals, records.</summary>
    internal static class FixedForm
    {
        /// <summary>
        /// The memory image of all values; one value for all; the first four bytes of all values as a column of integers, then the next
        /// four, and so on.
        /// </summary>
        public const byte Raw = 0, Constant = 1, Words = 2;
    }

    /// <summary>Floating-point numbers.</summary>
    internal static class FloatForm
    {
        /// <summary>
        /// As <see cref="FixedForm"/>; decimals, which are a byte e, then packed blocks of integers i, with values i / 10^e; doubles as
        /// floats; packed blocks of the bits of the values.
        /// </summary>
        public const byte Raw = FixedForm.Raw, Constant = FixedForm.Constant, Decimals = 2, AsFloats = 3, Bits = 4;
    }

    /// <summary>Integers of 8 bits.</summary>
    internal static class ByteForm
    {
        /// <summary>The memory image, or packed blocks.</summary>
        public const byte Raw = 0, Packed = 1;
    }

    /// <summary>Integers of more than 8 bits.</summary>
    internal static class IntegerForm
    {
        /// <summary>The memory image. Any other first byte is that of a packed block, which never has this value.</summary>
        public const byte Raw = 127;
    }

    /// <summary>Strings: any combination of these flags.</summary>
    internal static class StringForms
    {
        /// <summary>
        /// Each distinct string once, followed by indexes; without the prefix in common with the previous string; nulls as bits.
        /// </summary>
        public const int Dictionary = 1, FrontCoded = 2, Sparse = 4, All = Dictionary | FrontCoded | Sparse;
    }

    /// <summary>Which objects of a group are null.</summary>
    internal static class NullForm
    {
        /// <summary>No object is null, or there is one bit for each object that tells whether it is present.</summary>
        public const byte None = 0, Mask = 1;
    }
}
