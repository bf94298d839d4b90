using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.CompilerServices;
using Kitbag.Documents;

namespace Kitbag
{
    public static partial class KitbagJson
    {
        /// <summary>
        /// Writes the values of an asynchronous sequence to a stream as the elements of an array in JSON, in UTF-8, as they arrive: what
        /// was written is passed to the stream whenever 16 KB are complete, or the sequence has no further value yet.
        /// </summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="output">The stream to write to. It is neither closed nor flushed.</param>
        /// <param name="values">The values. References (<c>$ref</c>) to objects of other values are not written; they are copied.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel the sequence and writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">
        /// A value cannot be written. Values before it may have been written to the stream, and the array has no end, as after any other
        /// exception.
        /// </exception>
        public static Task SerializeAsyncEnumerable<[KitbagRoot] T>(Stream output, IAsyncEnumerable<T> values,
            KitbagJsonOptions? options = null, CancellationToken cancellationToken = default) =>
            SerializeAsyncEnumerable(output, values, false, options, cancellationToken);

        /// <summary>
        /// Writes the values of an asynchronous sequence to a stream in JSON, in UTF-8, as they arrive: as the elements of an array, or one
        /// in each line (NDJSON, JSON Lines).
        /// </summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="output">The stream to write to. It is neither closed nor flushed.</param>
        /// <param name="values">The values. References (<c>$ref</c>) to objects of other values are not written; they are copied.</param>
        /// <param name="topLevelValues">
        /// True if the values follow each other, each with a line feed after it; false if they are the elements of one array. With
        /// <see cref="KitbagJsonFormat.Text"/>, a value may take several lines.
        /// </param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel the sequence and writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">A value cannot be written. Values before it may have been written to the stream.</exception>
        public static Task SerializeAsyncEnumerable<[KitbagRoot] T>(Stream output, IAsyncEnumerable<T> values, bool topLevelValues,
            KitbagJsonOptions? options = null, CancellationToken cancellationToken = default) =>
            JsonElementWriter.WriteAsync(output ?? throw new ArgumentNullException(nameof(output)),
                values ?? throw new ArgumentNullException(nameof(values)), JsonCodecCache<T>.Get(), options ?? KitbagJsonOptions.Default,
                !topLevelValues, cancellationToken);

        /// <summary>
        /// Reads the elements of an array in JSON from a stream one by one, as they arrive. Only the element that is being read, and what
        /// the stream returned with it, are in memory.
        /// </summary>
        /// <typeparam name="T">The type of the elements.</typeparam>
        /// <param name="input">The stream to read, up to its end. It is not closed.</param>
        /// <param name="options">
        /// Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>. Their limits apply to each element.
        /// </param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>
        /// The elements. Enumerating them throws a <see cref="KitbagException"/> at the first one that is not valid JSON, or cannot be read
        /// as the type, and at the end if the text is not an array. References (<c>$ref</c>) to objects of other elements are errors.
        /// </returns>
        public static IAsyncEnumerable<T> DeserializeAsyncEnumerable<[KitbagRoot] T>(Stream input, KitbagJsonOptions? options = null,
            CancellationToken cancellationToken = default) => DeserializeAsyncEnumerable<T>(input, false, options, cancellationToken);

        /// <summary>
        /// Reads values in JSON from a stream one by one, as they arrive: the elements of an array, or values that follow each other, such
        /// as one in each line (NDJSON, JSON Lines).
        /// </summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="input">The stream to read, up to its end. It is not closed.</param>
        /// <param name="topLevelValues">
        /// True if the values follow each other, with or without white space between them; false if they are the elements of one array.
        /// </param>
        /// <param name="options">
        /// Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>. Their limits apply to each value.
        /// </param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>
        /// The values. Enumerating them throws a <see cref="KitbagException"/> at the first one that is not valid JSON, or cannot be read
        /// as the type. References (<c>$ref</c>) to objects of other values are errors.
        /// </returns>
        public static IAsyncEnumerable<T> DeserializeAsyncEnumerable<[KitbagRoot] T>(Stream input, bool topLevelValues,
            KitbagJsonOptions? options = null, CancellationToken cancellationToken = default) =>
            JsonElements<T>.Read(input ?? throw new ArgumentNullException(nameof(input)), JsonCodecCache<T>.Get(),
                options ?? KitbagJsonOptions.Default, !topLevelValues, cancellationToken);
    }
}
