using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Codecs;
using Kitbag.Json;

namespace Kitbag.Documents
{
    /// <summary>Writes values of an asynchronous sequence to a stream, as they arrive.</summary>
    internal static class JsonElementWriter
    {
        private const int FullBuffer = 16 * 1024;

        /// <summary>Writes the values of a sequence.</summary>
        /// <param name="output">The stream.</param>
        /// <param name="values">The sequence.</param>
        /// <param name="codec">The codec of the values.</param>
        /// <param name="options">The options.</param>
        /// <param name="isArray">
        /// Whether to write the values as the elements of an array; otherwise each is followed by a line feed.
        /// </param>
        /// <param name="cancellationToken">A token to cancel the sequence and writing.</param>
        public static async Task WriteAsync<T>(Stream output, IAsyncEnumerable<T> values, Codec<T> codec, KitbagJsonOptions options,
            bool isArray, CancellationToken cancellationToken)
        {
            cancellationToken.ThrowIfCancellationRequested();
            using var stopping = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var text = new ArrayBufferWriter<byte>(FullBuffer);
            long index = 0;
            IAsyncEnumerator<T> source = values.GetAsyncEnumerator(stopping.Token);
            try
            {
                while (true)
                {
                    Task<bool> next = source.MoveNextAsync().AsTask();
                    if (text.WrittenCount >= FullBuffer || (!next.IsCompleted && text.WrittenCount != 0))
                        await WriteAsync(output, text, next, stopping).ConfigureAwait(false);
                    if (!await next.ConfigureAwait(false))
                        break;
                    Append(text, codec, source.Current, options, isArray, index++);
                }
            }
            finally
            {
                await source.DisposeAsync().ConfigureAwait(false);
            }
            if (isArray)
                AppendEnd(text, options, isEmpty: index == 0);
            await output.WriteAsync(text.WrittenMemory, cancellationToken).ConfigureAwait(false);
        }

        // A sequence must not be disposed while it is determining its next value.
        private static async Task WriteAsync(Stream output, ArrayBufferWriter<byte> text, Task next, CancellationTokenSource stopping)
        {
            try
            {
                await output.WriteAsync(text.WrittenMemory, stopping.Token).ConfigureAwait(false);
                text.Clear();
            }
            catch
            {
                stopping.Cancel();
                await Task.WhenAny(next).ConfigureAwait(false);
                _ = next.Exception;
                throw;
            }
        }

        private static void Append<T>(ArrayBufferWriter<byte> text, Codec<T> codec, T value, KitbagJsonOptions options, bool isArray,
            long index)
        {
            var w = new JsonWriter(options);
            try
            {
                JsonText.WriteElement(ref w, codec, value, isArray, index);
                text.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        private static void AppendEnd(ArrayBufferWriter<byte> text, KitbagJsonOptions options, bool isEmpty)
        {
            var w = new JsonWriter(options);
            try
            {
                w.ContinueArray(isEmpty);
                w.EndArray();
                w.Complete();
                text.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }
    }
}
