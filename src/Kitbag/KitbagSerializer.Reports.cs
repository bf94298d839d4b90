using System;
using System.Buffers;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.CompilerServices;
using Kitbag.Documents;

namespace Kitbag
{
    // Reading with a report of what differs between the document's schema and the program's.
    public static partial class KitbagSerializer
    {
        /// <summary>Reads a document, and reports how its schema differs from the schema of the type.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(ReadOnlySpan<byte> document, out KitbagReadReport report,
            KitbagOptions? options = null)
        {
            options ??= KitbagOptions.Default;
            T value = Deserialize<T>(document, options);
            report = WriterSchema.ReportFor(document, CodecCache<T>.Get(), options);
            return value;
        }

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagOptions?)"/>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(byte[] document, out KitbagReadReport report,
            KitbagOptions? options = null) =>
            Deserialize<T>(new ReadOnlySpan<byte>(document ?? throw new ArgumentNullException(nameof(document))), out report, options);

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagOptions?)"/>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(in ReadOnlySequence<byte> document, out KitbagReadReport report,
            KitbagOptions? options = null)
        {
            if (document.IsSingleSegment)
                return Deserialize<T>(FirstPiece.Of(document), out report, options);
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = PooledBytes.Copy(document, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, out report, options);
        }

        /// <summary>Reads a document from a stream up to its end, and reports how its schema differs from the schema of the type.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static T Deserialize<[KitbagRoot(Json = false)] T>(Stream input, out KitbagReadReport report, KitbagOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = PooledBytes.Read(input, options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(options));
            return Deserialize<T>(bytes.Span, out report, options);
        }

        /// <summary>Reads a document from a stream up to its end, and reports how its schema differs from the schema of the type.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value and the report.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static async Task<(T Value, KitbagReadReport Report)> DeserializeWithReportAsync<[KitbagRoot(Json = false)] T>(Stream input,
            KitbagOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            options ??= KitbagOptions.Default;
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken, options.Limits.MaxInputBytes,
                DocumentReader.StartCheckOf(options)).ConfigureAwait(false);
            T value = Deserialize<T>(bytes.Span, out KitbagReadReport report, options);
            return (value, report);
        }

        /// <summary>
        /// Reads a document as a type that is known only at run time, and reports how its schema differs from the schema of the type.
        /// </summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="document">The complete document.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">There is no codec for the type, or the bytes cannot be read as it.</exception>
        public static object? Deserialize(Type type, ReadOnlySpan<byte> document, out KitbagReadReport report,
            KitbagOptions? options = null)
        {
            options ??= KitbagOptions.Default;
            object? value = Deserialize(type, document, options);
            report = WriterSchema.ReportFor(document, FindFor(type), options);
            return value;
        }

        /// <summary>
        /// Reads a document into an existing object, like <see cref="Populate{T}(ReadOnlySpan{byte}, T, KitbagOptions?)"/>, and reports how
        /// its schema differs from the schema of the type. Members that are missing from the document remain unchanged.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="document">The complete document.</param>
        /// <param name="target">The object to populate.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public static void Populate<[KitbagRoot(Json = false)] T>(ReadOnlySpan<byte> document, T target, out KitbagReadReport report,
            KitbagOptions? options = null)
            where T : class
        {
            options ??= KitbagOptions.Default;
            Populate(document, target, options);
            report = WriterSchema.ReportFor(document, CodecCache<T>.Get(), options);
        }
    }
}
