using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Layout
{
    /// <summary>
    /// Whether the memory of values that are no integers is stored in packed blocks of integers: all questions that decide it. Those that
    /// have to be cheap are asked of a sample.
    /// </summary>
    internal static class PackedImage
    {
        // Unsafe: sampled values are loaded where the loop bounds them (bench/: save-game).

        /// <summary>
        /// Fewer values are stored as they are: their own bytes are few, and so is what a form of them would save. Of doubles and records
        /// it takes more: offsets of more than 32 bits are packed one at a time, and words are gathered first.
        /// </summary>
        public const int FewestFloats = 64, FewestOthers = 1024;

        // Programs store large arrays of numbers because copying is fast: where copying is all that there is to do, packing has to save
        // half. This is as much as a group of 4,096 objects has of a member of 16 bytes.
        public const int Large = 64 * 1024;

        private const int Sample = 16, SampleOfLarge = 4;

        /// <summary>Whether packing may pay for values, as a sample of their bits promises.</summary>
        /// <param name="image">The values.</param>
        /// <param name="bits">The integers of the same size.</param>
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

        /// <summary>Whether packing may pay for the words of values, as a sample of each promises.</summary>
        /// <param name="image">The values.</param>
        /// <param name="count">How many there are.</param>
        /// <param name="size">The bytes of one, a multiple of four.</param>
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

        // One of each of as many equal stretches, from the middle of the first on.
        private static ref byte Samples(ReadOnlySpan<byte> image, int count, int size, out int samples, out nint step)
        {
            samples = image.Length > Large ? SampleOfLarge : Sample;
            int stride = image.Length > Large ? count / SampleOfLarge : count / Sample;
            step = (nint)stride * size;
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(image), (nint)(stride / 2) * size);
        }

        private static int MostBits(ReadOnlySpan<byte> image, int size) => (image.Length > Large ? 4 : 7) * size;

        /// <summary>Whether packing pays: it saves an eighth, of what is large the half.</summary>
        public static bool Pays(long packed, int raw) => packed <= raw - (raw > Large ? raw / 2 : raw / 8);
    }
}
