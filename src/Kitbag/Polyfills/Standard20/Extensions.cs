using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;

namespace Kitbag
{
    /// <summary>Members that later frameworks have, as far as Kitbag needs them.</summary>
    internal static unsafe class Standard21Members
    {
        // Unsafe: encodings take pointers here. No workload of bench/ runs on this target.

        extension(MemoryMarshal)
        {
            /// <summary>A span of values that are on the stack; of others <see cref="Spans"/> makes them.</summary>
            public static Span<T> CreateSpan<T>(scoped ref T first, int count) => Spans.OfStack(ref first, count);

            /// <inheritdoc cref="CreateSpan"/>
            public static ReadOnlySpan<T> CreateReadOnlySpan<T>(scoped ref T first, int count) => Spans.OfStack(ref first, count);
        }

        extension(RuntimeHelpers)
        {
            public static bool IsReferenceOrContainsReferences<T>() => ReferencesIn<T>.Any;
        }

        // A span of memory that the garbage collector does not look at is refused for such types.
        private static class ReferencesIn<T>
        {
            public static readonly bool Any = !typeof(T).IsValueType || AreRefused();

            private static bool AreRefused()
            {
                try
                {
                    return new Span<T>(null, 0).Length != 0;
                }
                catch (ArgumentException)
                {
                    return true;
                }
            }
        }

        extension(BitConverter)
        {
            public static int SingleToInt32Bits(float value) => Unsafe.As<float, int>(ref value);

            public static float Int32BitsToSingle(int value) => Unsafe.As<int, float>(ref value);
        }

        extension(Array)
        {
            public static void Fill<T>(T[] array, T value) => array.AsSpan().Fill(value);
        }

        public static bool TryWriteBytes(this Guid value, Span<byte> destination) => value.ToByteArray().AsSpan().TryCopyTo(destination);

        public static bool StartsWith(this string text, char first) => text.Length != 0 && text[0] == first;

        public static string[] Split(this string text, char separator, StringSplitOptions options) =>
            text.Split(new[] { separator }, options);

        public static string GetString(this Encoding encoding, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = bytes)
                return bytes.IsEmpty ? "" : encoding.GetString(first, bytes.Length);
        }

        public static int GetCharCount(this Encoding encoding, ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = bytes)
                return bytes.IsEmpty ? 0 : encoding.GetCharCount(first, bytes.Length);
        }

        public static int GetChars(this Encoding encoding, ReadOnlySpan<byte> bytes, Span<char> chars)
        {
            fixed (byte* first = bytes)
            fixed (char* to = chars)
                return bytes.IsEmpty ? 0 : encoding.GetChars(first, bytes.Length, to, chars.Length);
        }

        public static int GetByteCount(this Encoding encoding, ReadOnlySpan<char> chars)
        {
            fixed (char* first = chars)
                return chars.IsEmpty ? 0 : encoding.GetByteCount(first, chars.Length);
        }

        public static int GetBytes(this Encoding encoding, ReadOnlySpan<char> chars, Span<byte> bytes)
        {
            fixed (char* first = chars)
            fixed (byte* to = bytes)
                return chars.IsEmpty ? 0 : encoding.GetBytes(first, chars.Length, to, bytes.Length);
        }

        public static void Write(this Stream stream, ReadOnlySpan<byte> bytes)
        {
            byte[] rented = ArrayPool<byte>.Shared.Rent(bytes.Length);
            try
            {
                bytes.CopyTo(rented);
                stream.Write(rented, 0, bytes.Length);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(rented);
            }
        }

        /// <summary>Reads into memory that is that of an array.</summary>
        public static ValueTask<int> ReadAsync(this Stream stream, Memory<byte> memory, CancellationToken cancellationToken) =>
            MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment)
                ? new ValueTask<int>(stream.ReadAsync(segment.Array!, segment.Offset, segment.Count, cancellationToken))
                : throw new ArgumentException("The memory is not that of an array.", nameof(memory));

        /// <inheritdoc cref="ReadAsync"/>
        public static ValueTask WriteAsync(this Stream stream, ReadOnlyMemory<byte> memory, CancellationToken cancellationToken) =>
            MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment)
                ? new ValueTask(stream.WriteAsync(segment.Array!, segment.Offset, segment.Count, cancellationToken))
                : throw new ArgumentException("The memory is not that of an array.", nameof(memory));

        public static bool TryAdd<TKey, TValue>(this Dictionary<TKey, TValue> map, TKey key, TValue value)
            where TKey : notnull
        {
            if (map.ContainsKey(key))
                return false;
            map.Add(key, value);
            return true;
        }

        /// <summary>How many buckets a dictionary has that was made for so many entries. None are added to it.</summary>
        public static int EnsureCapacity<TKey, TValue>(this Dictionary<TKey, TValue> map, int capacity)
            where TKey : notnull => HashPrimes.AtLeast(Math.Max(capacity, map.Count));

        public static bool TryDequeue<T>(this Queue<T> queue, [MaybeNullWhen(false)] out T first)
        {
            if (queue.Count == 0)
            {
                first = default;
                return false;
            }
            first = queue.Dequeue();
            return true;
        }

        public static void Clear<T>(this ConcurrentQueue<T> queue)
        {
            while (queue.TryDequeue(out _))
            {
            }
        }

        public static void Clear<T>(this ConcurrentBag<T> bag)
        {
            while (bag.TryTake(out _))
            {
            }
        }
    }
}
