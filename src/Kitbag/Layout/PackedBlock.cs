using System.Numerics;

namespace Kitbag.Layout
{
    /// <summary>
    /// Describes how up to 256 integers are stored in the smallest sufficient number of bits: as offsets from the smallest of them, or as
    /// the differences of consecutive values (delta), each as an offset from the smallest difference.
    /// </summary>
    /// <remarks>
    /// Stored are: a byte (bits 0-6 <see cref="Width"/>, bit 7 <see cref="IsDelta"/>), <see cref="First"/> as a zigzag varint, for delta
    /// <see cref="Base"/> as a zigzag varint, then the offsets in <see cref="Width"/> bits each, least significant bit first, padded to a
    /// byte.
    /// <para>
    /// A patched block is a plain one in which a few values need more bits than the others: the bits of their offsets above
    /// <see cref="Width"/> are stored separately. The offsets are followed by the number of such values, their positions, and a block of
    /// those bits. The first byte is <see cref="PatchedHead"/> + <see cref="Width"/>.
    /// </para>
    /// <para>
    /// All arithmetic is modulo 2^64, on values sign- or zero-extended to 64 bits by their kind. So a reader restores every value exactly,
    /// whatever order the writer uses to find the smallest one; only the width depends on it. This writer compares values as their kind
    /// does (those of <see cref="IntegerKind.UInt64"/> unsigned, all others fit a long) and differences always as signed numbers.
    /// </para>
    /// </remarks>
    internal struct PackedBlock
    {
        /// <summary>The maximum number of values of a block. All blocks of a column except the last have this many.</summary>
        public const int Capacity = 256;

        /// <summary>The first byte of a patched block with offsets of 0 bits, and the maximum width of its offsets.</summary>
        public const int PatchedHead = 65, WidestPatched = 61;

        /// <summary>
        /// The maximum number of patches in a block that is written, because patches are applied one by one when it is read.
        /// </summary>
        public const int MostPatches = 32;

        /// <summary>The number of widths that are tried for a patched block.</summary>
        public const int WidthsTried = 8;

        /// <summary>The number of bits by which a width that is tried is smaller than the width of the block without patches.</summary>
        public static int LessOf(int number) => number < 4 ? number + 1 : number < 6 ? 2 * number - 2 : 4 * number - 12;

        /// <summary>Plain: the base of all offsets. Delta: the first value.</summary>
        public ulong First;

        /// <summary>The base of the offsets: <see cref="First"/> for plain, the smallest difference for delta.</summary>
        public ulong Base;

        /// <summary>The greatest value; set only for a plain block that was just planned.</summary>
        public ulong Greatest;

        /// <summary>The length of the whole block in bytes; for a patched block, an upper bound.</summary>
        public int Size;

        /// <summary>The number of bits of one offset, 0 to 64.</summary>
        public byte Width;

        /// <summary>Whether differences are stored.</summary>
        public bool IsDelta;

        /// <summary>Whether some offsets have additional bits, which follow the offsets.</summary>
        public bool IsPatched;

        /// <summary>The number of blocks of a column.</summary>
        public static int BlocksOf(int count) => (int)(((uint)count + Capacity - 1) / Capacity);

        /// <summary>The length of offsets in bytes.</summary>
        public static int BytesOf(int offsets, int width) => (offsets * width + 7) >> 3;

        /// <summary>The number of bits that a number needs.</summary>
        public static int BitsOf(ulong value) => 64 - BitOperations.LeadingZeroCount(value);

        /// <summary>The length of a number as a zigzag varint.</summary>
        public static int ZigzagSize(ulong value)
        {
            long v = (long)value;
            return (BitsOf((ulong)((v << 1) ^ (v >> 63)) | 1) * 37 + 222) >> 8;
        }
    }
}
