using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Json;

namespace Kitbag
{
    // Types that are known only at run time, to and from buffer writers and streams: for web frameworks and message queues.
    public static partial class KitbagJson
    {
        /// <summary>
        /// Writes a value of a type that is known only at run time as JSON in UTF-8. If the value cannot be written, the output remains
        /// unchanged.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The buffer writer to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static void Serialize(Type type, IBufferWriter<byte> output, object? value, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, codec, value);
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>
        /// Writes a value of a type that is known only at run time as JSON in UTF-8. If the value cannot be written, the stream remains
        /// unchanged.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static void Serialize(Type type, Stream output, object? value, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, codec, value);
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>
        /// Writes a value of a type that is known only at run time as JSON in UTF-8. If the value cannot be written, the stream remains
        /// unchanged.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the value cannot be written.</exception>
        public static Task SerializeAsync(Type type, Stream output, object? value, KitbagJsonOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            BoxedCodec codec = BoxedCodec.Check(FindFor(type), type, value);
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            byte[] text;
            try
            {
                JsonText.Write(ref w, codec, value);
                text = w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
            return output.WriteAsync(text.AsMemory(), cancellationToken).AsTask();
        }

        /// <summary>Reads JSON in UTF-8 from a stream up to its end, as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the text is not valid JSON or cannot be read as the type.
        /// </exception>
        public static object? Deserialize(Type type, Stream input, KitbagJsonOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = PooledBytes.Read(input, (options ?? KitbagJsonOptions.Default).MaxInputBytes);
            return Deserialize(type, bytes.Span, options);
        }

        /// <summary>Reads JSON in UTF-8 from a stream up to its end, as a type that is known only at run time.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the text is not valid JSON or cannot be read as the type.
        /// </exception>
        public static async Task<object?> DeserializeAsync(Type type, Stream input, KitbagJsonOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken,
                (options ?? KitbagJsonOptions.Default).MaxInputBytes).ConfigureAwait(false);
            return Deserialize(type, bytes.Span, options);
        }
    }
}
