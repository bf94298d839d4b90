using System.Globalization;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>How many bytes the values of a column take in memory.</summary>
    internal static class ByteCount
    {
        /// <summary>The number of bytes of values without references.</summary>
        /// <exception cref="KitbagException">It is larger than a span can be.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Of<T>(int count) => Of(count, Unsafe.SizeOf<T>());

        // Not inlined: each type of column has its own callers, whose code would grow.

        /// <inheritdoc cref="Of{T}"/>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Of(int count, int size)
        {
            long bytes = (long)count * size;
            return bytes <= int.MaxValue
                ? (int)bytes
                : throw new KitbagException(KitbagErrorReason.LimitExceeded, count.ToString(CultureInfo.InvariantCulture) + " values of "
                    + size.ToString(CultureInfo.InvariantCulture)
                    + " bytes take more than 2 GiB, the most that one collection can have.");
        }
    }
}
