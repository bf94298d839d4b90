using System;

namespace Kitbag.Buffers
{
    /// <summary>Reads bytes at an offset of an input that is not in memory; throws if there are too few.</summary>
    /// <param name="offset">The offset of the first byte.</param>
    /// <param name="bytes">The destination.</param>
    internal delegate void BodyReader(long offset, Span<byte> bytes);
}
