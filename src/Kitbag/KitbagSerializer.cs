using System;
using System.Buffers;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;

namespace Kitbag
{
    /// <summary>
    /// Converts values to documents and back. Types need no attributes and no registration, because the source generator finds them at the
    /// calls of these methods.
    /// </summary>
    public static partial class KitbagSerializer
    {
        // Enough for most messages.
        private const int FirstChunk = 4096;

        // What finds the codec is compiled into callers: there the type is known, and the codec's place is a constant.

        /// <summary>Writes a value as a document.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static byte[] Serialize<[KitbagRoot(Json = false)] T>(T value, KitbagOptions? options = null) =>
            DocumentWriter.ToArray(CodecCache<T>.Get(), value, options ?? KitbagOptions.Default);

        /// <summary>Writes a value as a document.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The buffer writer to write to. If writing fails, it may contain a part of the document.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Serialize<[KitbagRoot(Json = false)] T>(IBufferWriter<byte> output, T value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            DocumentWriter.Write(output, CodecCache<T>.Get(), value, options ?? KitbagOptions.Default);
        }

        /// <summary>Writes a value as a document. If the value cannot be written, the stream remains unchanged.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static void Serialize<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            using ChunkWriter document = Write(value, options);
            document.CopyTo(output);
        }

        /// <summary>Writes a value as a document. If the value cannot be written, the stream remains unchanged.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static Task SerializeAsync<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            return Write(value, options).MoveToAsync(output, cancellationToken);
        }

        /// <summary>Writes a value of a type that is known only at run time.</summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static byte[] Serialize(Type type, object? value, KitbagOptions? options = null)
        {
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            return DocumentWriter.ToArray(codec, value, options ?? KitbagOptions.Default);
        }

        /// <summary>Reads a document.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Deserialize<[KitbagRoot(Json = false)] T>(ReadOnlySpan<byte> document, KitbagOptions? options = null) =>
            DocumentReader.Read(document, CodecCache<T>.Get(), options ?? KitbagOptions.Default);

        /// <summary>Reads a document.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Deserialize<[KitbagRoot(Json = false)] T>(byte[] document, KitbagOptions? options = null)
        {
            if (document == null)
                throw new ArgumentNullException(nameof(document));
            return Deserialize<T>(new ReadOnlySpan<byte>(document), options);
        }

        /// <summary>Reads a document that consists of several segments, which are first copied to contiguous pooled memory.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(in ReadOnlySequence<byte> document, KitbagOptions? options = null)
        {
            if (document.IsSingleSegment)
                return Deserialize<T>(FirstPiece.Of(document), options);
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = PooledBytes.Copy(document, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document from a stream up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(Stream input, KitbagOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            Codec<T> codec = CodecCache<T>.Get();
            if (ImageReader.TryRead(input, codec, options, out T? value) || MovingReader.TryRead(input, codec, options, out value))
                return value;
            using PooledBytes bytes = PooledBytes.Read(input, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document from a stream up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static async Task<T> DeserializeAsync<[KitbagRoot(Json = false)] T>(Stream input, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            if (await MovingReader.TryReadAsync(input, CodecCache<T>.Get(), options, cancellationToken).ConfigureAwait(false) is { } read)
                return read.Value;
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken, options.Limits.MaxInputBytes,
                DocumentReader.StartCheckOf(options)).ConfigureAwait(false);
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="document">The complete document.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the bytes cannot be read as it.</exception>
        public static object? Deserialize(Type type, ReadOnlySpan<byte> document, KitbagOptions? options = null) =>
            DocumentReader.Read(document, FindFor(type), options ?? KitbagOptions.Default);

        /// <summary>
        /// Reads a document into an existing object. Members that are missing from the document remain unchanged; nested objects and
        /// collections are replaced by new ones. If the object is a list, set or dictionary, it is cleared first. If reading fails, nothing
        /// is changed: a collection whose own code rejects an element gets its previous content back, and so do the members of an object if
        /// one of its setters throws. Only objects and collections in members without a setter, which are populated in place, keep the
        /// changes that were made before the failure.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="target">The object to populate.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static void Populate<[KitbagRoot(Json = false)] T>(ReadOnlySpan<byte> document, T target, KitbagOptions? options = null)
            where T : class
        {
            if (target == null)
                throw new ArgumentNullException(nameof(target));
            DocumentReader.ReadInto(document, CodecCache<T>.Get(), target, options ?? KitbagOptions.Default);
        }

        // The whole document, for nothing may reach a stream where the value cannot be written; in pieces, for there is no second copy.
        private static ChunkWriter Write<[KitbagRoot(Json = false)] T>(T value, KitbagOptions? options)
        {
            var document = new ChunkWriter(FirstChunk);
            try
            {
                Serialize(document, value, options);
                return document;
            }
            catch
            {
                document.Dispose();
                throw;
            }
        }

        internal static BoxedCodec FindFor(Type type) => CodecRegistry.FindBoxed(type ?? throw new ArgumentNullException(nameof(type)));
    }
}
