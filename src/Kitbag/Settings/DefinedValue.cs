using System;

namespace Kitbag
{
    /// <summary>Checks enum values of options, without reflection.</summary>
    internal static class DefinedValue
    {
        /// <param name="value">The value.</param>
        /// <param name="number">The same value as a number.</param>
        /// <param name="last">The last value that is defined; the first one is 0.</param>
        public static T Check<T>(T value, int number, int last)
            where T : struct => (uint)number <= (uint)last ? value
                : throw new ArgumentOutOfRangeException(nameof(value), number, "There is no such value.");
    }
}
