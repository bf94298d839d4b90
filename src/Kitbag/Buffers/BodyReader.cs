using System;

namespace Kitbag.Buffers
{
    /// <summary>Reads bytes of an input that is not in memory, from a place; throws where there are not so many.</summary>
    /// <param name="offset">The first byte.</param>
    /// <param name="bytes">Where to.</param>
    internal delegate void BodyReader(long offset, Span<byte> bytes);
}
