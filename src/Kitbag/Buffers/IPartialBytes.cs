using System;

namespace Kitbag.Buffers
{
    /// <summary>A body of which only the requested parts are in memory.</summary>
    internal interface IPartialBytes
    {
        /// <summary>The length of the whole body.</summary>
        int Length { get; }

        /// <summary>Loads the bytes from a position on.</summary>
        /// <param name="position">The first byte, at most <see cref="Length"/>.</param>
        /// <param name="count">The number of bytes, which must exist.</param>
        /// <returns>
        /// The body from its start to the end of the loaded bytes, or further. Bytes before <paramref name="position"/> may not be loaded,
        /// and are 0 then.
        /// </returns>
        ReadOnlySpan<byte> Load(int position, int count);
    }
}
