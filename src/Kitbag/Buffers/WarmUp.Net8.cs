using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Decides when code with vectors (SIMD) is used. Loading the vector types takes as long as processing half a million values one at a
    /// time, so the first <see cref="Values"/> values of a process are processed without vectors: a program that only loads one document
    /// does not pay for them. The bytes are the same either way.
    /// </summary>
    /// <remarks>
    /// The runtime loads the types that a method uses before the method runs. A method that calls <see cref="IsOver"/> must therefore not
    /// use vector types itself: the code with vectors is in a method of its own.
    /// </remarks>
    internal static class WarmUp
    {
        internal const int Values = 1 << 20;

        // Not synchronized: if two threads count at the same time, one of the counts is lost, which only delays the vectors.
        internal static int s_done;

        /// <summary>Returns whether to use vectors; if not, counts the values, which are then processed one at a time.</summary>
        /// <param name="count">The number of values that are about to be processed.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsOver(int count) => s_done >= Values || IsOverBefore(count);

        private static bool IsOverBefore(int count)
        {
            // NativeAOT loads no types at run time.
            s_done = RuntimeFeature.IsDynamicCodeCompiled && count < Values - s_done ? s_done + count : Values;
            return s_done >= Values;
        }
    }
}
