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
        /// <summary>Reads a value from JSON in UTF-8, and tells which members of the text its type does not have.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="utf8">The whole text.</param>
        /// <param name="report">
        /// The members that were passed over, each where it stands first and with how many times it does. Those that
        /// <see cref="KitbagJsonOptions.UnknownMembers"/> refuses are an error, and those that extension data take are read.
        /// </param>
        /// <param name="options">How to read; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The text is not JSON, or not what the type expects.</exception>
        public static T Deserialize<[KitbagRoot] T>(ReadOnlySpan<byte> utf8, out KitbagReadReport report,
            KitbagJsonOptions? options = null) =>
            JsonText.ReadWithReport(utf8, JsonCodecCache<T>.Get(), options ?? KitbagJsonOptions.Default, out report);

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        public static T Deserialize<[KitbagRoot] T>(byte[] utf8, out KitbagReadReport report, KitbagJsonOptions? options = null) =>
            Deserialize<T>(new ReadOnlySpan<byte>(utf8 ?? throw new ArgumentNullException(nameof(utf8))), out report, options);

        /// <inheritdoc cref="Deserialize{T}(ReadOnlySpan{byte}, out KitbagReadReport, KitbagJsonOptions?)"/>
        /// <param name="json">The whole text.</param>
        /// <param name="report">The members that were passed over.</param>
        /// <param name="options">How to read; null for <see cref="KitbagJsonOptions.Default"/>.</param>
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
        /// <param name="input">The stream, read to its end.</param>
        /// <param name="report">The members that were passed over.</param>
        /// <param name="options">How to read; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        public static T Deserialize<[KitbagRoot] T>(Stream input, out KitbagReadReport report, KitbagJsonOptions? options = null)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = PooledBytes.Read(input);
            return Deserialize<T>(bytes.Span, out report, options);
        }

        /// <summary>Reads a value from JSON in UTF-8 that goes on to the end of a stream, and tells which members its type does not
        /// have.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="input">The stream.</param>
        /// <param name="options">How to read; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="cancellationToken">Stops the reading from the stream.</param>
        /// <returns>The value, and the members that were passed over.</returns>
        /// <exception cref="KitbagException">The text is not JSON, or not what the type expects.</exception>
        public static async Task<(T Value, KitbagReadReport Report)> DeserializeWithReportAsync<[KitbagRoot] T>(Stream input,
            KitbagJsonOptions? options = null, CancellationToken cancellationToken = default)
        {
            if (input == null)
                throw new ArgumentNullException(nameof(input));
            using PooledBytes bytes = await PooledBytes.ReadAsync(input, cancellationToken).ConfigureAwait(false);
            T value = Deserialize<T>(bytes.Span, out KitbagReadReport report, options);
            return (value, report);
        }
    }
}
