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
    /// Turns values into documents and back. Types need no attributes and no registration: the generator finds them where these
    /// methods are called.
    /// </summary>
    public static partial class KitbagSerializer
    {
        // Enough for most messages.
        private const int FirstChunk = 4096;

        // What finds the codec is compiled into callers: there the type is known, and the codec's place is a constant.

        /// <summary>Writes a value as a document.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="value">The value.</param>
        /// <param name="options">How to write; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static byte[] Serialize<[KitbagRoot(Json = false)] T>(T value, KitbagOptions? options = null) =>
            DocumentWriter.ToArray(CodecCache<T>.Get(), value, options ?? KitbagOptions.Default);

        /// <summary>Writes a value as a document.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="output">Where to. What was written before a failure stays there.</param>
        /// <param name="value">The value.</param>
        /// <param name="options">How to write; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Serialize<[KitbagRoot(Json = false)] T>(IBufferWriter<byte> output, T value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            DocumentWriter.Write(output, CodecCache<T>.Get(), value, options ?? KitbagOptions.Default);
        }

        /// <summary>Writes a value as a document. Nothing reaches the stream where the value cannot be written.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="output">Where to.</param>
        /// <param name="value">The value.</param>
        /// <param name="options">How to write; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static void Serialize<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            using ChunkWriter document = Write(value, options);
            document.CopyTo(output);
        }

        /// <summary>Writes a value as a document. Nothing reaches the stream where the value cannot be written.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="output">Where to.</param>
        /// <param name="value">The value. It is read before the method returns, so it may change after that.</param>
        /// <param name="options">How to write; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">Stops the writing to the stream.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static Task SerializeAsync<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            cancellationToken.ThrowIfCancellationRequested();
            return Write(value, options).MoveToAsync(output, cancellationToken);
        }

        /// <summary>Writes a value of a type that is known only when the program runs.</summary>
        /// <param name="type">The type as which the value is written. Some call or attribute of the program must name it.</param>
        /// <param name="value">The value.</param>
        /// <param name="options">How to write; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static byte[] Serialize(Type type, object? value, KitbagOptions? options = null)
        {
            BoxedCodec codec = FindFor(type);
            if (value == null ? type.IsValueType && Nullable.GetUnderlyingType(type) == null : !type.IsInstanceOfType(value))
                throw new ArgumentException("The value is not a " + type + ".", nameof(value));
            return DocumentWriter.ToArray(codec, value, options ?? KitbagOptions.Default);
        }

        /// <summary>Reads a document.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="document">The whole document.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Deserialize<[KitbagRoot(Json = false)] T>(ReadOnlySpan<byte> document, KitbagOptions? options = null) =>
            DocumentReader.Read(document, CodecCache<T>.Get(), options ?? KitbagOptions.Default);

        /// <summary>Reads a document.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="document">The whole document.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T Deserialize<[KitbagRoot(Json = false)] T>(byte[] document, KitbagOptions? options = null)
        {
            if (document == null)
                throw new ArgumentNullException(nameof(document));
            return Deserialize<T>(new ReadOnlySpan<byte>(document), options);
        }

        /// <summary>Reads a document that is in several pieces. They are put together first, in pooled memory.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="document">The whole document.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(in ReadOnlySequence<byte> document, KitbagOptions? options = null)
        {
            if (document.IsSingleSegment)
                return Deserialize<T>(FirstPiece.Of(document), options);
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = PooledBytes.Copy(document, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document that goes on to the end of a stream.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="input">The stream.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(Stream input, KitbagOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            if (ImageReader.TryRead(input, CodecCache<T>.Get(), options, out T? value))
                return value;
            using PooledBytes bytes = PooledBytes.Read(input, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document that goes on to the end of a stream.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="input">The stream.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">Stops the reading from the stream.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        public static async Task<T> DeserializeAsync<[KitbagRoot(Json = false)] T>(Stream input, KitbagOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken, options.Limits.MaxInputBytes,
                DocumentReader.StartCheckOf(options)).ConfigureAwait(false);
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a document as a type that is known only when the program runs.</summary>
        /// <param name="type">The type to read. Some call or attribute of the program must name it.</param>
        /// <param name="document">The whole document.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no codec for the type, or the bytes cannot be read as it.</exception>
        public static object? Deserialize(Type type, ReadOnlySpan<byte> document, KitbagOptions? options = null) =>
            DocumentReader.Read(document, FindFor(type), options ?? KitbagOptions.Default);

        /// <summary>
        /// Reads a document into an object that exists. What the document does not have stays as it is; objects and collections
        /// below are new ones. A list, set or dictionary is emptied first. Where reading fails, nothing has changed: a collection whose own
        /// code refuses an element gets back what it held, and so does an object of which a setter throws. Only objects and collections in
        /// members without a setter, which are populated in place, keep what they were given before that.
        /// </summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="document">The whole document.</param>
        /// <param name="target">What is populated.</param>
        /// <param name="options">How to read; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
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

        private static BoxedCodec FindFor(Type type) => CodecRegistry.FindBoxed(type ?? throw new ArgumentNullException(nameof(type)));
    }
}
