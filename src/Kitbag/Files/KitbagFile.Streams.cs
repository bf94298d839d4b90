using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.CompilerServices;
using Kitbag.Files;

namespace Kitbag
{
    /// <content>Files that are in streams and in memory, as for saves in a cloud, and loading in the background.</content>
    public static partial class KitbagFile
    {
        /// <summary>
        /// Writes a value to a stream in the form of a file, which <see cref="Load{T}(Stream, KitbagFileOptions?)"/> reads, and which can
        /// be stored as a file. If the value cannot be written, the stream remains unchanged.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">
        /// Options with the compression and the form of the document, or null to use <see cref="KitbagFileOptions.Default"/>.
        /// </param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static void Save<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagFileOptions? options = null) =>
            StreamJob.Write(output, CodecCache<T>.Get(), value, Array.Empty<byte>(), options ?? KitbagFileOptions.Default);

        /// <summary>
        /// Writes a value with an info document to a stream in the form of a file, which
        /// <see cref="Load{T}(Stream, KitbagFileOptions?)"/> reads, and which can be stored as a file. If a value cannot be written, the
        /// stream remains unchanged.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="info">The info document, which contains what a list of saves displays. It may have up to 65,456 bytes.</param>
        /// <param name="options">
        /// Options with the compression and the form of the documents, or null to use <see cref="KitbagFileOptions.Default"/>.
        /// </param>
        /// <exception cref="KitbagException">A value cannot be written.</exception>
        public static void Save<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(Stream output, T value, TInfo info,
            KitbagFileOptions? options = null) =>
            StreamJob.Write(output, CodecCache<T>.Get(), value, InfoOf(null, CodecCache<TInfo>.Get(), info, options),
                options ?? KitbagFileOptions.Default);

        /// <summary>
        /// Writes a value to a stream in the form of a file. The method returns once the value is serialized; the stream is written later.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">
        /// Options with the compression and the form of the document, or null to use <see cref="KitbagFileOptions.Default"/>.
        /// </param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public static Task SaveAsync<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagFileOptions? options = null,
            CancellationToken cancellationToken = default) =>
            StreamJob.WriteAsync(output, CodecCache<T>.Get(), value, Array.Empty<byte>(), options ?? KitbagFileOptions.Default,
                cancellationToken);

        /// <inheritdoc cref="SaveAsync{T}(Stream, T, KitbagFileOptions?, CancellationToken)"/>
        public static Task SaveAsync<[KitbagRoot(Json = false)] T>(Stream output, T value, KitbagFileOptions options) =>
            SaveAsync<T>(output, value, options, default(CancellationToken));

        /// <summary>
        /// Writes a value with an info document to a stream in the form of a file. The method returns once the values are serialized; the
        /// stream is written later.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="output">The stream to write to.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="info">The info document, which contains what a list of saves displays. It may have up to 65,456 bytes.</param>
        /// <param name="options">
        /// Options with the compression and the form of the documents, or null to use <see cref="KitbagFileOptions.Default"/>.
        /// </param>
        /// <param name="cancellationToken">A token to cancel writing to the stream.</param>
        /// <returns>A task that represents the write operation.</returns>
        /// <exception cref="KitbagException">A value cannot be written.</exception>
        public static Task SaveAsync<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(Stream output, T value, TInfo info,
            KitbagFileOptions? options = null, CancellationToken cancellationToken = default) =>
            StreamJob.WriteAsync(output, CodecCache<T>.Get(), value, InfoOf(null, CodecCache<TInfo>.Get(), info, options),
                options ?? KitbagFileOptions.Default, cancellationToken);

        /// <summary>Loads a value from a file that a stream contains up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file is damaged, or does not contain a value of the type.</exception>
        public static T Load<[KitbagRoot(Json = false)] T>(Stream input, KitbagFileOptions? options = null) =>
            StreamJob.Read(input, CodecCache<T>.Get(), false, options ?? KitbagFileOptions.Default);

        /// <summary>Loads a value from a file that is in memory.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="file">The bytes of the whole file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file is damaged, or does not contain a value of the type.</exception>
        public static T Load<[KitbagRoot(Json = false)] T>(ReadOnlyMemory<byte> file, KitbagFileOptions? options = null) =>
            StreamJob.Read(file, CodecCache<T>.Get(), false, options ?? KitbagFileOptions.Default);

