using System;
using System.Buffers;

namespace Kitbag.Buffers
{
    /// <summary>The first piece of memory of a sequence.</summary>
    internal static class FirstPiece
    {
        /// <summary>The bytes of the first piece.</summary>
        public static ReadOnlySpan<byte> Of(in ReadOnlySequence<byte> sequence) => sequence.First.Span;
    }
}
