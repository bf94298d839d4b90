using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// Decides whether the memory of values that are not integers is stored in packed blocks of integers. All criteria are here; those that
    /// must be cheap use a sample.
    /// </summary>
    internal static class PackedImage
    {
        // Unsafe: sampled values are loaded within the bounds of the loop (bench/: save-game).

        /// <summary>
        /// Fewer values are stored as memory images: they take few bytes, so little can be saved. For doubles and records the minimum is
        /// higher, because offsets of more than 32 bits are packed one at a time, and words are gathered first.
        /// </summary>
        public const int FewestFloats = 64, FewestOthers = 1024;

        // Large arrays of numbers should be fast to copy: if only copying is needed otherwise, packing has to save half. This limit is the
        // size of a member of 16 bytes in a group of 4,096 objects.
        public const int Large = 64 * 1024;

        private const int Sample = 16, SampleOfLarge = 4;

        /// <summary>Whether packing may pay, according to a sample of the bits of the values.</summary>
        /// <param name="image">The values.</param>
        /// <param name="bits">The kind of integers of the same size.</param>
        public static bool MayPay(ReadOnlySpan<byte> image, IntegerKind bits)
        {
            int size = IntegerKinds.SizeOf(bits);
            ref byte first = ref Samples(image, image.Length / size, size, out int samples, out nint step);
            long least = long.MaxValue, greatest = long.MinValue;
            for (int i = 0; i < samples; i++)
            {
                var value = (long)IntegerKinds.Load(ref Unsafe.Add(ref first, i * step), 0, bits);
                least = Math.Min(least, value);
                greatest = Math.Max(greatest, value);
            }
            return PackedBlock.BitsOf((ulong)(greatest - least)) <= MostBits(image, size);
        }

        /// <summary>Whether packing the words of values may pay, according to a sample of each.</summary>
        /// <param name="image">The values.</param>
        /// <param name="count">The number of values.</param>
        /// <param name="size">The size of a value in bytes, a multiple of four.</param>
        public static bool WordsMayPay(ReadOnlySpan<byte> image, int count, int size)
        {
            ref byte first = ref Samples(image, count, size, out int samples, out nint step);
            int bits = 0, most = MostBits(image, size);
            for (int word = 0; word < size && bits <= most; word += sizeof(int))
            {
                int least = int.MaxValue, greatest = int.MinValue;
                for (int i = 0; i < samples; i++)
                {
                    int value = Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref first, i * step + word));
                    least = Math.Min(least, value);
                    greatest = Math.Max(greatest, value);
                }
                bits += PackedBlock.BitsOf((ulong)((long)greatest - least));
            }
            return bits <= most;
        }

        // One value from each of several sections of equal length, starting in the middle of the first.
        private static ref byte Samples(ReadOnlySpan<byte> image, int count, int size, out int samples, out nint step)
        {
            samples = image.Length > Large ? SampleOfLarge : Sample;
            int stride = image.Length > Large ? count / SampleOfLarge : count / Sample;
            step = (nint)stride * size;
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(image), (nint)(stride / 2) * size);
        }

        private static int MostBits(ReadOnlySpan<byte> image, int size) => (image.Length > Large ? 4 : 7) * size;

        /// <summary>Returns the most bytes with which packing pays: it saves an eighth, or half of large data.</summary>
        public static int MostOf(int raw) => raw - (raw > Large ? raw / 2 : raw / 8);
    }
}
