using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Documents;

namespace Kitbag
{
    // Types that are known only at run time, to and from buffer writers and streams: for web frameworks and message queues.
    public static partial class KitbagSerializer
    {
        /// <summary>Writes a value of a type that is known only at run time.</summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The buffer writer to write to. If writing fails, it may contain a part of the document.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static void Serialize(Type type, IBufferWriter<byte> output, object? value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            DocumentWriter.Write(output, BoxedCodec.Check(FindFor(type), type, value), value, options ?? KitbagOptions.Default);
        }

        /// <summary>
        /// Writes a value of a type that is known only at run time. If the value cannot be written, the stream remains unchanged.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static void Serialize(Type type, Stream output, object? value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            using ChunkWriter document = Write(type, value, options);
            document.CopyTo(output);
        }

        /// <summary>
        /// Writes a value of a type that is known only at run time. If the value cannot be written, the stream remains unchanged.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static Task SerializeAsync(Type type, Stream output, object? value, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            return Write(type, value, options).MoveToAsync(output, cancellationToken);
        }

        /// <summary>Reads a document from a stream up to its end, as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the bytes cannot be read as it.</exception>
        public static object? Deserialize(Type type, Stream input, KitbagOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            BoxedCodec codec = FindFor(type);
            if (MovingReader.TryRead(input, codec, options, out object? value))
                return value;
            using PooledBytes bytes = PooledBytes.Read(input, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return DocumentReader.Read(bytes.Span, codec, options);
        }

        /// <summary>Reads a document from a stream up to its end, as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the bytes cannot be read as it.</exception>
        public static async Task<object?> DeserializeAsync(Type type, Stream input, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            BoxedCodec codec = FindFor(type);
            if (await MovingReader.TryReadAsync(input, codec, options, cancellationToken).ConfigureAwait(false) is { } read)
                return read.Value;
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken, options.Limits.MaxInputBytes,
                DocumentReader.StartCheckOf(options)).ConfigureAwait(false);
            return DocumentReader.Read(bytes.Span, codec, options);
        }

        private static ChunkWriter Write(Type type, object? value, KitbagOptions? options)
        {
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            var document = new ChunkWriter(FirstChunk);
            try
            {
                DocumentWriter.Write(document, codec, value, options ?? KitbagOptions.Default);
                return document;
            }
            catch
            {
                document.Dispose();
                throw;
            }
        }
    }
}
