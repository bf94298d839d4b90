using System;
using System.Buffers;

namespace Kitbag.Net.Frames
{
    /// <summary>What <see cref="ReadOnlySequence{T}"/> lacks.</summary>
    internal static class Sequences
    {
        /// <summary>The first piece that has bytes, if there is one: a sequence may begin at the end of a piece.</summary>
        public static ReadOnlyMemory<byte> FirstFilled(in ReadOnlySequence<byte> sequence)
        {
            SequencePosition at = sequence.Start;
            while (sequence.TryGet(ref at, out ReadOnlyMemory<byte> memory))
            {
                if (!memory.IsEmpty)
                    return memory;
            }
            return default;
        }
    }
}