        /// <summary>Loads only the info document of a file that a stream contains up to its end.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file is damaged, or has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(Stream input, KitbagFileOptions? options = null) =>
            StreamJob.Read(input, CodecCache<TInfo>.Get(), true, options ?? KitbagFileOptions.Default);

        /// <summary>Loads only the info document of a file that is in memory.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="file">The bytes of the whole file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file is damaged, or has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(ReadOnlyMemory<byte> file, KitbagFileOptions? options = null) =>
            StreamJob.Read(file, CodecCache<TInfo>.Get(), true, options ?? KitbagFileOptions.Default);

        /// <summary>
        /// Loads a value from the newest intact generation of a file, on another thread. If the platform has no threads
        /// (<see cref="KitbagStorage.HasThreads"/>), everything is done before the method returns.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static async Task<T> LoadAsync<[KitbagRoot(Json = false)] T>(string path, KitbagFileOptions? options = null,
            CancellationToken cancellationToken = default) =>
            (await LoadJob.LoadAsync(path, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, false, cancellationToken)
                .ConfigureAwait(false)).Value;

        /// <inheritdoc cref="LoadAsync{T}(string, KitbagFileOptions?, CancellationToken)"/>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">
        /// Receives the part of the file that was read, from 0 to 1, on the other thread. It begins again if an older generation is read.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        public static async Task<T> LoadAsync<[KitbagRoot(Json = false)] T>(string path, KitbagFileOptions? options,
            IProgress<double>? progress, CancellationToken cancellationToken = default) =>
            (await LoadJob.LoadAsync(path, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, false, cancellationToken, progress)
                .ConfigureAwait(false)).Value;

        /// <summary>
        /// Loads a value from the newest intact generation of a file, like
        /// <see cref="LoadAsync{T}(string, KitbagFileOptions?, CancellationToken)"/>, and returns which generation that was.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>A task that returns the value, which generation was loaded and why not a newer one.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static Task<(T Value, KitbagLoaded Loaded)> LoadWithDetailsAsync<[KitbagRoot(Json = false)] T>(string path,
            KitbagFileOptions? options = null, CancellationToken cancellationToken = default) =>
            LoadJob.LoadAsync(path, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, false, cancellationToken);

        /// <inheritdoc cref="LoadWithDetailsAsync{T}(string, KitbagFileOptions?, CancellationToken)"/>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">
        /// Receives the part of the file that was read, from 0 to 1, on the other thread. It begins again if an older generation is read.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        public static Task<(T Value, KitbagLoaded Loaded)> LoadWithDetailsAsync<[KitbagRoot(Json = false)] T>(string path,
            KitbagFileOptions? options, IProgress<double>? progress, CancellationToken cancellationToken = default) =>
            LoadJob.LoadAsync(path, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, false, cancellationToken, progress);

        /// <summary>
        /// Loads a value from the newest intact generation of a file, like
        /// <see cref="LoadAsync{T}(string, KitbagFileOptions?, CancellationToken)"/>, and returns which generation that was, and how the
        /// schema of the file differs from the schema of the type.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>
        /// A task that returns the value, which generation was loaded and why not a newer one, and the differences: members that were lost,
        /// members that are missing, and conversions.
        /// </returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static async Task<(T Value, KitbagLoaded Loaded, KitbagReadReport Report)> LoadWithReportAsync<[KitbagRoot(Json = false)] T>(
            string path, KitbagFileOptions? options = null, CancellationToken cancellationToken = default)
        {
            (T value, KitbagLoaded loaded) = await LoadJob.LoadAsync(path, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, true,
                cancellationToken).ConfigureAwait(false);
            return (value, loaded, loaded.Report!);
        }

        /// <summary>Loads a value from a file that a stream contains up to its end.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="input">The stream to read, up to its end.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="cancellationToken">A token to cancel reading from the stream.</param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">The file is damaged, or does not contain a value of the type.</exception>
        public static Task<T> LoadAsync<[KitbagRoot(Json = false)] T>(Stream input, KitbagFileOptions? options = null,
            CancellationToken cancellationToken = default) =>
            StreamJob.ReadAsync(input, CodecCache<T>.Get(), options ?? KitbagFileOptions.Default, cancellationToken);
    }
}
