using System;
using System.Buffers;

namespace Kitbag.Buffers
{
    /// <summary>The first segment of a sequence.</summary>
    internal static class FirstPiece
    {
        /// <summary>The bytes of the first segment, without creating a <see cref="ReadOnlyMemory{T}"/> (bench/: envelope).</summary>
        public static ReadOnlySpan<byte> Of(in ReadOnlySequence<byte> sequence) => sequence.FirstSpan;
    }
}
