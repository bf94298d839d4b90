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
    /// Saves values to files and loads them. A save is all or nothing: whatever happens when, the old or the new file is there, whole, and
    /// older generations beside it. Any thread may call any method; saves to one file go one after the other.
    /// </summary>
    public static class KitbagFile
    {
        /// <summary>Saves a value.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="value">The value.</param>
        /// <param name="options">How to save; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The value cannot be written, or the file cannot; the old file is unchanged.</exception>
        public static KitbagSaved Save<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions? options = null) =>
            SaveQueue.Run(JobOf(path, CodecCache<T>.Get(), value, Array.Empty<byte>(), options, null, default));

        /// <summary>Saves a value with an info document, which can be read without it.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <typeparam name="TInfo">The info document's type.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="value">The value.</param>
        /// <param name="info">The info document: what a list of saves shows. It has at most 65,456 bytes.</param>
        /// <param name="options">How to save; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">A value cannot be written, or the file cannot; the old file is unchanged.</exception>
        public static KitbagSaved Save<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string path, T value, TInfo info,
            KitbagFileOptions? options = null) =>
            SaveQueue.Run(JobOf(path, CodecCache<T>.Get(), value, InfoOf(path, CodecCache<TInfo>.Get(), info, options), options, null,
                default));

        /// <summary>Saves a value: returns once the objects are bytes, and writes behind.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="value">The value. It is read before the method returns, so it may change after that.</param>
        /// <param name="options">How to save; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">What is told how much is written, from 0 to 1, by another thread.</param>
        /// <param name="cancellationToken">Stops the save; then the old file stays.</param>
        /// <returns>A task that ends when the file is on the disk. Saves to one file end in the order of their calls.</returns>
        /// <exception cref="KitbagException">The value cannot be written. The task fails where the file cannot.</exception>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions? options = null,
            IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
            RunAsync(JobOf(path, CodecCache<T>.Get(), value, Array.Empty<byte>(), options, progress, cancellationToken), options);

        /// <inheritdoc cref="SaveAsync{T}(string, T, KitbagFileOptions?, IProgress{double}?, CancellationToken)"/>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string path, T value, KitbagFileOptions options) =>
            SaveAsync<T>(path, value, options, null, default);

        /// <summary>Saves a value with an info document: returns once the objects are bytes, and writes behind.</summary>
        /// <typeparam name="T">The value's type.</typeparam>
        /// <typeparam name="TInfo">The info document's type.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="value">The value. It is read before the method returns, so it may change after that.</param>
        /// <param name="info">The info document: what a list of saves shows. It has at most 65,456 bytes.</param>
        /// <param name="options">How to save; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">What is told how much is written, from 0 to 1, by another thread.</param>
        /// <param name="cancellationToken">Stops the save; then the old file stays.</param>
        /// <returns>A task that ends when the file is on the disk. Saves to one file end in the order of their calls.</returns>
        /// <exception cref="KitbagException">A value cannot be written. The task fails where the file cannot.</exception>
        public static Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string path, T value,
            TInfo info, KitbagFileOptions? options = null, IProgress<double>? progress = null,
            CancellationToken cancellationToken = default) =>
            RunAsync(JobOf(path, CodecCache<T>.Get(), value, InfoOf(path, CodecCache<TInfo>.Get(), info, options), options, progress,
                cancellationToken), options);

        /// <summary>Loads a value: of the newest generation that is whole.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="options">How to load; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no such file, no generation of it is whole, or it holds something else.</exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, KitbagFileOptions? options = null) => Load<T>(path, out _, options);

        /// <summary>Loads a value: of the newest generation that is whole.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="options">How to load; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no such file, no generation of it is whole, or it holds something else.</exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, out KitbagLoaded loaded, KitbagFileOptions? options = null) =>
            LoadJob.Load(path, CodecCache<T>.Get(), isInfo: false, options ?? KitbagFileOptions.Default, out loaded);

        /// <summary>Loads a value, and tells how the schema of the file differs from that of the type.</summary>
        /// <typeparam name="T">The type to read.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="report">What of the document has no place, what it lacks, and what was converted.</param>
        /// <param name="options">How to load; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no such file, no generation of it is whole, or it holds something else.</exception>
        public static T Load<[KitbagRoot(Json = false)] T>(string path, out KitbagLoaded loaded, out KitbagReadReport report,
            KitbagFileOptions? options = null)
        {
            T value = LoadJob.Load(path, CodecCache<T>.Get(), isInfo: false, options ?? KitbagFileOptions.Default, out loaded,
                isReported: true);
            report = loaded.Report!;
            return value;
        }

        /// <summary>Loads the info document alone: at most 64 KiB are read, however large the file is.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="options">How to load; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no such file, or it has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(string path, KitbagFileOptions? options = null) =>
            LoadInfo<TInfo>(path, out _, options);

        /// <summary>Loads the info document alone: at most 64 KiB are read, however large the file is.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="path">The file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="options">How to load; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">There is no such file, or it has no info document.</exception>
        public static TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(string path, out KitbagLoaded loaded,
            KitbagFileOptions? options = null) =>
            LoadJob.Load(path, CodecCache<TInfo>.Get(), isInfo: true, options ?? KitbagFileOptions.Default, out loaded);

        /// <summary>Saves a document that is bytes already, for programs that do not have its types.</summary>
        /// <param name="path">The file.</param>
        /// <param name="document">The document, with its header. What it holds is not looked at.</param>
        /// <param name="info">The info document; empty for none. It has at most 65,456 bytes.</param>
        /// <param name="options">How to save; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">It is no document, or the file cannot be written; the old file is unchanged.</exception>
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
            return SaveQueue.Run(new SaveJob(path, body, checkedInfo, options, null, default));
        }

        /// <summary>Whether there is a file, or an older generation of it.</summary>
        /// <param name="path">The file.</param>
        /// <param name="options">Where files are; null for <see cref="KitbagFileOptions.Default"/>.</param>
        public static bool Exists(string path, KitbagFileOptions? options = null)
        {
            KitbagStorage storage = (options ?? KitbagFileOptions.Default).Storage;
            path = FileGuard.Resolve(path, storage);
            return FileGuard.Guard(path, "find", () => storage.Exists(path) || FileNames.Generations(storage, path).Count != 0);
        }

        /// <summary>Deletes a file with its older generations and what is left of saves; does nothing where they are not there.</summary>
        /// <param name="path">The file.</param>
        /// <param name="options">Where files are; null for <see cref="KitbagFileOptions.Default"/>.</param>
        /// <exception cref="KitbagException">A file cannot be deleted.</exception>
        public static void Delete(string path, KitbagFileOptions? options = null)
        {
            options ??= KitbagFileOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            SaveQueue.Delete(path, options);
        }

        /// <summary>
        /// Waits for all saves of this program that are under way. Call it where the system announces that it will end the program.
        /// </summary>
        /// <param name="timeout">How long to wait.</param>
        /// <returns>Whether all have ended.</returns>
        public static bool Flush(TimeSpan timeout) => SaveQueue.Wait(timeout);

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
            catch
            {
                body.Dispose();
                throw;
            }
            return new SaveJob(path, body, info, options, progress, cancellationToken);
        }

        private static byte[] InfoOf<TInfo>(string path, Codec<TInfo> codec, TInfo info, KitbagFileOptions? options) =>
            Checked(path, DocumentWriter.ToArray(codec, info, (options ?? KitbagFileOptions.Default).Document));

        private static byte[] Checked(string path, byte[] document) => document.Length <= ContainerFormat.MostInfo ? document
            : throw new KitbagException(KitbagErrorReason.LimitExceeded, "The info document has " + ContainerFormat.Text(document.Length)
                + " bytes; it may have at most " + ContainerFormat.Text(ContainerFormat.MostInfo) + ", for it is read alone.").InFile(path);

        private static Task<KitbagSaved> RunAsync(SaveJob job, KitbagFileOptions? options) =>
            (options ?? KitbagFileOptions.Default).Storage.HasThreads ? SaveQueue.RunAsync(job) : Task.FromResult(SaveQueue.Run(job));
    }
}
