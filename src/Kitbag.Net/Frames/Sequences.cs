using System;
using System.Buffers;

namespace Kitbag.Net.Frames
{
    /// <summary>Provides operations that <see cref="ReadOnlySequence{T}"/> lacks.</summary>
    internal static class Sequences
    {
        /// <summary>Returns the first non-empty segment, if there is one. A sequence may start at the end of a segment.</summary>
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

        /// <summary>
        /// Copies all bytes. BuffersExtensions provides the same, but takes its sequence by value on some builds of Mono and by reference
        /// elsewhere, so code that is compiled against one signature does not find the other.
        /// </summary>
        public static void Copy(in ReadOnlySequence<byte> sequence, Span<byte> to)
        {
            SequencePosition at = sequence.Start;
            while (sequence.TryGet(ref at, out ReadOnlyMemory<byte> memory))
            {
                memory.Span.CopyTo(to);
                to = to.Slice(memory.Length);
            }
        }

        /// <summary>Copies all bytes to a new array.</summary>
        public static byte[] Copy(in ReadOnlySequence<byte> sequence)
        {
            byte[] bytes = new byte[sequence.Length];
            Copy(sequence, bytes);
            return bytes;
        }
    }
}
