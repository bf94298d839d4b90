using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Where a runtime cannot have the processor fetch memory ahead, nothing is done.</summary>
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
