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

        /// <summary>
        /// Copies all bytes. (BuffersExtensions, which does the same, takes its sequence by value on some builds of Mono and by reference
        /// elsewhere: code compiled against the one does not find the other.)
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

        /// <summary>All bytes in an array of their own.</summary>
        public static byte[] Copy(in ReadOnlySequence<byte> sequence)
        {
            byte[] bytes = new byte[sequence.Length];
            Copy(sequence, bytes);
            return bytes;
        }
    }
}
