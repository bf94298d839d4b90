using System.Numerics;

namespace Kitbag.Layout
{
    /// <summary>
    /// How up to 256 integers are stored in the bits that they need: as offsets from the least of them, or as the differences between
    /// neighbours (delta), each as an offset from the least difference.
    /// </summary>
    /// <remarks>
    /// Stored are: a byte (bits 0-6 <see cref="Width"/>, bit 7 <see cref="IsDelta"/>), <see cref="First"/> as a zigzag varint, for delta
    /// <see cref="Base"/> as a zigzag varint, then the offsets in <see cref="Width"/> bits each, least significant bit first, padded to a
    /// byte.
    /// <para>
    /// A patched block is a plain one of which a few values need more bits than all others: their offsets are stored without the bits
    /// above <see cref="Width"/>, and behind the offsets stand how many they are, their places, and a block of those bits. Its first byte
    /// is <see cref="PatchedHead"/> + <see cref="Width"/>.
    /// </para>
    /// <para>
    /// All arithmetic is modulo 2^64, on values sign- or zero-extended to 64 bits by their kind. So a reader gets every value back exactly
    /// whatever the writer took for "least"; only the width depends on it. This writer compares values as their kind does (those of
    /// <see cref="IntegerKind.UInt64"/> unsigned, all others fit a long) and differences always as signed numbers.
    /// </para>
    /// </remarks>
    internal struct PackedBlock
    {
        /// <summary>The most values of one block. All blocks of a column but the last have so many.</summary>
        public const int Capacity = 256;

        /// <summary>The first byte of a patched block whose offsets have no bits, and the most bits that they have.</summary>
        public const int PatchedHead = 65, WidestPatched = 61;

        /// <summary>The maximum number of patches in a block that is written; each patch is applied by itself when it is read.</summary>
        public const int MostPatches = 32;

        /// <summary>The number of widths that are tried for a patched block.</summary>
        public const int WidthsTried = 8;

        /// <summary>The number of bits by which a width that is tried is smaller than the width of the block without patches.</summary>
        public static int LessOf(int number) => number < 4 ? number + 1 : number < 6 ? 2 * number - 2 : 4 * number - 12;

        /// <summary>Plain: what is added to every offset. Delta: the first value.</summary>
        public ulong First;

        /// <summary>What is added to the offsets: <see cref="First"/> for plain, the least difference for delta.</summary>
        public ulong Base;

        /// <summary>The greatest value; only of a plain block that was just planned.</summary>
        public ulong Greatest;

        /// <summary>Bytes of the whole block; of a patched one, the most that they may be.</summary>
        public int Size;

        /// <summary>Bits of one offset, 0 to 64.</summary>
        public byte Width;

        /// <summary>Whether differences are stored.</summary>
        public bool IsDelta;

        /// <summary>Whether some offsets have more bits, which stand behind them.</summary>
        public bool IsPatched;

        /// <summary>Blocks of a column of so many values.</summary>
        public static int BlocksOf(int count) => (int)(((uint)count + Capacity - 1) / Capacity);

        /// <summary>Bytes of so many offsets.</summary>
        public static int BytesOf(int offsets, int width) => (offsets * width + 7) >> 3;

        /// <summary>The bits that a number needs.</summary>
        public static int BitsOf(ulong value) => 64 - BitOperations.LeadingZeroCount(value);

        /// <summary>The bytes of a number as a zigzag varint.</summary>
        public static int ZigzagSize(ulong value)
        {
            long v = (long)value;
            return (BitsOf((ulong)((v << 1) ^ (v >> 63)) | 1) * 37 + 222) >> 8;
        }
    }
}
