using System;

namespace Kitbag.Buffers
{
    /// <summary>A body of which only those parts are in memory that have been asked for.</summary>
    internal interface IPartialBytes
    {
        /// <summary>The bytes of the whole body.</summary>
        int Length { get; }

        /// <summary>Has the bytes from a position on be in memory.</summary>
        /// <param name="position">The first byte, at most <see cref="Length"/>.</param>
        /// <param name="count">How many; no more than follow.</param>
        /// <returns>
        /// The body from its start to where the bytes in memory end, or later. What stands before <paramref name="position"/> may not be
        /// there, and reads as 0.
        /// </returns>
        ReadOnlySpan<byte> Load(int position, int count);
    }
}
