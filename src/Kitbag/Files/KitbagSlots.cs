using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// Manages the saves of a program in one folder. Each slot is a file with an info document, and its previous generations. The methods
    /// are thread-safe.
    /// </summary>
    public sealed partial class KitbagSlots
    {
        // How often the list reads a slot whose file is missing.
        private const int Tries = 3;

        private readonly string _folder, _extension;
        private readonly KitbagFileOptions _options;
        private readonly long? _quota;

        /// <summary>Initializes a new instance for a folder, which the first save creates if it does not exist.</summary>
        /// <param name="folder">The path of the folder.</param>
        /// <param name="options">Options that control saving and loading, or null to use <see cref="KitbagFileOptions.Default"/>.</param>
        /// <param name="quota">The maximum number of bytes of all slots including their previous generations, or null for no limit.</param>
        /// <param name="extension">
        /// The file name extension: a dot and a name that is valid on all operating systems, other than <c>.tmp</c> and <c>.lock</c>.
        /// </param>
        /// <exception cref="ArgumentException">The extension is not valid.</exception>
        /// <exception cref="ArgumentOutOfRangeException">The quota is negative.</exception>
        public KitbagSlots(string folder, KitbagFileOptions? options = null, long? quota = null, string extension = ".kit")
        {
            if (extension == null)
                throw new ArgumentNullException(nameof(extension));
            string name = "a" + extension;
            if (extension.Length < 2 || extension[0] != '.' || !IsValid(name) || FileNames.IsBeside(name, out _, out _)
                || extension.ToUpperInvariant() is ".TMP" or ".LOCK")
                throw new ArgumentException("'" + KitbagException.Cut(extension) + "' is not an extension for slots: it begins with a dot, "
                    + "is valid on all systems, and is not reserved for previous generations, temporary files or locks.",
                    nameof(extension));
            if (quota < 0)
                throw new ArgumentOutOfRangeException(nameof(quota), quota, "Expected a number of bytes that is not negative.");
            _options = options ?? KitbagFileOptions.Default;
            _folder = folder ?? throw new ArgumentNullException(nameof(folder));
            _quota = quota;
            _extension = extension;
        }

        /// <summary>Lists the slots, starting with the one that was saved last. Only the info document of each slot is read.</summary>
        /// <typeparam name="TInfo">The type of the info documents.</typeparam>
        /// <returns>The slots.</returns>
        /// <exception cref="KitbagException">The folder cannot be read. A damaged slot is included in the list with its error.</exception>
        public IReadOnlyList<KitbagSlot<TInfo>> List<[KitbagRoot(Json = false)] TInfo>()
        {
            var slots = new List<KitbagSlot<TInfo>>();
            foreach (string name in Names())
            {
                KitbagSlot<TInfo>? slot = Read(name, CodecCache<TInfo>.Get());
                if (slot != null)
                    slots.Add(slot);
            }
            slots.Sort((a, b) => b.Saved != a.Saved ? b.Saved.CompareTo(a.Saved) : string.CompareOrdinal(a.Name, b.Name));
            return slots;
        }

        /// <summary>
        /// Saves a value to a slot, without an info document. <see cref="List{TInfo}"/> returns such a slot with the error that there is
        /// none, and <see cref="KitbagSlot{TInfo}.CanLoad"/> is false.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="value">The value to write.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">The slot cannot be saved, or the quota would be exceeded; the slot is unchanged.</exception>
        public KitbagSaved Save<[KitbagRoot(Json = false)] T>(string name, T value) =>
            KitbagFile.Save(PathToWrite(name), value, Bounded());

        /// <summary>Saves a value and its info document to a slot.</summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="value">The value to write.</param>
        /// <param name="info">The info document, which contains what a list of saves displays.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">The slot cannot be saved, or the quota would be exceeded; the slot is unchanged.</exception>
        public KitbagSaved Save<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string name, T value, TInfo info) =>
            KitbagFile.Save(PathToWrite(name), value, info, Bounded());

        /// <summary>
        /// Saves a value to a slot, without an info document, like <see cref="Save{T}"/>. The method returns once the value is serialized;
        /// the file is written in the background.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the slot is unchanged.</param>
        /// <returns>A task that completes when the slot is saved. Saves to the same slot complete in the order of their calls.</returns>
        /// <exception cref="KitbagException">
        /// The value cannot be written. The task fails where the slot cannot be saved, or the quota would be exceeded.
        /// </exception>
        public Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string name, T value,
            CancellationToken cancellationToken = default) => SaveAsync<T>(name, value, null, cancellationToken);

        /// <inheritdoc cref="SaveAsync{T}(string, T, CancellationToken)"/>
        /// <param name="name">The name of the slot.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="progress">Receives the progress from 0 to 1, on another thread.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the slot is unchanged.</param>
        public Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T>(string name, T value, IProgress<double>? progress,
            CancellationToken cancellationToken) =>
            // Not optional: the progress would be the info document of the other method.
            KitbagFile.SaveAsync(cancellationToken.IsCancellationRequested ? PathOf(name) : PathToWrite(name), value, Bounded(), progress,
                cancellationToken);

        /// <summary>
        /// Saves a value and its info document to a slot. The method returns once the values are serialized; the file is written in the
        /// background.
        /// </summary>
        /// <typeparam name="T">The type of the value.</typeparam>
        /// <typeparam name="TInfo">The type of the info document.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="value">The value to write. It is serialized before the method returns, so it may be changed after that.</param>
        /// <param name="info">The info document, which contains what a list of saves displays.</param>
        /// <param name="progress">Receives the progress from 0 to 1, on another thread.</param>
        /// <param name="cancellationToken">A token to cancel the save, in which case the slot is unchanged.</param>
        /// <returns>A task that completes when the slot is saved. Saves to the same slot complete in the order of their calls.</returns>
        /// <exception cref="KitbagException">
        /// A value cannot be written. The task fails where the slot cannot be saved, or the quota would be exceeded.
        /// </exception>
        public Task<KitbagSaved> SaveAsync<[KitbagRoot(Json = false)] T, [KitbagRoot(Json = false)] TInfo>(string name, T value, TInfo info,
            IProgress<double>? progress = null, CancellationToken cancellationToken = default) =>
            // A canceled save does not create the folder either.
            KitbagFile.SaveAsync(cancellationToken.IsCancellationRequested ? PathOf(name) : PathToWrite(name), value, info, Bounded(),
                progress, cancellationToken);

        /// <summary>
        /// Determines whether a slot, a previous generation of it, or the complete file of a save that was interrupted exists.
        /// </summary>
        /// <param name="name">The name of the slot.</param>
        /// <returns>true if the slot exists; otherwise, false, also if the name is not valid.</returns>
        public bool Exists(string name) => IsName(name) && KitbagFile.Exists(PathOf(name), _options);

        /// <summary>Loads the newest intact generation of a slot.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The slot does not exist or cannot be read.</exception>
        public T Load<[KitbagRoot(Json = false)] T>(string name) => KitbagFile.Load<T>(PathOf(name), _options);

        /// <summary>Loads the newest intact generation of a slot.</summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="loaded">Which generation that was, and why not a newer one.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The slot does not exist or cannot be read.</exception>
        public T Load<[KitbagRoot(Json = false)] T>(string name, out KitbagLoaded loaded) =>
            KitbagFile.Load<T>(PathOf(name), out loaded, _options);

        /// <summary>
        /// Loads the newest intact generation of a slot, on another thread. If the platform has no threads
        /// (<see cref="KitbagStorage.HasThreads"/>), everything is done before the method returns.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>A task that returns the value that was read.</returns>
        /// <exception cref="KitbagException">The slot does not exist or cannot be read.</exception>
        public Task<T> LoadAsync<[KitbagRoot(Json = false)] T>(string name, CancellationToken cancellationToken = default) =>
            KitbagFile.LoadAsync<T>(PathOf(name), _options, cancellationToken);

        /// <inheritdoc cref="LoadAsync{T}(string, CancellationToken)"/>
        /// <param name="name">The name of the slot.</param>
        /// <param name="progress">
        /// Receives the part of the file that was read, from 0 to 1, on the other thread. It begins again if an older generation is read.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        public Task<T> LoadAsync<[KitbagRoot(Json = false)] T>(string name, IProgress<double>? progress,
            CancellationToken cancellationToken = default) =>
            KitbagFile.LoadAsync<T>(PathOf(name), _options, progress, cancellationToken);

        /// <summary>
        /// Loads the newest intact generation of a slot, like <see cref="LoadAsync{T}(string, CancellationToken)"/>, and returns which
        /// generation that was.
        /// </summary>
        /// <typeparam name="T">The type of the value to read.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        /// <returns>A task that returns the value, which generation was loaded and why not a newer one.</returns>
        /// <exception cref="KitbagException">The slot does not exist or cannot be read.</exception>
        public Task<(T Value, KitbagLoaded Loaded)> LoadWithDetailsAsync<[KitbagRoot(Json = false)] T>(string name,
            CancellationToken cancellationToken = default) =>
            KitbagFile.LoadWithDetailsAsync<T>(PathOf(name), _options, cancellationToken);

        /// <inheritdoc cref="LoadWithDetailsAsync{T}(string, CancellationToken)"/>
        /// <param name="name">The name of the slot.</param>
        /// <param name="progress">
        /// Receives the part of the file that was read, from 0 to 1, on the other thread. It begins again if an older generation is read.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while it reads the file. Creating the value from the bytes is not interrupted.
        /// </param>
        public Task<(T Value, KitbagLoaded Loaded)> LoadWithDetailsAsync<[KitbagRoot(Json = false)] T>(string name,
            IProgress<double>? progress, CancellationToken cancellationToken = default) =>
            KitbagFile.LoadWithDetailsAsync<T>(PathOf(name), _options, progress, cancellationToken);

        /// <summary>Loads only the info document of a slot. At most 64 KiB are read, however large the slot is.</summary>
        /// <typeparam name="TInfo">The type to read.</typeparam>
        /// <param name="name">The name of the slot.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">The slot does not exist, or has no info document.</exception>
        public TInfo LoadInfo<[KitbagRoot(Json = false)] TInfo>(string name) => KitbagFile.LoadInfo<TInfo>(PathOf(name), _options);

        /// <summary>
        /// Renames a slot with all of its generations. After a crash, the slot has either its old or its new name; previous generations may
        /// be left with the old one.
        /// </summary>
        /// <param name="from">The name of the slot.</param>
        /// <param name="to">The new name. There must be no such slot.</param>
        /// <exception cref="KitbagException">
        /// The slot does not exist, there is a slot with the new name, or a file cannot be renamed: then the names are unchanged.
        /// </exception>
        public void Rename(string from, string to) => RenameJob.Run(PathOf(from), PathOf(to), Bounded());

        /// <summary>Copies the newest intact generation of a slot to another slot.</summary>
        /// <param name="from">The name of the slot to copy.</param>
        /// <param name="to">The name of the target slot. Its current content becomes its previous generation.</param>
        /// <returns>Information about the saved file.</returns>
        /// <exception cref="KitbagException">The slot does not exist or is damaged, or the copy cannot be saved.</exception>
        public KitbagSaved Copy(string from, string to) => CopyJob.Run(PathOf(from), PathToWrite(to), _options, Bounded());

        /// <summary>Deletes a slot with all of its generations. Does nothing if it does not exist.</summary>
        /// <param name="name">The name of the slot.</param>
        /// <exception cref="KitbagException">A file cannot be deleted.</exception>
        public void Delete(string name) => KitbagFile.Delete(PathOf(name), _options);

        /// <summary>Returns the path of a slot's file.</summary>
        /// <param name="name">The name of the slot.</param>
        /// <returns>The path of the file.</returns>
        /// <exception cref="KitbagException">The name is not a valid file name.</exception>
        public string PathOf(string name)
        {
            return !IsName(name)
                ? throw new KitbagException(KitbagErrorReason.BadFileName, "'" + KitbagException.Cut(name) + "' cannot name a slot: a name "
                    + "has no separators, control characters or lone surrogates, begins with no dot, ends with no dot, space or number "
                    + "after a dot, and is no name of a device of Windows such as CON.")
                : FilePaths.Combine(_folder, name + _extension);
        }

        private string PathToWrite(string name)
        {
            string path = PathOf(name), folder = FileGuard.Resolve(_folder, _options.Storage);
            FileGuard.Guard(folder, "create", () =>
            {
                _options.Storage.CreateFolder(folder);
                return true;
            });
            return path;
        }

        private IReadOnlyList<string> Files()
        {
            string folder = FileGuard.Resolve(_folder, _options.Storage);
            try
            {
                return FileGuard.Guard(folder, "list", () => _options.Storage.List(folder, ""));
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.FileNotFound)
            {
                return Array.Empty<string>();
            }
        }

        // While another thread or process renames, deletes or saves a slot, its file is missing for a moment. Then the slot looks as if an
        // older generation were all that is left of it, or its time is unknown.
        private KitbagSlot<TInfo>? Read<TInfo>(string name, Codec<TInfo> codec)
        {
            for (int i = 1; ; i++)
            {
                KitbagSlot<TInfo>? slot = ReadOnce(name, codec);
                if (slot == null || i == Tries || IsThere(slot))
                    return slot;
                if (i > 1)
                    FileGuard.Pause();
            }
        }

        // A file that is missing for the program's own code, while it creates the info document, is usually another one.
        private bool IsThere<TInfo>(KitbagSlot<TInfo> slot) => slot.Error is { Reason: KitbagErrorReason.FileNotFound } error
            ? error.File != slot.Path
            : _options.Storage.Exists(slot.Loaded?.Path ?? slot.Path);

        private KitbagSlot<TInfo>? ReadOnce<TInfo>(string name, Codec<TInfo> codec)
        {
            string path = FilePaths.Combine(_folder, name + _extension);
            KitbagException? error = null;
            KitbagLoaded? loaded = null;
            TInfo info = default!;
            try
            {
                path = FileGuard.Resolve(path, _options.Storage);
                info = LoadJob.Load(path, codec, isInfo: true, _options, out loaded);
                // Nothing is damaged if only the last step of the first save is missing, or is about to be done.
                bool isUnnamed = loaded.Rejected.Count == 1 && loaded.Rejected[0].Reason == KitbagErrorReason.FileNotFound
                    && FileNames.IsTemporary(loaded.Path, out _);
                error = loaded.IsFallback && !isUnnamed ? loaded.Rejected[0] : null;
            }
            catch (KitbagException e)
            {
                // Anything else with such a name may be what damage has left of a slot, unless it was deleted after the folder was listed.
                if ((e.Reason == KitbagErrorReason.NotSupported && Generations.IsLog(path, _options))
                    || (e.Reason == KitbagErrorReason.FileNotFound && !KitbagFile.Exists(path, _options)))
                    return null;
                error = e;
            }
            DateTime saved = FileGuard.Guard(path, "list", () => _options.Storage.LastWriteTime(loaded?.Path ?? path));
            return new KitbagSlot<TInfo>(name, path, info, loaded, error, saved);
        }

        // The options for calls that change files.
        private KitbagFileOptions Bounded() => _quota is not { } quota ? _options
            : _options.WithQuota(new SlotQuota(_options.Storage, FileGuard.Resolve(_folder, _options.Storage), quota, FilesOfSlots));

        private List<string> FilesOfSlots()
        {
            var files = new List<string>();
            foreach (string file in Files())
            {
                if (SlotOf(file, out _) != null)
                    files.Add(file);
            }
            return files;
        }
    }
}
