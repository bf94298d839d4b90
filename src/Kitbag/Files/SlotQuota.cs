using System;
using System.Collections.Generic;

namespace Kitbag.Files
{
    /// <summary>
    /// The maximum number of bytes of the slots in a folder. Saves to different slots write their new files at the same time; only the
    /// check and the renaming that follows it are one step, which no other save to a slot of the folder interrupts.
    /// </summary>
    internal sealed class SlotQuota
    {
        // No slot has this name, because names of slots do not begin with a dot.
        private const string LockName = ".quota";

        // The lock is held while files are renamed, never while they are written. So waiting for it is not what LockTimeout limits, which
        // may be zero.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(10);

        private readonly KitbagStorage _storage;
        private readonly string _folder;
        private readonly long _most;
        private readonly Func<IReadOnlyList<string>> _files;

        /// <summary>Initializes a new instance.</summary>
        /// <param name="storage">The storage.</param>
        /// <param name="folder">The folder, as the storage knows it.</param>
        /// <param name="most">The maximum number of bytes.</param>
        /// <param name="files">Returns the paths of the files in the folder that belong to slots.</param>
        public SlotQuota(KitbagStorage storage, string folder, long most, Func<IReadOnlyList<string>> files)
        {
            _storage = storage;
            // Without a separator at its end.
            _folder = storage.FolderOf(FilePaths.Combine(folder, LockName));
            _most = most;
            _files = files;
        }

        /// <summary>Runs an action that changes the names of files, while no other save to a slot of the folder does.</summary>
        public void Run(Action action)
        {
            string path = FilePaths.Combine(_folder, LockName);
            PathQueue.Run(path, () =>
            {
                using IDisposable? held = FileGuard.LockIfRoom(path, s_timeout, _storage);
                action();
            });
        }

        /// <summary>Returns whether there is room for a file. Called by an action of <see cref="Run"/>.</summary>
        /// <param name="length">The number of bytes of the new file.</param>
        /// <param name="replaced">The file that will no longer exist, or null if all others are kept.</param>
        public bool HasRoom(long length, string? replaced) => length <= RoomWith(replaced, out _);

        /// <summary>Makes sure that there is room for a file. Called by an action of <see cref="Run"/>.</summary>
        /// <param name="length">The number of bytes of the new file.</param>
        /// <param name="replaced">The file that will no longer exist, or null if all others are kept.</param>
        /// <exception cref="KitbagException">The quota would be exceeded.</exception>
        public void Check(long length, string? replaced)
        {
            long room = RoomWith(replaced, out long damaged);
            if (length <= room)
                return;
            // Programs do not list these files, so their users may not know of them.
            string advice = damaged == 0 ? "" : " Damaged files that were kept (their names contain '.damaged') take "
                + ContainerFormat.Text(damaged) + " bytes of the quota: delete them if nobody will repair them.";
            throw new KitbagException(KitbagErrorReason.DiskFull, "The quota of the slots has room for "
                + ContainerFormat.Text(Math.Max(room, 0)) + " bytes; the save has " + ContainerFormat.Text(length)
                + ". Nothing was changed." + advice);
        }

        private long RoomWith(string? replaced, out long damaged)
        {
            long room = _most;
            damaged = 0;
            foreach (string file in _files())
            {
                long length = LengthOf(file);
                room -= length;
                if (FileNames.IsBeside(FilePaths.NameOf(file), out _, out bool isDamaged) && isDamaged)
                    damaged += length;
            }
            // What a symbolic link refers to elsewhere is not among the files of the folder.
            if (replaced != null && _storage.Exists(replaced) && IsHere(_storage.FolderOf(replaced)))
                room += LengthOf(replaced);
            return room;
        }

        // The path of a slot contains the folder as the program named it, which may be a symbolic link.
        private bool IsHere(string folder) => folder == _folder || FileGuard.Resolve(folder, _storage) == _folder;

        private long LengthOf(string file)
        {
            try
            {
                return FileGuard.Guard(file, "list", () => _storage.LengthOf(file));
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.FileNotFound or KitbagErrorReason.NotAFile)
            {
                // The slot was deleted after the folder was listed, or something else has its name: a pipe, or a link in a circle.
                return 0;
            }
        }
    }
}
