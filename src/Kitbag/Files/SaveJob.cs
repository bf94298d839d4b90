using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>
    /// Represents one save, after the objects were serialized. The new file is written beside the old one, flushed, read again, and renamed
    /// over it: at any time, one of the two exists and is complete.
    /// </summary>
    internal sealed class SaveJob : IDisposable
    {
        private readonly string _path;
        private readonly ChunkWriter _body;
        private readonly byte[] _info;
        private readonly KitbagFileOptions _options;
        private readonly KitbagStorage _storage;
        private readonly IProgress<double>? _progress;
        private readonly CancellationToken _cancellationToken;
        private bool _hadFile, _mayReplaceGeneration;
        private string? _movedTo;

        public SaveJob(string path, ChunkWriter body, byte[] info, KitbagFileOptions options, IProgress<double>? progress,
            CancellationToken cancellationToken)
        {
            _path = path;
            _body = body;
            _info = info;
            _options = options;
            _storage = options.Storage;
            _progress = progress;
            _cancellationToken = cancellationToken;
        }

        /// <summary>The file.</summary>
        public string Path => _path;

        public bool HasThreads => _storage.HasThreads;

        /// <summary>Permits replacing a file that is a generation of another one, as tools do. It remains that generation.</summary>
        public SaveJob MayReplaceGeneration(bool may)
        {
            _mayReplaceGeneration = may;
            return this;
        }

        /// <summary>Saves the file. Saves of one file must not be concurrent.</summary>
        /// <exception cref="KitbagException">Saving failed; the old file is unchanged.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled; the old file is unchanged.</exception>
        public KitbagSaved Run() => FileGuard.Guard(_path, "save", () =>
        {
            _cancellationToken.ThrowIfCancellationRequested();
            using IDisposable? held = _options.IsLocked ? null : _storage.Lock(_path, _options.LockTimeout);
            _hadFile = _storage.Exists(_path);
            bool isGeneration = CheckName();
            // It would become a previous generation, which the next save could not replace.
            if (_hadFile && Generations.IsLog(_path, _options))
                throw new KitbagException(KitbagErrorReason.NotSupported, "The file is a log: append to it with KitbagLog, save to another "
                    + "name, or delete the log. Nothing was changed.");
            List<string> left = FileNames.Temporaries(_storage, _path);
            ulong generation = NewestGeneration(left, out bool isOldWhole);
            // No save reaches the maximum, but a file may claim it. Of equal ones, the file with the smaller number is newer.
            if (!isGeneration && generation != ulong.MaxValue)
                generation++;
            if (isOldWhole)
                CheckOlder();
            // If the file is missing or damaged, the remains of an earlier save may be the best version until the new file exists.
            if (_hadFile && isOldWhole)
                DeleteAll(left);
            CheckRoom(isOldWhole);
            string temporary = FileNames.NewTemporary(_path);
            bool isDurable, isDone = false;
            long length;
            try
            {
                length = Write(temporary, generation, out isDurable);
                CheckAgain(temporary, length);
                _cancellationToken.ThrowIfCancellationRequested();
                Exchange(temporary, length, isOldWhole);
                isDurable &= _options.Durability == KitbagDurability.Full && _storage.FlushFolder(_storage.FolderOf(_path));
                isDone = true;
            }
            finally
            {
                if (!isDone)
                    Drop(temporary);
            }
            DeleteAll(left);
            _storage.Commit(_path);
            return new KitbagSaved(_path, generation, length, isDurable);
        });

        // Another file would later replace or delete a file with such a name. Returns whether it exists and may be replaced.
        private bool CheckName()
        {
            string name = FilePaths.NameOf(_path);
            if (!FileNames.IsBeside(name, out string main, out _))
                return false;
            if (_mayReplaceGeneration && _hadFile)
                return true;
            throw new KitbagException(KitbagErrorReason.BadFileName, "The name '" + KitbagException.Cut(name) + "' is reserved for a "
                + "previous generation or a damaged file of '" + KitbagException.Cut(main) + "': replace the dot before the number, or "
                + "before 'damaged', with another character. Nothing was changed.");
        }

        // Makes sure that the files that will be renamed or replaced are generations.
        private void CheckOlder()
        {
            for (int i = 1; i <= LastOlder(); i++)
                Generations.CheckOwn(FileNames.Generation(_path, i), _storage);
        }

        // The oldest generation that there will be.
        private int LastOlder()
        {
            int last = Math.Min(1, _options.Keep - 1);
            while (_hadFile && last < _options.Keep - 1 && _storage.Exists(FileNames.Generation(_path, last)))
                last++;
            return last;
        }

        // The largest counter of all existing files, including those of saves that were never completed. The old file is read as a whole,
        // because a damaged one must not become the previous generation: with two generations, it would replace the last intact one.
        private ulong NewestGeneration(List<string> left, out bool isOldWhole)
        {
            ulong newest = 0;
            isOldWhole = true;
            if (_hadFile)
                newest = Generations.CheckedCounterOf(_path, _options, _cancellationToken, out isOldWhole);
            List<string> others = FileNames.Generations(_storage, _path);
            others.AddRange(left);
            foreach (string file in others)
                newest = Math.Max(newest, Generations.CounterOf(file, _options, out _));
            return newest;
        }

        private long Write(string temporary, ulong generation, out bool isDurable)
        {
            using Stream file = _storage.Create(temporary);
            if (_hadFile)
                _storage.CopyRights(_path, temporary);
            var writer = new ContainerWriter(file, _options.Compression, _storage.HasThreads);
            long length = writer.Write(_body.Complete(), _body.Length, _info, generation, _options.BlockSize, _progress,
                _cancellationToken);
            isDurable = _storage.Flush(file, _options.Durability);
            return length;
        }

        // Some systems report that everything was written although it was not.
        private void CheckAgain(string temporary, long length)
        {
            using KitbagContainer container = KitbagContainer.OpenResolved(temporary, _options);
            if (container.FileLength != length)
                throw new KitbagException(KitbagErrorReason.FileFailed, "The system has written "
                    + ContainerFormat.Text(container.FileLength) + " of the " + ContainerFormat.Text(length)
                    + " bytes of the new file. What was there before is unchanged.");
            container.CheckBlocks(_cancellationToken);
        }

        // A save that is known not to fit is refused before it is written. That of a compressed one is known only afterwards.
        private void CheckRoom(bool isOldWhole)
        {
            if (_options.Quota is not { } quota || _options.Compression != KitbagCompression.None)
                return;
            long length = ContainerWriter.LengthOf(_body.Length, _info.Length, _options.BlockSize);
            quota.Run(() => CheckRoom(quota, length, isOldWhole));
        }

        // Returns whether a damaged file is kept. If there is no room for it beside the new file, it is replaced: otherwise a slot that is
        // damaged could no longer be saved.
        private bool CheckRoom(SlotQuota quota, long length, bool isOldWhole)
        {
            bool isDamaged = _hadFile && !isOldWhole;
            if (isDamaged && quota.HasRoom(length, FileNames.NewDamaged(_storage, _path)))
                return true;
            quota.Check(length, isDamaged ? _path : Replaced());
            return false;
        }

        // The file that will no longer exist after the save of one that is intact: the oldest generation.
        private string? Replaced() => !_hadFile ? null : _options.Keep == 1 ? _path : FileNames.Generation(_path, LastOlder());

        private void Exchange(string temporary, long length, bool isOldWhole)
        {
            if (_options.Quota is not { } quota)
            {
                Exchange(temporary, isOldWhole, true);
                return;
            }
            quota.Run(() =>
            {
                bool isDamagedKept = CheckRoom(quota, length, isOldWhole);
                Exchange(temporary, isOldWhole, isDamagedKept);
            });
        }

        private void Exchange(string temporary, bool isOldWhole, bool isDamagedKept)
        {
            if (_storage.Exists(_path))
            {
                if (isOldWhole && _options.Keep > 1)
                    MakeOlder();
                else if (!isOldWhole && isDamagedKept)
                    Move(FileNames.NewDamaged(_storage, _path));
            }
            _storage.Replace(temporary, _path);
        }

        private void MakeOlder()
        {
            for (int i = LastOlder(); i > 1; i--)
                _storage.Replace(FileNames.Generation(_path, i - 1), FileNames.Generation(_path, i));
            string older = FileNames.Generation(_path, 1), second = FileNames.NewTemporary(_path);
            // Creates a second name, so that the old file always has a name; if that is not supported, loading finds the moved file.
            if (!_storage.TryLink(_path, second))
            {
                Move(older);
                return;
            }
            _storage.Replace(second, older);
            // POSIX renames nothing if both names are of one file, which a save leaves that is ended here.
            if (_storage.Exists(second))
                _storage.Delete(second);
        }

        private void Move(string to)
        {
            _movedTo = to;
            _storage.Replace(_path, to);
        }

        // After a failure the old file has its name again, or the new one keeps that by which loading finds it.
        private void Drop(string temporary)
        {
            try
            {
                if (_movedTo != null && !_storage.Exists(_path) && _storage.Exists(_movedTo))
                    _storage.Replace(_movedTo, _path);
                if (!_hadFile || _storage.Exists(_path))
                    _storage.Delete(temporary);
            }
            catch (Exception e) when (FileErrors.IsOfStorage(e) || e is KitbagException)
            {
                // The first failure is the one to tell.
            }
        }

        private void DeleteAll(List<string> files)
        {
            foreach (string file in files)
                _storage.Delete(file);
        }

        public void Dispose() => _body.Dispose();
    }
}
