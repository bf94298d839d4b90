using System;
using System.Buffers;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Json;

namespace Kitbag
{
    /// <summary>
    /// Converts values to JSON and back, with the same codecs as <see cref="KitbagSerializer"/>: types need no attributes and no
    /// registration. JSON that System.Text.Json writes for the same types can be read, and the reverse.
    /// </summary>
    public static partial class KitbagJson
    {
        /// <summary>Writes a value as JSON.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The JSON text.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static string Serialize<[KitbagRoot] T>(T value, KitbagJsonOptions? options = null)
        {
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, JsonCodecCache<T>.Get(), value);
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Writes a value as JSON in UTF-8, without a byte order mark.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The JSON text, encoded in UTF-8.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static byte[] SerializeToUtf8Bytes<[KitbagRoot] T>(T value, KitbagJsonOptions? options = null)
        {
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, JsonCodecCache<T>.Get(), value);
                return w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Writes a value as JSON in UTF-8. If the value cannot be written, the output remains unchanged.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The buffer writer to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static void Serialize<[KitbagRoot] T>(IBufferWriter<byte> output, T value, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default, output.GetSpan());
            try
            {
                JsonText.Write(ref w, JsonCodecCache<T>.Get(), value);
                if (w.IsAtStart)
                    output.Advance(w.Position);
                else
                    output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Writes a value as JSON in UTF-8. If the value cannot be written, the stream remains unchanged.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static void Serialize<[KitbagRoot] T>(Stream output, T value, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, JsonCodecCache<T>.Get(), value);
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Writes a value as JSON in UTF-8. If the value cannot be written, the stream remains unchanged.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static Task SerializeAsync<[KitbagRoot] T>(Stream output, T value, KitbagJsonOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            byte[] text = SerializeToUtf8Bytes(value, options);
            return output.WriteAsync(text.AsMemory(), cancellationToken).AsTask();
        }

        /// <summary>Writes a value of a type that is known only at run time.</summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The JSON text.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static string Serialize(Type type, object? value, KitbagJsonOptions? options = null)
        {
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, codec, value);
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Reads a value from JSON.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="json">The complete JSON text.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(string json, KitbagJsonOptions? options = null) =>
            Deserialize<T>((json ?? throw new ArgumentNullException(nameof(json))).AsSpan(), options);

        /// <summary>Reads a value from JSON.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="json">The complete JSON text.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type. Offsets refer to UTF-8.</exception>
        public static T Deserialize<[KitbagRoot] T>(ReadOnlySpan<char> json, KitbagJsonOptions? options = null)
        {
            byte[] utf8 = JsonText.Encode(json, out int length);
            try
            {
                return Deserialize<T>(utf8.AsSpan(0, length), options);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <summary>Reads a value from JSON in UTF-8; a byte order mark is skipped.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(ReadOnlySpan<byte> utf8, KitbagJsonOptions? options = null) =>
            JsonText.Read(utf8, JsonCodecCache<T>.Get(), options ?? KitbagJsonOptions.Default);

        /// <summary>Reads a value from JSON in UTF-8; a byte order mark is skipped.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(byte[] utf8, KitbagJsonOptions? options = null)
        {
            if (utf8 == null)
                throw new ArgumentNullException(nameof(utf8));
            return Deserialize<T>(new ReadOnlySpan<byte>(utf8), options);
        }

        /// <summary>
        /// Reads a value from JSON in UTF-8 that consists of several segments, which are first copied to contiguous pooled memory.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(in ReadOnlySequence<byte> utf8, KitbagJsonOptions? options = null)
        {
            if (utf8.IsSingleSegment)
                return Deserialize<T>(FirstPiece.Of(utf8), options);
            using PooledBytes bytes = PooledBytes.Copy(utf8);
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a value from JSON in UTF-8 from a stream up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(Stream input, KitbagJsonOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = PooledBytes.Read(input, (options ?? KitbagJsonOptions.Default).MaxInputBytes);
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads a value from JSON in UTF-8 from a stream up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static async Task<T> DeserializeAsync<[KitbagRoot] T>(Stream input, KitbagJsonOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken,
                (options ?? KitbagJsonOptions.Default).MaxInputBytes).ConfigureAwait(false);
            return Deserialize<T>(bytes.Span, options);
        }

        /// <summary>Reads JSON in UTF-8 as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the text is not valid JSON or cannot be read as the type.
        /// </exception>
        public static object? Deserialize(Type type, ReadOnlySpan<byte> utf8, KitbagJsonOptions? options = null) =>
            JsonText.Read(utf8, FindFor(type), options ?? KitbagJsonOptions.Default);

        /// <summary>Reads JSON as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="json">The complete JSON text.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the text is not valid JSON or cannot be read as the type.
        /// </exception>
        public static object? Deserialize(Type type, string json, KitbagJsonOptions? options = null)
        {
            byte[] utf8 = JsonText.Encode((json ?? throw new ArgumentNullException(nameof(json))).AsSpan(), out int length);
            try
            {
                return Deserialize(type, utf8.AsSpan(0, length), options);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <summary>
        /// Reads JSON in UTF-8 into an object that exists. What the text does not have stays as it is; objects and collections below are
        /// new ones. A list, set or dictionary is emptied first. Where reading fails, nothing has changed.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="target">The object to populate.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static void Populate<[KitbagRoot] T>(ReadOnlySpan<byte> utf8, T target, KitbagJsonOptions? options = null)
            where T : class
        {
            if (target == null)
                throw new ArgumentNullException(nameof(target));
            JsonText.ReadInto(utf8, JsonCodecCache<T>.Get(), target, options ?? KitbagJsonOptions.Default);
        }

        /// <inheritdoc cref="Populate{T}(ReadOnlySpan{byte}, T, KitbagJsonOptions?)"/>
        /// <param name="json">The complete JSON text.</param>
        /// <param name="target">The object to populate.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        public static void Populate<[KitbagRoot] T>(string json, T target, KitbagJsonOptions? options = null)
            where T : class
        {
            byte[] utf8 = JsonText.Encode((json ?? throw new ArgumentNullException(nameof(json))).AsSpan(), out int length);
            try
            {
                Populate(utf8.AsSpan(0, length), target, options);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        private static BoxedCodec FindFor(Type type) =>
            CodecRegistry.FindBoxed(type ?? throw new ArgumentNullException(nameof(type)), json: true);
    }
}
