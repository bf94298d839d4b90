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
    // Reading with a report of the members that had no place.
    public static partial class KitbagJson
    {
        /// <summary>Reads a value from JSON in UTF-8, and reports members of the text that its type does not have.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="report">
        /// Returns the members that were skipped, each with its first occurrence and the number of occurrences. Members that
        /// <see cref="KitbagJsonOptions.UnknownMembers"/> rejects cause an exception, and members that are stored in extension data are not
        /// reported.
        /// </param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static T Deserialize<[KitbagRoot] T>(ReadOnlySpan<byte> utf8, out KitbagReadReport report,
            KitbagJsonOptions? options = null) =>
            JsonText.ReadWithReport(utf8, JsonCodecCache<T>.Get(), options ?? KitbagJsonOptions.Default, out report);

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        public static T Deserialize<[KitbagRoot] T>(byte[] utf8, out KitbagReadReport report, KitbagJsonOptions? options = null) =>
            Deserialize<T>(new ReadOnlySpan<byte>(utf8 ?? throw new ArgumentNullException(nameof(utf8))), out report, options);

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        /// <param name="json">The complete JSON text.</param>
        /// <param name="report">Returns the members that were skipped.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        public static T Deserialize<[KitbagRoot] T>(string json, out KitbagReadReport report, KitbagJsonOptions? options = null)
        {
            byte[] utf8 = JsonText.Encode((json ?? throw new ArgumentNullException(nameof(json))).AsSpan(), out int length);
            try
            {
                return Deserialize<T>(utf8.AsSpan(0, length), out report, options);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        public static T Deserialize<[KitbagRoot] T>(in ReadOnlySequence<byte> utf8, out KitbagReadReport report,
            KitbagJsonOptions? options = null)
        {
            if (utf8.IsSingleSegment)
                return Deserialize<T>(FirstPiece.Of(utf8), out report, options);
            using PooledBytes bytes = PooledBytes.Copy(utf8);
            return Deserialize<T>(bytes.Span, out report, options);
        }

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="report">Returns the members that were skipped.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        public static T Deserialize<[KitbagRoot] T>(Stream input, out KitbagReadReport report, KitbagJsonOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = PooledBytes.Read(input, (options ?? KitbagJsonOptions.Default).MaxInputBytes);
            return Deserialize<T>(bytes.Span, out report, options);
        }

        /// <summary>
        /// Reads JSON as a type that is known only at run time, and reports members of the text that the type does not have.
        /// </summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="report">Returns the members that were skipped.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the text is not valid JSON or cannot be read as the type.
        /// </exception>
        public static object? Deserialize(Type type, ReadOnlySpan<byte> utf8, out KitbagReadReport report,
            KitbagJsonOptions? options = null) =>
            JsonText.ReadWithReport(utf8, FindFor(type), options ?? KitbagJsonOptions.Default, out report);

        /// <summary>
        /// Reads JSON in UTF-8 into an existing object, like <see cref="Populate{T}(ReadOnlySpan{byte}, T, KitbagJsonOptions?)"/>, and
        /// reports members of the text that its type does not have.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="target">The object to populate.</param>
        /// <param name="report">Returns the members that were skipped.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static void Populate<[KitbagRoot] T>(ReadOnlySpan<byte> utf8, T target, out KitbagReadReport report,
            KitbagJsonOptions? options = null)
            where T : class
        {
            if (target == null)
                throw new ArgumentNullException(nameof(target));
            JsonText.ReadIntoWithReport(utf8, JsonCodecCache<T>.Get(), target, options ?? KitbagJsonOptions.Default, out report);
        }

        /// <summary>
        /// Reads a value from JSON in UTF-8 from a stream up to its end, and reports members of the text that its type does not have.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value, and the report of the members that were skipped.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or cannot be read as the type.</exception>
        public static async Task<(T Value, KitbagReadReport Report)> DeserializeWithReportAsync<[KitbagRoot] T>(Stream input,
            KitbagJsonOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken,
                (options ?? KitbagJsonOptions.Default).MaxInputBytes).ConfigureAwait(false);
            T value = Deserialize<T>(bytes.Span, out KitbagReadReport report, options);
            return (value, report);
        }
    }
}
