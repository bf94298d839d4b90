using System;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Codecs;
using Kitbag.Files;

namespace Kitbag
{
    // Types that are known only at run time: for editors and for engines that save the objects of a game.
    public static partial class KitbagFile
    {
        /// <summary>Saves a value of a type that is known only at run time to a file.</summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="ArgumentException">The value is not one of the type.</exception>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, the value or the file cannot be written, or the name is reserved for a previous generation or a
        /// damaged file of another file; the old file is unchanged.
        /// </exception>
        public static KitbagSaved Save(Type type, string path, object? value, KitbagFileOptions? options = null) =>
            SaveQueue.Run(JobOf(path, CodecOf(type, value), value, Array.Empty<byte>(), options, null, default));

        /// <summary>
        /// Saves a value of a type that is known only at run time to a file. The method returns once the value is serialized; the file is
        /// written later.
        /// </summary>
        /// <param name="type">The type as which the value is written. It must be named in some call or attribute of the program.</param>
        /// <param name="path">The path of the file.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="options">Options that control saving, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">Receives the progress from 0 to 1, on another thread.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the old file is unchanged.</param>
        /// <returns>A task that completes when the file is saved. Saves to the same file complete in the order of their calls.</returns>
        /// <exception cref="ArgumentException">The value is not one of the type.</exception>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the value cannot be written. The task fails where the file cannot.
        /// </exception>
        public static Task<KitbagSaved> SaveAsync(Type type, string path, object? value, KitbagFileOptions? options = null,
            IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
            Canceled(path, cancellationToken)
            ?? SaveQueue.RunAsync(JobOf(path, CodecOf(type, value), value, Array.Empty<byte>(), options, progress, cancellationToken));

        /// <summary>Loads a value of a type that is known only at run time from the newest intact generation of a file.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static object? Load(Type type, string path, KitbagFileOptions? options = null) => Load(type, path, out _, options);

        /// <summary>Loads a value of a type that is known only at run time from the newest intact generation of a file.</summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="path">The path of the file.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static object? Load(Type type, string path, out KitbagLoaded loaded, KitbagFileOptions? options = null) =>
            LoadJob.Load(path, KitbagSerializer.FindFor(type), isInfo: false, options ?? KitbagFileOptions.Default, out loaded);

        /// <summary>
        /// Loads a value of a type that is known only at run time from the newest intact generation of a file, on another thread: the file
        /// is read and the value created there. Where the storage has no threads (<see cref="KitbagStorage.HasThreads"/>), everything is
        /// done before the method returns.
        /// </summary>
        /// <param name="type">The type to read. It must be named in some call or attribute of the program.</param>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="progress">
        /// Receives the part of the file that was read, from 0 to 1, on the other thread. It begins again if an older generation is read.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or the file does not exist, has no intact generation, or does not contain a value of the type.
        /// </exception>
        public static async Task<object?> LoadAsync(Type type, string path, KitbagFileOptions? options = null,
            IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
            (await LoadJob.LoadAsync(path, KitbagSerializer.FindFor(type), options ?? KitbagFileOptions.Default, false, cancellationToken,
                progress).ConfigureAwait(false)).Value;

        private static BoxedCodec CodecOf(Type type, object? value) => BoxedCodec.Check(KitbagSerializer.FindFor(type), type, value);
    }
}
