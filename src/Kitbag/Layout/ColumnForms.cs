using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// The bytes that columns begin with: how the values are stored. Columns of booleans, of nullables and of collections' length prefixes
    /// have none of their own.
    /// </summary>
    internal static class ColumnForms
    {
        /// <summary>Reads the first byte of a column.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="last">The largest that there is.</param>
        /// <param name="what">What the byte is called in an error.</param>
        /// <param name="expected">What is said to be expected.</param>
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
        /// All values as they lie in memory; one that stands for all; the first four bytes of all values as a column of integers, then the
        /// next four.
        /// </summary>
        public const byte Raw = 0, Constant = 1, Words = 2;
    }

    /// <summary>Floating point numbers.</summary>
    internal static class FloatForm
    {
        /// <summary>
        /// As <see cref="FixedForm"/>; decimals, which are a byte e, then packed blocks of integers i, a value being i / 10^e; doubles as
        /// floats; packed blocks of the values' bits.
        /// </summary>
        public const byte Raw = FixedForm.Raw, Constant = FixedForm.Constant, Decimals = 2, AsFloats = 3, Bits = 4;
    }

    /// <summary>Integers of 8 bits.</summary>
    internal static class ByteForm
    {
        /// <summary>As they lie in memory, or in packed blocks.</summary>
        public const byte Raw = 0, Packed = 1;
    }

    /// <summary>Integers of more than 8 bits.</summary>
    internal static class IntegerForm
    {
        /// <summary>As they lie in memory. Any other first byte is that of a packed block, which is never this one.</summary>
        public const byte Raw = 127;
    }

    /// <summary>Strings: any of these together.</summary>
    internal static class StringForms
    {
        /// <summary>
        /// Each distinct string once, then indexes; what a string shares with the one before is left out; nulls are bits.
        /// </summary>
        public const int Dictionary = 1, FrontCoded = 2, Sparse = 4, All = Dictionary | FrontCoded | Sparse;
    }

    /// <summary>Which objects of a group are null.</summary>
    internal static class NullForm
    {
        /// <summary>None is, or a bit for each object says whether it is there.</summary>
        public const byte None = 0, Mask = 1;
    }
}
