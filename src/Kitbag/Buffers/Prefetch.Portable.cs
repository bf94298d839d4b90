using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Prefetching is not available on this target.</summary>
    internal static class Prefetch
    {
        /// <summary>Does nothing.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Entry(ref ulong entry)
        {
        }

        /// <summary>Does nothing.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Header(object? value)
        {
        }
    }
}
