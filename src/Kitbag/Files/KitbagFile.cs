using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// Saves values to files and loads them. Saving is atomic: after a crash at any time, either the old or the new file exists and is
    /// intact. Previous generations are kept next to it. The methods are thread-safe; saves to the same file are executed one after the
    /// other.
    /// </summary>
    public static partial class KitbagFile
    {
        /// <summary>Saves a value to a file.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">
        /// The value or the file cannot be written, or the name is reserved for a previous generation or a damaged file of another file;
        /// the old file is unchanged.
        /// </exception>
        public static KitbagSaved Save<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions? options = null) =>
            SaveQueue.Run(JobOf(path, CodecCache<T>.Get(), value, Array.Empty<byte>(), options, null, default));

        /// <summary>Saves a value with an info document, which can be read separately.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="info">The info document, which contains what a list of saves displays. It may have up to 65,456 bytes.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">
        /// A value or the file cannot be written, or the name is reserved for a previous generation or a damaged file of another file; the
        /// old file is unchanged.
        /// </exception>
        public static KitbagSaved Save<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string path, T value, TInfo info,
            KitbagFileOptions? options = null) =>
            SaveQueue.Run(JobOf(path, CodecCache<T>.Get(), value, InfoOf(path, CodecCache<TInfo>.Get(), info, options), options, null,
                default));

        /// <summary>Saves a value to a file. The method returns once the value is serialized; the file is written later.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">Receives the progress from 0 to 1, on another thread.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the old file is unchanged.</param>
        /// <returns>A task that completes when the file is saved. Saves to the same file complete in the order of their calls.</returns>
        /// <exception cref="KitbagException">The value cannot be written. The task fails where the file cannot.</exception>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions? options = null,
            IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
            Canceled(path, cancellationToken)
            ?? SaveQueue.RunAsync(JobOf(path, CodecCache<T>.Get(), value, Array.Empty<byte>(), options, progress, cancellationToken));

        /// <inheritdoc cref="SaveAsync{T}(string, T, KitbagFileOptions?, IProgress{double}?, CancellationToken)"/>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions options) =>
            SaveAsync<T>(path, value, options, null, default);

        /// <summary>
        /// Saves a value with an info document. The method returns once the values are serialized; the file is written in the background.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="info">The info document, which contains what a list of saves displays. It may have up to 65,456 bytes.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">Receives the progress from 0 to 1, on another thread.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the old file is unchanged.</param>
        /// <returns>A task that completes when the file is saved. Saves to the same file complete in the order of their calls.</returns>
        /// <exception cref="KitbagException">A value cannot be written. The task fails where the file cannot.</exception>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string path, T value,
            TInfo info, KitbagFileOptions? options = null, IProgress<double>? progress = null,
            CancellationToken cancellationToken = default) =>
            Canceled(path, cancellationToken)
            ?? SaveQueue.RunAsync(JobOf(path, CodecCache<T>.Get(), value, InfoOf(path, CodecCache<TInfo>.Get(), info, options), options,
                progress, cancellationToken));

        /// <summary>Loads a value from the newest intact generation of a file.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, KitbagFileOptions? options = null) => Load<T>(path, out _, options);

        /// <summary>Loads a value from the newest intact generation of a file.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, out KitbagLoaded loaded, KitbagFileOptions? options = null) =>
            LoadJob.Load(path, CodecCache<T>.Get(), isInfo: false, options ?? KitbagFileOptions.Default, out loaded);

        /// <summary>
        /// Loads a value from the newest intact generation of a file, and reports how the schema of the file differs from the schema of the
        /// type.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, out KitbagLoaded loaded, out KitbagReadReport report,
            KitbagFileOptions? options = null)
        {
            T value = LoadJob.Load(path, CodecCache<T>.Get(), isInfo: false, options ?? KitbagFileOptions.Default, out loaded,
                isReported: true);
            report = loaded.Report!;
            return value;
        }

        /// <summary>Loads only the info document. At most 64 KiB are read, however large the file is.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file does not exist, or has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(string path, KitbagFileOptions? options = null) =>
            LoadInfo<TInfo>(path, out _, options);

        /// <summary>Loads only the info document. At most 64 KiB are read, however large the file is.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="path">The path of the file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The file does not exist, or has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(string path, out KitbagLoaded loaded,
            KitbagFileOptions? options = null) =>
            LoadJob.Load(path, CodecCache<TInfo>.Get(), isInfo: true, options ?? KitbagFileOptions.Default, out loaded);

        /// <summary>Saves a document that is already serialized, for programs that do not have its types.</summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="document">The document, including its header. Its content is not checked.</param>
        /// <param name="info">The info document, or empty for none. It may have up to 65,456 bytes.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, or the file cannot be written; the old file is unchanged.
        /// </exception>
        public static KitbagSaved SaveDocument(string path, ReadOnlySpan<byte> document, ReadOnlySpan<byte> info = default,
            KitbagFileOptions? options = null)
        {
            options ??= KitbagFileOptions.Default;
            DocumentHeader.Read(document, options.Document.Limits, false);
            byte[] checkedInfo = Checked(path, info.ToArray());
            path = FileGuard.Resolve(path, options.Storage);
            var body = ChunkWriter.ForOtherThread();
            try
            {
                body.Write(document);
            }
            catch
            {
                body.Dispose();
                throw;
            }
            return SaveQueue.Run(new SaveJob(path, body, checkedInfo, options, null, default).MayReplaceGeneration(options.Keep == 1));
        }

        /// <summary>
        /// Determines whether a file exists, or another file that <see cref="Load{T}(string, KitbagFileOptions?)"/> would load in its
        /// place: a previous generation, or the complete file of a save that was interrupted before it was renamed.
        /// </summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options with the storage of the file, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>true if one of these files exists; otherwise, false, also if the path is not valid.</returns>
        public static bool Exists(string path, KitbagFileOptions? options = null)
        {
            options ??= KitbagFileOptions.Default;
            try
            {
                path = FileGuard.Resolve(path, options.Storage);
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.BadFileName or KitbagErrorReason.NotAFile)
            {
                return false;
            }
            return FileGuard.Guard(path, "find", () => Generations.Exist(path, options));
        }

        /// <summary>
        /// Deletes a file with its previous generations and the remains of incomplete saves. Does nothing if they do not exist.
        /// </summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options with the storage of the file, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">
        /// A file cannot be deleted, or a file of another kind has the name of a generation: then nothing is deleted.
        /// </exception>
        public static void Delete(string path, KitbagFileOptions? options = null)
        {
            options ??= KitbagFileOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            SaveQueue.Delete(path, options);
        }

        /// <summary>
        /// Waits for all pending saves of this program. Call this method when the operating system announces that it will terminate the
        /// program.
        /// </summary>
        /// <param name="timeout">The maximum time to wait.</param>
        /// <returns>true if all saves have completed; false if the timeout expired.</returns>
        public static bool Flush(TimeSpan timeout) => PathQueue.Wait(timeout);

        private static SaveJob JobOf<T>(string path, Codec<T> codec, T value, byte[] info, KitbagFileOptions? options,
            IProgress<double>? progress, CancellationToken cancellationToken)
        {
            options ??= KitbagFileOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            var body = ChunkWriter.ForOtherThread();
            try
            {
                DocumentWriter.Write(body, codec, value, options.Document);
                body.Complete();
            }
            catch (Exception e)
            {
                body.Dispose();
                (e as KitbagException)?.InFile(path);
                throw;
            }
            return new SaveJob(path, body, info, options, progress, cancellationToken);
        }

        private static byte[] InfoOf<TInfo>(string? path, Codec<TInfo> codec, TInfo info, KitbagFileOptions? options) =>
            Checked(path, DocumentWriter.ToArray(codec, info, (options ?? KitbagFileOptions.Default).Document));

        private static byte[] Checked(string? path, byte[] document)
        {
            if (document.Length <= ContainerFormat.MostInfo)
                return document;
            var e = new KitbagException(KitbagErrorReason.LimitExceeded, "The info document has " + ContainerFormat.Text(document.Length)
                + " bytes; it may have at most " + ContainerFormat.Text(ContainerFormat.MostInfo)
                + ", because it is read separately.");
            throw path == null ? e : e.InFile(path);
        }

        // Exceptions of cancellation are those of the task, as callers expect who await it elsewhere.
        private static Task<KitbagSaved>? Canceled(string path, CancellationToken cancellationToken) =>
            path == null ? throw new ArgumentNullException(nameof(path))
            : cancellationToken.IsCancellationRequested ? Task.FromCanceled<KitbagSaved>(cancellationToken) : null;
    }
}
