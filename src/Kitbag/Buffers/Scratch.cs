using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>A position in scratch memory, with which everything rented afterwards is released.</summary>
    internal readonly struct ScratchMark
    {
        // Unsafe: one stack of words, and one of objects, are used for values of all types (bench/: save-game).

        internal readonly int Words, WordChunk, Objects, ObjectChunk;
        internal readonly long Charged;

        internal ScratchMark(int wordChunk, int words, int objectChunk, int objects, long charged)
        {
            WordChunk = wordChunk;
            Words = words;
            ObjectChunk = objectChunk;
            Objects = objects;
            Charged = charged;
        }
    }

    /// <summary>
    /// Memory for the columns that one call gathers and scatters: a stack of rentals, cached between calls. One arena is used for all
    /// types, so that no pool or helper method is compiled for each of them.
    /// </summary>
    internal sealed partial class Scratch
    {
        private const int FirstChunk = 8 * 1024;
        private const int KeptWords = 512 * 1024, KeptObjects = 256 * 1024;

        // The size of chunks doubles up to these limits, so that unused memory is at most what the thread caches. Rentals of a quarter or
        // more get chunks of their own size.
        private const int LargestChunk = 128 * 1024;

        private long[][] _words = { new long[FirstChunk] };
        private object?[][] _objects = { new object?[FirstChunk] };
        private int _wordChunk, _wordsUsed, _objectChunk, _objectsUsed;
        private int _objectChunkHigh, _objectsHigh;
        private long _charged;

        /// <summary>Releases all rentals, and memory that the next call is unlikely to need.</summary>
        public void Empty()
        {
            // Clears references, so that columns do not keep objects alive.
            NoteObjects();
            for (int i = 0; i < _objectChunkHigh; i++)
                Array.Clear(_objects[i], 0, _objects[i].Length);
            Array.Clear(_objects[_objectChunkHigh], 0, _objectsHigh);
            _wordChunk = _wordsUsed = _objectChunk = _objectsUsed = _objectChunkHigh = _objectsHigh = 0;
            _charged = 0;
            TrimLargest(ref _words, KeptWords);
            TrimLargest(ref _objects, KeptObjects);
        }

        private static void TrimLargest<TItem>(ref TItem[][] chunks, int kept)
        {
            int total = 0, count = 0;
            while (count < chunks.Length && total + chunks[count].Length <= kept)
                total += chunks[count++].Length;
            if (count < chunks.Length)
                Array.Resize(ref chunks, Math.Max(count, 1));
        }

        public ScratchMark Mark() => new ScratchMark(_wordChunk, _wordsUsed, _objectChunk, _objectsUsed, _charged);

        /// <summary>Releases everything rented since a mark; returns the number of bytes.</summary>
        public long Release(in ScratchMark mark)
        {
            NoteObjects();
            _wordChunk = mark.WordChunk;
            _wordsUsed = mark.Words;
            _objectChunk = mark.ObjectChunk;
            _objectsUsed = mark.Objects;
            long released = _charged - mark.Charged;
            _charged = mark.Charged;
            return released;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void NoteObjects()
        {
            if (_objectChunk > _objectChunkHigh)
            {
                _objectChunkHigh = _objectChunk;
                _objectsHigh = _objectsUsed;
            }
            else if (_objectChunk == _objectChunkHigh && _objectsUsed > _objectsHigh)
            {
                _objectsHigh = _objectsUsed;
            }
        }

        /// <summary>The location of the last rental of values without references.</summary>
        public Rental LastWords(int count, int size)
        {
            var words = (int)(((long)count * size + 7) >> 3);
            return new Rental(_words[_wordChunk], _wordsUsed - words);
        }

        /// <summary>The location of the last rental of objects.</summary>
        public Rental LastObjects(int count) => new Rental(_objects[_objectChunk], _objectsUsed - count);

        /// <summary>Returns rented memory.</summary>
        /// <param name="rental">Its location; values that contain references among other fields have an array of their own.</param>
        /// <param name="count">The number of values.</param>
        public static Span<T> Rented<T>(scoped in Rental rental, int count)
        {
            if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>())
                return Spans.Retype<long, T>(Unsafe.As<long[]>(rental.Memory).AsSpan(rental.First), count);
            if (typeof(T).IsValueType)
                return Unsafe.As<T[]>(rental.Memory);
            return Spans.Retype<object?, T>(Unsafe.As<object?[]>(rental.Memory).AsSpan(rental.First, count), count);
        }

        /// <summary>The number of bytes that <see cref="Rent{T}"/> uses for values of a size.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static long SizeOf(int count, int size) => (long)count * size + 16;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal ref long RentWords(long words)
        {
            long[] chunk = _words[_wordChunk];
            int first = _wordsUsed;
            if (words > chunk.Length - first)
                return ref RentMoreWords(words);
            _wordsUsed = first + (int)words;
            return ref chunk[first];
        }

        private ref long RentMoreWords(long words)
        {
            while (words > _words[_wordChunk].Length - _wordsUsed)
            {
                int next = _wordChunk + 1;
                if (next == _words.Length || _words[next].Length < words)
                    SetChunk(ref _words, next, new long[ChunkFor(words, _words[_wordChunk].Length)]);
                _wordChunk = next;
                _wordsUsed = 0;
            }
            return ref RentWords(words);
        }

        // The chunk is created before anything changes, because there may not be enough memory.
        private static void SetChunk<TChunk>(ref TChunk[] chunks, int index, TChunk chunk)
            where TChunk : class
        {
            if (index == chunks.Length)
                Array.Resize(ref chunks, index + 1);
            chunks[index] = chunk;
        }

        private static long ChunkFor(long wanted, long before) =>
            wanted >= LargestChunk / 4 ? wanted : Math.Max(wanted, Math.Min(before * 2, LargestChunk));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private ref object? RentObjects(int count)
        {
            object?[] chunk = _objects[_objectChunk];
            int first = _objectsUsed;
            if (count > chunk.Length - first)
                return ref RentMoreObjects(count);
            _objectsUsed = first + count;
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(chunk.AsSpan()), first);
        }

        private ref object? RentMoreObjects(int count)
        {
            while (count > _objects[_objectChunk].Length - _objectsUsed)
            {
                int next = _objectChunk + 1;
                if (next == _objects.Length || _objects[next].Length < count)
                    SetChunk(ref _objects, next, new object?[(int)ChunkFor(count, _objects[_objectChunk].Length)]);
                NoteObjects();
                _objectChunk = next;
                _objectsUsed = 0;
            }
            return ref RentObjects(count);
        }
    }
}
